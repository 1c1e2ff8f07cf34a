// Modules and plug-ins that could be loaded while the product runs were the way in elsewhere.
import { expect, test } from 'vitest'
import { isTest, makeSource, readSources, type Source } from '../architecture/source.ts'

const LOADED = /\bimport\s*\((?!\s*['"])|\brequire\s*\(|\bnew Function\b|\beval\s*\(|node:vm\b/
const loading = (files: readonly Source[]) =>
  files.filter(({ code }) => LOADED.test(code)).map(({ path }) => path)

test('no code is loaded but what stands in the source', () => {
  expect(loading(readSources('src').filter(({ path }) => !isTest(path)))).toEqual([])
  expect(loading([makeSource('src/api/a.ts', 'await import(name)')])).toHaveLength(1)
})
