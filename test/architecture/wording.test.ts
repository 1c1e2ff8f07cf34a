import { expect, test } from 'vitest'
import { checkCase, checkOpenings, checkPlainSentences, checkWording } from './check-wording.ts'
import { isTest, listFiles, makeSource, readSources, readText } from './source.ts'

const READ = [
  ...['src/web', 'src/contract', 'src/api', 'src/supervisor'],
  ...['number', 'time', 'gateway', 'routing', 'trace'].map((shelf) => `src/core/${shelf}`),
]

const sources = readSources(...READ).filter(({ path }) => !isTest(path))

test('screens, messages and terminal lines are in the words of an operator', () => {
  expect(checkWording(sources)).toEqual([])
})

test('comments are plain sentences', () => {
  const commented = readSources('src', 'test')
  const check = (path: string, comments: string) => [
    ...checkPlainSentences(path, comments),
    ...checkOpenings(path, comments),
  ]
  const faults = commented.flatMap(({ path, comments }) => check(path, comments))
  const configured = listFiles('kamailio', /\.cfg$/).flatMap((path) =>
    check(path, readText(path).replace(/^[ \t]*[^# \t\n].*$/gm, '')),
  )
  const migrations = listFiles('src/db/migrations', /\.sql$/).flatMap((path) =>
    checkPlainSentences(path, commentsOf(readText(path))),
  )
  expect([...faults, ...configured, ...migrations]).toEqual([])
})

/** The comments of SQL, without the JSON in them. */
const commentsOf = (sql: string): string =>
  sql.replace(/^(?![ \t]*--).*$/gm, '').replace(/\{[^}]*\}/g, (json) => json.replace(/[^\n]/g, ' '))

test('documents are plain sentences', () => {
  const documents = [
    ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'kamailio/README.md'],
    ...listFiles('docs', /\.md$/),
    ...listFiles('src', /\.md$/),
  ]
  const faults = documents.flatMap((path) => checkPlainSentences(path, readText(path)))
  expect(faults).toEqual([])
})

test('finds a personal word in a sentence, but not in code or in a name', () => {
  const text = 'Kamailio tells the engine.\n\nSee `told`, [a](strangers.md) and "upon".'
  expect(checkPlainSentences('a.md', text)).toEqual([
    'a.md:1 says "tells": name the noun, with a verb of the trade.',
  ])
})

test('finds a comment without a noun at its beginning, but not a line that continues one', () => {
  const text = '/** Of a reseller. */\n\n// What it costs.\n\n// The price\n// Of all.\n'
  expect(checkOpenings('a.ts', text)).toEqual([
    'a.ts:1 begins with "Of": begin with the noun that it is about.',
    'a.ts:3 begins with "What": begin with the noun that it is about.',
  ])
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
