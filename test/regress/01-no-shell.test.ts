// A payment helper, a fax page and a "test connection" button of other products handed a field of a
// request to a shell. Here one room alone starts programs, with a list of arguments and no shell.
import { expect, test } from 'vitest'
import { isTest, makeSource, readSources, type Source } from '../architecture/source.ts'

const SHELL = /\bshell\s*:|(?<!\.)\bexec(?:Sync)?\s*\(/
const sources = readSources('src').filter(({ path }) => !isTest(path))

const startingPrograms = (files: readonly Source[]) =>
  files
    .filter(({ imports }) => imports.some(({ specifier }) => specifier.includes('child_process')))
    .map(({ path }) => path)

const withShell = (files: readonly Source[]) =>
  files
    .filter(({ path }) => startingPrograms(files).includes(path))
    .filter(({ code }) => SHELL.test(code))
    .map(({ path }) => path)

test('only the supervisor starts programs', () => {
  expect(startingPrograms(sources)).not.toEqual([])
  expect(startingPrograms(sources).filter((path) => !path.startsWith('src/supervisor/'))).toEqual(
    [],
  )
})

test('no program is started through a shell', () => {
  expect(withShell(sources)).toEqual([])
  const planted = "import { spawn } from 'node:child_process'\nspawn(text, { shell: true })"
  expect(withShell([makeSource('src/supervisor/a.ts', planted)])).toHaveLength(1)
})
