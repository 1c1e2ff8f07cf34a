import { beforeAll, expect, test } from 'vitest'
import { createSettlement, listSettlements } from '#contract/accounts/settlements.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createGateway } from '#contract/routing/gateways.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { money } from '#core/money.ts'
import { addClient } from '../support/configuration.ts'
import { doReconciliations } from '../support/do-jobs.ts'
import { gatewayForm, rechargeForm, settlementForm, tariffForm } from '../support/forms.ts'
import { insertSettledCalls } from '../support/reconciliations.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()

beforeAll(async () => {
  const { admin } = console_.api
  await admin.call(createTariff, { body: { ...tariffForm, name: 'Gold' } })
  await admin.call(createTariff, { body: { ...tariffForm, name: 'Buy prices', kind: 'BUY' } })
})

const { field, select, button, row: rowIn } = partsOf(() => console_.page)
const row = (name: string) => rowIn(name, 'Settlements')

async function fillIn(name: string): Promise<void> {
  await field('Name').fill(name)
  await choose(select('Tariff'), 'Buy prices')
  await field('Username (optional)').fill(name.toLowerCase())
  await button('Generate').click()
}

test('accounts are added one after the other, with buy tariffs only', async () => {
  const { page } = console_
  await page.goto('/vsa/settlements')
  await page.getByText('No settlement accounts yet').waitFor()
  await button('Add settlement account').first().click()
  await field('Name').fill('Telia')
  await select('Tariff').fill('Gold')
  await page.getByText('Nothing found').filter({ visible: true }).waitFor()
  await fillIn('Telia')
  await field('Max debt (optional)').fill('1500')
  await button('Save and add another').click()
  await page.getByText('Settlement account added.').waitFor()
  await expect.poll(() => field('Name').inputValue()).toBe('')
  await fillIn('Tata')
  await button('Save').click()
  await page.waitForURL(/\/settlements$/)
  await row('Telia').getByText('1,500.0000').waitFor()
  await row('Tata').getByText('no limit').waitFor()
})

test('the balance says who owes whom', async () => {
  const { admin } = console_.api
  const { data } = await admin.call(listSettlements, { query: { q: 'Telia' } })
  await admin.call(createPayment, {
    body: {
      kind: 'PAYMENT_MADE',
      account_id: data[0]!.id,
      amount: money(250_000_000),
      method: 'bank',
      reference: '',
      note: '',
      private_note: '',
      idempotency_key: crypto.randomUUID(),
    },
  })
  await console_.page.goto('/vsa/settlements')
  await row('Telia').getByText('prepaid 250.0000 USD').waitFor()
  await row('Tata').getByText('settled').waitFor()
})

test('an account is paid from its row', async () => {
  const { page } = console_
  await page.goto('/vsa/settlements')
  await act(row('Telia'), 'Pay')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('50')
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click()
  await row('Telia').getByText('prepaid 300.0000 USD').waitFor()
})

test('an account leads to its gateways', async () => {
  const { page } = console_
  const { admin } = console_.api
  const { data } = await admin.call(listSettlements, { query: { q: 'Tata' } })
  await admin.call(createGateway, { body: gatewayForm(data[0]!.id, 'Tata MUM') })
  await page.goto('/vsa/settlements')
  await act(row('Tata'), 'Gateways')
  await page.waitForURL(/gateways\?settlement_id=/)
  await page.getByRole('table', { name: 'Gateways' }).getByText('Tata MUM').waitFor()
})

test('blocking names what it does; a change is saved', async () => {
  const { page } = console_
  await page.goto('/vsa/settlements')
  await act(row('Tata'), 'Block')
  await page.getByRole('dialog').getByText('Its gateways get no new calls').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await row('Tata').getByText('Blocked').waitFor()
  await row('Tata').getByText('settled').click()
  await page.waitForURL(/\/edit$/)
  await choose(select('Status'), 'Active')
  await field('VAT').fill('19')
  await field('Billing e-mail').fill('bills@tata.example')
  await button('Save').click()
  await page.getByText('Settlement account saved.').waitFor()
  await row('Tata').getByText('Active').waitFor()
  const { data } = await console_.api.admin.call(listSettlements, { query: { q: 'Tata' } })
  expect(data[0]).toMatchObject({
    status: 'active',
    vat_percent: 190_000,
    billing_email: 'bills@tata.example',
  })
})

