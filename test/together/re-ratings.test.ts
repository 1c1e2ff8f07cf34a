// Calls that the engine has charged, priced again by the API: afterwards every row is as it would
// have been, had the price been right from the start.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { workOff } from '#api/re-ratings/re-rating-runner.ts'
import { listLedger } from '#contract/payments.ts'
import * as contract from '#contract/re-ratings.ts'
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
  readReRating,
  setRate,
} from '../support/charged-calls.ts'

let place: ChargedPlace
beforeEach(async () => {
  place = await openPlace(OLD_RATE)
})
afterEach(() => closePlace(place))

const TALKS = [30, 95, null, 61]

describe('applied, a re-rating', () => {
  test('leaves the books as if the price had been right from the start', async () => {
    // Who paid nothing for a call that nobody took has no charge, and gets none by a new fee.
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
    // As a process does that is killed after its first batch; the server's own never sees it.
    await pool.query(`update re_rating set state = 'APPLYING' where id = ${id}`)
    await workOff(api.database)
    await stop()
    const { applied_count } = await readReRating(place, id)
    expect(applied_count).toBeGreaterThanOrEqual(50)
    await applied(place, id)
    expect(await readReRating(place, id)).toMatchObject({ applied_count: 60 })
    const { rows } = await pool.query(
      `select count(*) as entries from ledger_entry
        where re_rating_id = ${id} and account_id = ${place.world.client_id}`,
    )
    expect(rows).toEqual([{ entries: 120 }])
  })
})
