import { expect, test } from 'vitest'
import { checkExceptions, checkModuleState } from './check-module-state.ts'
import { makeSource, readSources } from './source.ts'

const sources = readSources('src')

test('no module has state of its own, but for those with a reason', () => {
  expect(checkModuleState(sources)).toEqual([])
  expect(checkExceptions(sources)).toEqual([])
})

test.each([
  'let count = 0',
  'export let count: number',
  'const known = new Map<string, number>()',
  'const known: Map<string, number> = new Map()',
  'const seen = new Set()',
  'const memory = new WeakMap<object, string>()',
  'const rows: string[] = []',
  'const rows = []',
  'const texts: Record<string, string> = {}',
  'const scratch = new Int32Array(64)',
])('finds a planted state: %s', (text) => {
  expect(checkModuleState([makeSource('src/engine/a.ts', `${text}\n`)])).toHaveLength(1)
})

test.each([
  ['a constant set', "const A: ReadonlySet<string> = new Set(['a'])"],
  ['a constant map', 'const A: ReadonlyMap<string, number> = new Map()'],
  ['a constant list', 'const A: readonly never[] = []'],
  ['a list with rows', "const A = ['a']"],
  ['a table', "const A = { a: 'b' }"],
  ['a variable of a function', 'function f() {\n  let count = 0\n}'],
  ['a field', 'class A {\n  readonly #known = new Map<string, number>()\n}'],
])('leaves alone: %s', (_what, text) => {
  expect(checkModuleState([makeSource('src/engine/a.ts', `${text}\n`)])).toEqual([])
})
