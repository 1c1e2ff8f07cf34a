// Tariffs side by side: each rate is the one by which the engine would rate a number of the prefix.
import { expect, test } from 'vitest'
import { getSettlement } from '#contract/accounts/settlements.ts'
import { compareTariffs } from '#contract/tariffs/rate-comparison.ts'
import { getTariff } from '#contract/tariffs/tariffs.ts'
import { rate } from '#core/money.ts'
import { findRate } from '#core/tariff/rate-sheet.ts'
import { apiForFile } from '#test/support/api.ts'
import { addClient, addRate, addSettlement, addTariff } from '#test/support/configuration.ts'
import { rateForm } from '#test/support/forms.ts'
import { signInAdmin } from '#test/support/people.ts'
import { makeChance } from '#test/support/random.ts'
import { makeSheet, type RateRow } from '#test/support/tariffs.ts'
import { addTraffic } from '#test/support/traffic-sums.ts'

const api = apiForFile()

const compare = async (tariffs: readonly number[], query: object = {}) => {
  const asked = { tariffs: tariffs.join(','), limit: 1000, ...query }
  const { status, data, problem } = await api.admin.call(compareTariffs, { query: asked as never })
  expect([status, problem?.fields]).toEqual([200, undefined])
  return data
}

test('on random tariffs each prefix has the rate that the engine finds for it', async () => {
  const chance = makeChance(61)
  const start = Math.floor(api.clock.now / 1000) - 7200
  const tariffs: number[] = []
  for (const kind of ['SELL', 'BUY', 'BUY'] as const) tariffs.push(await addTariff(api, kind))
  const sheets: ReturnType<typeof makeSheet>[] = []
  const prefixes = new Set<string>()
  for (const tariff_id of tariffs) {
    const rows = new Map<string, RateRow>()
    for (let i = 0; i < 70; i++) {
      const prefix = '447130'.slice(0, chance.whole(0, 6)) + chance.pick(['', '1', '2', '9'])
      const starts = start + chance.pick([-3600, 0, 3600, 10_800])
      const ends = chance.pick([null, null, starts + 1800, starts + 9000])
      rows.set(`${prefix} ${starts}`, { prefix, starts, ends, rate: rate(chance.whole(0, 9999)) })
    }
    const values = [...rows.values()].map(({ starts = 0, ends, ...row }) => ({
      ...rateForm,
      ...row,
      tariff_id,
      steps: '[]',
      effective_from: new Date(starts * 1000).toISOString(),
      effective_until: ends ? new Date(ends * 1000).toISOString() : null,
    }))
    await api.database
      .insertInto('tariff_rate')
      .values(values as never)
      .execute()
    sheets.push(makeSheet([...rows.values()]))
    for (const { prefix } of rows.values()) prefixes.add(prefix)
  }
  const seconds = Math.floor(api.clock.now / 1000)
  const found = (prefix: string) =>
    sheets.map((sheet) => findRate(sheet, prefix, seconds, () => true))
  const expected = [...prefixes]
    .filter((prefix) => found(prefix).some((one) => one?.prefix === prefix))
    .sort()
    .map((prefix) => [prefix, ...found(prefix).flatMap((one) => [one?.rate, one?.prefix])])
  const rows = await compare(tariffs)
  const shown = rows.map((row) => [
    row.prefix,
    ...[row.rate_1, row.prefix_1, row.rate_2, row.prefix_2, row.rate_3, row.prefix_3],
  ])
  expect(shown).toEqual(expected.map((row) => row.map((value) => value ?? null)))
  const narrow = await compare(tariffs, { prefix: '4471' })
  expect(narrow).toEqual(rows.filter((row) => row.prefix.startsWith('4471')))
  const pages = [
    ...(await compare(tariffs, { limit: 4, sort: '-margin' })),
    ...(await compare(tariffs, {
      limit: 4,
      sort: '-margin',
      cursor: Buffer.from('[4]').toString('base64url'),
    })),
  ]
  const sorted = await compare(tariffs, { sort: '-margin' })
  expect(pages).toEqual(sorted.slice(0, 8))
  for (const row of rows) {
    const buys = [row.rate_2, row.rate_3].filter((price) => price !== null)
    const lowest = buys.length > 0 ? Math.min(...buys) : null
    const margin = lowest === null || row.rate_1 === null ? null : row.rate_1 - lowest
    expect([row.prefix, row.lowest_cost, row.margin]).toEqual([row.prefix, lowest, margin])
  }
  expect(await compare(tariffs, { only: 'LOSSES' })).toEqual(
    rows.filter(({ margin }) => margin !== null && margin < 0),
  )
})

