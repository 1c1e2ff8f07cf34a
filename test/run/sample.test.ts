import { expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { getGateway } from '#contract/routing/gateways.ts'
import { listFiles } from '../architecture/source.ts'
import { changedEndpoints } from '../support/changed-endpoints.ts'
import { firstNight, isWhole, type Run, sampleOf, scaled } from '../support/sample.ts'

const ITEMS = Array.from({ length: 21 }, (_, at) => at)
const everyday = (seed: number): Run => ({ seed, is_whole: false })
const WHOLE: Run = { seed: 5, is_whole: true }

test('a whole run is one that the environment calls so', () => {
  expect([{ WHOLE: '1' }, { WHOLE: '0' }, {}].map((one) => isWhole(one))).toEqual([
    true,
    false,
    false,
  ])
})

test('a sample has the items of its share and those that are always in, in their order', () => {
  expect(sampleOf(ITEMS, {}, everyday(2))).toEqual([2, 10, 18])
  expect(sampleOf(ITEMS, { shares: 4 }, everyday(1326))).toEqual([2, 6, 10, 14, 18])
  expect(sampleOf(ITEMS, { always: (item) => item > 19 || item === 10 }, everyday(0))).toEqual([
    0, 8, 10, 16, 20,
  ])
})

test('a whole run has everything', () => {
  expect(sampleOf(ITEMS, {}, WHOLE)).toEqual(ITEMS)
  expect(scaled(3000, WHOLE)).toBe(3000)
  expect(scaled(3000, everyday(1))).toBe(300)
  expect(scaled(15, everyday(1))).toBe(2)
})

test.each([1, 3, 8, 21])('eight commits in a row look at each of %i items', (count) => {
  const items = ITEMS.slice(0, count)
  const samples = Array.from({ length: 8 }, (_, at) => sampleOf(items, {}, everyday(1317 + at)))
  expect([...new Set(samples.flat())].toSorted((a, b) => a - b)).toEqual(items)
  expect(samples.filter((sample) => sample.length === 0)).toEqual([])
})

test('the nights of two runs in a row have none in common', () => {
  expect([0, 1, 2].map((seed) => firstNight(100, everyday(seed)))).toEqual([1, 101, 201])
})

test('an endpoint has changed with its contract, handlers or queries, and not with a test', () => {
  const changed = (path: string) => changedEndpoints(new Set([path]))
  expect(changed('src/contract/routing/gateways.ts')).toContain(getGateway)
  expect(changed('src/api/routing/gateways.ts')).toContain(getGateway)
  expect(changed('src/db/routing/gateways.ts')).toContain(getGateway)
  expect(changed('src/api/routing/gateways.ts').size).toBeLessThan(20)
  expect(changed('src/api/routing/gateways.test.ts').size).toBe(0)
  expect(changed('src/contract/routing/a-file-that-is-gone.ts').size).toBe(0)
})

test('every endpoint is found by its contract file', () => {
  const files = listFiles('src/contract', /\.ts$/)
  const found = changedEndpoints(new Set(files))
  const missed = [...ENDPOINTS].filter(([, endpoint]) => !found.has(endpoint))
  expect(missed.map(([name]) => name)).toEqual([])
})
