// The preview of a re-rating, and what can be done with it; what applying does to the books is held
// by test/integration/re-ratings.test.ts.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/re-ratings/re-ratings.ts'
import { rate } from '#core/money.ts'
import {
  applied,
  booksOf,
  type ChargedPlace,
  changesOf,
  closePlace,
  makeCalls,
  NEW_RATE,
  OLD_RATE,
  openPlace,
  previewed,
  reRatingForm,
  setRate,
} from '#test/support/charged-calls.ts'
import { lastActivity } from '#test/support/configuration.ts'

let place: ChargedPlace
beforeEach(async () => {
  place = await openPlace(OLD_RATE)
})
afterEach(() => closePlace(place))

const HOUR_MS = 3_600_000
const TALKS = [30, 95, null, 61]
const create = (body = reRatingForm()) => place.api.admin.call(contract.createReRating, { body })

describe('a preview', () => {
  test('says what changes for whom, and changes nothing', async () => {
    await makeCalls(place, TALKS)
    const before = await booksOf(place)
    await setRate(place, NEW_RATE)
    const { id, ...seen } = await previewed(place)
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
        old_amount: 3n * (36_000n + 1800n),
        new_amount: 3n * (54_000n + 1800n),
      },
    ])
    expect(totals[0]?.difference).toBe(54_000n)
    expect((await changesOf(place, id))[0]).toMatchObject({
      old_rate: rate(OLD_RATE),
      new_rate: rate(NEW_RATE),
      old_rate_currency: 'USD',
      new_rate_currency: 'USD',
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
    const countOf = async (change: Parameters<typeof previewed>[1]) =>
      (await previewed(place, change)).changes_count
    // The client, two resellers and the carrier; the fee of the first attempt stays.
    expect(await countOf({})).toBe(4)
    expect(await countOf({ account_id: place.reseller_ids[0] ?? 0 })).toBe(1)
    expect(await countOf({ tariff_id: world.sell_tariff_id })).toBe(1)
    expect(await countOf({ prefix: '4420' })).toBe(4)
    expect(await countOf({ prefix: '49' })).toBe(0)
    const past = { from_at: new Date(Date.now() - 2 * HOUR_MS).toISOString() }
    const until_at = new Date(Date.now() - HOUR_MS).toISOString()
    expect(await countOf({ ...past, until_at })).toBe(0)
  })

  test('tells the calls for which there is no rate, and leaves them as they are', async () => {
    await makeCalls(place, [30])
    await place.pool.query(
      `update tariff_rate set prefix = '45' where tariff_id = ${place.world.sell_tariff_id}`,
    )
    const { id, ...seen } = await previewed(place, { tariff_id: place.world.sell_tariff_id })
    expect(seen).toMatchObject({ changes_count: 1, problems_count: 1 })
    expect(await changesOf(place, id)).toMatchObject([{ problem: 'NO_RATE', new_amount: null }])
    const before = await booksOf(place)
    await applied(place, id)
    expect(await booksOf(place)).toEqual(before)
  })

  test('goes by the rates and windows of the time of each call', async () => {
    await makeCalls(place, [30])
    await place.pool.query(
      `insert into tariff_rate (tariff_id, prefix, destination, rate, effective_from)
       values ($1, '442', 'London', 9000000, now() + interval '1 second')`,
      [place.world.sell_tariff_id],
    )
    expect(await previewed(place)).toMatchObject({ changes_count: 0 })
  })

  test('refuses a range that is none, and a tariff that is not for these accounts', async () => {
    const fieldsOf = async (change: Parameters<typeof previewed>[1]) =>
      Object.keys((await create(reRatingForm(change))).problem.fields ?? {})
    const { world } = place
    const [settlement_id] = world.settlement_ids
    const new_tariff_id = world.sell_tariff_id
    expect(
      await fieldsOf({ until_at: reRatingForm().from_at, from_at: reRatingForm().from_at }),
    ).toEqual(['until_at'])
    const later = new Date(Date.now() + HOUR_MS / 2).toISOString()
    expect(await fieldsOf({ from_at: later })).toEqual(['from_at'])
    expect(await fieldsOf({ account_id: 999 })).toEqual(['account_id'])
    expect(await fieldsOf({ new_tariff_id })).toEqual(['new_tariff_id'])
    expect(await fieldsOf({ new_tariff_id, account_id: settlement_id })).toEqual(['new_tariff_id'])
  })
})

describe('a re-rating', () => {
  test('is kept as what explains the charges; a preview can be deleted', async () => {
    await makeCalls(place, [30])
    await setRate(place, NEW_RATE)
    const remove = (id: number) => place.api.admin.call(contract.deleteReRating, { params: { id } })
    const { id } = await previewed(place)
    expect((await remove((await previewed(place)).id)).status).toBe(204)
    await applied(place, id)
    const changes = { state: ['APPLYING', 'APPLIED'] }
    expect(await lastActivity(place.api)).toMatchObject({ entity_id: String(id), changes })
    expect(await remove(id)).toMatchObject({ status: 409 })
    const list = await place.api.admin.call(contract.listReRatings, { query: { q: 'price list' } })
    expect(list.data.map((one) => one.id)).toEqual([id])
  })

  test('is read, applied and stopped only where that makes sense', async () => {
    await makeCalls(place, [30])
    const { id } = await previewed(place)
    const params = { id }
    const refusalOf = async (
      endpoint: typeof contract.applyReRating | typeof contract.stopReRating,
    ) => (await place.api.admin.call(endpoint, { params })).problem.message
    expect(await refusalOf(contract.applyReRating)).toBe('There are no changes to apply.')
    expect(await refusalOf(contract.stopReRating)).toBe('It is not being applied.')
    expect((await place.api.admin.call(contract.getReRating, { params: { id: 999 } })).status).toBe(
      404,
    )
  })
})
