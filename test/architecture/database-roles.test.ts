import { expect, test } from 'vitest'
import { checkDatabaseRoles } from './check-database-roles.ts'
import { makeSource, readSources } from './source.ts'

test('no test runs code of engine, API or jobs as the owner of the database', () => {
  expect(checkDatabaseRoles(readSources('src', 'test'))).toEqual([])
})

const check = (text: string) =>
  checkDatabaseRoles([
    makeSource(
      'src/engine/a.test.ts',
      `import { renew } from './renew.ts'\nimport { make } from '#test/a.ts'\n${text}\n`,
    ),
  ])

test.each([
  'await renew(fresh.database)',
  'renew({ clock, url: place.api.url })',
  "database = makePool(fresh.url, 'test', 4)\nrenew({ database, clock })",
  'const { url } = api\nrenew({ log: log(1), url })',
])('finds a planted one: %s', (text) => {
  expect(check(text)).toHaveLength(1)
})

test.each([
  'renew(fresh.urls.engine)',
  'renew(api.engine_url)',
  "database = makePool(fresh.url, 'test', 4)\nrenew({ database: rights, clock })",
  'make(fresh.database)',
])('leaves alone: %s', (text) => {
  expect(check(text)).toEqual([])
})