test('gaps and differences are found, and hidden tariffs do not exist', async () => {
  const [sell, buy] = [await addTariff(api, 'SELL'), await addTariff(api, 'BUY')]
  const add = (tid: number, prefix: string, change: object = {}) =>
    addRate(api, tid, { prefix, ...change })
  for (const prefix of ['1', '44', '49']) await add(sell, prefix)
  await add(buy, '44', { rate: rate(1_000_000) })
  await add(buy, '49')
  await add(buy, '7')
  await add(buy, '491', { blocked: true })
  const gapsOf = async (query: object) =>
    (await compare([sell, buy], query)).map(({ prefix, gap }) => [prefix, gap])
  expect(await gapsOf({ only: 'GAPS' })).toEqual([
    ['1', 'NOT_BOUGHT'],
    ['491', 'NOT_BOUGHT'],
    ['7', 'NOT_SOLD'],
  ])
  expect(await gapsOf({ only: 'DIFFERENCES' })).toEqual([
    ['1', 'NOT_BOUGHT'],
    ['44', null],
    ['491', 'NOT_BOUGHT'],
    ['7', 'NOT_SOLD'],
  ])
  const [row] = await compare([sell, buy], { prefix: '44' })
  expect(row).toMatchObject({ margin: 230_000, margin_percent: 186_992, rate_3: null })
  expect((await compare([sell, buy], { country: 'DE' })).map(({ prefix }) => prefix)).toEqual([
    '49',
    '491',
  ])
  const session = await signInAdmin(api, 'nocosts', { hides_costs: true })
  const query = { tariffs: `${sell},${buy}` }
  expect((await session.call(compareTariffs, { query })).status).toBe(400)
  const own = await session.call(compareTariffs, { query: { tariffs: String(sell) } })
  expect(Object.keys(own.data[0]!)).not.toContain('lowest_cost')
  const csv = await api.admin.send({
    method: 'GET',
    url: `/api/rate-comparison?tariffs=${sell},${buy}&format=csv&fields=prefix,rate_1,rate_2`,
  })
  const [head, first] = csv.body.split('\r\n')
  expect(head).toMatch(/^prefix,rate_1,rate_2,rate_1_currency,rate_2_currency,/)
  expect(first).toMatch(/^1,0.0123,,USD,USD,/)
  expect((await api.admin.call(compareTariffs, {})).data).toEqual([])
})

/** A buy tariff that a settlement account has. */
async function addBuyTariff(rates: Readonly<Record<string, number>>): Promise<number> {
  const { data } = await api.admin.call(getSettlement, {
    params: { id: await addSettlement(api) },
  })
  await addRates(data.tariff_id, rates)
  return data.tariff_id
}

async function addRates(tid: number, rates: Readonly<Record<string, number>>) {
  for (const [prefix, price] of Object.entries(rates))
    await addRate(api, tid, { prefix, rate: rate(price) })
}

const nameOf = async (id: number) => (await api.admin.call(getTariff, { params: { id } })).data.name

test('a tariff is compared with the lowest cost of all buy tariffs that are in use', async () => {
  const sell = await addTariff(api, 'SELL')
  await addRates(sell, { '81': 2_000_000, '8190': 2_000_000, '82': 2_000_000 })
  const first = await addBuyTariff({ '81': 1_500_000, '8190': 2_500_000 })
  const second = await addBuyTariff({ '81': 1_800_000, '83': 1_000_000 })
  // No settlement account has it.
  await addRates(await addTariff(api, 'BUY'), { '8': 1 })
  const query = { all_buys: 'true', prefix: '8' } as const
  const rows = await compare([sell], query)
  const [name_1, name_2] = [await nameOf(first), await nameOf(second)]
  expect(
    rows.map((row) => [row.prefix, row.rate_1, row.lowest_cost, row.cheapest, row.margin, row.gap]),
  ).toEqual([
    ['81', 2_000_000, 1_500_000, name_1, 500_000, null],
    ['8190', 2_000_000, 1_800_000, name_2, 200_000, null],
    ['82', 2_000_000, null, null, null, 'NOT_BOUGHT'],
    ['83', null, 1_000_000, name_2, null, 'NOT_SOLD'],
  ])
  expect(rows[0]).toMatchObject({ rate_2: null, tariff_2: null, calls: null })
  expect(await compare([sell], { ...query, sort: '-margin' })).toMatchObject([
    { prefix: '81' },
    { prefix: '8190' },
    ...[{ prefix: '83' }, { prefix: '82' }],
  ])
  const session = await signInAdmin(api, 'nocosts2', { hides_costs: true })
  const refused = await session.call(compareTariffs, { query: { tariffs: `${sell}`, ...query } })
  expect(refused.status).toBe(400)
})

test('the traffic of a tariff counts at the compared prefix of its rate, with margin', async () => {
  const sell = await addTariff(api, 'SELL')
  await addRates(sell, { '71': 2_000_000, '7190': 4_000_000 })
  const buy = await addTariff(api, 'BUY')
  await addRates(buy, { '7': 1_500_000, '7190': 5_000_000 })
  const client = await addClient(api, { tariff_id: sell })
  for (const prefix of ['71', '7190', '7199']) await addTraffic(api, client.id, prefix)
  // This one has another tariff.
  await addTraffic(api, (await addClient(api)).id, '71')
  const figures = (rows: Awaited<ReturnType<typeof compare>>) =>
    rows.map((row) => [row.prefix, row.calls, row.billed_seconds, row.margin_amount])
  const query = { traffic: 'true', prefix: '7' }
  // 7199 has the rate of 71; 1,000 minutes each, at 0.005 and −0.01 a minute.
  const expected = [
    ['7', 0, 0, null],
    ['71', 200, 120_000, 10_000_000],
    ['7190', 100, 60_000, -10_000_000],
  ]
  expect(figures(await compare([sell, buy], query))).toEqual(expected)
  const worst = await compare([sell, buy], { ...query, sort: 'margin_amount' })
  expect(figures(worst)).toEqual([expected[2], expected[1], expected[0]])
  const [most] = await compare([sell, buy], { ...query, sort: '-billed_seconds', limit: 1 })
  expect(most?.prefix).toBe('71')
})
