import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { createTimeWindow } from '#contract/routing/time-windows.ts'
import { createTariffRate, listTariffRates } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { money, rate } from '#core/money.ts'
import { rateForm, tariffForm } from '../support/forms.ts'
import { choose, consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
let tid: number
let serial = 0

beforeEach(async () => {
  serial += 1
  const body = { ...tariffForm, name: `Gold ${serial}`, connect_fee: money(250_000) }
  tid = (await console_.api.admin.call(createTariff, { body })).data.id
})

const add = (change: Partial<typeof rateForm> | object) =>
  console_.api.admin.call(createTariffRate, {
    params: { tid },
    body: { ...rateForm, ...change },
  })
const open = () => console_.page.goto(`/vsa/tariffs/${tid}/rates`)
const { field, select, rows: rowsOf } = partsOf(() => console_.page)
const rows = () => rowsOf('Rates')
const prefixes = () => rows().locator('a').allTextContents()

test('an empty tariff says what a rate is, and takes the first two', async () => {
  const { page } = console_
  await open()
  await page.getByText(`No rates yet in tariff Gold ${serial}`).waitFor()
  await page.getByRole('button', { name: 'Add rate' }).first().click()
  await field('Prefix').fill('44')
  await field('Destination (optional)').fill('United Kingdom')
  await field('Rate').fill('0.0245')
  await expect.poll(() => field('Connect fee').getAttribute('placeholder')).toBe('0.25')
  await field('First increment').fill('60')
  await page.getByRole('button', { name: 'Save and add another' }).click()
  await page.getByText('Rate added.').waitFor()
  await field('Prefix').fill('4477')
  await field('Rate').fill('0.03')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/rates$/)
  await rows().nth(1).waitFor()
  await expect.poll(() => prefixes()).toEqual(['44', '4477'])
  // The second takes everything from the tariff, which is shown as such.
  await expect.poll(() => rows().nth(0).innerText()).toMatch(/0\.0245.*60\/1 s/s)
  await expect
    .poll(() => rows().nth(1).getByTitle('Tariff default').allTextContents())
    .toEqual(['1', '1 s', '0.2500 USD'])
})

test('a mistake is shown on its field, by the console and by the server', async () => {
  const { page } = console_
  await page.goto(`/vsa/tariffs/${tid}/rates/add`)
  await field('Prefix').fill('44x')
  await field('Rate').fill('0.123456789')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Digits only, at most 15.').waitFor()
  await page.getByText('2 fields need attention').waitFor()
  await field('Prefix').fill('44')
  await field('Rate').fill('0.02')
  await field('Until (optional)').fill('2001-01-01T00:00:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Must be after the start.').waitFor()
  await field('Until (optional)').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/rates$/)
})

test('the filters stand in the address: prefix, number, destination, state, blocked', async () => {
  const { page } = console_
  await add({ prefix: '', destination: 'World', rate: rate(9_000_000) })
  await add({ prefix: '44', effective_from: '2020-01-01T00:00:00.000Z' })
  await add({ prefix: '44', effective_from: '2021-01-01T00:00:00.000Z' })
  await add({ prefix: '447', effective_from: '2100-12-01T12:00:00.000Z' })
  await add({ prefix: '4477', destination: 'UK mobile', blocked: true })
  await add({ prefix: '33', destination: 'France' })
  await open()
  await rows().nth(4).waitFor()
  await expect.poll(prefixes).toEqual(['default', '33', '44', '447', '4477'])
  await page.getByText('from 2100-12-01 12:00:00').waitFor()

  await field('Rates for a number').fill('447712345')
  await page.waitForURL(/number=447712345/)
  await page.getByText('is rated by prefix 4477 UK mobile, but refused').waitFor()
  await expect.poll(() => prefixes()).toEqual(['4477', '447', '44', 'default'])
  await page.reload()
  await page.getByText('is rated by prefix 4477').waitFor()

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await rows().nth(4).waitFor()
  await choose(select('State'), 'Expired')
  await page.waitForURL(/state=expired/)
  await expect.poll(prefixes).toEqual(['44'])
  await choose(select('State'), 'Active and future')
  await page.waitForURL(/\/rates$/)
  await field('Prefix starts with').fill('44')
  await choose(select('Calls'), 'Blocked')
  await expect.poll(prefixes).toEqual(['4477'])
  await field('Search destination or number').fill('nothing')
  await page.getByText('Nothing matches.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Rate per minute' }).click()
  await page.waitForURL(/sort=rate/)
  await expect.poll(async () => (await prefixes()).at(-1)).toBe('default')
})

test('a rate is changed, and deleted after a question that names it', async () => {
  const { page } = console_
  await add({})
  await add({ prefix: '441' })
  await open()
  await page.getByRole('link', { name: '441' }).click()
  await field('Rate').fill('0.5')
  await page.getByRole('switch', { name: 'Blocked' }).check()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Rate saved.').waitFor()
  await rows().filter({ hasText: '0.5000' }).filter({ hasText: 'Blocked' }).waitFor()

  await rows().nth(1).getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog')
  await question.getByText(`Delete rate 441 of Gold ${serial}?`).waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(prefixes).toEqual(['44'])
  const { data } = await console_.api.admin.call(listTariffRates, { params: { tid } })
  expect(data).toHaveLength(1)
})

