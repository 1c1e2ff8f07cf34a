// An upgrade with the real server: its migrations are measured on a copy, and applied while others
// use the tables.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeMigration, migrate, readMigrations } from '#db/migrate.ts'
import { withClient } from '#db/with-client.ts'
import { type BackedUp, query, startBackedUp } from '#test/support/backed-up.ts'
import { withRestoredCopy } from '../backup/restored-copy.ts'
import { tryUpgrade, upgradeNow } from './upgrade.ts'

let of: BackedUp
beforeAll(async () => {
  of = await startBackedUp()
  await query(
    of.server.url,
    `insert into setting (key, value) select 'k' || n, '{}' from generate_series(1, 20000) n`,
  )
  await of.backUp()
  await of.shipAll()
})
afterAll(() => of?.close())

const said: string[] = []
beforeEach(() => {
  said.length = 0
})
const means = { monotonic_ms: () => performance.now(), say: (line: string) => void said.push(line) }
const later = async (...sql: string[]) => [
  ...(await readMigrations()),
  ...sql.map((text, at) => makeMigration(`90${at + 10}-later.sql`, text)),
]
const tables = async (name: string) =>
  await query(of.server.url, `select to_regclass('${name}') as found`)

test('migrations are tried on a copy, with their time, locks and rewritten tables', async () => {
  const migrations = await later(
    'create table of_its_own (id bigint)',
    'create index setting_value on setting ((value::text))',
    'alter table setting add column changed_by bigint',
    'alter table setting alter column key type varchar(200)',
    'alter table setting add column at timestamptz default clock_timestamp()',
  )
  const options = {
    ...{ path: of.data, store: of.store, key: of.key, database_bytes: 1_000_000 },
    ...{ stop: new AbortController().signal, onStep: () => {} },
  }
  await withRestoredCopy('upgrade-test', options, (url) =>
    tryUpgrade(url, { ...means, migrations }),
  )
  expect(said.map((line) => line.replace(/\d+\.\d\d s/, 'N s'))).toEqual([
    '9010-later.sql: N s, no table locked',
    '9011-later.sql: N s, setting locked for writing',
    '9012-later.sql: N s, setting locked',
    expect.stringMatching(/^9013-later.sql: N s, setting locked/),
    expect.stringMatching(/^9014-later.sql: N s, setting locked, setting rewritten \(\d MB\)$/),
    expect.stringMatching(/^(\d+) of \1 rules of the books hold$/),
  ])
  expect(await tables('of_its_own')).toEqual([{ found: null }])
})

test('a migration that breaks the books, or fails, ends the trial', async () => {
  const { url } = of.server
  await query(url, `create database trial template template0`)
  const trial = url.replace(/softswitch$/, 'trial')
  await migrate(trial)
  const breaks = await later(`insert into account_balance (account_id, balance) values (1, 7)
    on conflict (account_id) do update set balance = account_balance.balance + 7`)
  await expect(tryUpgrade(trial, { ...means, migrations: breaks })).rejects.toThrow(/ is broken /)
  const fails = [...breaks, makeMigration('9020-later.sql', 'create table half (); select 1 / 0')]
  await expect(tryUpgrade(trial, { ...means, migrations: fails })).rejects.toThrow('by zero')
  expect(await query(trial, "select to_regclass('half') as found")).toEqual([{ found: null }])
})

test('migrations are applied while calls use the tables, which wait for two seconds', async () => {
  const { url } = of.server
  const migrations = await later('alter table setting add column noted_by bigint')
  await withClient(url, 'test', async (holder) => {
    await holder.query('begin; select count(*) from setting')
    const upgrade = upgradeNow(url, { ...means, migrations })
    await expect.poll(() => said).toContain('Waiting for a lock')
    // Behind a migration that waits, readers would wait as well: it gives up, and they go on.
    await query(url, 'select count(*) from setting')
    await sleep(100)
    await holder.query('commit')
    expect(await upgrade).toBe(1)
  })
  expect(await query(url, 'select noted_by from setting limit 1')).toEqual([{ noted_by: null }])
  expect(await upgradeNow(url, { ...means, migrations })).toBe(0)
  // The version before.
  expect(await migrate(url)).toEqual([])
})
