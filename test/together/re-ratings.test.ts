// Calls that the engine has charged, priced again by the API: afterwards every row is as it would
// have been, had the price been right from the start.
import type pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { workOff } from '#api/plumbing/re-rating-runner.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { listLedger } from '#contract/payments.ts'
import * as contract from '#contract/re-ratings.ts'
import { money, rate } from '#core/money.ts'
import { makePool } from '#db/database.ts'
import { startEngine } from '#engine/engine.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { ScriptedSwitch } from '../support/scripted-switch.ts'
import { checkBooks, makeWorld, putResellersAbove, type World } from '../support/world.ts'

interface Place {
  readonly api: TestApi
  readonly pool: pg.Pool
  readonly world: World
  readonly reseller_ids: readonly number[]
}

const places: Place[] = []
let place: Place
const OLD_RATE = 3_000_000
const NEW_RATE = 4_500_000

/** A client under two resellers, over two carriers of which the first takes a fee for attempts. */
async function open(sell_rate: number, balance = 10_000_000): Promise<Place> {
  const api = await startApi()
  const pool = makePool(api.url, 'test', 2)
  const world = await makeWorld(pool, { sell_rate, balance, first_increment: 60 })
  const reseller_ids = await putResellersAbove(pool, world.client_id, [2_800_000, 2_000_000])
  await pool.query('update account set vat_percent = 200000 where id = $1', [world.client_id])
  await pool.query(`update tariff_rate set attempt_fee = 1500
    where tariff_id in (select id from tariff where kind in ('BUY', 'SELL'))`)
  const opened = { api, pool, world, reseller_ids }
  places.push(opened)
  return opened
}

const IN_TIME = { timed_out: false, had_ringing: false, retry_after: null }

