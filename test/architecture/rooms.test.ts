import { expect, test } from 'vitest'
import { checkCycles, checkExports, checkImports } from './check-rooms.ts'
import { ABOVE_SCREENS, BELOW_SCREENS, FAMILIES, ROOMS, SHARED_FOLDERS, SHELVES } from './rooms.ts'
import { listFiles, makeSource, readSources, type Source } from './source.ts'

const sources = readSources('src', 'test')

test('every room of src is in the table, and every room of the table is in src', () => {
  const rooms = new Set(listFiles('src', /./).map((path) => path.split('/')[1]))
  expect([...rooms].sort()).toEqual(Object.keys(ROOMS).sort())
})

const foldersOf = (room: string): string[] => [
  ...new Set(listFiles(`src/${room}`, /\/.*\.tsx?$/).map((path) => path.split('/')[2] ?? '')),
]

test('every shelf of core and every family of db is in its table, and is there', () => {
  expect(['root', ...foldersOf('core')].sort()).toEqual(Object.keys(SHELVES).sort())
  expect(foldersOf('db').sort()).toEqual([...SHARED_FOLDERS, ...Object.keys(FAMILIES)].sort())
})

test('the folders of web that have a floor of their own are there', () => {
  const named = [...BELOW_SCREENS, ...ABOVE_SCREENS].filter((folder) => folder !== 'root')
  const there = foldersOf('web')
  expect(named.filter((folder) => !there.includes(folder))).toEqual([])
})

test('every import goes along an arrow of the table', () => {
  expect(checkImports(sources)).toEqual([])
})

test('no imports go in a circle', () => {
  expect(checkCycles(sources)).toEqual([])
})

test('everything is exported once, by name, where it is written', () => {
  expect(checkExports(sources.filter(({ path }) => path.startsWith('src/')))).toEqual([])
})

const plant = (path: string, text: string): Source => makeSource(path, text)

test.each([
  ['web to db', 'src/web/http/a.ts', "import { a } from '#db/a.ts'", 'arrow that does not exist'],
  [
    'engine to api',
    'src/engine/a.ts',
    "import { a } from '#api/a.ts'",
    'arrow that does not exist',
  ],
  ['a type', 'src/core/a.ts', "import type { A } from '#db/a.ts'", 'arrow that does not exist'],
  ['a late one', 'src/api/a.ts', "await import('#engine/a.ts')", 'arrow that does not exist'],
  ['one for its effect', 'src/db/a.ts', "import '#api/a.ts'", 'arrow that does not exist'],
  ['tests', 'src/api/main.ts', "import { a } from '#test/a.ts'", 'leaves src'],
  ['a way round the #', 'src/api/http/a.ts', "import '../../core/a.ts'", 'write #core/a.ts'],
  ['the own room by #', 'src/db/a.ts', "import '#db/tables.ts'", 'write a relative path'],
  ['tariff to routing', 'src/core/tariff/a.ts', "import '../routing/a.ts'", 'wrong way'],
  ['root to tariff', 'src/core/a.ts', "import './tariff/a.ts'", 'wrong way'],
  ['permission to tariff', 'src/core/permission/a.ts', "import '../tariff/a.ts'", 'wrong way'],
  ['a package in core', 'src/core/a.ts', "import z from 'zod'", 'it uses re2js'],
  ['Node.js in core', 'src/core/a.ts', "import { readFile } from 'node:fs'", 'it uses re2js'],
  ['Node.js in web', 'src/web/a.ts', "import { readFile } from 'node:fs'", 'in a browser'],
  [
    'a process',
    'src/supervisor/a.ts',
    "import 'node:child_process'",
    'to src/supervisor/processes/child.ts',
  ],
  ['handler to handler', 'src/api/a.ts', "import './tariffs.ts'", 'strangers (handlers'],
  ['folder to folder', 'src/api/accounts/a.ts', "import '../tariffs.ts'", 'strangers (handlers'],
  ['http to handler', 'src/api/http/a.ts', "import '../tariffs.ts'", 'strangers (HTTP'],
  ['event to event', 'src/engine/calls/on-a.ts', "import './on-end.ts'", 'another event'],
  ['family to family', 'src/db/people/a.ts', "import '../calls/b.ts'", 'families of queries'],
  ['schema to family', 'src/db/a.ts', "import './tariffs/b.ts'", 'a family of queries'],
  ['ui to http', 'src/web/ui/A.tsx', "import '../http/client.ts'", 'goes up in web'],
  [
    'screen to screen',
    'src/web/calls/A.tsx',
    "import '../tariffs/B.tsx'",
    'two folders of screens',
  ],
  ['shell to screen', 'src/web/shell/A.tsx', "import '../tariffs/B.tsx'", 'goes up in web'],
  ['screen to area', 'src/web/calls/A.tsx', "import '../areas/admin.tsx'", 'goes up in web'],
  ['http to session', 'src/web/http/a.ts', "import '../session/session.ts'", 'goes up in web'],
])('finds a planted import: %s', (_what, path, text, message) => {
  expect(checkImports([plant(path, text)])).toEqual([expect.stringContaining(message)])
})

test.each([
  ['a comment', 'src/core/a.ts', "// import { a } from '#db/a.ts'"],
  ['a string', 'src/core/a.ts', 'const a = "import \'#db/a.ts\'"'],
  ['an apostrophe in an element', 'src/web/ui/A.tsx', "<p>It's</p>\n// from '../http/a.ts'"],
  ['an area that imports a screen', 'src/web/areas/admin.tsx', "import('../tariffs/A.tsx')"],
  ['a handler that imports from its folder', 'src/api/accounts/a.ts', "import './b.ts'"],
  ['a test that uses the helpers of tests', 'src/api/a.test.ts', "import '#test/support/a.ts'"],
])('leaves alone: %s', (_what, path, text) => {
  expect(checkImports([plant(path, text)])).toEqual([])
})

test('finds a planted circle of two files, and tells the way round', () => {
  const circle = [
    plant('src/core/a.ts', "import { b } from './b.ts'"),
    plant('src/core/b.ts', "import { a } from './a.ts'"),
  ]
  expect(checkCycles(circle)).toEqual([
    'src/core/a.ts → src/core/b.ts → src/core/a.ts is a circle.',
  ])
})

test.each([
  ['a barrel', 'src/web/ui/index.ts', 'export const a = 1', 'is a barrel'],
  ['a passed-on star', 'src/api/a.ts', "export * from './b.ts'", 'another file holds'],
  ['a passed-on name', 'src/api/a.ts', "export { b } from './b.ts'", 'another file holds'],
  ['a default', 'src/web/ui/Button.tsx', 'export default function Button() {}', 'default export'],
])('finds a planted export: %s', (_what, path, text, message) => {
  expect(checkExports([plant(path, text)])).toEqual([expect.stringContaining(message)])
})
