// A reseller gets a share of what it was charged for calls back after each month, once.
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { listPayments } from '#contract/payments/payments.ts'
import { makePool } from '#db/database.ts'
import type { Engine } from '#engine/engine.ts'
import { apiForFile } from '../support/api.ts'
import { doCommissions } from '../support/do-jobs.ts'
import { ScriptedSwitch } from '../support/scripted-switch.ts'
import { startTestEngine } from '../support/test-engine.ts'
import { checkBooks, makeWorld, putResellersAbove } from '../support/world.ts'

const DAY_MS = 86_400_000
/** Calls of now are in a month that is over then. */
const LATER_MS = 33 * DAY_MS

const api = apiForFile()
let engine: Engine
let pool: pg.Pool
let lower: number
let upper: number
const kamailio = new ScriptedSwitch()

/** A minute costs the client 0.03, the lower reseller 0.028, and the upper one 0.02. */
beforeAll(async () => {
  pool = makePool(api.url, 'test', 2)
  const { client_id, gateway_ids } = await makeWorld(pool)
  const ids = await putResellersAbove(pool, client_id, [2_800_000, 2_000_000])
  lower = ids[0] ?? 0
  upper = ids[1] ?? 0
  engine = await startTestEngine(kamailio, { url: api.engine_url, random: () => 0 })
  const call = await kamailio.invite({ dialled_number: '+442071838750' })
  const answered_at = Date.now() / 1000
  const answer = { answered_at, gateway_id: gateway_ids[0], sip_code: 200 }
  kamailio.event('answered', call, answer)
  const ended = { ...answer, ended_at: answered_at + 60, released_by: 'caller' as const }
  const key = kamailio.event('ended', call, { ...ended, live: false })
  await vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
})
afterEach(() => checkBooks(pool))
afterAll(async () => {
  await engine.stop()
  await pool.end()
})

const give = (id: number, percent: number, from: string) =>
  pool.query(
    `update reseller set commission_percent = $2, commission_from = $3 where account_id = $1`,
    [id, percent * 10_000, from],
  )
const balanceOf = async (id: number): Promise<number> => {
  const { rows } = await pool.query('select balance from account_balance where account_id = $1', [
    id,
  ])
  return Number(rows[0].balance)
}
const commissions = async () =>
  (await api.admin.call(listPayments, { query: { kind: 'COMMISSION' } })).data

test('nothing is paid before the month is over', async () => {
  const yesterday = new Date(Date.now() - DAY_MS).toISOString()
  await give(lower, 10, yesterday)
  await give(upper, 5, yesterday)
  await doCommissions(api, Date.now())
  expect(await commissions()).toEqual([])
})

test('each is paid its share by the account above, once', async () => {
  const before = { lower: await balanceOf(lower), upper: await balanceOf(upper) }
  await doCommissions(api, Date.now() + LATER_MS)
  await doCommissions(api, Date.now() + LATER_MS)
  const paid = await commissions()
  expect(paid.map(({ account_id, amount }) => [account_id, amount]).toSorted()).toEqual(
    [
      [lower, 2800],
      [upper, 1000],
    ].toSorted(),
  )
  expect(paid.find(({ account_id }) => account_id === lower)).toMatchObject({
    note: expect.stringMatching(/^Commission for \d{4}-\d\d: 10 % of 0\.028 USD$/),
    created_by_name: 'Switch',
  })
  expect(await balanceOf(lower)).toBe(before.lower + 2800)
  expect(await balanceOf(upper)).toBe(before.upper - 2800 + 1000)
})

test('calls before it was given have none', async () => {
  await give(lower, 50, new Date(Date.now() + DAY_MS).toISOString())
  const before = await balanceOf(lower)
  await doCommissions(api, Date.now() + 2 * LATER_MS)
  expect(await balanceOf(lower)).toBe(before)
})
