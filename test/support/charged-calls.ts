// Calls of a small chain that the engine has charged, for tests of re-ratings.
import type pg from 'pg'
import { expect, vi } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/re-ratings/re-ratings.ts'
import { makePool, openDatabase } from '#db/database.ts'
import { TRAFFIC_RULES } from '#db/traffic/traffic-rules.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { reRateBatch } from '#engine/re-ratings/re-rating-runner.ts'
import { startApi, type TestApi } from './api.ts'
import { ScriptedSwitch } from './scripted-switch.ts'
import { startTestEngine } from './test-engine.ts'
import { checkBooks, makeWorld, putResellersAbove, type World } from './world.ts'

export const OLD_RATE = 3_000_000
export const NEW_RATE = 4_500_000
const HOUR_MS = 3_600_000

export interface ChargedPlace {
  readonly api: TestApi
  readonly pool: pg.Pool
  readonly world: World
  readonly reseller_ids: readonly number[]
}

/** A client under two resellers, over two carriers of which the first takes a fee for attempts. */
export async function openPlace(sell_rate: number, balance = 10_000_000): Promise<ChargedPlace> {
  const api = await startApi()
  const pool = makePool(api.url, 'test', 2)
  const world = await makeWorld(pool, { sell_rate, balance, first_increment: 60 })
  const reseller_ids = await putResellersAbove(pool, world.client_id, [2_800_000, 2_000_000])
  await pool.query('update account set vat_percent = 200000 where id = $1', [world.client_id])
  await pool.query(`update tariff_rate set attempt_fee = 1500
    where tariff_id in (select id from tariff where kind in ('BUY', 'SELL'))`)
  return { api, pool, world, reseller_ids }
}

const UNSENT = {
  attempt_end: 'NOT_SENT',
  not_sent_reason: 'TUNNEL_DOWN',
  gateway_user_agent: '',
  sent_at: null,
} as const
const REFUSED = {
  attempt_end: 'REFUSED',
  not_sent_reason: null,
  gateway_user_agent: '',
  retry_after: null,
} as const

/**
 * Calls of these seconds; null is a call without an answer. One gateway is out of reach, and the
 * other one fails first.
 */
export async function makeCalls(
  { api, world }: ChargedPlace,
  talks: readonly (number | null)[],
): Promise<void> {
  const kamailio = new ScriptedSwitch()
  const engine = await startTestEngine(kamailio, {
    url: api.engine_url,
    random: () => 0,
  })
  const done = (key: string) => vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
  try {
    for (const seconds of talks) {
      const call = await kamailio.invite()
      expect(call.decision?.kind).toBe('route')
      const at = Date.now() / 1000
      const [first, second] = world.gateway_ids
      const failed = { sip_code: 503, q850_cause: null, ringing_at: null, sent_at: at, ...REFUSED }
      const attempts = [
        { gateway_id: second, ...failed, ...UNSENT, ended_at: at },
        { gateway_id: first, ...failed, ended_at: at },
      ]
      const answer = { answered_at: at, gateway_id: second, sip_code: 200, attempts }
      const end = { released_by: 'caller' as const, live: false }
      if (seconds !== null) await done(kamailio.event('answered', call, answer))
      const key =
        seconds === null
          ? kamailio.event('ended', call, { ...end, attempts, ended_at: at, sip_code: 503 })
          : kamailio.event('ended', call, { ...end, ...answer, ended_at: at + seconds })
      await done(key)
    }
  } finally {
    await engine.stop()
  }
}

/** Ends a place, and checks its books. */
export async function closePlace({ api, pool }: ChargedPlace): Promise<void> {
  await checkBooks(pool)
  await checkSums(pool)
  await pool.end()
  await api.close()
}

