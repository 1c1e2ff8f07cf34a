import { expect, test } from 'vitest'
import { NEWEST_MAX, type NewestCalls, takeNewest } from './newest-calls.ts'

interface Row {
  readonly id: string
  readonly ended_at: string
}

const row = (id: string, second = 0): Row => ({
  id,
  ended_at: new Date(second * 1000).toISOString(),
})
const idOf = ({ id }: Row) => id
const ids = (rows: readonly Row[]) => rows.map(idOf)
const page = [row('b'), row('a')]
const take = (before: NewestCalls<Row> | undefined, ended: readonly Row[], isHeld = false) =>
  takeNewest(before, { page, ended, isHeld, idOf })

test('calls come on top, the last to end first, above a line over the page', () => {
  const first = take(undefined, [row('c', 1), row('d', 2)])
  expect(ids(first.shown)).toEqual(['d', 'c'])
  expect(first.line).toBe('b')
  expect(ids(take(first, [row('e', 3)]).shown)).toEqual(['e', 'd', 'c'])
})

test('a call that is there already does not come again', () => {
  const first = take(undefined, [row('a'), row('c', 1)])
  expect(ids(first.shown)).toEqual(['c'])
  expect(ids(take(first, [row('c', 1)]).shown)).toEqual(['c'])
})

test('what a page that is loaded again has is not on top of it as well', () => {
  const first = take(take(undefined, [row('c', 1)]), [row('d', 2)], true)
  const again = { page: [row('d', 2), row('c', 1), ...page], ended: [], isHeld: false, idOf }
  const next = takeNewest(first, again)
  expect([next.shown, next.waiting]).toEqual([[], []])
})

test('while the user reads, calls wait; then they come above a line where he stopped', () => {
  const read = take(undefined, [row('c', 1)])
  const held = take(read, [row('d', 2)], true)
  expect([ids(held.shown), ids(held.waiting)]).toEqual([['c'], ['d']])
  const longer = take(held, [row('e', 3)], true)
  expect(ids(longer.waiting)).toEqual(['e', 'd'])
  const again = take(longer, [])
  expect([ids(again.shown), again.waiting, again.line]).toEqual([['e', 'd', 'c'], [], 'c'])
})

test('a list that is held and gets nothing keeps its line', () => {
  const read = take(undefined, [row('c', 1)])
  expect(take(read, [], true).line).toBe('b')
})

test('the oldest go when there are too many', () => {
  const many = Array.from({ length: NEWEST_MAX + 1 }, (_, at) => row(`n${at}`, at))
  const first = take(undefined, many)
  expect(first.shown).toHaveLength(NEWEST_MAX)
  expect(first.shown[0]?.id).toBe(`n${NEWEST_MAX}`)
  expect(take(undefined, many, true).waiting).toHaveLength(NEWEST_MAX)
})
