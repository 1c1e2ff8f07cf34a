import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listCurrencies } from '#contract/tariffs/currencies.ts'
import { createTariffRate, updateTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff, getTariff } from '#contract/tariffs/tariffs.ts'
import { rate } from '#core/money.ts'
import { addClient, addTariff } from '../support/configuration.ts'
import { doMarkups, doRateImports } from '../support/do-jobs.ts'
import { rateForm, tariffForm } from '../support/forms.ts'
import { pdfPages } from '../support/pdf-text.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()

const whole = partsOf(() => console_.page)
const { dialog, rows: rowsOf } = whole
const { field, button, select } = partsOf(dialog)
const rows = () => rowsOf('Currencies')
const row = (code: string) => rows().filter({ hasText: code })
const save = () => button('Save').click()

test('a currency is added with its worth, changed, and deleted unless it is used', async () => {
  const { page } = console_
  await page.goto('/vsa/currencies')
  await row('USD').getByText('system').waitFor()
  await page.getByRole('button', { name: 'Add currency' }).click()
  await field('Code').fill('eur')
  await field('Name').fill('Euro')
  await field('Exchange rate').fill('0')
  await save()
  await dialog().getByText('Must be more than 0.').waitFor()
  await field('Exchange rate').fill('1,08')
  await save()
  await dialog().getByText('Use a decimal point: 1.08.').waitFor()
  await expect.poll(() => field('Exchange rate').inputValue()).toBe('1,08')
  await field('Exchange rate').fill('1.08')
  await save()
  await row('EUR').getByText('1.08').waitFor()

  await row('EUR').click()
  await expect.poll(() => field('Code').isDisabled()).toBe(true)
  await field('Exchange rate').fill('1.0901')
  await page.keyboard.press('Control+Enter')
  await row('EUR').getByText('1.0901').waitFor()

  const body = { ...tariffForm, currency: 'EUR' }
  await console_.api.admin.call(createTariff, { body })
  await act(row('EUR'), 'Delete')
  await dialog().getByText('Used by 1 tariff. Remove it there first.').waitFor()
  await dialog().getByRole('link', { name: 'Gold' }).waitFor()
  await dialog().getByRole('button', { name: 'Close' }).last().click()

  await page.goto('/vsa/tariffs')
  await choose(page.getByRole('combobox', { name: 'Currency', exact: true }), 'EUR')
  await page.waitForURL(/currency=EUR/)
  await page.getByRole('link', { name: 'Gold' }).waitFor()
})

test('the system currency has another name at most, and cannot be deleted', async () => {
  const { page } = console_
  await page.goto('/vsa/currencies')
  await row('USD').getByRole('button', { name: 'Actions of this row' }).click()
  await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Edit'])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect.poll(() => field('Exchange rate').isDisabled()).toBe(true)
  await field('Name').fill('Dollar')
  await save()
  await row('USD').getByText('Dollar', { exact: true }).waitFor()
  const { data } = await console_.api.admin.call(listCurrencies, {})
  expect(data.find(({ code }) => code === 'USD')).toMatchObject({ name: 'Dollar', rate: 1e8 })
})

test('the code deck names a number, and takes entries from a form and from lines', async () => {
  const { page } = console_
  await page.goto('/vsa/code-deck?number=212612345678')
  const entries = () => rowsOf('Code deck')
  await entries().filter({ hasText: 'Morocco mobile' }).waitFor()
  await expect.poll(() => entries().count()).toBe(2)
  await page.getByRole('button', { name: 'Add entry' }).click()
  await field('Prefix').fill('212612')
  await field('Destination').fill('Morocco mobile Meditel')
  await choose(select('Type'), 'Mobile')
  await save()
  await entries().filter({ hasText: 'Meditel' }).getByText('Manual').waitFor()

  await page.getByRole('button', { name: 'Paste or import' }).click()
  await field('Entries, one per line').fill('212612,MA,Morocco mobile Orange\nx,MA,Morocco')
  await dialog().getByRole('cell', { name: 'Prefix: 1 to 15 digits.' }).waitFor()
  await button('Import 1 entry').click()
  await entries().filter({ hasText: 'Orange' }).getByText('Import').waitFor()
})