test('balances with a partner are netted in one step, at the stated rate', async () => {
  const { page } = console_
  const { admin, database } = console_.api
  const client = await addClient(console_.api)
  await database
    .updateTable('account_balance')
    .set({ credit_limit: money(1_000_000_000) })
    .where('account_id', '=', client.id)
    .execute()
  const { data: tata } = await admin.call(listSettlements, { query: { q: 'Tata' } })
  const form = settlementForm(tata[0]?.tariff_id ?? 0, 'Bharti')
  const body = { ...form, client_id: client.id }
  const { id } = (await admin.call(createSettlement, { body })).data
  for (const [account_id, units] of [
    [id, -60],
    [client.id, -100],
  ] as const) {
    const debt = { ...rechargeForm(account_id, units), note: 'Brought forward' }
    await admin.call(createPayment, { body: { ...debt, kind: 'ADJUSTMENT' } })
  }
  await page.goto('/vsa/settlements')
  await act(row('Bharti'), 'Net balances')
  const dialog = page.getByRole('dialog', { name: 'Net balances with Bharti' })
  await expect.poll(() => dialog.getByLabel('Set off').inputValue()).toBe('60')
  await dialog.getByLabel('Set off').fill('50')
  await dialog.getByText('They pay us 50.00 USD now').waitFor()
  await dialog.getByLabel('Set off').fill('60')
  // Nothing is booked that is not asked for.
  const now = dialog.getByRole('switch', { name: 'They pay us 40.00 USD now' })
  expect(await now.isChecked()).toBe(false)
  await now.check()
  await dialog.getByRole('button', { name: 'Net balances' }).click()
  await page.getByText('Balances netted.').waitFor()
  await row('Bharti').getByText('settled').first().waitFor()
  const { data } = await admin.call(listSettlements, { query: { q: 'Bharti' } })
  expect(data[0]).toMatchObject({ balance: 0n, client_balance: 0n })

  await admin.call(createPayment, { body: rechargeForm(client.id, 7) })
  await page.reload()
  await act(row('Bharti'), 'Net balances')
  await dialog.getByText('There is nothing to set off.').waitFor()
  await dialog.getByText(/owes us nothing, and has a credit of 7\.000000 USD/).waitFor()
  await dialog.getByText('Close', { exact: true }).click()
})

test("a carrier's file of calls is compared, and its difference is disputed", async () => {
  const { page } = console_
  const { admin } = console_.api
  const { data } = await admin.call(listSettlements, { query: { q: 'Telia' } })
  const at = '2026-01-20T10:00:00Z'
  await insertSettledCalls(console_.api, data[0]?.id ?? 0, [
    { at, number: '447900000001', ms: 60_000, amount: 600_000 },
  ])
  await page.goto('/vsa/reconciliations')
  await page.getByText('No reconciliations yet.').waitFor()
  await choose(select('Carrier of the file'), 'Telia')
  const text =
    'Called number,Answered,Seconds,Amount\n447900000001,2026-01-20 10:00:01,60,0.75\nx,,,\n'
  await page.setInputFiles('input[type=file]', {
    name: 'telia.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
  await page.getByRole('heading', { name: 'telia.csv' }).waitFor()
  await page.getByText('Not a telephone number.').waitFor()
  await button('Compare').click()
  await page.getByText('The file is being compared.').waitFor()
  await doReconciliations(console_.api)
  const classes = page.getByRole('region', { name: 'Classes' })
  await classes.getByTitle('Show rows: Other rate').click()
  await rowIn('447900000001').getByText('0.1500').waitFor()
  await page.waitForURL(/class=OTHER_RATE/)
  await button('Open a dispute').click()
  const dialog = page.getByRole('dialog', { name: 'Dispute' })
  await dialog.getByLabel('Note (optional)').fill('Sent to their billing.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Sent to their billing.').waitFor()
  await page.goto('/vsa/reconciliations?dispute_state=OPEN')
  await rowIn('telia.csv').getByText('Open', { exact: true }).waitFor()
})

test('a carrier reads on its own page what we owe it', async () => {
  const { page, api } = console_
  const { data: telia } = await api.admin.call(listSettlements, { query: { q: 'Telia' } })
  const form = settlementForm(telia[0]?.tariff_id ?? 0, 'Orange')
  const body = { ...form, max_debt: money(1_500_000_000) }
  const { id } = (await api.admin.call(createSettlement, { body })).data
  await api.database
    .updateTable('account_balance')
    .set({ balance: money(1_200_000_000) })
    .where('account_id', '=', id)
    .execute()
  await console_.enterAs(form.username, 'CLIENT')
  const tile = (name: string) =>
    page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')
  await expect.poll(() => tile('Owed to you').innerText()).toBe('1,200.00 USD')
  await expect.poll(() => tile('Left until the limit').innerText()).toBe('300.00 USD')
  await expect.poll(() => tile('Owed for today').innerText()).toBe('0.00 USD')
  await page.getByText('No call was sent to your gateways today.').waitFor()
  await expect.poll(() => page.getByText('Available for calls').count()).toBe(0)
})
