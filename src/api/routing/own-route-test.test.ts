// A reseller tests the calls of its clients: with its own two sides, and nothing of the operator.
import { beforeAll, describe, expect, test } from 'vitest'
import { testRoute } from '#contract/routing/route-tests.ts'
import { asSqlConnection, makePool } from '#db/database.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { changeBalance } from '#test/support/rows.ts'
import { makeWorld, putResellersAbove } from '#test/support/world.ts'

const api = apiForFile()
let client_id: number
const ids = { upper: 0, lower: 0 }
let upper: Session
let lower: Session

/** A minute costs the client 0.03, the lower reseller 0.028, and the upper one 0.02. */
beforeAll(async () => {
  const pool = makePool(api.url, 'test', 1)
  client_id = (await makeWorld(pool)).client_id
  const [lower_id = 0, upper_id = 0] = await putResellersAbove(
    pool,
    client_id,
    [2_800_000, 2_000_000],
  )
  Object.assign(ids, { lower: lower_id, upper: upper_id })
  for (const [name, id] of Object.entries(ids)) {
    await pool.query(
      `insert into console_user (username, password_hash, type, account_id)
        select $1, password_hash, 'RESELLER', $2 from console_user where username = 'admin'`,
      [name, id],
    )
  }
  await pool.end()
  upper = await api.signIn('upper', 'RESELLER')
  lower = await api.signIn('lower', 'RESELLER')
})

const testing = (session: Session, change: object = {}) => {
  const body = {
    by: 'client' as const,
    client_id: client_id as number | null,
    source_ip: '',
    source_port: 5060,
    transport: 'UDP' as const,
    username: '',
    dialled_number: '+442071838750',
    caller_number: '',
    // The clock of the API does not move in tests; the rates begin by the clock of the database.
    at: new Date(Date.now() + 60_000).toISOString(),
    duration_seconds: 60,
    ...change,
  }
  return session.call(testRoute, { body })
}

describe('the route test of a reseller', () => {
  test('says that the call would go, what its client pays and what it pays itself', async () => {
    const { data } = await testing(lower)
    expect(data).toMatchObject({ outcome: 'routed', text: 'The call has a route.' })
    expect(data.payers.map(({ account_id, depth }) => ({ account_id, depth }))).toEqual([
      { account_id: client_id, depth: 0 },
      { account_id: ids.lower, depth: 1 },
    ])
    const above = await testing(upper)
    expect(above.data.payers.map(({ account_id }) => account_id)).toEqual([ids.lower, ids.upper])
    expect(above.data.payers[0]?.net).toBe(data.payers[1]?.net)
    expect([data, above.data].map(({ payers }) => payers.map(({ margin }) => margin))).toEqual([
      [null, 2000],
      [null, 8000],
    ])
  })

  test('has the margin in its own currency, whatever the account below pays in', async () => {
    const { query } = asSqlConnection(api.database)
    await query(`insert into currency (code, name, rate) values ('GBP', 'Pound', 200000000)`)
    const setCurrency = (code: string) =>
      query('update account set currency = $2 where id = $1', [ids.lower, code])
    // In the product, an account whose money has moved keeps its currency.
    await query('alter table account disable trigger account_currency_check')
    await setCurrency('GBP')
    const { payers } = (await testing(lower)).data
    // 0.03 USD are 0.015 GBP, and 0.028 USD are 0.014 GBP.
    expect(payers.map(({ currency, margin }) => [currency, margin])).toEqual([
      ['USD', null],
      ['GBP', 1000],
    ])
    await setCurrency('USD')
    await query('alter table account enable trigger account_currency_check')
  })

  test('has no word of gateways, steps and the response of the switch', async () => {
    const { data } = await testing(lower)
    for (const hidden of ['routes', 'steps', 'refusal', 'sip_code', 'max_setup_seconds']) {
      expect(data).not.toHaveProperty(hidden)
    }
    expect(JSON.stringify(data)).not.toMatch(/Gateway|Carrier|Everywhere/)
  })

  test('says in words for resellers why a call would not go', async () => {
    const { data } = await testing(lower, { dialled_number: '+999123456789' })
    expect(data).toMatchObject({ outcome: 'refused', payers: [] })
    expect(data.text).toMatch(/^The number does not exist, or there is no route to it/)
    await changeBalance(api, ids.upper, { balance: 0n as never })
    expect((await testing(upper)).data.text).toBe('Your own balance does not cover the call.')
    // Whose balance it is above is not for the one below.
    expect((await testing(lower)).data.text).toMatch(/^The call cannot be connected now/)
  })

  test('knows no caller of others, and does not say whether there is one', async () => {
    const foreign = await testing(lower, { client_id: ids.upper })
    expect(foreign.problem.fields).toEqual({ client_id: 'Select a client.' })
    const other = asSqlConnection(api.database)
    await other.query('update account set parent_id = 1 where id = $1', [client_id])
    await other.query('update change_number set number = number + 1')
    const lost = await testing(lower)
    expect(lost.problem.fields).toEqual({ client_id: 'Select a client.' })
    const unknown = { source_ip: 'None of your clients has this address.' }
    const by_address = await testing(upper, { by: 'address', source_ip: '203.0.113.77' })
    expect(by_address.problem.fields).toEqual(unknown)
  })
})
