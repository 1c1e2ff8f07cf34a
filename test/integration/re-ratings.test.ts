// Calls that the engine has charged, priced again: afterwards every row is as it would have been,
// had the price been right from the start.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listInvoiceCalls, listInvoiceLines } from '#contract/invoices/invoices.ts'
import { listLedger } from '#contract/payments/payments.ts'
import * as contract from '#contract/re-ratings/re-ratings.ts'
import { percent } from '#core/money.ts'
import { type Database, makeClient, openDatabase } from '#db/database.ts'
import { collectLines, writeLines } from '#db/invoices/invoice-lines.ts'
import {
  findLastRange,
  findUnprepared,
  insertInvoice,
  readLedgerEnd,
} from '#db/invoices/invoice-work.ts'
import { reRateBatch } from '#engine/re-ratings/re-rating-runner.ts'
import {
  applied,
  booksOf,
  type ChargedPlace,
  changesOf,
  closePlace,
  continued,
  makeCalls,
  NEW_RATE,
  OLD_RATE,
  openPlace,
  previewed,
  readReRating,
  setRate,
} from '../support/charged-calls.ts'
import { countLockWaits } from '../support/rows.ts'
import { SECRET_KEYS } from '../support/secret-keys.ts'

let place: ChargedPlace
/** With no more rights than the engine has. */
let rights: Database
beforeEach(async () => {
  place = await openPlace(OLD_RATE)
  rights = openDatabase(place.api.engine_url, 'test', 2)
})
afterEach(async () => {
  await rights.destroy()
  await closePlace(place)
})

const TALKS = [30, 95, null, 61]

const CALL = { destination: 'United Kingdom', seconds: 30, billed_seconds: 60 }

/** Bills the client until now. */
async function bill({ api, world }: ChargedPlace) {
  const { database } = api
  const end = await readLedgerEnd(database, world.client_id)
  const id = await database.transaction().execute(async (tx) => {
    const last = await findLastRange(tx, world.client_id)
    const made_id = await insertInvoice(tx, {
      account: {
        id: world.client_id,
        name: 'Client',
        kind: 'WHOLESALE',
        parent_id: place.reseller_ids[0]!,
        vat_percent: percent(200_000),
        timezone: 'UTC',
        payment_terms_days: null,
      },
      starts_at: last?.ends_at ?? '2026-01-01T00:00:00Z',
      ends_at: new Date(Date.now() + 1000).toISOString(),
      after_entry_id: last?.last_entry_id ?? end.last_entry_id,
      end,
      made_by: null,
      issue_when_ready: false,
    })
    const draft = await findUnprepared(tx, made_id)
    if (draft) await writeLines(tx, draft, await collectLines(tx, draft))
    return made_id
  })
  const { data } = await api.admin.call(listInvoiceLines, { params: { id } })
  return data
}

