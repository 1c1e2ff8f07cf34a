import { expect, test } from 'vitest'
import { checkNames } from './check-names.ts'
import { makeSource, readSources } from './source.ts'

test('no file and no name in code has a word that was replaced', () => {
  expect(checkNames(readSources('src', 'test'))).toEqual([])
})

test.each([
  ['a file', 'src/engine/telephones.ts', ''],
  ['a type', 'src/a.ts', 'interface DemoTelephone {}'],
  ['a constant', 'src/a.ts', 'const TELEPHONES = []'],
  ['a column', 'src/a.ts', 'const a = { telephone_id: 1 }'],
])('finds %s with such a word', (_what, path, text) => {
  expect(checkNames([makeSource(path, text)])).toHaveLength(1)
})

test('leaves texts and comments alone', () => {
  const text = "const a = 'telephone-event' // the telephone"
  expect(checkNames([makeSource('src/a.ts', text)])).toEqual([])
})
