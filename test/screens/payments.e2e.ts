import { readFile } from 'node:fs/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createWholesaleClient, getWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createPayment, listPayments } from '#contract/payments/payments.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { money, type Sum } from '#core/money.ts'
import { trafficAt, writeCalls } from '../support/calls.ts'
import { clientForm, settlementForm, tariffForm } from '../support/forms.ts'
import { bookPastCalls } from '../support/past-calls.ts'
import { adminCallOf, choose, consoleForFile } from './console.ts'

const console_ = consoleForFile()
const call = adminCallOf(console_)
let sell: number
let buy: number
let client_id: number
let serial = 0
let client: string

beforeAll(async () => {
  sell = (await call(createTariff, { body: tariffForm })).data.id
  buy = (await call(createTariff, { body: { ...tariffForm, name: 'Buy', kind: 'BUY' } })).data.id
})
beforeEach(async () => {
  serial += 1
  client = `client${serial}`
  client_id = (await call(createWholesaleClient, { body: clientForm(sell, client) })).data.id
})

const dialog = () => console_.page.getByRole('dialog')
const button = (name: string) => console_.page.getByRole('button', { name, exact: true })
const field = (name: string) => console_.page.getByRole('textbox', { name, exact: true })
const select = (name: string) => console_.page.getByRole('combobox', { name, exact: true })
const row = (text: string | RegExp) => console_.page.getByRole('row').filter({ hasText: text })
const balance = async () =>
  (await call(getWholesaleClient, { params: { id: client_id } })).data.balance
const recharge = (units: number) =>
  call(createPayment, {
    body: {
      kind: 'RECHARGE',
      account_id: client_id,
      amount: money(units * 1_000_000),
      method: 'bank',
      reference: '',
      note: '',
      private_note: '',
      idempotency_key: crypto.randomUUID(),
    },
  })

test('a recharge shows the balance before, and a double click pays once', async () => {
  const { page } = console_
  await page.goto('/vsa/reports/receives')
  await page.getByText('No receipts yet.').waitFor()
  await button('Recharge').first().click()
  await dialog().getByRole('button', { name: 'Recharge' }).click()
  await dialog().getByText('Required.').first().waitFor()
  await choose(dialog().getByRole('combobox', { name: 'Client or reseller' }), client)
  await field('Amount').locator('..').getByText('USD', { exact: true }).waitFor()
  await field('Amount').fill('25.5')
  await dialog().getByText('25.500000').waitFor()
  await field('Reference (optional)').fill(`receipt ${serial}`)
  await dialog().getByRole('button', { name: 'Recharge' }).dblclick()
  await dialog().waitFor({ state: 'detached' })
  await row(client).getByText('25.5000').first().waitFor()
  expect(await balance()).toBe(25_500_000n)
  const { data } = await call(listPayments, { query: { account_id: client_id } })
  expect(data).toHaveLength(1)
})

test('what the server refuses is said in the dialog, and nothing typed is lost', async () => {
  await recharge(3)
  await console_.page.goto('/vsa/reports/receives')
  for (const amount of ['1', '2']) {
    await button('Recharge').click()
    await choose(dialog().getByRole('combobox', { name: 'Client or reseller' }), client)
    await dialog().getByText('3.000000').or(dialog().getByText('4.000000')).waitFor()
    await field('Amount').fill(amount)
    await field('Reference (optional)').fill(`same ${serial}`)
    await dialog().getByRole('button', { name: 'Recharge' }).click()
    if (amount === '1') await dialog().waitFor({ state: 'detached' })
  }
  await dialog().getByRole('alert').waitFor()
  await expect.poll(() => field('Amount').inputValue()).toBe('2')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  expect(await balance()).toBe(4_000_000n)
})

test('a settlement account is paid, and what we owe goes below zero', async () => {
  await call(createSettlement, { body: settlementForm(buy, `carrier${serial}`) })
  await console_.page.goto('/vsa/reports/payments')
  await button('Record payment').first().click()
  await choose(dialog().getByRole('combobox', { name: 'Settlement account' }), `carrier${serial}`)
  await field('Amount').fill('12')
  await dialog().getByText('−12.000000').waitFor()
  await dialog().getByRole('button', { name: 'Pay' }).click()
  await row(`carrier${serial}`).getByText('12.0000').first().waitFor()
  await expect.poll(() => row(client).count()).toBe(0)
})

