import { expect, test } from 'vitest'
import { makeChance } from '#test/support/random.ts'
import { compareCalls, matchCalls, type TimedCall } from './match-calls.ts'

const ours = (at: number, seconds = 60): TimedCall => ({ is_ours: true, at, seconds })
const theirs = (at: number, seconds = 60): TimedCall => ({ is_ours: false, at, seconds })

/** The pairs as times of ours and theirs. */
function pairsOf(calls: readonly TimedCall[], tolerance: number): string[] {
  const sorted = [...calls].sort(compareCalls)
  const matches = matchCalls(sorted, tolerance)
  return sorted.flatMap((call, at) => {
    const other = sorted[matches[at] ?? -1]
    return call.is_ours && other ? [`${call.at}=${other.at}`] : []
  })
}

test('the nearest in time belong together, and the rest with what is left', () => {
  expect(pairsOf([ours(0), theirs(3), ours(4), theirs(9)], 10)).toEqual(['0=9', '4=3'])
  expect(pairsOf([ours(0), theirs(3), ours(4), theirs(9)], 5)).toEqual(['4=3'])
  expect(pairsOf([ours(0), theirs(6)], 5)).toEqual([])
})

test('of calls at the same time those of the same duration belong together', () => {
  const calls = [ours(5, 60), ours(5, 10), theirs(5, 10), theirs(5, 60)].sort(compareCalls)
  const matches = matchCalls(calls, 2)
  for (const [at, call] of calls.entries()) {
    expect(calls[matches[at] ?? -1]?.seconds).toBe(call.seconds)
  }
})

/** Every pair within the tolerance, the nearest first, each call once: slow, and plain. */
function plainCount(calls: readonly TimedCall[], tolerance: number): number[] {
  const pairs = calls.flatMap((one, i) =>
    calls.flatMap((other, j) =>
      one.is_ours && !other.is_ours && Math.abs(one.at - other.at) <= tolerance
        ? [{ i, j, gap: Math.abs(one.at - other.at) }]
        : [],
    ),
  )
  const used = new Set<number>()
  const gaps: number[] = []
  for (const { i, j, gap } of pairs.sort((one, other) => one.gap - other.gap)) {
    if (used.has(i) || used.has(j)) continue
    used.add(i)
    used.add(j)
    gaps.push(gap)
  }
  return gaps
}

test('each call is in at most one pair, of both sides and within the tolerance', () => {
  const chance = makeChance(17)
  for (let n = 0; n < 400; n++) {
    const tolerance = chance.whole(0, 12)
    // Times that differ by powers of two have no two equal gaps: then there is one right answer.
    const times = [0, 1, 3, 7, 15, 31, 63, 127, 255].filter(() => chance.next() < 0.8)
    const calls = times.map((at) => ({ is_ours: chance.next() < 0.5, at, seconds: 1 }))
    const matches = matchCalls(calls, tolerance)
    const gaps: number[] = []
    for (const [at, other] of matches.entries()) {
      if (other < 0) continue
      expect(matches[other]).toBe(at)
      expect(calls[other]?.is_ours).toBe(!calls[at]?.is_ours)
      if (other > at) gaps.push((calls[other]?.at ?? 0) - (calls[at]?.at ?? 0))
    }
    expect(gaps.every((gap) => gap <= tolerance)).toBe(true)
    expect(gaps.sort((a, b) => a - b)).toEqual(plainCount(calls, tolerance))
  }
})