test('a rate that takes the place of another says so, and keeps its destination', async () => {
  const { page } = console_
  await add({ prefix: '447', destination: 'UK mobile', rate: rate(2_000_000) })
  await page.goto(`/vsa/tariffs/${tid}/rates/add`)
  await field('Prefix').fill('447')
  await page.getByText('Replaces 0.0200 USD per minute (UK mobile) from now.').waitFor()
  await field('Rate').locator('..').getByText('USD per minute', { exact: true }).waitFor()
  await field('Rate').fill('0.03')
  await field('From (default: now)').fill('2099-11-01 00:00:00')
  await page.getByText('from 2099-11-01 00:00:00. The destination name is kept.').waitFor()
  await field('Prefix').fill('448')
  await page.getByText('Replaces 0.0200').waitFor({ state: 'detached' })
  await field('Prefix').fill('447')
  await page.getByText('Replaces 0.0200').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/rates$/)
  const { data } = await console_.api.admin.call(listTariffRates, { params: { tid } })
  expect(data.map(({ destination }) => destination)).toEqual(['UK mobile', 'UK mobile'])

  await page.goto(`/vsa/tariffs/${tid}/rates/${data[1]?.id}/edit`)
  await field('Destination (optional)').waitFor()
  await expect.poll(() => page.getByText('Replaces 0.0200').count()).toBe(0)
  await field('From (default: now)').fill('2098-11-01 00:00:00')
  await page.getByText('from 2098-11-01 00:00:00.').waitFor()
})

test('several rates are deleted at once', async () => {
  const { page } = console_
  await add({ prefix: '441' })
  await add({ prefix: '443' })
  await open()
  await page.getByRole('checkbox', { name: 'Select 443' }).check()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1 rate deleted.').waitFor()
  await expect.poll(prefixes).toEqual(['441'])
})

test('steps, borders, hours and the example of a price', async () => {
  const { page } = console_
  const night = { name: `Night ${serial}`, description: '', status: 'active', timezone: 'UTC' }
  const ranges = [{ weekdays: [], from: '00:00', till: '24:00', months: [], days: [] }]
  const body = { ...night, ranges } as BodyOf<typeof createTimeWindow>
  await console_.api.admin.call(createTimeWindow, { body })
  await page.goto(`/vsa/tariffs/${tid}/rates/add`)
  const example = page.getByRole('region', { name: 'Example' })
  await example.getByText('enter a rate').waitFor()
  await field('Prefix').fill('44')
  await field('Rate').fill('0.6')
  // The tariff has a connect fee of 0.25.
  await example.getByText('1.150000 USD').waitFor()
  await field('Call duration').fill('120')
  await example.getByText('1.450000 USD').waitFor()

  await page.getByRole('button', { name: 'Tiers, min/max charge, credits' }).click()
  await page.getByRole('button', { name: 'Add tier' }).click()
  await field('Tier rate').fill('0.06')
  await example.getByText('0.910000 USD').waitFor()
  await page.getByRole('button', { name: 'Add tier' }).click()
  await field('After').nth(1).fill('60')
  await field('Tier rate').nth(1).fill('0')
  await field('Maximum charge (optional)').fill('0.5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Must be later than the previous tier.').waitFor()
  await page.getByRole('button', { name: 'Remove tier 2' }).click()
  await example.getByText('0.500000 USD').waitFor()
  await choose(select('Time window (optional)'), night.name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await rows().filter({ hasText: night.name }).getByText('open', { exact: true }).waitFor()

  const { data } = await console_.api.admin.call(listTariffRates, { params: { tid } })
  expect(data[0]).toMatchObject({
    steps: [{ after_seconds: 60, rate: rate(6_000_000), increment: 60 }],
    max_charge: money(500_000),
    window_name: night.name,
  })
  await rows().getByRole('link', { name: '44' }).click()
  // Settings that are not as usual are in sight.
  await expect.poll(() => field('Tier rate').inputValue()).toBe('0.06')
})

test('more than ten thousand rates are counted when one asks for it', async () => {
  const { page } = console_
  await sql`insert into tariff_rate (tariff_id, prefix, rate)
    select ${tid}, (100000 + n)::text, 1 from generate_series(1, 10234) n`.execute(
    console_.api.database,
  )
  await open()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const count = pages.getByRole('button', { name: 'at least 10,000 rates' })
  await pages.getByText('1–100 of at least 10,000 rates').waitFor()
  await page.route('**/rates?*total=exact*', (route) =>
    route.fulfill({ status: 400, json: { message: 'It takes too long.', code: 'bad-input' } }),
  )
  await count.click()
  await page.getByText('It takes too long.').waitFor()
  await page.unroute('**/rates?*total=exact*')
  await count.click()
  await pages.getByText('1–100 of 10,234 rates').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await pages.getByText('101–200 of 10,234 rates').waitFor()
  // The number was that of all; these are few enough to be counted at once.
  await field('Prefix starts with').fill('11023')
  await pages.getByText('5 rates').waitFor()
  await field('Prefix starts with').fill('110234')
  await pages.getByText('1 rate', { exact: true }).waitFor()
  await field('Prefix starts with').fill('9')
  await pages.getByText('No rates').waitFor()
  await page.getByText('No rates match these filters.').waitFor()
})

test('a number shows its rate in every tariff, and leads to it', async () => {
  const { page } = console_
  await add({ prefix: '4477', rate: rate(2_500_000) })
  await page.goto('/vsa/number-rates')
  await page.getByText('Enter a number as a caller dials it.').waitFor()
  await page.getByLabel('Number as dialled').fill('+447712345678')
  await page.getByText('Rated as 447712345678').waitFor()
  await page.getByLabel('Search by tariff').fill(`Gold ${serial}`)
  const found = rowsOf('Find a rate')
  await expect.poll(() => found.allInnerTexts()).toHaveLength(1)
  await expect.poll(() => found.first().innerText()).toMatch(/4477.*0\.025/s)
  expect(page.url()).toContain('number=%2B447712345678')
  await found.first().getByRole('link', { name: '4477' }).click()
  await page.waitForURL(new RegExp(`/tariffs/${tid}/rates/\\d+/edit`))
})
