// Packages: added, given to a client, used up, ended; and what the client sees of its own.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createPackageSubscription } from '#contract/packages/package-subscriptions.ts'
import { createPackage } from '#contract/packages/packages.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { money } from '#core/money.ts'
import { clientForm, packageForm, rateForm, tariffForm } from '../support/forms.ts'
import { choose, consoleForFile } from './console.ts'

const console_ = consoleForFile()
let client_id: number

beforeAll(async () => {
  const { admin } = console_.api
  const { data: tariff } = await admin.call(createTariff, { body: tariffForm })
  const params = { tid: tariff.id }
  const body = { ...rateForm, prefix: '44', destination: 'Britain' }
  await admin.call(createTariffRate, { params, body })
  const client = await admin.call(createWholesaleClient, { body: clientForm(tariff.id) })
  client_id = client.data.id
})

const field = (name: string) => console_.page.getByRole('textbox', { name, exact: true })
const unit = (name: string) => field(name).locator('..')
const select = (name: string) => console_.page.getByRole('combobox', { name, exact: true })
const button = (name: string) => console_.page.getByRole('button', { name, exact: true })
const dialog = () => console_.page.getByRole('dialog')
const row = (table: string, text: string) =>
  console_.page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .filter({ hasText: text })
const act = async (table: string, text: string, action: string) => {
  await row(table, text).getByRole('button', { name: 'Actions of this row' }).click()
  await console_.page.getByRole('menuitem', { name: action }).click()
}

test('a package is added, refused beside its fields, and listed', async () => {
  const { page } = console_
  await page.goto('/vsa/packages')
  await page.getByText('No packages yet').waitFor()
  await button('Add package').first().click()
  await button('Save').click()
  await page.getByText('Required.').first().waitFor()
  await field('Name').fill('United Kingdom')
  await select('Called prefixes (optional)').pressSequentially('44 ')
  await page.getByText('44 Britain').waitFor()
  await field('Included time').fill('600')
  // Until another currency is chosen, it is that of the system.
  await unit('Price').getByText('USD', { exact: true }).waitFor()
  await field('Price').fill('5')
  await button('Save').click()
  await page.getByText('Package added.').waitFor()
  await row('Packages', 'United Kingdom').getByText('00:10:00').waitFor()
  await row('Packages', 'United Kingdom').getByText('5.00 USD').waitFor()
  await row('Packages', 'United Kingdom').getByText('Monthly').waitFor()
  await row('Packages', 'United Kingdom').getByText('44 Britain').waitFor()
})

test('a client buys it when its balance allows it, and sees what is left', async () => {
  const { page } = console_
  await page.goto(`/vsa/wholesale-clients/${client_id}/edit`)
  await page.getByText('No packages. All calls').waitFor()
  await button('Add package').click()
  await choose(dialog().getByRole('combobox', { name: 'Package' }), 'United Kingdom')
  await dialog().getByText('5.00 USD for 00:10:00 will be charged to the balance now').waitFor()
  await dialog().getByRole('button', { name: 'Buy' }).click()
  await dialog().getByText('does not cover the first period').first().waitFor()
  await console_.api.admin.call(createPayment, {
    body: {
      kind: 'RECHARGE',
      account_id: client_id,
      amount: money(20_000_000),
      method: 'bank',
      reference: '',
      note: '',
      private_note: '',
      idempotency_key: randomUUID(),
    },
  })
  await dialog().getByRole('button', { name: 'Buy' }).click()
  await page.getByText('Package added.').waitFor()
  await row('Packages', 'United Kingdom').getByText('00:10:00 of 00:10:00').waitFor()
  await page.getByRole('meter', { name: 'Left of United Kingdom' }).waitFor()
  await page.getByText('15.0000').first().waitFor()

  // Two minutes are used by calls.
  await console_.api.database
    .updateTable('package_subscription')
    .set({ seconds_left: 480, seconds_held: 60 })
    .execute()
  await row('Packages', 'United Kingdom').getByText('00:08:00 of 00:10:00').waitFor()

  await page.goto('/vsa/account/ledger')
  await row('Ledger', 'Package').getByText('−5.000000').waitFor()
  await row('Ledger', 'Package').getByText('United Kingdom').waitFor()
})

test('what a client has ends when it is told to', async () => {
  const { page } = console_
  await page.goto('/vsa/packages')
  await page.getByRole('link', { name: 'United Kingdom' }).click()
  await row('Clients', 'Acme').getByText('00:08:00 of 00:10:00').waitFor()
  await expect.poll(() => select('Cycle').isDisabled()).toBe(true)
  await act('Clients', 'Acme', 'End')
  await dialog().getByRole('button', { name: 'End' }).click()
  await row('Clients', 'Acme').getByText('Ended').waitFor()
})

test('the client sees at home what is left of its own', async () => {
  const { page } = console_
  const { admin, database } = console_.api
  const { data: offer } = await admin.call(createPackage, {
    body: { ...packageForm, name: 'Londoner' },
  })
  const body = { account_id: client_id, package_id: offer.id }
  await admin.call(createPackageSubscription, { body })
  await database
    .updateTable('package_subscription')
    .where('package_id', '=', offer.id)
    .set({ seconds_left: 480 })
    .execute()
  await console_.enterAs('acme', 'CLIENT')
  await page.getByText('Londoner (44)').waitFor()
  await page.getByText('00:08:00').first().waitFor()
  await page.getByText('of 00:10:00, until').first().waitFor()
})
