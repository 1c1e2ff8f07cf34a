import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  applied,
  type ChargedPlace,
  closePlace,
  makeCalls,
  NEW_RATE,
  OLD_RATE,
  openPlace,
  previewed,
  setRate,
} from '#test/support/charged-calls.ts'
import { makeClient } from '../database.ts'
import { prepareDayRules } from './day-rules.ts'
import { findBreaches } from './invariants.ts'

const DAY_MS = 86_400_000

let place: ChargedPlace
beforeEach(async () => {
  place = await openPlace(OLD_RATE)
})
afterEach(() => closePlace(place))

/** The rules that a change breaks, which is taken back. */
async function brokenOn(day: Date, change = ''): Promise<string[]> {
  const client = makeClient(place.api.url, 'test')
  await client.connect()
  try {
    await client.query(`begin; ${change}`)
    const breaches = await findBreaches(client, await prepareDayRules(client, day))
    await client.query('rollback')
    return breaches.map(({ id }) => id)
  } finally {
    await client.end()
  }
}

test('a day is broken by its own calls alone, re-rated ones too', async () => {
  await makeCalls(place, [30, null])
  await setRate(place, NEW_RATE)
  await applied(place, (await previewed(place)).id)
  const { rows } = await place.pool.query<{ call_id: string; day: string }>(
    `select call_id::text, date_trunc('day', started_at, 'UTC') as day from call_charge
    order by started_at limit 1`,
  )
  const [first] = rows
  if (!first) throw new Error('No call was charged')
  const day = new Date(first.day)
  const dayBefore = new Date(day.getTime() - DAY_MS)
  const isFirst = `where call_id = ${first.call_id}`

  expect(await brokenOn(day)).toEqual([])
  const dearer = `update call_charge set amount = amount + 1 ${isFirst}`
  expect(await brokenOn(day, dearer)).toEqual(['I8', 'I11', 'T1'])
  expect(await brokenOn(dayBefore, dearer)).toEqual([])
  const earned = `update call_record set revenue = revenue + 1 ${isFirst}`
  expect(await brokenOn(day, earned)).toEqual(['T1'])
  const without = `delete from call_charge ${isFirst}`
  expect(await brokenOn(day, without)).toEqual(['I9', 'I10', 'T1'])
  expect(await brokenOn(dayBefore, without)).toEqual([])
})
