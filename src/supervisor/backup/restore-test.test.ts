// Restore tests with the real server: what they find, and that they leave nothing.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackedUp, query, SMALL, startBackedUp } from '#test/support/backed-up.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { processesIn } from '../processes/process-table.ts'
import { testRestore } from './restore-test.ts'

let of: BackedUp
let folder: string
let pgdata: string
beforeAll(async () => {
  of = await startBackedUp()
  folder = join(of.data, 'restore-test')
  pgdata = join(folder, 'postgres', 'pg18')
  await of.backUp()
})
afterAll(() => of?.close())

const steps: string[] = []
function run(from: Partial<Parameters<typeof testRestore>[0]> = {}) {
  steps.length = 0
  return testRestore({
    ...{ path: of.data, store: of.store, key: of.key, database_bytes: 1_000_000 },
    clock: { monotonic_ms: () => performance.now() },
    stop: new AbortController().signal,
    onStep: (step) => void steps.push(step),
    ...from,
  })
}

async function nothingIsLeft(): Promise<void> {
  expect(existsSync(folder)).toBe(false)
  expect(await processesIn(pgdata)).toEqual([])
}

test('it restores to the end of the log, checks all, and leaves nothing', async () => {
  // As a killed supervisor leaves it, with a server at work.
  const left = { folder: join(folder, 'postgres'), log: () => {}, settings: SMALL }
  await startPostgres(left)
  await query(of.server.url, 'create table last_word (word text)')
  const [at] = await query(of.server.url, 'select extract(epoch from now())::float8 as now')
  await of.shipAll()
  const result = await run()
  expect(result.indexes).toBeGreaterThan(100)
  expect(result.rules).toBeGreaterThan(40)
  expect(result.restore_ms).toBeGreaterThan(0)
  expect(Math.abs(Number(result.restored_until) / 1000 - Number(at?.now))).toBeLessThan(60)
  expect(steps.at(0)).toMatch(/^Restoring the backup of /)
  expect(steps.slice(-2)).toEqual(['Checking tables and indexes', 'Checking the books'])
  await nothingIsLeft()
})

test('it fails on a full disk before it begins', async () => {
  await expect(run({ database_bytes: 1e15 })).rejects.toThrow(/needs 1000002.0 GB .* GB are free/)
  expect(steps).toEqual([])
})

test.each(['Restoring the backup', 'The files are there', 'Checking tables'])(
  'it ends when the supervisor stops at "%s", and leaves nothing',
  async (words) => {
    const stop = new AbortController()
    const onStep = (step: string) => {
      if (step.startsWith(words)) stop.abort()
    }
    await expect(run({ stop: stop.signal, onStep })).rejects.toThrow()
    await nothingIsLeft()
  },
)

test('it fails on a damaged index', async () => {
  const { url } = of.server
  await query(url, 'create table words (word text)')
  await query(url, "insert into words values ('one')")
  await query(url, 'create function same(text) returns text immutable return $1')
  await query(url, 'create index words_same on words (same(word))')
  // Its rows are not where they belong any more.
  await query(url, "create or replace function same(text) returns text immutable return $1 || '!'")
  await of.shipAll()
  await expect(run()).rejects.toThrow(/^Index words_same is damaged: /)
  await nothingIsLeft()
  await query(url, 'drop table words')
})

test('it fails on a broken rule of the books', async () => {
  const { url } = of.server
  await query(
    url,
    `insert into account_balance (account_id, balance) values (1, 7)
    on conflict (account_id) do update set balance = account_balance.balance + 7`,
  )
  await of.shipAll()
  await expect(run()).rejects.toThrow(/ is broken in the restored database: /)
  await nothingIsLeft()
})
