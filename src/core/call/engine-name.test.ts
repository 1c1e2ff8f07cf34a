import { expect, test } from 'vitest'
import { ENGINES_MAX, engineName, engineNumber, NODES_MAX, nodeOf } from './engine-name.ts'

const NODES = Array.from({ length: NODES_MAX }, (_, index) => index + 1)
const INDEXES = Array.from({ length: ENGINES_MAX }, (_, index) => index)
const ALL = NODES.flatMap((node_id) => INDEXES.map((index) => engineName(node_id, index)))

test('engines of the first node have the names of before', () => {
  expect(INDEXES.map((index) => engineName(1, index)).join('')).toBe('abcdefgh')
})

test('no two engines have the same name or number, and a number fits ten bits', () => {
  expect(new Set(ALL).size).toBe(NODES_MAX * ENGINES_MAX)
  const numbers = ALL.map(engineNumber)
  expect(new Set(numbers).size).toBe(ALL.length)
  expect(Math.max(...numbers)).toBeLessThan(1024)
})

test('a name has its node', () => {
  expect(NODES.map((node_id) => nodeOf(engineName(node_id, 3)))).toEqual(NODES)
})

test('what is no name of an engine has no number', () => {
  expect(() => engineNumber('2a')).toThrow(/name of an engine/)
})
