import { expect, test } from 'vitest'
import { checkCase, checkWording } from './check-wording.ts'
import { isTest, makeSource, readSources } from './source.ts'

const READ = [
  ...['src/web', 'src/contract', 'src/api', 'src/supervisor'],
  ...['number', 'time', 'gateway', 'routing', 'trace'].map((shelf) => `src/core/${shelf}`),
]

const sources = readSources(...READ).filter(({ path }) => !isTest(path))

test('screens, messages and terminal lines are in the words of an operator', () => {
  expect(checkWording(sources)).toEqual([])
})

test('titles and labels are in sentence case, but for the names of the specification', () => {
  expect(checkCase(sources)).toEqual([])
})

test.each([
  ['a label', 'a.tsx', '<TextInput label="Dearest rate (optional)" />'],
  ['a text between tags', 'a.tsx', '<p>\n  Calls that are\n  going on end.\n</p>'],
  ['a message', 'a.ts', "const a = 'Somebody else has changed it.'"],
  ['a template', 'a.ts', 'const a = `It waits for a call.`'],
])('finds %s that came back', (_what, path, text) => {
  expect(checkWording([makeSource(`src/web/${path}`, text)])).not.toEqual([])
})

test.each([
  ['a comment', 'a.ts', '// Nobody waits for it.'],
  ['a name', 'a.ts', 'const nobody = told(till)'],
  ['a code', 'a.ts', "const a = 'changed-meanwhile'"],
])('leaves alone %s', (_what, path, text) => {
  expect(checkWording([makeSource(`src/web/${path}`, text)])).toEqual([])
})

test('finds a title with capitals', () => {
  expect(
    checkCase([makeSource('src/web/a.ts', "const a = { title: 'Number Lists' }")]),
  ).toHaveLength(1)
  expect(checkCase([makeSource('src/web/a.ts', "const a = { title: 'Active Calls' }")])).toEqual([])
})
