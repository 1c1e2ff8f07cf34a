// The invoices of a reseller: those that it issues in its own name, and its own from above.
import { beforeAll, expect, test } from 'vitest'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createInvoice, issueInvoice } from '#contract/invoices/invoices.ts'
import { addCostTariff, addResellers } from '../support/brands.ts'
import { addTariff } from '../support/configuration.ts'
import { clientForm } from '../support/forms.ts'
import { bookPastCalls } from '../support/past-calls.ts'
import { choose, consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()

const { field, select, button, dialog, row } = partsOf(() => console_.page)

beforeAll(async () => {
  const { api } = console_
  const [amber = 0] = await addResellers(api, ['Amber'], await addCostTariff(api))
  const client = { ...clientForm(await addTariff(api, 'SELL'), 'Dana'), parent_id: amber }
  const dana = (await api.admin.call(createWholesaleClient, { body: client })).data.id
  for (const id of [amber, dana]) await bookPastCalls(api, id, [['2026-08-03T12:00:00Z', -12]])
  const period = { from_on: '2026-08-01', to_on: '2026-08-31' }
  const own = await api.admin.call(createInvoice, { body: { account_id: amber, ...period } })
  await api.admin.call(issueInvoice, { params: { id: own.data.id } })
  await console_.enterAs('amber', 'RESELLER')
})

test('its numbers, details and terms are set in its settings', async () => {
  const { page } = console_
  await page.goto('/vsr/invoice-settings')
  await page.getByRole('heading', { level: 1, name: 'Invoice settings' }).waitFor()
  await field('Company (optional)').fill('Amber Telecom')
  await field('Invoice numbers').fill('A-{year}')
  await button('Save invoice settings').click()
  await page.getByText('Letters, digits, / . _ - and {seq:5}').waitFor()
  await field('Invoice numbers').fill('A-{seq:3}')
  await button('Save invoice settings').click()
  await page.getByText('Invoice settings saved.').waitFor()
  // The next change is made of the version that was saved.
  await field('Footer (optional)').fill('See you')
  await button('Save invoice settings').click()
  await page.getByText('Invoice settings saved.').last().waitFor()
  await page.reload()
  await expect.poll(() => field('Footer (optional)').inputValue()).toBe('See you')
})

test('an invoice of its client is made, issued and void', async () => {
  const { page } = console_
  await page.goto('/vsr/account/invoices')
  await page.getByText('No invoices yet.').first().waitFor()
  await button('Generate due invoices').click()
  await page.getByText('No billing period has ended since the last drafts.').waitFor()
  await button('Make invoice').first().click()
  await choose(dialog().getByLabel('Account'), 'Dana')
  await dialog().getByLabel('To', { exact: true }).fill('2026-08-31')
  await dialog().getByRole('button', { name: 'Make draft' }).click()
  await page.waitForURL(/\/vsr\/account\/invoices\/\d+$/)
  await page.getByText('Amber Telecom').first().waitFor()
  await button('Issue').click()
  await dialog().getByRole('button', { name: 'Issue', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'A-001' }).waitFor()
  await button('Mark as sent').click()
  await page.getByText('Marked as sent.').waitFor()
  await button('Void and credit').click()
  await dialog().getByRole('textbox').fill('Wrong address')
  await dialog().getByRole('button', { name: 'Void and credit' }).click()
  await button('Bill again').waitFor()
  await page.goto('/vsr/account/invoices')
  await row('A-001').getByText('Void').waitFor()
  expect(await row('INV-').count()).toBe(0)
})

test('its own invoices are there to look at', async () => {
  const { page } = console_
  await page.goto('/vsr/own-invoices')
  await page.getByRole('heading', { level: 1, name: 'Own invoices' }).waitFor()
  await row('INV-').waitFor()
  expect(await row('A-001').count()).toBe(0)
  for (const name of ['Make invoice', 'Generate due invoices']) {
    expect(await button(name).count()).toBe(0)
  }
  await row('INV-').getByRole('link').first().click()
  await page.waitForURL(/\/vsr\/own-invoices\/\d+$/)
  await button('PDF').waitFor()
  for (const name of ['Void and credit', 'Mark as sent', 'Discard']) {
    expect(await button(name).count()).toBe(0)
  }
  expect(await select('Account').count()).toBe(0)
})
