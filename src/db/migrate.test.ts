import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadRows, readLastRelease } from '#test/releases/release.ts'
import { emptyDatabase, type FreshDatabase } from '#test/support/database.ts'
import { makeClient } from './database.ts'
import {
  checkSchema,
  confirmUpgrade,
  differences,
  makeMigration,
  migrate,
  readMigrations,
} from './migrate.ts'
import { makePartitions } from './partitions/partitions.ts'
import { findBreaches } from './verify/invariants.ts'

const release = await readLastRelease()
const migrations = await readMigrations()
const released = migrations.slice(0, release.migrations.length)
const next = (sql: string) => makeMigration('9998-next.sql', sql)

let fresh: FreshDatabase
let client: pg.Client
beforeEach(async () => {
  fresh = await emptyDatabase()
  client = makeClient(fresh.url, 'test')
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await fresh.close()
})

test('migrations are numbered from 1 on, without a gap', () => {
  expect(migrations.map(({ name }) => name)).toEqual(
    migrations.map((_, at) => {
      const number = String(at + 1).padStart(4, '0')
      return expect.stringMatching(new RegExp(`^${number}-[a-z]+(-[a-z]+)*\\.sql$`))
    }),
  )
})

test('what a release has applied is as it was', () => {
  expect(differences(release.migrations, migrations)).toEqual([])
})

test('an edited migration, one that is gone and one that came too late are found', () => {
  const [first, second, ...rest] = migrations
  const edited = makeMigration(first!.name, `${first!.sql} `)
  expect(differences(release.migrations, [edited, second!, ...rest])).toEqual([
    '0001-foundation.sql was edited after it was applied',
  ])
  expect(differences(release.migrations, [first!, ...rest])).toEqual([
    '0002-accounts.sql is unknown to this version',
  ])
  const late = makeMigration('0002-a.sql', '')
  expect(differences(release.migrations, [first!, late, second!, ...rest])).toEqual([
    '0002-a.sql was never applied, but later ones were',
  ])
})

test('a database of the last release is upgraded with its data, and no rule breaks', async () => {
  expect(await migrate(fresh.url, released)).toEqual(release.migrations.map(({ name }) => name))
  await loadRows(client, release)
  const before = await countRows()
  expect(before.call_charge).toBeGreaterThan(10)

  const added = next('alter table tariff_rate add column min_amount bigint')
  const later = [...migrations.slice(released.length), added]
  expect(await migrate(fresh.url, [...released, ...later])).toEqual(later.map(({ name }) => name))

  expect(await countRows()).toEqual(before)
  await makePartitions(client, Date.now(), 2)
  expect(await findBreaches(client)).toEqual([])
})

test('a migration that damages money would be noticed', async () => {
  await migrate(fresh.url, released)
  await loadRows(client, release)
  const raised = next('update call_charge set amount = amount + 1 where depth = 0')
  await migrate(fresh.url, [...migrations, raised])
  await makePartitions(client, Date.now(), 2)
  expect((await findBreaches(client)).map(({ id }) => id)).toEqual(['I8', 'I11'])
})

test('a failed migration leaves nothing behind and is tried again', async () => {
  const failing = next('create table half (id bigint); select 1 / 0')
  await expect(migrate(fresh.url, [failing])).rejects.toThrow('division by zero')
  expect(await migrate(fresh.url, [next('create table half (id bigint)')])).toEqual([failing.name])
})

test('an older version starts again until the upgrade is confirmed', async () => {
  const later = makeMigration('9997-b.sql', 'create table a (word text, old text)')
  const contract = makeMigration('9998-contract-a.sql', 'alter table a drop column old')
  const last = makeMigration('9999-c.sql', 'create table c ()')
  const ours = [...migrations, later, contract]
  await migrate(fresh.url, migrations)
  expect(await migrate(fresh.url, ours)).toEqual([later.name])
  expect(await migrate(fresh.url, migrations)).toEqual([])
  await expect(confirmUpgrade(fresh.url, [...ours, last])).rejects.toThrow(
    '9999-c.sql is not applied yet: start this version first',
  )
  // The next release goes past the one that waits.
  expect(await migrate(fresh.url, [...ours, last])).toEqual([last.name])
  await checkSchema(fresh.url, [...ours, last])
  await client.query("insert into a values ('new', 'old')")
  expect(await confirmUpgrade(fresh.url, [...ours, last])).toEqual([contract.name])
  expect(await confirmUpgrade(fresh.url, [...ours, last])).toEqual([])
  await expect(migrate(fresh.url, migrations)).rejects.toThrow(
    'was confirmed (9998-contract-a.sql): start that version, or restore the backup',
  )
})

test('an empty database gets all migrations at once', async () => {
  const contract = makeMigration('0001-contract-a.sql', 'create table a ()')
  expect(await migrate(fresh.url, [contract, next('create table b ()')])).toHaveLength(2)
})

test('a database of other migrations is refused before anything is applied', async () => {
  const old = ['0001-foundation', '0002-users', '0003-tariffs', '0004-routing', '0005-calls']
  await migrate(
    fresh.url,
    old.map((name) => makeMigration(`${name}.sql`, '')),
  )
  await expect(migrate(fresh.url)).rejects.toThrow(
    /0001-foundation\.sql was edited .*; 0002-users\.sql is unknown .*; and \d+ more\. .*empty one/,
  )
  const { rows } = await client.query("select to_regclass('account') as account")
  expect(rows).toEqual([{ account: null }])
})

/** By table, of those of the release; a version may count the changes of more subjects. */
/** A counter of changes, and sums that later migrations take from elsewhere (ADR-0020). */
const NOT_KEPT = ['change_number', 'traffic_by_client', 'traffic_by_gateway', 'traffic_by_reseller']

async function countRows(): Promise<Record<string, number>> {
  const tables = [...release.rows.keys()].filter((table) => !NOT_KEPT.includes(table))
  const counts = tables.map((table) => `select '${table}' as name, count(*) as count from ${table}`)
  const { rows } = await client.query<{ name: string; count: number }>(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

test('a node needs its own migrations, and later ones that take nothing away', async () => {
  const older = migrations.slice(0, -1)
  const contract = makeMigration('9998-contract-old-column.sql', 'select 1')
  await expect(checkSchema(fresh.url, migrations)).rejects.toThrow(/lacks 0001-foundation/)
  await migrate(fresh.url, older)
  await expect(checkSchema(fresh.url, migrations)).rejects.toThrow(/lacks .*update the first/)
  await migrate(fresh.url, migrations)
  await checkSchema(fresh.url, migrations)
  await checkSchema(fresh.url, older)
  await confirmUpgrade(fresh.url, [...migrations, contract])
  await expect(checkSchema(fresh.url, migrations)).rejects.toThrow(/too old .*9998-contract/)
  await expect(checkSchema(fresh.url, [next('select 1')])).rejects.toThrow(/made by other/)
})

test('what an older node needs is not taken away while it runs', async () => {
  const contract = makeMigration('9998-contract-old-column.sql', 'create table taken_away ()')
  await migrate(fresh.url, migrations)
  await client.query(
    `update node set name = 'Oslo', release = '0.9', last_migration = '0085-x.sql'`,
  )
  await client.query(`insert into process_state (name, state) values ('supervisor', 'running')`)
  const upgrade = () => confirmUpgrade(fresh.url, [...migrations, contract])
  await expect(upgrade()).rejects.toThrow(/takes away what Oslo with version 0.9 needs/)
  await client.query(`update process_state set seen_at = now() - interval '5 minutes'`)
  expect(await upgrade()).toEqual([contract.name])
})
