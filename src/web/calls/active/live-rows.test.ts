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

  it('come to the end, and stay for one answer where they stood when they went', () => {
    const first = step(undefined, 'abc')
    const second = step(first, 'dac')
    expect(seen(second)).toBe('a(b)cD')
    expect(seen(step(second, 'dac'))).toBe('acd')
  })

  it('never change places, however the server orders them', () => {
    expect(seen(step(step(undefined, 'abcd'), 'dcba'))).toBe('abcd')
    expect(seen(step(step(undefined, 'abc'), ''))).toBe('(a)(b)(c)')
  })

  it('do not even close the gaps while they are held', () => {
    const held = step(step(undefined, 'abc'), 'xcb', true)
    expect(seen(held)).toBe('(a)bcX')
    const longer = step(held, 'xc', true)
    expect(seen(longer)).toBe('(a)(b)cx')
    expect(seen(step(longer, 'xc'))).toBe('cx')
  })

  it('are not kept without end', () => {
    let rows = step(undefined, '')
    for (let at = 0; at < 1000; at++) rows = step(rows, String.fromCodePoint(0x4e00 + at), true)
    expect(rows.length).toBeLessThan(110)
  })
})
