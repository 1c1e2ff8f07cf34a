// The area of a client: what its home and its settings say about its money and itself.
import { beforeAll, expect, test } from 'vitest'
import { listAddressRequests, refuseAddressRequest } from '#contract/accounts/address-requests.ts'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { createWholesaleClient, getWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { toSum } from '#core/money.ts'
import { writeSetting } from '#db/settings.ts'
import { trafficAt, writeCalls } from '../support/calls.ts'
import { clientForm, clientIpForm, rateForm, rechargeForm, tariffForm } from '../support/forms.ts'
import { choose, consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
let acme: number

const { button } = partsOf(() => console_.page)
const money = () => console_.page.getByLabel('Money', { exact: true })

beforeAll(async () => {
  const { admin, url } = console_.api
  const sell = (await admin.call(createTariff, { body: tariffForm })).data.id
  for (const [prefix, destination] of [
    ['44', 'Kingdom'],
    ['33', 'France'],
  ] as const) {
    const body = { ...rateForm, prefix, destination }
    await admin.call(createTariffRate, { params: { tid: sell }, body })
  }
  acme = (await admin.call(createWholesaleClient, { body: clientForm(sell, 'Acme') })).data.id
  await admin.call(createPayment, { body: rechargeForm(acme, 100) })
  const charged = toSum(20_000_000)
  await writeCalls(url, { additions: [trafficAt(Date.now(), { account_id: acme, charged })] })
  await console_.enterAs('acme', 'CLIENT')
})

test('the home of a client says how long its money lasts', async () => {
  await money().getByText('5 days').waitFor()
  await money().getByText('at the pace of the last 7 days').waitFor()
})

test('a client changes its company and contacts, which are checked, in its settings', async () => {
  const { page } = console_
  await page.goto('/settings')
  const form = page.getByRole('form', { name: 'Company' })
  const { field, button } = partsOf(() => form)
  await field('Company (optional)').fill('Acme Telecom Ltd')
  await field('Billing e-mail (optional)').fill('nobody')
  await choose(form.getByRole('combobox', { name: 'Country (optional)' }), 'Portugal')
  await button('Save').click()
  await form.getByText('Invalid e-mail address.').waitFor()
  await field('Billing e-mail (optional)').fill('billing@acme.example')
  await button('Save').click()
  await page.getByText('Company saved.').waitFor()
  // A second change of the same page is one of the new version.
  await field('Phone (optional)').fill('+351 21 000 0000')
  await button('Save').click()
  const { admin } = console_.api
  const client = async () => (await admin.call(getWholesaleClient, { params: { id: acme } })).data
  await expect.poll(async () => (await client()).phone).toBe('+351 21 000 0000')
  expect(await client()).toMatchObject({
    company: 'Acme Telecom Ltd',
    billing_email: 'billing@acme.example',
    country_iso2: 'PT',
    name: 'Acme',
  })
})

test('a client sets when it is warned of a low balance, and home says how to pay', async () => {
  const { page } = console_
  await writeSetting(console_.api.database, 'general', { bank_details: 'IBAN GB00 1234' })
  await page.goto('/settings')
  const form = page.getByRole('form', { name: 'Low balance' })
  const { field, button } = partsOf(() => form)
  await field('Warn me at (optional)').fill('-1')
  await button('Save').click()
  await form.getByText('Must not be negative.').waitFor()
  await field('Warn me at (optional)').fill('100')
  await button('Save').click()
  await page.getByText('Low balance warning saved.').waitFor()
  await page.goto('/')
  await page.getByText('Low balance: 100.00 USD available.').waitFor()
  await page.getByText('IBAN GB00 1234').waitFor()
  await page.goto('/settings')
  await expect.poll(() => field('Warn me at (optional)').inputValue()).toBe('100')
})

test('a client requests an address and its removal, and sees what became of them', async () => {
  const { page } = console_
  const { admin } = console_.api
  await admin.call(createClientIp, { body: clientIpForm(acme, '203.0.113.9') })
  await page.goto('/')
  await button('Request an address').click()
  const form = page.getByRole('form', { name: 'Request an address' })
  const inForm = partsOf(() => form)
  await inForm.field('Address').fill('203.0.113.9')
  await inForm.field('Note (optional)').fill('New switch')
  await inForm.button('Request').click()
  await form.getByText('This address is in your IP list already.').waitFor()
  await inForm.field('Address').fill('203.0.113.10')
  await inForm.button('Request').click()
  await page.getByText('Requested.').waitFor()
  await button('Request removal').click()
  const removal = page.getByRole('form', { name: 'Request the removal of 203.0.113.9' })
  await removal.getByRole('button', { name: 'Request' }).click()
  await button('Cancel the request for 203.0.113.9').click()
  await page.getByText('Request canceled.').waitFor()
  const [open] = (await admin.call(listAddressRequests, {})).data
  const body = { reason: 'Unknown network' }
  await admin.call(refuseAddressRequest, { params: { id: open?.id ?? 0 }, body })
  await page.reload()
  await page.getByRole('row', { name: '203.0.113.10' }).getByText('Refused: Unknown').waitFor()
})

test('one field finds destinations and the rate of a number, with the cost of a call', async () => {
  const { page } = console_
  await page.goto('/tariffs')
  const search = () => page.getByRole('textbox', { name: 'Number or destination', exact: true })
  await search().fill('+44 7700 900123')
  const cost = page.getByRole('region', { name: 'Cost of a call' })
  await cost.getByText('is rated by prefix 44').waitFor()
  const minutes = cost.getByRole('textbox', { name: 'Minutes' })
  const before = await cost.locator('output strong').last().textContent()
  await minutes.fill('10')
  await expect.poll(() => cost.locator('output strong').last().textContent()).not.toBe(before)
  await search().fill('France')
  await page.waitForURL(/q=France/)
  await page.getByRole('table').getByText('France').waitFor()
  await expect.poll(() => cost.count()).toBe(0)
})
