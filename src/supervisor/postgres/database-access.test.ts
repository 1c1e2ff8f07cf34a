import { expect, test } from 'vitest'
import { databaseForFile } from '#test/support/database.ts'
import { prepareAccess, replicaAddress } from './database-access.ts'

const fresh = databaseForFile()
const lines: string[] = []
const say = (line: string) => lines.push(line)
const passwords = { api: 'of the api', engine: 'of the engine', jobs: 'of the jobs' }

test('API, engines and jobs get a role each, the same at every start', async () => {
  const urls = await prepareAccess(fresh.url, passwords, false, say)
  expect(urls.api).toMatch(/_api:/)
  expect(urls.engine).toMatch(/_engine:/)
  expect(urls.jobs).toMatch(/_jobs:/)
  expect(await prepareAccess(fresh.url, passwords, false, say)).toEqual(urls)
  expect(lines).toEqual([])
})

test('where no roles can be made, the start says so and goes on with one', async () => {
  const { api: url } = await prepareAccess(fresh.url, passwords, false, say)
  expect(await prepareAccess(url, passwords, false, say)).toEqual({
    ...{ api: url, engine: url, jobs: url },
  })
  expect(lines.splice(0).join()).toMatch(/use the role of DATABASE_URL.*permission denied/)
})

test('a machine that does not know the passwords changes none and says so', async () => {
  const others = { api: 'of another', engine: 'of another', jobs: 'of another' }
  const { api } = await prepareAccess(fresh.url, others, false, say)
  expect(api).toBe(fresh.url)
  expect(lines.splice(0).join()).toContain('password authentication failed')
  expect((await prepareAccess(fresh.url, passwords, false, say)).api).toMatch(/_api:/)
})

test('the replica is the server of its variable, with user and database of the primary', () => {
  const primary = 'postgres://softswitch_api:a%2Fb@one:5433/softswitch'
  expect(replicaAddress('postgres://us:other@two/x?sslmode=require', primary)).toBe(
    'postgres://softswitch_api:a%2Fb@two/softswitch?sslmode=require',
  )
})
