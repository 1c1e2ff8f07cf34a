// The credit that a reseller has lent, while two changes of its accounts wait for each other.
import { beforeAll, expect, test } from 'vitest'
import { until } from '#test/sip/until.ts'
import { databaseForFile } from '#test/support/database.ts'
import { countLockWaits } from '#test/support/rows.ts'
import { makeWorld, putResellersAbove } from '#test/support/world.ts'

const fresh = databaseForFile()
let reseller_id: number
let client_ids: number[]

beforeAll(async () => {
  const pool = fresh.pool(1)
  const { client_id } = await makeWorld(pool, {})
  const [id = 0] = await putResellersAbove(pool, client_id, [2_000_000])
  reseller_id = id
  await pool.query(`insert into currency (code, name, rate) values ('EUR', 'Euro', 125000000)`)
  const { rows } = await pool.query<{ id: number }>(
    `insert into account (kind, parent_id, name, currency)
      values ('WHOLESALE', ${id}, 'One', 'EUR'), ('WHOLESALE', ${id}, 'Two', 'USD') returning id`,
  )
  client_ids = rows.map((row) => row.id)
  await pool.query(
    `insert into account_balance (account_id, credit_limit)
      select unnest($1::bigint[]), 100`,
    [client_ids],
  )
})

test.each([
  [
    'the rate of its currency changes',
    400,
    'update currency set rate = $1 where code = $2',
    [2e8, 'EUR'],
    900,
  ],
  [
    'another account is deleted',
    700,
    'update account set deleted_at = now() where name = $1',
    ['Two'],
    1400,
  ],
])('a limit that is given while %s counts', async (_, limit, statement, values, wanted) => {
  const [giving, changing, watching] = [
    await fresh.connect(),
    await fresh.connect(),
    await fresh.connect(),
  ]
  await giving.query('begin')
  await giving.query('update account_balance set credit_limit = $1 where account_id = $2', [
    limit,
    client_ids[0],
  ])
  const changed = changing.query(statement, values)
  await until('the change waits', async () => (await countLockWaits(fresh)) > 0)
  await giving.query('commit')
  await changed
  const { rows } = await watching.query('select lent from account_balance where account_id = $1', [
    reseller_id,
  ])
  expect(rows).toEqual([{ lent: wanted }])
})