test('a copy with markup follows its original until it is released', async () => {
  const { page } = console_
  const tid = await addTariff(console_.api, 'BUY')
  const { name } = (await console_.api.admin.call(getTariff, { params: { id: tid } })).data
  for (const [prefix, price] of [['44', 2_000_000] as const, ['4477', 3_000_000] as const]) {
    const body = { ...rateForm, prefix, rate: rate(price) }
    await console_.api.admin.call(createTariffRate, { params: { tid }, body })
  }
  await page.goto(`/vsa/tariffs/${tid}/copy`)
  await whole.field('Name').fill('Follower')
  await page.getByRole('switch', { name: 'Follow the original' }).check()
  await page.getByRole('button', { name: 'Add rule' }).click()
  await whole.field('Prefix').nth(1).fill('4477')
  await whole.field('Percent').nth(1).fill('50')
  const preview = page.getByRole('table', { name: 'Preview' })
  await expect.poll(() => preview.innerText()).toMatch(/0\.022[\s\S]*4477[\s\S]*0\.045/)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText(`Its rates follow ${name}. Computing…`).waitFor()
  await doMarkups(console_.api)
  await page.getByText('Up to date').waitFor()
  await expect.poll(() => whole.rows('Rates').allInnerTexts()).toHaveLength(2)
  expect(await page.getByRole('button', { name: 'Add rate' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Markup' }).click()
  await whole.field('Percent').first().fill('200')
  await expect.poll(() => preview.innerText()).toMatch(/0\.06/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`Its rates follow ${name}. Computing…`).waitFor()
  await doMarkups(console_.api)
  await expect.poll(() => whole.rows('Rates').first().innerText()).toMatch(/0\.06/)
  await page.getByRole('link', { name: 'Markup' }).click()
  await page.getByRole('button', { name: 'Stop following…' }).click()
  await page.getByRole('button', { name: 'Stop following', exact: true }).click()
  await page.getByRole('button', { name: 'Add rate' }).waitFor()
  await page.goto(page.url().replace(/rates.*/, 'follow'))
  await whole.select('Tariff to follow').fill(name)
  await page.getByRole('option', { name }).click()
  await whole.field('Percent').fill('200')
  await expect.poll(() => preview.innerText()).toMatch(/0\.06/)
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  await follow.click()
  await dialog().getByText('the same: 1, new: 0, changed: 1, removed: 0').waitFor()
  await dialog().getByRole('button', { name: 'Keep' }).click()
  await page.getByText('Nothing was changed.', { exact: true }).waitFor()
  await follow.click()
  await dialog().getByRole('button', { name: 'Follow' }).click()
  await page.getByText(`Its rates follow ${name}. Computing…`).waitFor()
})

test('the history of a rate shows what it was, and who changed it', async () => {
  const { page } = console_
  const { admin } = console_.api
  const params = { tid: await addTariff(console_.api, 'SELL') }
  const { data } = await admin.call(createTariffRate, { params, body: rateForm })
  const { id, version } = data
  const body = { ...rateForm, rate: rate(50_000_000), blocked: true, version }
  await admin.call(updateTariffRate, { params: { ...params, id }, body })
  await page.goto(`/vsa/tariffs/${params.tid}/rates`)
  await act(rowsOf('Rates').first(), 'History')
  const values = rowsOf('Rates by date')
  await expect.poll(() => values.count()).toBe(2)
  await expect.poll(() => values.nth(0).innerText()).toMatch(/0\.5000.*blocked.*admin.*Form/s)
  await expect.poll(() => values.nth(1).innerText()).toMatch(/0\.0123.*admin.*Form/s)
  await page.keyboard.press('Escape')
  const price = page.getByRole('button', { name: 'change the rate of 44' })
  await price.dblclick()
  const cell = page.getByRole('textbox', { name: 'Rate of 44' })
  await cell.fill('1,5')
  await cell.press('Enter')
  await page.getByText('Use a decimal point: 1.5.').waitFor()
  await cell.press('Escape')
  await expect.poll(() => price.innerText()).toMatch(/0\.5000/)
  // The focus is on the cell again, as keys reach it.
  await page.keyboard.press('Enter')
  await cell.fill('0.7')
  await cell.press('Enter')
  await expect.poll(() => price.innerText()).toMatch(/0\.7000/)
})

test('rates of a filter are raised by 10 %, price calls, and are restored', async () => {
  const { page } = console_
  const { admin, database } = console_.api
  const tid = await addTariff(console_.api, 'SELL')
  await sql`insert into tariff_rate (tariff_id, prefix, rate)
    select ${tid}, '44' || n, 2000000 from generate_series(100, 219) n`.execute(database)
  await admin.call(createTariffRate, {
    params: { tid },
    body: { ...rateForm, prefix: '49' },
  })
  const seePrice = async (price: string) => {
    await page.goto(`/vsa/tariffs/${tid}/rates?number=44150777`)
    await page.getByText(`five minutes cost ${price}`).waitFor()
  }
  const confirm = async (verb: string) => {
    await page.getByRole('dialog').getByRole('button', { name: verb }).click()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await doRateImports(console_.api)
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  }
  await seePrice('0.1000')
  await page.goto(`/vsa/tariffs/${tid}/rates?prefix=44`)
  await rowsOf('Rates').first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: 'Select all 120 that match' }).click()
  await page.getByRole('button', { name: 'Change…' }).click()
  await choose(select('Change'), 'Raise by %')
  await field('Percent').fill('10')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('The new rates are being computed.').waitFor()
  await doRateImports(console_.api)
  await rowsOf('Rate +10 %').first().getByText('+10.00 %').waitFor()
  await page.getByRole('button', { name: 'Apply 120 changes' }).click()
  await confirm('Apply')
  const change = page.url()
  await seePrice('0.1100')
  await page.goto(change)
  await page.getByRole('button', { name: 'Undo' }).click()
  await confirm('Undo')
  await seePrice('0.1000')
})

test('tariffs are compared side by side, with losses and gaps', async () => {
  const { page } = console_
  const { admin } = console_.api
  const [sell, buy] = [await addTariff(console_.api, 'SELL'), await addTariff(console_.api, 'BUY')]
  const add = (tid: number, prefix: string, price: number) => {
    const body = { ...rateForm, prefix, rate: rate(price) }
    return admin.call(createTariffRate, { params: { tid }, body })
  }
  for (const prefix of ['44', '4477', '99']) await add(sell, prefix, 2_000_000)
  await add(buy, '44', 1_500_000)
  await add(buy, '4478', 3_000_000)
  await page.goto('/vsa/rate-comparison')
  await page.getByText('Select two tariffs.').waitFor()
  const pick = async (label: string, id: number) => {
    const { name } = (await admin.call(getTariff, { params: { id } })).data
    await whole.select(label).fill(name)
    await page.getByRole('option', { name }).click()
  }
  await pick('Tariff 1', sell)
  await pick('Tariff 2', buy)
  const compared = whole.rows('Compare tariffs')
  await expect.poll(() => compared.allInnerTexts()).toHaveLength(4)
  await expect.poll(() => compared.nth(1).innerText()).toMatch(/4477.*by 44.*0\.015.*25\.0 %/s)
  await expect.poll(() => compared.nth(2).innerText()).toMatch(/4478.*−0\.01/s)
  await expect.poll(() => compared.nth(3).innerText()).toMatch(/99.*no rate.*not bought/s)
  await page.goto(`${page.url()}&only=LOSSES`)
  await expect.poll(() => compared.allInnerTexts()).toHaveLength(1)
  await page.goto(`/vsa/rate-comparison?tariffs=${sell}`)
  await page.getByRole('switch', { name: 'All buy tariffs' }).check()
  await page.getByRole('switch', { name: 'Traffic of 30 days' }).check()
  await page.waitForURL(/all_buys=true&traffic=true/)
  for (const name of ['Cheapest', 'Minutes, 30 days', 'Margin of these calls']) {
    await page.getByRole('columnheader', { name }).waitFor()
  }
  await expect.poll(() => compared.nth(0).innerText()).toMatch(/^44\t.*0\.0200 USD.*\t0\t0\t/)
})

test('clients of a tariff get its changed rates, as PDF and as a table', async () => {
  const { page } = console_
  const tid = await addTariff(console_.api, 'SELL')
  await addClient(console_.api, { tariff_id: tid, name: 'Notified' })
  const body = { ...rateForm, prefix: '4420', rate: rate(2_000_000) }
  await console_.api.admin.call(createTariffRate, { params: { tid }, body })
  await page.goto(`/vsa/tariffs/${tid}/rates`)
  // Beside the title, not that of the menu.
  await page.getByRole('main').getByRole('link', { name: 'Price notifications' }).click()
  await page.waitForURL(new RegExp(`price-notifications.tariff_id=${tid}`))
  await page.getByRole('button', { name: 'New notification' }).first().click()
  await button('Preview').click()
  await dialog()
    .getByText(/There is no earlier notification: select a time/)
    .waitFor()
  await dialog().getByLabel('Full list').press('Space')
  await button('Preview').click()
  await dialog().getByText('For 1 account: Notified.').waitFor()
  await expect
    .poll(() => dialog().getByLabel('Rates').first().innerText())
    .toMatch(/Unchanged.*4420/s)
  await button('Back').click()
  await dialog().getByLabel('Full list').press('Space')
  await dialog().getByRole('textbox', { name: 'Since' }).fill('2026-01-01T00:00:00')
  await button('Preview').click()
  await dialog()
    .getByRole('row', { name: /New\s*4420/ })
    .waitFor()
  expect(await rowsOf('Price notifications').allInnerTexts()).toEqual([])
  await button('Create').click()
  await dialog().getByText('A PDF has up to 5,000 rates.').waitFor()
  const fileOf = async (name: string) => {
    // A PDF starts a thread, which takes long beside other tests.
    const download = page.waitForEvent('download')
    await button(name).click()
    return readFile(await (await download).path())
  }
  const pages = pdfPages(await fileOf('PDF'))
  expect(pages[0]).toEqual(expect.arrayContaining(['Notified', '4420', '0.02']))
  expect((await fileOf('CSV')).toString()).toContain('4420,United Kingdom')
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => rowsOf('Price notifications').first().innerText()).toContain('Notified')
})
