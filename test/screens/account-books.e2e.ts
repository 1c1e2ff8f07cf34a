// The statement of an account, and invoices by a billing cycle, as the billing desk reads them.
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { money } from '#core/money.ts'
import { clientForm, rechargeForm, tariffForm } from '../support/forms.ts'
import { bookPastCalls } from '../support/past-calls.ts'
import { pdfPages } from '../support/pdf-text.ts'
import { adminCallOf, choose, consoleForFile } from './console.ts'

const DAY_MS = 86_400_000

const console_ = consoleForFile()
const call = adminCallOf(console_)
let client_id: number

beforeEach(async () => {
  const { data } = await call(createTariff, { body: { ...tariffForm, name: crypto.randomUUID() } })
  const body = clientForm(data.id, `northwind${data.id}`)
  client_id = (await call(createWholesaleClient, { body })).data.id
})

const button = (name: string) => console_.page.getByRole('button', { name, exact: true })
const row = (text: string | RegExp) => console_.page.getByRole('row').filter({ hasText: text })
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

test('a statement leads from the opening balance to the closing one, on paper too', async () => {
  const { page } = console_
  await call(createPayment, { body: { ...rechargeForm(client_id, 40), amount: money(40_000_000) } })
  await bookPastCalls(console_.api, client_id, [
    [daysAgo(2), -9],
    [daysAgo(1), -3],
  ])
  await page.goto(`/vsa/reports/receives?view=statement&account_id=${client_id}`)
  const day = row(/^\d{4}-\d\d-\d\d/)
  await expect.poll(() => day.count()).toBe(3)
  const amounts = (text: string) => text.match(/[−\d.]+(?= USD)/g) ?? []
  const closing = (await day.allInnerTexts()).map((text) => amounts(text).at(-1))
  expect(closing).toEqual(['−9.0000', '−12.0000', '28.0000'])
  const total = amounts(await row('Total').innerText())
  expect(total).toEqual(['0.0000', '−12.0000', '0.0000', '40.0000', '0.0000', '28.0000'])
  const saved = page.waitForEvent('download')
  await button('PDF').click()
  const [first = []] = pdfPages(await readFile(await (await saved).path()))
  expect(first.join(' ')).toContain('28.00')
})

test('a client is billed by its cycle: a draft, its total, and what is unpaid', async () => {
  const { page } = console_
  await page.goto(`/vsa/wholesale-clients/${client_id}/edit`)
  await choose(page.getByRole('combobox', { name: 'Invoices', exact: true }), 'Every month')
  await button('Save').click()
  await page.getByText('Client saved.').waitFor()
  await console_.api.database
    .updateTable('account')
    .set({ billing_since: '2026-09-01T00:00:00Z' })
    .where('id', '=', client_id)
    .execute()
  await bookPastCalls(console_.api, client_id, [['2026-09-10T12:00:00Z', -12]])
  await page.goto('/vsa?panel=invoice')
  await button('Generate due invoices').click()
  await page.getByText('1 draft made.').waitFor()
  const totals = page.getByLabel('Invoices', { exact: true })
  await expect.poll(() => totals.innerText()).toMatch(/Draft\s+1 invoice · 12\.00 USD/)
  await button('Generate due invoices').click()
  await page.getByText('No billing period has ended since the last drafts.').waitFor()
  await totals.getByRole('link', { name: '1 invoice' }).click()
  await page.waitForURL(/state=DRAFT/)
  await row(/2026-09-01.*2026-09-30/s)
    .getByRole('checkbox')
    .check()
  await button('Issue 1…').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click()
  await page.getByText('1 invoice issued.').waitFor()
  const open = page.getByLabel('Open invoices', { exact: true })
  await expect.poll(() => open.innerText()).toMatch(/Unpaid\s+1 invoice · 12\.00 USD/)
})