test('a payment is reversed with a note, once, and not when the money is gone', async () => {
  const { page } = console_
  await recharge(25)
  await recharge(5)
  await page.goto(`/vsa/reports/receives?account_id=${client_id}`)
  const reverse = async () => {
    await row('25.00').getByRole('button', { name: 'Actions of this row' }).click()
    await page.getByRole('menuitem', { name: 'Reverse' }).click()
    await dialog().getByText(`The balance of ${client} is reduced by 25.000000`).waitFor()
    await field('Note (optional)').fill('a mistake')
    await dialog().getByRole('button', { name: 'Reverse' }).click()
  }
  const held = (amount: number) =>
    console_.api.database
      .updateTable('account_balance')
      .set({ held: money(amount) })
      .where('account_id', '=', client_id)
      .execute()
  await row('25.00').first().waitFor()
  await held(10_000_000)
  await reverse()
  await dialog().getByText('has only 20 USD available').waitFor()
  await held(0)
  await dialog().getByRole('button', { name: 'Reverse' }).click()
  await dialog().waitFor({ state: 'detached' })
  await row('−25.00').getByText('a mistake').waitFor()
  await row(/Recharge\s*reversed/).waitFor()
  await row('Total').getByText('25.00 USD reversed').waitFor()
  await row('Total')
    .getByText(/^5\.00 USD$/)
    .waitFor()
  expect(await balance()).toBe(5_000_000n)
})

test('a balance is adjusted with a reason, and refunded as far as it goes', async () => {
  await recharge(25)
  await console_.page.goto(`/vsa/reports/receives?account_id=${client_id}`)
  const open = async (kind: string) => {
    await button('Recharge').click()
    await choose(dialog().getByRole('combobox', { name: 'Client or reseller' }), client)
    await choose(dialog().getByRole('combobox', { name: 'Kind' }), kind)
    await dialog().getByText('25.000000').waitFor()
  }
  await open('Adjustment')
  await field('Amount').fill('-4.5')
  await dialog().getByText('20.500000').waitFor()
  await dialog().getByRole('button', { name: 'Recharge' }).click()
  await dialog().getByText('Required: why the balance is changed.').waitFor()
  await field('Reason').fill('Credited twice')
  await dialog().getByRole('button', { name: 'Recharge' }).click()
  await row(/Adjustment\s*−4\.50/)
    .getByText('Credited twice')
    .waitFor()
  await button('Recharge').click()
  await choose(dialog().getByRole('combobox', { name: 'Client or reseller' }), client)
  await choose(dialog().getByRole('combobox', { name: 'Kind' }), 'Refund')
  await field('Amount').fill('21')
  await dialog().getByText(`${client} has only 20.500000 USD available.`).waitFor()
  await field('Amount').fill('20')
  await dialog().getByRole('button', { name: 'Recharge' }).click()
  await row(/Refund\s*−20\.00/).waitFor()
  expect(await balance()).toBe(500_000n)
})

test('a report has sums, balances and the age of debts, each leading further', async () => {
  const { page } = console_
  await recharge(40)
  await page.goto(`/vsa/reports/receives?account_id=${client_id}`)
  const view = (name: string) => page.getByRole('radiogroup', { name: 'View' }).getByText(name)
  await view('Sums').click()
  await row(/^\d{4}-\d\d/)
    .getByText('40.00')
    .first()
    .waitFor()
  await choose(select('Group by'), 'Account')
  await choose(select('Then by'), 'Kind')
  await row(client).getByText('Recharge').waitFor()
  await view('Balances').click()
  await expect.poll(() => row(client).innerText()).toMatch(/0\.0000 USD\s+40\.0000 USD/)
  await row('Total').getByText('40.0000 USD').first().waitFor()
  await row(client).getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Ledger of this time range' }).click()
  await page.waitForURL(/account\/ledger\?account_id=\d+&range=30d/)
  await row(client).getByText('40.000000').first().waitFor()
  await page.goto('/vsa/reports/receives?view=ageing')
  await page.getByText('No open debts.').waitFor()
  await console_.api.database
    .updateTable('account_balance')
    .set({ balance: money(-3_000_000), credit_limit: money(5_000_000) })
    .where('account_id', '=', client_id)
    .execute()
  await page.reload()
  await expect.poll(() => row(client).innerText()).toMatch(/3\.0000 USD.*3\.0000 USD$/s)
})

test('the filters stand in the address, and the export holds what they show', async () => {
  const { page } = console_
  await recharge(7)
  await page.goto('/vsa/reports/receives')
  await choose(select('Client or reseller'), client)
  await page.waitForURL(/account_id=/)
  await row(client).waitFor()
  await choose(select('Method'), 'Cash')
  await page.getByText('Nothing matches.').waitFor()
  await button('Clear filters').click()
  await field('Search payments').fill(client)
  await page.waitForURL(/q=client/)
  await expect.poll(() => row(/client\d/).count()).toBe(1)
  const download = page.waitForEvent('download')
  await button('Export').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(2)
  expect(file).toContain(client)
})

