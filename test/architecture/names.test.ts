import { expect, test } from 'vitest'
import { checkExportedNames, checkIsNames, checkNames } from './check-names.ts'
import { makeSource, readSources } from './source.ts'

test('no file and no name in code has a word that was replaced', () => {
  expect(checkNames(readSources('src', 'test'))).toEqual([])
})

test.each([
  ['a file', 'src/engine/telephones.ts', ''],
  ['a type', 'src/a.ts', 'interface DemoTelephone {}'],
  ['a constant', 'src/a.ts', 'const TELEPHONES = []'],
  ['a column', 'src/a.ts', 'const a = { telephone_id: 1 }'],
  ['a code', 'src/a.ts', 'const a = { RANG_OUT: 1 }'],
  ['a name of two words', 'src/a.ts', 'const mayTry = true'],
])('finds %s with such a word', (_what, path, text) => {
  expect(checkNames([makeSource(path, text)])).toHaveLength(1)
})

test.each(['ring_timeout', 'max_pdd', 'average_duration'])('finds %s without a unit', (name) => {
  expect(checkNames([makeSource('src/a.ts', `const a = { ${name}: 1 }`)])).toHaveLength(1)
  const named = makeSource('src/a.ts', `const a = { ${name}_seconds: 1, ${name}_ms: 2 }`)
  expect(checkNames([named])).toEqual([])
})

test('leaves texts and comments alone', () => {
  const text = "const a = 'telephone-event' // the telephone"
  expect(checkNames([makeSource('src/a.ts', text)])).toEqual([])
})

test('a field of data is called is_x, and code isX', () => {
  expect(checkIsNames(readSources('src', 'test'))).toEqual([])
})

test.each([
  'function is_open(): boolean {}',
  'const has_rows = async (id: number) => true',
  'interface A {\n  readonly isOpen: boolean\n}',
])('finds the wrong one in %s', (text) => {
  expect(checkIsNames([makeSource('src/db/a.ts', text)])).toHaveLength(1)
})

test('no two files of a room export the same name', () => {
  expect(checkExportedNames(readSources('src'))).toEqual([])
})

test('finds a planted name that two files of a room export, and not one of two rooms', () => {
  const plant = (path: string) => makeSource(path, 'export const findParty = 1\n')
  expect(checkExportedNames([plant('src/db/a.ts'), plant('src/db/b/a.ts')])).toHaveLength(1)
  expect(checkExportedNames([plant('src/db/a.ts'), plant('src/api/a.ts')])).toEqual([])
})
