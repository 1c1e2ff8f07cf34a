import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listCurrencies } from '#contract/currencies.ts'
import { createTariff } from '#contract/tariffs.ts'
import { tariffForm } from '../support/forms.ts'
import { choose, openConsole, type TestConsole } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

let console_: TestConsole
let page: Page
beforeAll(async () => {
  console_ = await openConsole()
  page = console_.page
})
afterAll(() => console_.close())
afterEach(() => expect(console_.complaints).toEqual([]))

const { dialog, rows: rowsOf } = partsOf(() => page)
const { field, button, select } = partsOf(dialog)
const rows = () => rowsOf('Currencies')
const row = (code: string) => rows().filter({ hasText: code })
const save = () => button('Save').click()

test('a currency is added with its worth, changed, and deleted unless it is used', async () => {
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
