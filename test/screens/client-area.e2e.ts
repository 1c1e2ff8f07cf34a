// The area of a client: what its home and its settings say about its money and itself.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { toSum } from '#core/money.ts'
import { PASSWORD } from '../support/api.ts'
import { trafficAt, writeCalls } from '../support/calls.ts'
import { clientForm, rechargeForm, tariffForm } from '../support/forms.ts'
import { openConsole, type TestConsole } from './console.ts'
import { partsOf } from './support/page-parts.ts'

let console_: TestConsole
let page: Page
let acme: number

const { field, button } = partsOf(() => page)
const money = () => page.getByLabel('Money', { exact: true })

beforeAll(async () => {
  console_ = await openConsole()
  page = console_.page
  const { admin, url } = console_.api
  const sell = (await admin.call(createTariff, { body: tariffForm })).data.id
  acme = (await admin.call(createWholesaleClient, { body: clientForm(sell, 'Acme') })).data.id
  await admin.call(createPayment, { body: rechargeForm(acme, 100) })
  const charged = toSum(20_000_000)
  await writeCalls(url, { additions: [trafficAt(Date.now(), { account_id: acme, charged })] })
  await page.context().clearCookies()
  await page.goto('/login')
  await field('Username').fill('acme')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button('Login').click()
  await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor()
})
afterAll(() => console_.close())
afterEach(() => expect(console_.complaints).toEqual([]))

test('the home of a client says how long its money lasts', async () => {
  await money().getByText('5 days').waitFor()
  await money().getByText('at the pace of the last 7 days').waitFor()
})
