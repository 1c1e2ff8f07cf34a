import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseForFile } from '#test/support/database.ts'
import { makeClient } from './database.ts'
import { makePartitions } from './partitions/partitions.ts'
import { isNamed, type Role } from './role-rights.ts'
import { prepareRoles } from './roles.ts'

const fresh = databaseForFile()
let urls: Record<Role, string>
const clients: Partial<Record<Role | 'owner', pg.Client>> = {}
const as = (role: Role | 'owner'): pg.Client => clients[role] as pg.Client

beforeAll(async () => {
  urls = await prepareRoles(fresh.url, { api: 'one', engine: 'two', jobs: 'six' }, false)
  for (const [role, url] of Object.entries({ ...urls, owner: fresh.url })) {
    const client = makeClient(url, 'test')
    await client.connect()
    clients[role as Role] = client
  }
  await as('owner').query(`insert into ledger_entry
    (account_id, counter_account_id, kind, amount, balance_after, payment_id)
    values (2, 1, 'PAYMENT', 5, 5, 1)`)
})

afterAll(async () => {
  for (const client of Object.values(clients)) await client.end()
})

const REFUSED = /permission denied|must be owner/

describe.each<Role>(['api', 'engine', 'jobs'])('the role of the %s', (role) => {
  test('is nobody who could give itself more', async () => {
    const { rows } = await as(
      role,
    ).query(`select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
      rolreplication, pg_has_role('pg_read_server_files', 'usage') as reads_files
      from pg_roles where rolname = current_user`)
    expect(new Set(Object.values(rows[0]))).toEqual(new Set([false]))
    const owned = await as(role).query(
      'select 1 from pg_class where relowner = current_user::regrole',
    )
    expect(owned.rowCount).toBe(0)
  })

  test.each([
    'update ledger_entry set amount = 1000000',
    'delete from ledger_entry',
    'truncate ledger_entry',
    'alter table ledger_entry disable trigger all',
    'drop table ledger_entry',
    'drop trigger ledger_entry_append_only on ledger_entry',
    'update activity_log set username = null',
    'delete from activity_log',
    'delete from payment',
    'delete from call_record',
    'delete from account_balance',
    'create table mine (word text)',
    'create schema mine',
    'create role mine',
    'create function mine() returns int language sql as $$ select 1 $$',
    `alter role current_user superuser`,
    `copy (select 1) to program 'id'`,
    `copy account_balance from program 'id'`,
    `copy (select 1) to '/tmp/softswitch-of-a-role'`,
    `select pg_read_file('postgresql.conf')`,
    `select pg_ls_dir('.')`,
    `select lo_import('/etc/passwd')`,
    `select * from pg_authid`,
    `alter system set listen_addresses = '*'`,
    'select * from migration',
  ])('is refused: %s', async (sql) => {
    await expect(as(role).query(sql)).rejects.toThrow(REFUSED)
  })

  test('may add to the ledger and read it', async () => {
    await as(role).query(`insert into ledger_entry
      (account_id, counter_account_id, kind, amount, balance_after, payment_id)
      values (3, 1, 'PAYMENT', 5, 5, ${{ api: 2, engine: 3, jobs: 4 }[role]})`)
    const { rowCount } = await as(role).query('select from ledger_entry where account_id = 3')
    expect(rowCount).toBeGreaterThan(0)
  })
})

test('the engine learns nothing of who signs in, and changes no configuration', async () => {
  for (const table of ['console_user', 'session', 'login_limit', 'captcha_used', 'activity_log']) {
    await expect(as('engine').query(`select * from ${table}`)).rejects.toThrow(REFUSED)
  }
  for (const table of ['gateway', 'tariff_rate', 'sip_user', 'account', 'setting', 'route_rule']) {
    await expect(as('engine').query(`delete from ${table}`)).rejects.toThrow(REFUSED)
    await expect(as('engine').query(`update ${table} set id = id`)).rejects.toThrow()
  }
  await expect(as('engine').query('create temporary table mine ()')).rejects.toThrow()
})

test.each([
  'update call_charge set amount = 0',
  'update call_record set sell_amount = 0',
  'update traffic_sum set charged = 0',
  'insert into traffic_addition default values',
  'update re_rating_change set new_amount = 0',
  'delete from re_rating_change',
])('the API re-rates nothing by itself, and is refused: %s', async (sql) => {
  await expect(as('api').query(sql)).rejects.toThrow(REFUSED)
})

test('the engine makes days, and nothing else, of what is kept by days', async () => {
  const day_ms = Date.UTC(2033, 4, 5)
  await makePartitions(as('engine'), day_ms, 2)
  const { rows } = await as('owner').query(`select relname, relowner = 'softswitch'::regrole as ours
    from pg_class where relname like 'call_record_203305%' and relkind = 'r' order by 1`)
  expect(rows).toEqual([
    { relname: 'call_record_20330505', ours: true },
    { relname: 'call_record_20330506', ours: true },
  ])
  const make = (table: string) =>
    as('engine').query('select make_partition($1, $2)', [table, '2033-05-05'])
  await expect(make('account')).rejects.toThrow('is not kept by days')
  await expect(make('call_record; drop table account')).rejects.toThrow('is not kept by days')
  await expect(
    as('api').query(`select make_partition('call_record', '2033-06-01')`),
  ).rejects.toThrow(REFUSED)
})

test('the end of work is noted of what ends outside the API alone', async () => {
  const note = (kind: string | null) =>
    as('jobs').query(`select note_end_of_work($1, '1', 'APPLYING', 'APPLIED', '')`, [kind])
  for (const kind of ['rate_import', 'reconciliation', 're_rating']) await note(kind)
  for (const kind of ['account', 'console_user', null]) {
    await expect(note(kind)).rejects.toThrow('is not noted here')
  }
  await expect(
    as('api').query(`select note_end_of_work('re_rating', '1', 'APPLYING', 'APPLIED', '')`),
  ).rejects.toThrow(REFUSED)
})

test('every table has a line that says who may do what with it', async () => {
  const { rows } = await as('owner').query<{ name: string }>(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  expect(rows.map(({ name }) => name).filter((name) => !isNamed(name))).toEqual([])
})

test('rights of before are taken; the password stays unless it is asked for', async () => {
  const { rows } = await as('engine').query('select current_user as name')
  await as('owner').query(`grant delete on ledger_entry to ${rows[0].name}`)
  const { engine } = await prepareRoles(
    fresh.url,
    { api: 'one', engine: 'three', jobs: 'six' },
    false,
  )
  await expect(as('engine').query('delete from ledger_entry')).rejects.toThrow(REFUSED)
  await expect(makeClient(engine, 'test').connect()).rejects.toThrow('password authentication')
  await prepareRoles(fresh.url, { api: 'one', engine: 'three', jobs: 'six' }, true)
  const client = makeClient(engine, 'test')
  await client.connect()
  await client.end()
})
