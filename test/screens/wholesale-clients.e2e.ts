import { beforeAll, expect, test } from 'vitest'
import {
  createWholesaleClient,
  getWholesaleClient,
  listWholesaleClients,
} from '#contract/accounts/wholesale-clients.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { money } from '#core/money.ts'
import { clientForm, tariffForm } from '../support/forms.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
let tariff_id: number

beforeAll(async () => {
  const { data } = await console_.api.admin.call(createTariff, {
    body: { ...tariffForm, name: 'Gold' },
  })
  tariff_id = data.id
})

const { field, select, button, row: rowIn } = partsOf(() => console_.page)
const row = (name: string) => rowIn(name, 'Wholesale clients')
const _names = () =>
  console_.page
    .getByRole('table', { name: 'Wholesale clients' })
    .locator('tbody td[data-column=name] a')

const add = (name: string, change: object = {}) =>
  console_.api.admin.call(createWholesaleClient, {
    body: { ...clientForm(tariff_id, name), ...change },
  })

test('an empty list says what a client is', async () => {
  const { page } = console_
  await page.goto('/vsa/wholesale-clients')
  await page.getByText('No wholesale clients yet').waitFor()
  await page.getByRole('link', { name: 'Wholesale clients' }).first().waitFor()
})

test('a client is added with what must be filled in, and its addresses come next', async () => {
  const { page } = console_
  await page.goto('/vsa/wholesale-clients/add')
  await button('Save').click()
  await page.getByText('3 fields need attention').waitFor()

  await field('Name').fill('Acme')
  await select('Country (optional)').fill('Germ')
  await page.getByRole('option', { name: 'Germany' }).click()
  await choose(select('Billing type'), 'Postpaid')
  await field('Credit limit').fill('12.5')
  await choose(select('Tariff'), 'Gold')
  await field('Username').fill('acme')
  await button('Generate').click()
  const password = await page.getByLabel('Password (optional)', { exact: true }).inputValue()
  expect(password).toMatch(/^\w{20}$/)
  await button('Copy the password').waitFor()
  await page.getByRole('button', { name: 'Move PCMU up' }).click()
  await button('Save').click()

  await page.getByText('Add its IP addresses next.').waitFor()
  await page.waitForURL(/\/edit#next$/)
  const readiness = page.getByRole('region', { name: 'Readiness' })
  await readiness.getByText('no route plan').waitFor()
  await readiness.getByText('no address').waitFor()
  const { data } = await console_.api.admin.call(listWholesaleClients, {})
  expect(data[0]).toMatchObject({
    name: 'Acme',
    country_iso2: 'DE',
    credit_limit: money(12_500_000),
    tariff_id,
    codecs: ['PCMU', 'PCMA', 'G729', 'G723', 'GSM'],
  })

  await button('Add address').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('192.0.2.7')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Address added.').waitFor()
  await page.getByRole('table', { name: 'IP list' }).getByText('192.0.2.7').waitFor()
})

test('the name and the username are told to be taken on their fields', async () => {
  const { page } = console_
  await page.goto('/vsa/wholesale-clients/add')
  await field('Name').fill('acme')
  await choose(select('Tariff'), 'Gold')
  await field('Username').fill('somebody')
  await button('Generate').click()
  await button('Save').click()
  await page.getByText('This name is already in use.').waitFor()
  await expect.poll(() => field('Name').getAttribute('aria-invalid')).toBe('true')
})

test('a change keeps the password, and shows the money as it moves', async () => {
  const { page } = console_
  const { data } = await add('Borealis')
  await page.goto(`/vsa/wholesale-clients/${data.id}/edit`)
  const money_ = page.getByLabel('Money', { exact: true })
  await money_.getByText('0.0000').first().waitFor()
  await console_.api.admin.call(createPayment, {
    body: {
      kind: 'RECHARGE',
      account_id: data.id,
      amount: money(1_234_567_890),
      method: 'bank',
      reference: '',
      note: '',
      private_note: '',
      idempotency_key: crypto.randomUUID(),
    },
  })
  await money_.getByText('1,234.5679').first().waitFor()
  await page.getByLabel('Set a new password (optional)').waitFor()
  await field('Max call duration').fill('600')
  await button('Save').click()
  await page.getByText('Client saved.').waitFor()
  await page.waitForURL(/\/wholesale-clients$/)
  const after = await console_.api.admin.call(getWholesaleClient, { params: { id: data.id } })
  expect(after.data.max_call_duration_seconds).toBe(600)
  // The portal login still takes the password that it was made with.
  await console_.api.signIn('borealis', 'CLIENT')
})

test('blocking says what it does, and activating takes it back', async () => {
  const { page } = console_
  await page.goto('/vsa/wholesale-clients')
  await act(row('Acme'), 'Block')
  const question = page.getByRole('dialog')
  await question.getByText('Block Acme?').waitFor()
  await question.getByText('New calls are refused.').waitFor()
  await question.getByRole('button', { name: 'Block' }).click()
  await page.getByText('Acme is blocked.').waitFor()
  await row('Acme').getByText('Blocked').waitFor()
  await act(row('Acme'), 'Activate')
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
  await row('Acme').getByText('Active').waitFor()
})

test('three clients are blocked by keyboard, and activated again by Undo', async () => {
  const { page } = console_
  for (const name of ['Bulk-1', 'Bulk-2', 'Bulk-3']) await add(name)
  await page.goto('/vsa/wholesale-clients?q=Bulk')
  await row('Bulk-1').focus()
  await page.keyboard.press('Space')
  await page.getByText('1 client selected').waitFor()
  await row('Bulk-3').focus()
  await page.keyboard.press('Shift+Space')
  await page.getByText('3 clients selected').waitFor()
  await button('Block…').click()
  const question = page.getByRole('dialog', { name: 'Block 3 clients?' })
  await question.getByText('Bulk-1, Bulk-2, Bulk-3.').waitFor()
  await question.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByText('3 clients blocked.').waitFor()
  await row('Bulk-2').getByText('Blocked').waitFor()
  const notices = page.getByRole('region', { name: 'Notifications' })
  await notices.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Change of 3 wholesale clients undone.').waitFor()
  await row('Bulk-2').getByText('Active', { exact: true }).waitFor()
})

test('a client is recharged from its row and from its page, which stays unsaved', async () => {
  const { page } = console_
  await page.goto('/vsa/wholesale-clients')
  await act(row('Acme'), 'Recharge')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('10')
  await dialog.getByRole('button', { name: 'Recharge' }).click()
  await row('Acme').getByText('10.0000').waitFor()

  await page.getByRole('link', { name: 'Acme' }).click()
  await field('Company (optional)').fill('Acme Limited')
  await button('Recharge').click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('2.5')
  await page.keyboard.press('Control+Enter')
  await page.getByLabel('Money', { exact: true }).getByText('12.5000').first().waitFor()
  await expect.poll(() => field('Company (optional)').inputValue()).toBe('Acme Limited')
  await button('Save').click()
  await page.getByText('Client saved.').waitFor()
})

test('the row leads to the addresses and the calls of its client', async () => {
  const { page } = console_
  await page.goto('/vsa/wholesale-clients')
  await act(row('Acme'), 'IP list')
  await page.waitForURL(/ip-list\?account_id=\d+/)
  await page.getByRole('table', { name: 'IP list' }).getByText('192.0.2.7').waitFor()
  await page.goto('/vsa/wholesale-clients')
  await act(row('Acme'), 'Call records')
  await page.waitForURL(/cdr\/wholesale\?account_id=\d+/)
})
