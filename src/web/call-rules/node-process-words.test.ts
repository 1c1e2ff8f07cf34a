import { expect, test } from 'vitest'
import { isSpaceFull, processesInWords, spaceInWords, sumOfNodes } from './node-process-words.ts'

const node = (id: number, is_running = true) => ({
  node_name: `Node ${id}`,
  is_running,
  lost: is_running ? 2 : null,
})

test.each([
  [[node(1)], 'The tracer runs', 'success'],
  [[node(1), node(2)], 'The tracer runs on all 2 nodes', 'success'],
  [[node(1, false)], 'The tracer does not run', 'danger'],
  [[node(1), node(2, false)], 'The tracer does not run on Node 2', 'danger'],
])('of %j is said: %s', (processes, sentence, tone) => {
  const words = processesInWords('tracer', processes)
  expect([words.text + words.where, words.tone]).toEqual([sentence, tone])
})

test('a figure is the sum over the nodes, without those that do not run', () => {
  expect(sumOfNodes('lost', [node(1), node(2, false), node(3)])).toBe(4)
})

const SPACE = { bytes: 12_000_000, bytes_max: 2_000_000_000, days: 3 }

test('the space is said with its bound, and for how long it is taken', () => {
  expect(spaceInWords(SPACE)).toEqual(['12 MB of 2 GB', 'kept for 3 days'])
  expect(spaceInWords({ ...SPACE, days: 1 })[1]).toBe('kept for 1 day')
})

test('the space is full when more is stored than may be', () => {
  expect(isSpaceFull({ ...SPACE, bytes: SPACE.bytes_max })).toBe(false)
  expect(isSpaceFull({ ...SPACE, bytes: SPACE.bytes_max + 1 })).toBe(true)
})
