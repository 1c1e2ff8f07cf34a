import { beforeAll, expect, test } from 'vitest'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { updateSettings } from '#contract/console/settings.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createTariff, updateTariff } from '#contract/tariffs/tariffs.ts'
import { clientForm, rechargeForm, tariffForm } from '../support/forms.ts'
import { consoleForFile } from './console.ts'
import { act } from './support/page-parts.ts'

const console_ = consoleForFile()
let tariff_id: number

beforeAll(async () => {
  const { admin } = console_.api
  const { data } = await admin.call(createTariff, { body: tariffForm })
  tariff_id = data.id
  const body = { ...tariffForm, name: 'Renamed', version: data.version }
  await admin.call(updateTariff, { params: { id: tariff_id }, body })
  const client = { body: clientForm(tariff_id, 'acme') }
  const { data: acme } = await admin.call(createWholesaleClient, client)
  await admin.call(createPayment, { body: rechargeForm(acme.id, 20) })
})

const row = (text: string) => console_.page.getByRole('row').filter({ hasText: text })
const changes = () => console_.page.getByRole('dialog').getByRole('table', { name: 'Changes' })

test('a row opens what was changed, and filters survive a reload', async () => {
  const { page } = console_
  await page.goto('/vsa/logs/activities?entity=tariff&action=UPDATE')
  await row('Renamed').getByText(`Name: ${tariffForm.name} → Renamed`).waitFor()
  await page.reload()
  await row('Renamed').click()
  const name = changes().getByRole('row').filter({ hasText: 'Name' })
  await expect
    .poll(() => name.getByRole('cell').allTextContents())
    .toEqual([tariffForm.name, 'Renamed'])
  expect(await row('acme').count()).toBe(0)
  await page.getByRole('dialog').getByText('SHA-256').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
})

test('a password is shown as changed, and not what it was or became', async () => {
  const { page } = console_
  await page.goto('/vsa/logs/activities?entity=wholesale_client')
  await row('acme').click()
  const password = changes().getByRole('row').filter({ hasText: 'Password' })
  await expect.poll(() => password.getByRole('cell').allTextContents()).toEqual(['•••', '•••'])
  const tariff = changes().getByRole('row').filter({ hasText: 'Tariff' })
  await expect
    .poll(() => tariff.getByRole('cell').allTextContents())
    .toEqual(['–', `Renamed (${tariff_id})`])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
})

test('the form of a thing has its history', async () => {
  const { page } = console_
  await page.goto(`/vsa/tariffs/${tariff_id}/edit`)
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History of Renamed' })
  const entries = history.getByRole('list', { name: 'Changes, newest first' })
  await entries.getByText('Changed').waitFor()
  await entries.getByText('Added').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
})

test('a payment has its history as a row, and the settings have theirs together', async () => {
  const { page } = console_
  await page.goto('/vsa/reports/receives')
  await act(row('acme'), 'History')
  await changes().getByRole('row').filter({ hasText: 'Amount' }).waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await console_.api.admin.call(updateSettings, { body: { gateway_check_minutes: 5 } })
  await page.goto('/vsa/settings')
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History of the settings of the switch' })
  await history.getByText('General', { exact: true }).waitFor()
  const interval = changes().getByRole('row').filter({ hasText: 'Gateway check minutes' })
  await expect.poll(() => interval.getByRole('cell').allTextContents()).toEqual(['1', '5'])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
})
