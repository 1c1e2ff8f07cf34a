import { describe, expect, test } from 'vitest'
import { lookOf, stateOf } from './replica-choice.ts'

const written = [
  { position: 100n, now_ms: 1000 },
  { position: 200n, now_ms: 2000 },
  { position: 300n, now_ms: 3000 },
]

describe('the lag of a replica', () => {
  test.each([
    ['is none when it has all that is written, however old that is', 300n, 500, 0],
    ['is none too without any commit', 300n, null, 0],
    ['is the time since the last moment whose position it has', 250n, 500, 1000],
    ['is the time since the last commit that it has, if that is later', 250n, 2900, 100],
    ['counts from the last commit before all known moments', 50n, 400, 2600],
    ['is none by a clock that is ahead', 250n, 3500, 0],
  ])('%s', (_, position, commit_ms, lag_ms) => {
    const look = lookOf(written, { position, commit_ms }, 7)
    expect(look).toEqual({ at_ms: 7, position, as_of_ms: 3000 - lag_ms, lag_ms })
  })

  test('is not known before a moment or a commit is reached', () => {
    expect(lookOf(written, { position: 50n, commit_ms: null }, 7)).toBeUndefined()
    expect(lookOf([], { position: 50n, commit_ms: 900 }, 7)).toBeUndefined()
  })
})

describe('a replica', () => {
  const look = { at_ms: 0, position: 300n, as_of_ms: 0, lag_ms: 10_000 }

  test.each([
    ['serves up to ten seconds behind', look, 300n, 0, 'ok'],
    ['is behind from there on', { ...look, lag_ms: 10_001 }, 300n, 0, 'behind'],
    ['is behind without what every request needs', look, 301n, 0, 'behind'],
    ['serves for three seconds after a look', look, 300n, 3000, 'ok'],
    ['is down without a later look', look, 300n, 3001, 'down'],
    ['is down without any look', undefined, 0n, 0, 'down'],
  ] as const)('%s', (_, found, least, now_ms, state) => {
    expect(stateOf(found, least, now_ms)).toBe(state)
  })
})
