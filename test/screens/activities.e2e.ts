import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTariff, updateTariff } from '#contract/tariffs.ts'
import { createWholesaleClient } from '#contract/wholesale-clients.ts'
import { clientForm, tariffForm } from '../support/forms.ts'
import { openConsole, type TestConsole } from './console.ts'

let console_: TestConsole
let page: Page
let tariff_id: number

beforeAll(async () => {
  console_ = await openConsole()
  page = console_.page
  const { admin } = console_.api
  const { data } = await admin.call(createTariff, { body: tariffForm })
  tariff_id = data.id
  const body = { ...tariffForm, name: 'Renamed', version: data.version }
  await admin.call(updateTariff, { params: { id: tariff_id }, body })
  await admin.call(createWholesaleClient, { body: clientForm(tariff_id, 'acme') })
})
afterAll(() => console_.close())
afterEach(() => expect(console_.complaints).toEqual([]))

const row = (text: string) => page.getByRole('row').filter({ hasText: text })
const changes = () => page.getByRole('dialog').getByRole('table', { name: 'Changes' })

test('a row opens what was changed, and filters survive a reload', async () => {
  await page.goto('/vsa/logs/activities?entity=tariff&action=UPDATE')
  await row('Renamed').waitFor()
  await page.reload()
  await row('Renamed').click()
  const name = changes().getByRole('row').filter({ hasText: 'Name' })
  expect(await name.getByRole('cell').allTextContents()).toEqual([tariffForm.name, 'Renamed'])
  expect(await row('acme').count()).toBe(0)
  await page.getByRole('dialog').getByText('SHA-256').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
})

test('a password is shown as changed, and not what it was or became', async () => {
  await page.goto('/vsa/logs/activities?entity=wholesale_client')
  await row('acme').click()
  const password = changes().getByRole('row').filter({ hasText: 'Password' })
  expect(await password.getByRole('cell').allTextContents()).toEqual(['•••', '•••'])
  const tariff = changes().getByRole('row').filter({ hasText: 'Tariff' })
  expect(await tariff.getByRole('cell').allTextContents()).toEqual(['–', `Renamed (${tariff_id})`])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
})

test('the form of a thing has its history', async () => {
  await page.goto(`/vsa/tariffs/${tariff_id}/edit`)
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History of Renamed' })
  const entries = history.getByRole('list', { name: 'Changes, newest first' })
  await entries.getByText('Changed').waitFor()
  await entries.getByText('Added').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
})
