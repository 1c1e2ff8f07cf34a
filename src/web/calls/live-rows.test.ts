import { describe, expect, it } from 'vitest'
import { type LiveRow, nextRows } from './live-rows.ts'

const idOf = (row: string) => row
const step = (before: readonly LiveRow<string>[] | undefined, rows: string, hold = false) =>
  nextRows(before, [...rows], idOf, hold)
/** New rows in capitals, ended ones in brackets. */
const seen = (rows: readonly LiveRow<string>[]) =>
  rows
    .map(({ row, isNew, isOver }) => (isOver ? `(${row})` : isNew ? row.toUpperCase() : row))
    .join('')

describe('the rows of a live list', () => {
  it('are none of them new at first', () => {
    expect(seen(step(undefined, 'abc'))).toBe('abc')
  })

  it('are marked when they come, and stay for one answer when they went', () => {
    const first = step(undefined, 'abc')
    const second = step(first, 'dac')
    expect(seen(second)).toBe('Da(b)c')
    expect(seen(step(second, 'dac'))).toBe('dac')
  })

  it('go one by one from the top and from the bottom', () => {
    expect(seen(step(step(undefined, 'abcd'), 'bc'))).toBe('(a)bc(d)')
  })

  it('stay in order when several neighbours went, all of them even', () => {
    expect(seen(step(step(undefined, 'abcd'), 'ad'))).toBe('a(b)(c)d')
    expect(seen(step(step(undefined, 'abc'), ''))).toBe('(a)(b)(c)')
  })

  it('do not move while they are held', () => {
    const first = step(undefined, 'abc')
    expect(seen(step(first, 'xcb', true))).toBe('(a)bcX')
  })
})
