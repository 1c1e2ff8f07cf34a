// A rate file as large as a carrier's, from the upload to the undo.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { apiForFile } from '#test/support/api.ts'
import { addTariff } from '#test/support/configuration.ts'
import { applyRates, previewRates, undoRates } from '#test/support/rate-imports.ts'
import { scaled } from '#test/support/sample.ts'

const api = apiForFile()
const RATES = scaled(50_000)
const FIRST_PREFIX = 10_000

/** The price of the prefix at this place of a file, in 1/100,000,000. */
const rateAt = (place: number, change: number) => 1_000_000 + place * 10 + change

const fileOf = (change: number) => [
  'Prefix,Rate',
  ...Array.from(
    { length: RATES },
    (_, place) => `${FIRST_PREFIX + place},${(rateAt(place, change) / 1e8).toFixed(8)}`,
  ),
]

/** How many prefixes have the price of the file now. */
async function countRight(tariff_id: number, change: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer from tariff_rate where tariff_id = ${tariff_id}
      and effective_from <= now() and coalesce(effective_until > now(), true)
      and rate = ${rateAt(0, change)} + (prefix::integer - ${FIRST_PREFIX}) * 10
    `.execute(api.database)
  return rows[0]?.count ?? 0
}

test('the rates of a large carrier come in, change, and come back', async () => {
  const tariff_id = await addTariff(api, 'SELL')
  const first = await previewRates(api, tariff_id, fileOf(0))
  expect(first).toMatchObject({ state: 'PREVIEWED', new_count: RATES, invalid_count: 0 })
  expect(await applyRates(api, first.id)).toMatchObject({ state: 'APPLIED', error: '' })
  expect(await countRight(tariff_id, 0)).toBe(RATES)

  const second = await previewRates(api, tariff_id, fileOf(5))
  expect(second).toMatchObject({ up_count: RATES, new_count: 0, invalid_count: 0 })
  expect(await applyRates(api, second.id)).toMatchObject({ state: 'APPLIED', error: '' })
  expect(await countRight(tariff_id, 5)).toBe(RATES)
  expect(await countRight(tariff_id, 0)).toBe(0)

  await undoRates(api, second.id)
  expect(await countRight(tariff_id, 0)).toBe(RATES)
})
