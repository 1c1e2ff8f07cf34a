// Rules that no ordinary test can break are broken here, so that it is known who would notice.
import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { encodeTerms } from '#core/tariff/stored-terms.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { givePackage } from '#test/support/packages.ts'
import { makeTerms, perMinute, share } from '#test/support/terms.ts'
import { makeWorld, putResellersAbove, type World } from '#test/support/world.ts'
import { writeSignOfLife } from '../calls/open-calls.ts'
import { makePartitions } from '../partitions/partitions.ts'
import { findBreaches, INVARIANTS } from './invariants.ts'

const fresh = databaseForEachTest()
let database: pg.Pool
let world: World
beforeEach(async () => {
  database = fresh.pool(3)
  world = await makeWorld(database)
})

const broken = async () => (await findBreaches(database)).map(({ id }) => id)

test('the rules are in order: I1 to I26, A to A2, P to P6, N to N7, L to L3, C1, R to R2', () => {
  const numbered = (letter: string, last: number) =>
    Array.from({ length: last }, (_, at) => `${letter}${at + 1}`)
  expect(INVARIANTS.map(({ id }) => id)).toEqual([
    ...numbered('I', 26),
    ...numbered('A', 2),
    ...numbered('P', 6),
    ...numbered('N', 7),
    ...numbered('L', 3),
    ...numbered('C', 1),
    ...numbered('R', 2),
  ])
})

test.each(['payment_id', 'reverses_id', 'package_period_id', 're_rating_id'])(
  'an entry of the ledger whose %s names nothing is found',
  async (column) => {
    const kind = { reverses_id: 'REVERSAL', package_period_id: 'PACKAGE' }[column] ?? 'PAYMENT'
    await database.query(
      `insert into ledger_entry (account_id, counter_account_id, kind, amount, balance_after,
        ${column}) values ($1, 1, '${kind}', 5, 5, 4711)`,
      [world.client_id],
    )
    const breaches = await findBreaches(database)
    expect(breaches.filter(({ id }) => id === 'L1')).toMatchObject([{ rows: [{ [column]: 4711 }] }])
  },
)

test('a package that an engine does not renew is found, if it has run for a minute', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const times = { starts_at: ago(1443).toISOString(), ends_at: ago(3).toISOString() }
  await givePackage(database, world.client_id, { cycle: 'DAY', ...times })
  expect(await broken()).toEqual([])
  const run = (since: Date) =>
    writeSignOfLife(database, 'a', 'running', { started_at: since.getTime() / 1000 })
  await run(ago(0))
  expect(await broken()).toEqual([])
  await run(ago(2))
  expect(await broken()).toEqual(['P5'])
})

test('a period whose reseller is not credited with its income is found', async () => {
  await givePackage(database, world.client_id)
  await database.query('update package_period set income = 5')
  expect(await broken()).toEqual(['P6'])
})

test('a payment that moved a balance by another amount is found', async () => {
  const { rows } = await database.query<{ id: number }>(
    `insert into payment (kind, account_id, payer_id, payee_id, amount, method, idempotency_key,
       created_by)
     select 'REFUND', $1, 1, $1, 5, 'cash', gen_random_uuid(), id from console_user limit 1
     returning id`,
    [world.client_id],
  )
  // A refund lowers the balance.
  await database.query(
    `insert into ledger_entry (account_id, counter_account_id, kind, amount, balance_after,
       payment_id) values ($1, 1, 'PAYMENT', 5, 5, $2)`,
    [world.client_id, rows[0]?.id],
  )
  expect(await broken()).toContain('I24')
})

test('a counter of limits that has lost a call is found', async () => {
  await database.query(`insert into limit_counter values ('CLIENT 7', 0)`)
  expect(await broken()).toEqual([])
  await database.query(`update limit_counter set calls = 1`)
  expect(await broken()).toEqual(['I25'])
})

test('a partition for whatever has no day of its own is found', async () => {
  expect(await broken()).toEqual([])
  await database.query('create table call_record_else partition of call_record default')
  expect(await broken()).toEqual(['I15'])
})

test.each(['client', 'reseller'])(
  'a %s with too many calls is found, unless its limit was lowered',
  async (who) => {
    const { client_id } = world
    const [reseller_id = 0] = await putResellersAbove(database, client_id, [2_000_000])
    const account_id = who === 'client' ? client_id : reseller_id
    const decided = JSON.stringify({ identity: { reseller_ids: [reseller_id] } })
    const limit = (channels: number) =>
      database.query('update account set channel_limit = $1 where id = $2', [channels, account_id])
    await limit(1)
    for (const call_id of [1, 2]) {
      await database.query(
        `insert into open_call (call_id, engine, account_id, client_type, called_number, source_ip,
        started_at, granted_seconds, expires_at, sip_call_id, payer_ids, held, decided)
      values ($1, 'a', $2, 'WHOLESALE', '4420', '192.0.2.7', now(), 60, now(), 'x', '{}', '{}',
        $3)`,
        [call_id, client_id, decided],
      )
    }
    expect(await broken()).toEqual(['I20'])
    await limit(1)
    expect(await broken()).toEqual([])
  },
)

test('a charge is computed again to the last half of a millionth', async () => {
  const client = await database.connect()
  await makePartitions(client, Date.now(), 1)
  client.release()
  // A third of a millionth before VAT, and exactly half a one with it.
  const terms = makeTerms({ rate: perMinute('0.1726'), vat_percent: share('11') })
  const charge = async (amount: number) => {
    await database.query('delete from call_charge')
    await database.query(
      `insert into call_charge (call_id, started_at, account_id, depth, tariff_id, rate_id, prefix,
        terms, duration_seconds, billed_seconds, net, vat, amount)
      values (1, now(), $1, 0, $2, 1, '44', $3, 5, 5, 14383, 1583, $4)`,
      [world.client_id, world.sell_tariff_id, JSON.stringify(encodeTerms(terms)), amount],
    )
    return (await broken()).includes('I11')
  }
  expect(await charge(15_966)).toBe(false)
  expect(await charge(15_965)).toBe(true)
})

test('who has spent more than its cap is found, unless the cap was changed since', async () => {
  const { client_id } = world
  const spend = (column: 'today' | 'this_month') =>
    database
      .query(
        `update account_balance set spent_day = current_date, spent_today = 0, spent_this_month = 0,
         daily_spend_limit = 10, monthly_spend_limit = 10 where account_id = $1`,
        [client_id],
      )
      .then(() =>
        database.query(`update account_balance set spent_${column} = 11 where account_id = $1`, [
          client_id,
        ]),
      )
  await spend('today')
  expect(await broken()).toEqual(['I21'])
  await spend('this_month')
  expect(await broken()).toEqual(['I21'])
  await database.query('update account set version = 2 where id = $1', [client_id])
  expect(await broken()).toEqual([])
})

test.each([
  ['failed', 'FAILED', '0 minutes', ['R1']],
  ['waits for its next batch', 'APPLYING', '11 minutes', ['R2']],
  ['is in work', 'APPLYING', '9 minutes', []],
  ['waits for somebody to apply it', 'PREVIEWED', '11 minutes', []],
])('a re-rating that %s is found, if somebody has to look after it', async (_, state, age, ids) => {
  await database.query(
    `with admin as (
      insert into console_user (username, password_hash, type) values ('admin', '-', 'ADMIN')
      returning id)
    insert into re_rating (reason, state, from_at, until_at, created_by, updated_at)
      select 'A wrong price', $1, now() - interval '1 hour', now(), id, now() - $2::interval
      from admin`,
    [state, age],
  )
  expect(await broken()).toEqual(ids)
})