/** Talks of so many seconds; null is a call that nobody takes. Each fails at one gateway first. */
async function makeCalls({ api, world }: Place, talks: readonly (number | null)[]): Promise<void> {
  const kamailio = new ScriptedSwitch()
  const engine = await startEngine({
    url: api.url,
    engine: 'a',
    clock: { now_ms: () => Date.now(), monotonic_ms: () => performance.now() },
    random: () => 0,
    log: pino({ level: 'silent' }),
    connect: kamailio.connect,
  })
  const done = (key: string) => vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
  try {
    for (const seconds of talks) {
      const call = await kamailio.invite()
      expect(call.decision?.kind).toBe('route')
      const at = Date.now() / 1000
      const [first, second] = world.gateway_ids
      const failed = { sip_code: 503, q850_cause: null, ringing_at: null, sent_at: at, ...IN_TIME }
      const attempts = [{ gateway_id: first, ...failed, ended_at: at }]
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

const setRate = ({ pool, world }: Place, price: number) =>
  pool.query('update tariff_rate set rate = $1 where tariff_id = $2', [price, world.sell_tariff_id])

beforeEach(async () => {
  place = await open(OLD_RATE)
})
afterEach(async () => {
  for (const { api, pool } of places.splice(0)) {
    await checkBooks(pool)
    await checkSums(pool)
    await pool.end()
    await api.close()
  }
})

/** The sums of a quarter of an hour are those of its records. */
async function checkSums(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`
    select account_id, sum(sell_amount) as sell, sum(buy_amount) as buy, sum(margin) as margin,
      sum(billed_seconds) as billed, sum(own_amount) as own from traffic_by_client group by 1
    except select account_id, sum(sell_amount), sum(buy_amount), sum(margin), sum(billed_seconds),
      sum(sell_amount) from call_record where is_last group by 1`)
  expect(rows).toEqual([])
  const resellers = await pool.query(`
    select account_id, sum(cost) as cost, sum(income) as income, sum(billed_seconds) as billed
      from traffic_by_reseller group by 1
    except select r.id, sum(own.amount), sum(child.income), sum(own.billed_seconds)
      from (select account_id as id from reseller) r
      join call_charge child on child.parent_id = r.id
      left join call_charge own on own.account_id = r.id and own.call_id = child.call_id
      group by 1`)
  expect(resellers.rows).toEqual([])
}

const hour = 3_600_000
const formOf = (change: Partial<BodyOf<typeof contract.createReRating>> = {}) => ({
  reason: 'The price list was wrong',
  from_at: new Date(Date.now() - hour).toISOString(),
  until_at: new Date(Date.now() + hour).toISOString(),
  account_id: null,
  tariff_id: null,
  prefix: '',
  new_tariff_id: null,
  ...change,
})

const create = (body = formOf()) => place.api.admin.call(contract.createReRating, { body })
const get = async (id: number) =>
  (await place.api.admin.call(contract.getReRating, { params: { id } })).data
const apply = (id: number) => place.api.admin.call(contract.applyReRating, { params: { id } })
const isIn = (id: number, state: contract.ReRating['state']) =>
  vi.waitFor(async () => expect(await get(id)).toMatchObject({ state, error: '' }), 5000)
const changes = async (id: number) =>
  (await place.api.admin.call(contract.listReRatingChanges, { params: { id } })).data

async function previewed(change: Partial<BodyOf<typeof contract.createReRating>> = {}) {
  const { data } = await create(formOf(change))
  await isIn(data.id, 'PREVIEWED')
  return get(data.id)
}

async function applied(id: number) {
  expect((await apply(id)).status).toBe(200)
  await isIn(id, 'APPLIED')
  return get(id)
}

/** Everything about money, without what differs from one database to the next. */
async function booksOf({ pool }: Place) {
  const ask = async (text: string) => (await pool.query(text)).rows
  return {
    charges: await ask(`select depth, billed_seconds, net, vat, amount, income, attempts,
      terms->>'rate' as rate from call_charge order by call_id, depth, amount, rate`),
    records: await ask(`select attempt_no, sell_amount, sell_rate, billed_seconds, buy_amount,
      buy_rate, buy_billed_seconds, margin, prefix, destination
      from call_record order by call_id, attempt_no`),
    balances: await ask('select account_id, balance, held from account_balance order by 1'),
    clients: await ask(`select sum(calls) as calls, sum(sell_amount) as sell,
      sum(buy_amount) as buy, sum(margin) as margin from traffic_by_client`),
    gateways: await ask(`select gateway_id, sum(attempts) as attempts, sum(sell_amount) as sell,
      sum(buy_amount) as buy from traffic_by_gateway group by 1 order by 1`),
    resellers: await ask(`select account_id, sum(calls) as calls, sum(cost) as cost,
      sum(income) as income from traffic_by_reseller group by 1 order by 1`),
  }
}

const TALKS = [30, 95, null, 61]

describe('a preview', () => {
  test('says what changes for whom, and changes nothing', async () => {
    await makeCalls(place, TALKS)
    const before = await booksOf(place)
    await setRate(place, NEW_RATE)
    const { id, ...seen } = await previewed()
    expect(seen).toMatchObject({ changes_count: 3, problems_count: 0, applied_count: 0 })
    const { data: totals } = await place.api.admin.call(contract.listReRatingTotals, {
      params: { id },
    })
    expect(totals).toMatchObject([
      {
        account_id: place.world.client_id,
        currency: 'USD',
        charges: 3,
        // The first minute is all that was granted before these calls were over: it stays so.
        old_amount: 3 * (36_000 + 1800),
        new_amount: 3 * (54_000 + 1800),
      },
    ])
    expect(totals[0]?.difference).toBe(money(54_000))
    expect((await changes(id))[0]).toMatchObject({
      old_rate: rate(OLD_RATE),
      new_rate: rate(NEW_RATE),
      old_billed_seconds: 60,
      depth: 0,
      problem: null,
    })
    expect(await booksOf(place)).toEqual(before)
  })

  test('is of the calls, accounts, tariffs and numbers that it is asked for', async () => {
    await makeCalls(place, [30])
    const { world } = place
    await place.pool.query('update tariff_rate set rate = rate * 2')
    const countOf = async (change: Parameters<typeof previewed>[0]) =>
      (await previewed(change)).changes_count
    // The client, two resellers and the carrier; the fee of the first attempt stays.
    expect(await countOf({})).toBe(4)
    expect(await countOf({ account_id: place.reseller_ids[0] ?? 0 })).toBe(1)
    expect(await countOf({ tariff_id: world.sell_tariff_id })).toBe(1)
    expect(await countOf({ prefix: '4420' })).toBe(4)
    expect(await countOf({ prefix: '49' })).toBe(0)
    const past = { from_at: new Date(Date.now() - 2 * hour).toISOString() }
    const until_at = new Date(Date.now() - hour).toISOString()
    expect(await countOf({ ...past, until_at })).toBe(0)
  })

  test('tells the calls for which the tariff has no rate, and leaves them as they are', async () => {
    await makeCalls(place, [30])
    await place.pool.query(
      `update tariff_rate set prefix = '45' where tariff_id = ${place.world.sell_tariff_id}`,
    )
    const { id, ...seen } = await previewed({ tariff_id: place.world.sell_tariff_id })
    expect(seen).toMatchObject({ changes_count: 1, problems_count: 1 })
    expect(await changes(id)).toMatchObject([{ problem: 'NO_RATE', new_amount: null }])
    const before = await booksOf(place)
    await applied(id)
    expect(await booksOf(place)).toEqual(before)
  })

  test('goes by the rates and windows of the time of each call', async () => {
    await makeCalls(place, [30])
    await place.pool.query(
      `insert into tariff_rate (tariff_id, prefix, destination, rate, effective_from)
       values ($1, '442', 'London', 9000000, now() + interval '1 second')`,
      [place.world.sell_tariff_id],
    )
    expect(await previewed()).toMatchObject({ changes_count: 0 })
  })

  test('refuses a range that is none, and a tariff that is not for these accounts', async () => {
    const fieldsOf = async (change: Parameters<typeof previewed>[0]) =>
      Object.keys((await create(formOf(change))).problem.fields ?? {})
    const { world } = place
    const [carrier_id] = world.settlement_ids
    const new_tariff_id = world.sell_tariff_id
    expect(await fieldsOf({ until_at: formOf().from_at, from_at: formOf().from_at })).toEqual([
      'until_at',
    ])
    const later = new Date(Date.now() + hour / 2).toISOString()
    expect(await fieldsOf({ from_at: later })).toEqual(['from_at'])
    expect(await fieldsOf({ account_id: 999 })).toEqual(['account_id'])
    expect(await fieldsOf({ new_tariff_id })).toEqual(['new_tariff_id'])
    expect(await fieldsOf({ new_tariff_id, account_id: carrier_id })).toEqual(['new_tariff_id'])
  })
})

describe('applied, a re-rating', () => {
  test('leaves the books as if the price had been right from the start', async () => {
    // Who paid nothing for a call that nobody took has no charge, and gets none by a new fee.
    const dearer = 'update tariff_rate set rate = rate * 3 / 2, attempt_fee = attempt_fee / 2'
    await makeCalls(place, TALKS)
    await place.pool.query(dearer)
    const { id } = await previewed()
    expect(await applied(id)).toMatchObject({ problems_count: 0, progress: 1000 })

    const right = await open(OLD_RATE)
    await right.pool.query(dearer)
    await makeCalls(right, TALKS)
    expect(await booksOf(place)).toEqual(await booksOf(right))
  })

  test('reverses each entry by one of its own, and is found in the ledger', async () => {
    await makeCalls(place, [30])
    await setRate(place, NEW_RATE)
    const { id } = await previewed()
    await applied(id)
    const { data } = await place.api.admin.call(listLedger, {
      query: { account_id: place.world.client_id, sort: 'id' },
    })
    const client = [
      ['PAYMENT', 10_000_000, null],
      ['CALL', -37_800, null],
      ['REVERSAL', 37_800, id],
      ['CALL', -55_800, id],
    ]
    expect(data.map(({ kind, amount, re_rating_id }) => [kind, amount, re_rating_id])).toEqual(
      client,
    )
    const seller = await place.api.admin.call(listLedger, {
      query: { account_id: place.reseller_ids[0] ?? 0, sort: 'id' },
    })
    const sales = seller.data.filter(({ kind }) => kind !== 'PAYMENT' && kind !== 'CALL')
    expect(sales.map(({ kind, re_rating_id }) => [kind, re_rating_id])).toEqual([
      ['SALE', null],
      ['REVERSAL', id],
      ['SALE', id],
    ])
  })

  test('changes nothing when it is applied once more, or made again', async () => {
    await makeCalls(place, TALKS)
    await setRate(place, NEW_RATE)
    const { id } = await previewed()
    await applied(id)
    const after = await booksOf(place)
    expect(await apply(id)).toMatchObject({ status: 409 })
    expect(await previewed()).toMatchObject({ changes_count: 0 })
    expect(await booksOf(place)).toEqual(after)
  })

  test('can be taken back by another one', async () => {
    await makeCalls(place, TALKS)
    const before = await booksOf(place)
    await setRate(place, NEW_RATE)
    await applied((await previewed()).id)
    await setRate(place, OLD_RATE)
    await applied((await previewed()).id)
    expect(await booksOf(place)).toEqual(before)
  })

  test('leaves a charge alone that is no longer the one that was shown', async () => {
    await makeCalls(place, [30])
    await setRate(place, NEW_RATE)
    const [first, second] = [await previewed(), await previewed()]
    await applied(first.id)
    const after = await booksOf(place)
    expect(await applied(second.id)).toMatchObject({ applied_count: 0, problems_count: 1 })
    expect(await changes(second.id)).toMatchObject([{ problem: 'CHANGED', applied_at: null }])
    expect(await booksOf(place)).toEqual(after)
  })

  test('pushes nobody below the limit, and goes on when there is money', async () => {
    place = await open(OLD_RATE, 50_000)
    await makeCalls(place, [30])
    const before = await booksOf(place)
    await setRate(place, NEW_RATE)
    const { id } = await previewed()
    expect(await applied(id)).toMatchObject({ applied_count: 0, problems_count: 1 })
    expect(await changes(id)).toMatchObject([{ problem: 'BALANCE_LOW' }])
    expect(await booksOf(place)).toEqual(before)
    await place.pool.query(
      'update account_balance set credit_limit = 20000 where account_id = $1',
      [place.world.client_id],
    )
    expect(await applied(id)).toMatchObject({ applied_count: 1, problems_count: 0 })
  })

  test('goes on where it was stopped, and no call is done twice', async () => {
    await makeCalls(
      place,
      Array.from({ length: 60 }, () => 30),
    )
    await setRate(place, NEW_RATE)
    const { id } = await previewed()
    const { api, pool } = place
    const stop = () => api.admin.call(contract.stopReRating, { params: { id } })
    expect(await stop()).toMatchObject({ status: 409 })
    // As a process does that is killed after its first batch; the server's own never sees it.
    await pool.query(`update re_rating set state = 'APPLYING' where id = ${id}`)
    await workOff(api.database)
    await stop()
    const { applied_count } = await get(id)
    expect(applied_count).toBeGreaterThanOrEqual(50)
    await applied(id)
    expect(await get(id)).toMatchObject({ applied_count: 60 })
    const { rows } = await pool.query(
      `select count(*) as entries from ledger_entry
        where re_rating_id = ${id} and account_id = ${place.world.client_id}`,
    )
    expect(rows).toEqual([{ entries: 120 }])
  })

  test('is kept as what explains the charges; a preview can be deleted', async () => {
    await makeCalls(place, [30])
    await setRate(place, NEW_RATE)
    const remove = (id: number) => place.api.admin.call(contract.deleteReRating, { params: { id } })
    const { id } = await previewed()
    expect((await remove((await previewed()).id)).status).toBe(204)
    await applied(id)
    expect(await remove(id)).toMatchObject({ status: 409 })
    const list = await place.api.admin.call(contract.listReRatings, { query: { q: 'price list' } })
    expect(list.data.map((one) => one.id)).toEqual([id])
  })
})