describe('applied, a re-rating', () => {
  test('leaves the books as if the price had been right from the start', async () => {
    // A payer without a charge for an unanswered call gets none by a new fee.
    const dearer = 'update tariff_rate set rate = rate * 3 / 2, attempt_fee = attempt_fee / 2'
    await makeCalls(place, TALKS)
    await place.pool.query(dearer)
    const { id } = await previewed(place)
    expect(await applied(place, id)).toMatchObject({ problems_count: 0, progress: 1000 })

    const right = await openPlace(OLD_RATE)
    await right.pool.query(dearer)
    await makeCalls(right, TALKS)
    expect(await booksOf(place)).toEqual(await booksOf(right))
    await closePlace(right)
  })

  test('is billed by the next invoice of the client, as corrections with their VAT', async () => {
    await makeCalls(place, [30])
    const line = { description: 'United Kingdom', calls: 1, seconds: 30, billed_seconds: 60 }
    const old = { ...line, rate: OLD_RATE, net: 31_500n, vat: 6_300n, amount: 37_800n }
    expect(await bill(place)).toMatchObject([{ section: 'USAGE', ...old }])
    const calls = await place.api.admin.call(listInvoiceCalls, { params: { id: 1 } })
    expect(calls.data).toMatchObject([{ ...CALL, amount: 37_800n, is_reversal: false }])
    await setRate(place, NEW_RATE)
    await applied(place, (await previewed(place)).id)
    expect(await bill(place)).toMatchObject([
      { section: 'CORRECTION', rate: OLD_RATE, calls: -1, billed_seconds: -60, amount: -37_800n },
      { section: 'CORRECTION', ...line, rate: NEW_RATE, net: 46_500n, amount: 55_800n },
    ])
  })

  test('reverses each entry by one of its own, and is found in the ledger', async () => {
    await makeCalls(place, [30])
    await setRate(place, NEW_RATE)
    const { id } = await previewed(place)
    await applied(place, id)
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
    const { id } = await previewed(place)
    await applied(place, id)
    const after = await booksOf(place)
    expect(await place.api.admin.call(contract.applyReRating, { params: { id } })).toMatchObject({
      status: 409,
    })
    expect(await previewed(place)).toMatchObject({ changes_count: 0 })
    expect(await booksOf(place)).toEqual(after)
  })

  test('can be taken back by another one', async () => {
    await makeCalls(place, TALKS)
    const before = await booksOf(place)
    await setRate(place, NEW_RATE)
    await applied(place, (await previewed(place)).id)
    await setRate(place, OLD_RATE)
    await applied(place, (await previewed(place)).id)
    expect(await booksOf(place)).toEqual(before)
  })

  test('leaves a charge alone that is no longer the one that was shown', async () => {
    await makeCalls(place, [30])
    await setRate(place, NEW_RATE)
    const [first, second] = [await previewed(place), await previewed(place)]
    await applied(place, first.id)
    const after = await booksOf(place)
    expect(await applied(place, second.id)).toMatchObject({ applied_count: 0, problems_count: 1 })
    expect(await changesOf(place, second.id)).toMatchObject([
      { problem: 'CHANGED', applied_at: null },
    ])
    expect(await booksOf(place)).toEqual(after)
  })

  test('pushes nobody below the limit, and goes on when there is money', async () => {
    await closePlace(place)
    place = await openPlace(OLD_RATE, 50_000)
    await makeCalls(place, [30])
    const before = await booksOf(place)
    await setRate(place, NEW_RATE)
    const { id } = await previewed(place)
    expect(await applied(place, id)).toMatchObject({ applied_count: 0, problems_count: 1 })
    expect(await changesOf(place, id)).toMatchObject([{ problem: 'BALANCE_LOW' }])
    expect(await booksOf(place)).toEqual(before)
    await place.pool.query(
      'update account_balance set credit_limit = 20000 where account_id = $1',
      [place.world.client_id],
    )
    expect(await applied(place, id)).toMatchObject({ applied_count: 1, problems_count: 0 })
  })

  test('goes on where it was stopped, and no call is done twice', async () => {
    await makeCalls(
      place,
      Array.from({ length: 60 }, () => 30),
    )
    await setRate(place, NEW_RATE)
    const { id } = await previewed(place)
    const { api, pool } = place
    const stop = () => api.admin.call(contract.stopReRating, { params: { id } })
    expect(await stop()).toMatchObject({ status: 409 })
    await api.admin.call(contract.applyReRating, { params: { id } })
    await reRateBatch(rights)
    await stop()
    // Stopped is stopped: no batch follows.
    expect(await reRateBatch(rights)).toBe(false)
    const { applied_count } = await readReRating(place, id)
    expect(applied_count).toBe(50)
    await applied(place, id)
    expect(await readReRating(place, id)).toMatchObject({ applied_count: 60 })
    const { rows } = await pool.query(
      `select count(*) as entries from ledger_entry
        where re_rating_id = ${id} and account_id = ${place.world.client_id}`,
    )
    expect(rows).toEqual([{ entries: 120 }])
  })

  test('goes on after a deadlock with another transaction', async () => {
    await makeCalls(place, [30])
    await setRate(place, NEW_RATE)
    const { id } = await previewed(place)
    const { api, world } = place
    const other = makeClient(api.url, 'test')
    await other.connect()
    // PostgreSQL ends the one that looks for a deadlock first.
    await other.query(`set deadlock_timeout = '1min'`)
    await other.query('begin')
    await other.query(`select from re_rating_change where re_rating_id = ${id} for update`)
    await api.admin.call(contract.applyReRating, { params: { id } })
    const batch = expect(reRateBatch(rights)).rejects.toThrow('deadlock')
    await untilOneWaits()
    await other.query(
      `select from account_balance where account_id = ${world.client_id} for update`,
    )
    await batch
    expect(await readReRating(place, id)).toMatchObject({ state: 'APPLYING', error: '' })
    await other.query('rollback')
    await other.end()
    expect(await continued(place, id)).toMatchObject({ state: 'APPLIED', applied_count: 1 })
  })

  test('goes on in the next engine when one is killed, and nothing is done twice', async () => {
    await makeCalls(
      place,
      Array.from({ length: 60 }, () => 30),
    )
    await setRate(place, NEW_RATE)
    const { id } = await previewed(place)
    const { api, pool, world } = place
    // The second batch writes all of its money, and then waits here to mark its last call as done.
    const lock = makeClient(api.url, 'test')
    await lock.connect()
    await lock.query('begin')
    await lock.query(`select from re_rating_change where re_rating_id = ${id}
      order by call_id desc limit 1 for update`)
    const killed = await forkEngine(api.engine_url)
    await api.admin.call(contract.applyReRating, { params: { id } })
    await untilOneWaits()
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect(await readReRating(place, id)).toMatchObject({ state: 'APPLYING', applied_count: 50 })
    await lock.query('rollback')
    await lock.end()
    // Until PostgreSQL sees that its client is gone, the re-rating is locked.
    await vi.waitFor(async () => {
      expect(await continued(place, id)).toMatchObject({ state: 'APPLIED', applied_count: 60 })
    })
    const { rows } = await pool.query(
      `select kind, count(*) as entries, count(distinct call_id) as calls from ledger_entry
        where re_rating_id = ${id} and account_id = ${world.client_id} group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { kind: 'CALL', entries: 60, calls: 60 },
      { kind: 'REVERSAL', entries: 60, calls: 60 },
    ])
  })
})

const untilOneWaits = () => vi.waitFor(async () => expect(await countLockWaits(place.api)).toBe(1))

/** An engine as a process of its own, on a switch that is not there; resolves when it is ready. */
async function forkEngine(url: string): Promise<ChildProcess> {
  const engine = fork('src/engine/main.ts', {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      DATABASE_URL: url,
      ENGINE_NAME: 'b',
      KAMAILIO_EVAPI: '127.0.0.1:18894',
      KAMAILIO_RPC: 'http://127.0.0.1:18895/RPC',
      KAMAILIO_SECRET: 'secretfortests',
      SECRET_KEYS,
      RTPENGINE: '127.0.0.1:18896',
      RECORDING_FOLDER: '/nowhere',
    },
  })
  await once(engine, 'message')
  return engine
}
