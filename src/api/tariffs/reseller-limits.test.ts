// Limits of the tariffs of a reseller, by every way that adds to them.
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as imports from '#contract/rate-imports/rate-imports.ts'
import { copyTariff, followTariff, getMarkup } from '#contract/tariffs/markups.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff, getTariff } from '#contract/tariffs/tariffs.ts'
import {
  RATES_PER_RESELLER,
  TARIFFS_PER_RESELLER,
  TOO_MANY_RATES,
} from '#core/tariff/reseller-limits.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addRate, addResellerNamed, addTariff, named } from '#test/support/configuration.ts'
import { doMarkups, doRateImports } from '#test/support/do-jobs.ts'
import { rateForm, tariffForm } from '#test/support/forms.ts'
import { COPY } from '#test/support/markups.ts'
import { AT_ONCE, uploadRates } from '#test/support/rate-imports.ts'
import { withoutUnseen } from '#test/support/seen-body.ts'

const api = apiForFile()
let amber: Session
let beryl: Session
let cost: number
let large: number
let sell: number
let other: number

/** How many rates Amber may still add when a test begins. */
const ROOM = 3
const SLICE = 100_000
const FULL = [409, TOO_MANY_RATES]

const add = (session: Session) => {
  const form = { ...tariffForm, name: named('own') }
  const body = withoutUnseen('RESELLER', createTariff, form) as typeof form
  return session.call(createTariff, { body })
}
const copy = () =>
  amber.call(copyTariff, { params: { id: cost }, body: { ...COPY, name: named('copy') } })
const follow = (id: number, parent_id: number) => {
  const { rules, decimals, rounding_mode } = COPY
  const body = { parent_id, rules, decimals, rounding_mode }
  return amber.call(followTariff, { params: { id }, body })
}
const addOne = (tid: number, prefix: string) => {
  const form = { ...rateForm, prefix }
  const body = withoutUnseen('RESELLER', createTariffRate, form) as typeof form
  return amber.call(createTariffRate, { params: { tid }, body })
}
const refusalOf = ({ status, problem }: { status: number; problem: { message?: string } }) => [
  status,
  problem.message,
]
const ratesOf = async (id: number) =>
  (await amber.call(getTariff, { params: { id } })).data.rates_count
const markupOf = async (id: number) => (await amber.call(getMarkup, { params: { id } })).data

/** The import of a file that adds these prefixes to the tariff. */
async function previewImport(tariff_id: number, prefixes: readonly string[]) {
  const lines = ['prefix,rate', ...prefixes.map((prefix) => `${prefix},0.9`)]
  const { data } = await uploadRates(amber, tariff_id, `${lines.join('\n')}\n`)
  const params = { id: data.id }
  const body = { layout: data.layout as NonNullable<typeof data.layout>, ...AT_ONCE }
  await amber.call(imports.previewRateImport, { params, body })
  await doRateImports(api)
  return params
}
const apply = (params: { id: number }) =>
  amber.call(imports.applyRateImport, {
    params,
    body: {
      skips_invalid: false,
      confirms_large: true,
      confirms_removed: true,
      country_conflicts_reason: '',
    },
  })

beforeAll(async () => {
  cost = await addTariff(api, 'RESELLER_COST')
  for (const prefix of ['44', '45', '46']) await addRate(api, cost, { prefix })
  for (const name of ['Amber', 'Beryl']) await addResellerNamed(api, cost, name)
  amber = await api.signIn('amber', 'RESELLER')
  beryl = await api.signIn('beryl', 'RESELLER')
  large = (await add(amber)).data.id
  sell = (await add(amber)).data.id
  other = (await add(amber)).data.id
  // A statement has 15 seconds.
  for (let first = 1; first <= RATES_PER_RESELLER - ROOM; first += SLICE) {
    const last = Math.min(first + SLICE - 1, RATES_PER_RESELLER - ROOM)
    await sql`insert into tariff_rate (tariff_id, prefix, rate) select ${large}, n, 0
      from generate_series(${first}::integer, ${last}::integer) n`.execute(api.database)
  }
})

beforeEach(async () => {
  await api.database.deleteFrom('tariff_markup').execute()
  await sql`delete from tariff_rate where tariff_id in (
    select id from tariff where id <> ${large} and owner_id = (
      select owner_id from tariff where id = ${large}))`.execute(api.database)
})

test('a rate is refused when there are too many in all tariffs', async () => {
  for (const prefix of ['1', '2']) expect((await addOne(sell, prefix)).status).toBe(200)
  // Two at the same time: there is room for one of them.
  const both = await Promise.all([addOne(sell, '3'), addOne(other, '3')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(refusalOf(await addOne(other, '4'))).toEqual(FULL)
  expect((await add(beryl)).status).toBe(200)
})

test('a copy with too many rates is refused, or fails when it is computed', async () => {
  const [first, second] = [await copy(), await copy()]
  await doMarkups(api)
  expect(await markupOf(first.data.id)).toMatchObject({ state: 'CURRENT', error: '' })
  expect(await markupOf(second.data.id)).toMatchObject({ state: 'FAILED', error: TOO_MANY_RATES })
  expect([await ratesOf(first.data.id), await ratesOf(second.data.id)]).toEqual([3, 0])
  expect(refusalOf(await copy())).toEqual(FULL)
})

test('a tariff that follows another one counts with the rates of that one', async () => {
  expect((await follow(sell, cost)).status).toBe(200)
  await doMarkups(api)
  expect(refusalOf(await follow(other, cost))).toEqual(FULL)
  expect((await follow(sell, cost)).status).toBe(200)
})

test('a follower keeps its rates when its tariff gets too many', async () => {
  await addOne(sell, '1')
  await follow(other, sell)
  await doMarkups(api)
  expect((await addOne(sell, '2')).status).toBe(200)
  await doMarkups(api)
  expect(await markupOf(other)).toMatchObject({ state: 'FAILED', error: TOO_MANY_RATES })
  expect([await ratesOf(sell), await ratesOf(other)]).toEqual([2, 1])
})

test('an import with too many new rates is refused, or fails when it is applied', async () => {
  const tooLarge = await previewImport(sell, ['1', '2', '3', '4'])
  expect(refusalOf(await apply(tooLarge))).toEqual(FULL)
  const late = await previewImport(sell, ['1', '2', '3'])
  expect((await apply(late)).status).toBe(200)
  await addOne(other, '1')
  await doRateImports(api)
  const { data } = await amber.call(imports.getRateImport, { params: late })
  expect(data).toMatchObject({ state: 'PREVIEWED', error: TOO_MANY_RATES })
  expect(await ratesOf(sell)).toBe(0)
})

test('a tariff is refused when there are too many', async () => {
  await sql`insert into tariff (owner_id, name, kind) select owner_id, 'filler' || n, 'SELL'
    from tariff, generate_series(1, ${TARIFFS_PER_RESELLER}) n where id = ${sell}`.execute(
    api.database,
  )
  const refused = [409, `There are ${TARIFFS_PER_RESELLER} tariffs already. Delete one first.`]
  expect(refusalOf(await add(amber))).toEqual(refused)
  expect(refusalOf(await copy())).toEqual(refused)
  expect((await add(beryl)).status).toBe(200)
  expect(await addTariff(api, 'SELL')).toBeGreaterThan(sell)
})