test('an invoice is made, issued, sent, partly paid, made void and billed again', async () => {
  const { page } = console_
  await bookPastCalls(console_.api, client_id, [['2026-09-10T12:00:00Z', -12]])
  await page.goto('/vsa/account/invoices')
  await page.getByText('No invoices yet.').waitFor()
  await button('Make invoice').first().click()
  await choose(dialog().getByRole('combobox', { name: 'Account' }), client)
  await dialog().getByLabel('To', { exact: true }).fill('2026-09-30')
  await dialog().getByRole('button', { name: 'Make draft' }).click()
  await page.getByRole('heading', { name: new RegExp(`^Draft \\d+, ${client}`) }).waitFor()
  await row(/Calls.*12\.00 USD/)
    .first()
    .waitFor()
  await page.getByText('Not on the document: address of the issuer').waitFor()
  await button('Issue').click()
  await dialog()
    .getByText(/Not on the document: .*bank details, address of the account/)
    .waitFor()
  await dialog().getByRole('button', { name: 'Issue' }).click()
  await page.getByRole('heading', { name: /^INV-\d{4}-00001$/ }).waitFor()
  const file = page.waitForEvent('download')
  await button('PDF').click()
  expect((await file).suggestedFilename()).toMatch(/^INV-\d{4}-00001\.pdf$/)
  await button('Mark as sent').click()
  await page.getByText('Sent', { exact: true }).first().waitFor()
  await recharge(5)
  await page.reload()
  await page.getByText('Partly paid', { exact: true }).first().waitFor()
  await button('Payments').click()
  await dialog().getByText('by due date').waitFor()
  await choose(dialog().getByRole('combobox', { name: 'Payment' }), ', 5.00')
  await button('Assign').click()
  await dialog().getByRole('button', { name: 'Take back' }).waitFor()
  await page.keyboard.press('Escape')
  await button('Void and credit').click()
  await dialog().getByRole('textbox').fill('Wrong address')
  await dialog().getByRole('button', { name: 'Void and credit' }).click()
  await page.getByText(/credit note CN-\d{4}-00001: Wrong address/).waitFor()
  await button('Bill again').click()
  await page.getByRole('heading', { name: new RegExp(`^Draft \\d+, ${client}`) }).waitFor()
  await page.goto('/vsa/account/invoices?state=DRAFT')
  await row(client).getByText('12.00').first().waitFor()
  await row(client).getByRole('checkbox').check()
  const zip = page.waitForEvent('download')
  await button('PDFs as ZIP').click()
  expect((await zip).suggestedFilename()).toBe('invoices.zip')
  await button('Issue 1…').click()
  await dialog().getByRole('button', { name: 'Issue' }).click()
  await page.getByText('1 invoice issued.').waitFor()
})

test('drafts are made for chosen clients with usage that no invoice bills', async () => {
  const { page } = console_
  await bookPastCalls(console_.api, client_id, [['2026-09-10T12:00:00Z', -12]])
  const used = { account_id: client_id, calls: 3, answered: 3, charged: 12_000_000n as Sum }
  await writeCalls(console_.api.url, { additions: [trafficAt(Date.now(), used)] })
  await page.goto('/vsa?panel=invoice')
  await row(client).getByRole('checkbox').check()
  await button('Make invoices…').click()
  await dialog().getByLabel('To', { exact: true }).fill('2026-09-30')
  await dialog().getByRole('button', { name: 'Make drafts' }).click()
  await page.getByText('1 draft made.').waitFor()
  await page.goto('/vsa/account/invoices?kind=INVOICE')
  await row(client).getByText('12.00').first().waitFor()
})

test('the ledger shows every movement, by account and by call', async () => {
  const { page } = console_
  await recharge(7)
  await console_.api.database
    .insertInto('ledger_entry')
    .values({
      account_id: client_id,
      counter_account_id: 1,
      kind: 'CALL',
      amount: money(-12_345),
      balance_after: money(6_987_655),
      call_id: '7654321',
      note: '',
    })
    .execute()
  await page.goto('/vsa')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('link', { name: 'Ledger' }).click()
  await choose(select('Account'), client)
  await page.waitForURL(/account_id=/)
  await expect
    .poll(() => row(client).allInnerTexts())
    .toEqual([
      expect.stringMatching(/Call\s+−0\.012345 USD\s+6\.987655 USD\s+7654321/),
      expect.stringMatching(/Payment\s+7\.000000 USD\s+7\.000000 USD\s+payment \d+/),
    ])
  const link = page.getByRole('link', { name: '7654321' })
  expect(await link.getAttribute('href')).toBe('/vsa/cdr/wholesale?call=7654321')
  await choose(select('Kind'), 'Payment')
  await expect.poll(() => row(client).count()).toBe(1)
  await page.goto('/vsa/account/ledger?call_id=7654321')
  await row('−0.012345').waitFor()
})