/** The sums of a quarter of an hour are those of its records. */
async function checkSums(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`
    select account_id, sum(revenue) as revenue, sum(cost) as cost, sum(charged) as charged
      from traffic_by_client group by 1
    except select account_id, sum(revenue), sum(cost), sum(sell_amount) from call_record
      where is_last group by 1`)
  expect(rows).toEqual([])
  const resellers = await pool.query(`
    select reseller_id, sum(cost) as cost, sum(revenue) as revenue
      from traffic_by_reseller group by 1
    except select r.id, sum(own.net), sum(child.net)
      from (select account_id as id from reseller) r
      join call_charge child on child.parent_id = r.id
      left join call_charge own on own.account_id = r.id and own.call_id = child.call_id
      group by 1`)
  expect(resellers.rows).toEqual([])
  expect(await findBreaches(pool, TRAFFIC_RULES)).toEqual([])
}

/** Corrects what the client's tariff says. */
export const setRate = ({ pool, world }: ChargedPlace, price: number) =>
  pool.query('update tariff_rate set rate = $1 where tariff_id = $2', [price, world.sell_tariff_id])

type Form = BodyOf<typeof contract.createReRating>

/** A re-rating of all calls of these hours, unless the change narrows it. */
export const reRatingForm = (change: Partial<Form> = {}): Form => ({
  reason: 'The price list was wrong',
  from_at: new Date(Date.now() - HOUR_MS).toISOString(),
  until_at: new Date(Date.now() + HOUR_MS).toISOString(),
  account_id: null,
  tariff_id: null,
  prefix: '',
  new_tariff_id: null,
  ...change,
})

export const readReRating = async ({ api }: ChargedPlace, id: number) =>
  (await api.admin.call(contract.getReRating, { params: { id } })).data

/** The re-rating after all batches that there are, as an engine does them. */
export async function continued(place: ChargedPlace, id: number) {
  const database = openDatabase(place.api.engine_url, 'test', 1)
  while (await reRateBatch(database));
  await database.destroy()
  return readReRating(place, id)
}

async function reRate(place: ChargedPlace, id: number, state: contract.ReRating['state']) {
  const reRating = await continued(place, id)
  expect(reRating).toMatchObject({ state, error: '' })
  return reRating
}

/** A re-rating whose preview is ready. */
export async function previewed(place: ChargedPlace, change: Partial<Form> = {}) {
  const body = reRatingForm(change)
  const { data } = await place.api.admin.call(contract.createReRating, { body })
  return reRate(place, data.id, 'PREVIEWED')
}

/** The same when it is applied. */
export async function applied(place: ChargedPlace, id: number) {
  const { status } = await place.api.admin.call(contract.applyReRating, { params: { id } })
  expect(status).toBe(200)
  return reRate(place, id, 'APPLIED')
}

export const changesOf = async ({ api }: ChargedPlace, id: number) =>
  (await api.admin.call(contract.listReRatingChanges, { params: { id } })).data

/** Everything about money, without what differs from one database to the next. */
export async function booksOf({ pool }: ChargedPlace) {
  const ask = async (text: string) => (await pool.query(text)).rows
  return {
    charges: await ask(`select depth, billed_seconds, net, vat, amount, income, attempts,
      terms->>'rate' as rate from call_charge order by call_id, depth, amount, rate`),
    records: await ask(`select attempt_no, sell_amount, sell_rate, billed_seconds, buy_amount,
      buy_rate, buy_billed_seconds, revenue, cost, prefix, destination
      from call_record order by call_id, attempt_no`),
    balances: await ask('select account_id, balance, held from account_balance order by 1'),
    clients: await ask(`select sum(calls) as calls, sum(charged) as charged,
      sum(revenue) as revenue, sum(cost) as cost from traffic_by_client`),
    gateways: await ask(`select gateway_id, sum(attempts) as attempts, sum(bought) as charged,
      sum(cost) as cost from traffic_by_gateway group by 1 order by 1`),
    resellers: await ask(`select reseller_id, sum(calls) as calls, sum(cost) as cost,
      sum(revenue) as revenue from traffic_by_reseller group by 1 order by 1`),
  }
}
