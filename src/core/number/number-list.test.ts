import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  makeNumberList,
  matchNumber,
  type NumberListItem,
  type NumberListRow,
  pickFrom,
} from './number-list.ts'

const item = (key: string, part: Partial<NumberListItem> = {}): NumberListItem => ({
  key,
  min_length: 0,
  max_length: 100,
  action: 'REJECT',
  tag: '',
  ...part,
})

const listOf = (part: Partial<NumberListRow>, ...items: NumberListItem[]) =>
  makeNumberList(
    { id: 1, name: 'List', status: 'active', mode: 'PREFIX', default_action: 'ACCEPT', ...part },
    items,
  )

describe('a list of numbers', () => {
  test('by prefix answers with the longest that fits', () => {
    const list = listOf({}, item('44', { tag: 'uk' }), item('4420', { action: 'ACCEPT' }))
    expect(matchNumber(list, '447700900123')).toMatchObject({ action: 'REJECT', tag: 'uk' })
    expect(matchNumber(list, '+447700900123')).toMatchObject({ action: 'REJECT', tag: 'uk' })
    expect(matchNumber(list, '442071838750')).toMatchObject({ action: 'ACCEPT', tag: '' })
    expect(matchNumber(list, '12025550100')).toEqual({ action: 'ACCEPT', tag: '', item: null })
  })

  test('that is strict answers for whole numbers only', () => {
    const list = listOf({ mode: 'STRICT', default_action: 'REJECT' }, item('4420', { tag: 'x' }))
    expect(matchNumber(list, '4420').tag).toBe('x')
    expect(matchNumber(list, '442').item).toBeNull()
    expect(matchNumber(list, '44201')).toEqual({ action: 'REJECT', tag: '', item: null })
  })

  test('falls back to a shorter prefix when the length does not fit', () => {
    const long = item('4420', { min_length: 12, max_length: 12 })
    const list = listOf({}, item('44', { tag: 'short' }), long)
    expect(matchNumber(list, '442071838750').item).toBe(long)
    expect(matchNumber(list, '44207183875').tag).toBe('short')
    expect(matchNumber(list, '4420718387500').tag).toBe('short')
  })

  test('prefers the narrower of two items with one key', () => {
    const narrow = item('44', { min_length: 11, max_length: 12 })
    const wide = item('44', { max_length: 20 })
    const list = listOf({}, wide, narrow)
    expect(matchNumber(list, '44207183875').item).toBe(narrow)
    expect(matchNumber(list, '4420').item).toBe(wide)
  })

  test('has a default for what is no number at all, unless an item fits everything', () => {
    const rejecting = listOf({ default_action: 'REJECT' }, item('44'))
    expect(matchNumber(rejecting, 'anonymous').action).toBe('REJECT')
    expect(matchNumber(rejecting, '').action).toBe('REJECT')
    expect(matchNumber(listOf({}, item('', { tag: 'all' })), 'anonymous').tag).toBe('all')
  })

  test('that is blocked lets every number pass', () => {
    const list = listOf({ status: 'blocked', default_action: 'REJECT' }, item('44'))
    expect(matchNumber(list, '44')).toEqual({ action: 'ACCEPT', tag: '', item: null })
    expect(pickFrom({ ...list, pool: ['44'] }, 0)).toBeUndefined()
  })

  test('finds what a look at every item finds', () => {
    const digits = fc.string({ unit: fc.constantFrom('0', '4'), maxLength: 5 })
    const items = fc.uniqueArray(
      fc.record({ key: digits, min: fc.nat(6), more: fc.nat(4), action: fc.boolean() }),
      { selector: ({ key, min, more }) => `${key} ${min} ${more}` },
    )
    fc.assert(
      fc.property(items, digits, fc.boolean(), (given, number, isPrefix) => {
        const all = given.map(({ key, min, more, action }) =>
          item(key, {
            min_length: min,
            max_length: min + more,
            action: action ? 'ACCEPT' : 'REJECT',
          }),
        )
        const fitting = all.filter(
          (one) =>
            (isPrefix ? number.startsWith(one.key) : number === one.key) &&
            number.length >= one.min_length &&
            number.length <= one.max_length,
        )
        const best = fitting.toSorted(
          (a, b) =>
            b.key.length - a.key.length ||
            a.max_length - a.min_length - (b.max_length - b.min_length) ||
            a.min_length - b.min_length,
        )[0]
        const list = listOf({ mode: isPrefix ? 'PREFIX' : 'STRICT' }, ...all)
        expect(matchNumber(list, number).item ?? undefined).toBe(best)
      }),
    )
  })
})

describe('a pool', () => {
  const pool = listOf(
    { mode: 'RANDOM' },
    item('1', { action: 'ACCEPT' }),
    item('2'),
    item('3', { action: 'ACCEPT' }),
  )

  test('gives out what it accepts, by chance', () => {
    const given = [0, 0.49, 0.5, 0.999].map((random) => pickFrom(pool, random))
    expect(given).toEqual(['1', '1', '3', '3'])
  })

  test('that is empty gives nothing, and no other list is a pool', () => {
    expect(pickFrom(listOf({ mode: 'RANDOM' }), 0)).toBeUndefined()
    expect(pickFrom(listOf({}, item('1', { action: 'ACCEPT' })), 0)).toBeUndefined()
  })

  test('knows its numbers as whole ones', () => {
    expect(matchNumber(pool, '1').item?.key).toBe('1')
    expect(matchNumber(pool, '12').item).toBeNull()
  })
})
