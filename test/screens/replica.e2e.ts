// How the console shows that a list comes from a replica that is behind.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withClient } from '#db/with-client.ts'
import { type ReplicatedDatabase, startReplicated } from '../support/replica.ts'
import { openConsole, type TestConsole } from './console.ts'

let servers: ReplicatedDatabase
let console_: TestConsole
let page: Page

beforeAll(async () => {
  servers = await startReplicated()
  console_ = await openConsole({}, { replica_url: servers.replica_api_url }, servers)
  page = console_.page
})
afterAll(() => console_?.close() ?? servers?.close())
afterEach(() => expect(console_.complaints).toEqual([]))

const run = (url: string, text: string) => withClient(url, 'test', (client) => client.query(text))

test('a list shows the time of its data while the replica is behind', async () => {
  await page.goto('/vsa/settings/management')
  const panel = page.getByRole('region', { name: 'Replica of the database' })
  await panel.getByText('ok', { exact: true }).waitFor()
  await panel.getByText('0.0 s').waitFor()
  await page.goto('/vsa/logs/activities')
  await page.getByRole('heading', { name: 'Activities', level: 1 }).waitFor()
  expect(await page.getByText('Data as of').count()).toBe(0)
  await run(servers.replica_url, 'select pg_wal_replay_pause()')
  await run(servers.url, 'select txid_current()')
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      return page.getByText(/Data as of \d\d:\d\d:\d\d/).count()
    })
    .toBe(1)
})
