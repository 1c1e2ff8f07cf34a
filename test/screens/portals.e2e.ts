// The pages of a client and of a settlement account: their own side of payments and calls, and
// nothing of the operator.
import { beforeAll, describe, expect, test } from 'vitest'
import { updateSettings } from '#contract/console/settings.ts'
import { addCostTariff, addResellers } from '../support/brands.ts'
import { addClientNamed, addTariff } from '../support/configuration.ts'
import { addViewers } from '../support/viewers.ts'
import { consoleForFile } from './console.ts'
import { openForFile } from './support/open-within.ts'

const console_ = consoleForFile()
const open = openForFile(console_)

beforeAll(async () => {
  await addViewers(console_.api)
})

test('the payments of a client have its side, and nothing of the staff', async () => {
  const { page } = console_
  await console_.enterAs('acme', 'CLIENT')
  await open('/reports/payments')
  const table = page.getByRole('table', { name: 'Payment Report' })
  await table.getByText('From Acme').waitFor()
  const text = await page.locator('main').innerText()
  expect(text).toMatch(/Recharge\s*5\.00 USD/)
  expect(text).not.toMatch(/Secret of the operator|admin|Actions|undefined/i)
  await open('/reports/receives')
  await page.getByText('No receipts yet.').waitFor()
})

test('the home page of a client leads to its calls', async () => {
  const { page } = console_
  await console_.enterAs('acme', 'CLIENT')
  const tile = page.getByText('Answered today', { exact: true }).locator('xpath=..')
  await tile.getByRole('link').click()
  await page.waitForURL(/\/cdr\?status=ANSWERED$/)
})

test('the home page has the last payments and 30 days, each leading to its report', async () => {
  const { page } = console_
  // The page before may still be loading what its address says.
  await page.goto('/')
  const section = (name: string) =>
    page.getByRole('heading', { name }).locator('xpath=ancestor::section')
  await page.getByText('Charged, 30 days').waitFor()
  const payment = section('Last payments').locator('tbody tr')
  await expect.poll(() => payment.first().innerText()).toMatch(/^Recharge[\s\S]+5\.00 USD/)
  await payment.first().getByRole('link').click()
  await page.waitForURL(/\/reports\/payments\?from=/)
  await page.getByRole('table', { name: 'Payment Report' }).getByText('From Acme').waitFor()
  await console_.enterAs('london', 'CLIENT')
  await page.getByText('Owed, 30 days').waitFor()
  await section('Gateway health').getByRole('link', { name: 'London 1' }).waitFor()
  await expect.poll(() => payment.first().innerText()).toMatch(/^Payment[\s\S]+5\.00 USD/)
  await page.getByText('Minutes, 30 days').locator('xpath=..').getByRole('link').click()
  await page.waitForURL(/\/reports\/daily\?range=30d$/)
})

test('a report of a settlement account leads to the attempts that were sent to it', async () => {
  const { page } = console_
  await console_.enterAs('london', 'CLIENT')
  await open('/reports/summary?group=gateway')
  await page.getByRole('link', { name: 'London 1' }).first().click()
  await page.waitForURL(/\/cdr\?from=.*&gateway_id=\d+$/)
  const attempts = page.getByRole('table', { name: 'Calls' })
  await expect.poll(() => attempts.locator('tbody tr:not([aria-hidden])').count()).toBe(1)
})

test('its own customers reach the support of the operator, from the menu and a call', async () => {
  const { page, api } = console_
  await console_.enterAs('acme', 'CLIENT')
  const openMenu = () => page.getByRole('button', { name: /user menu/ }).click()
  const support = page.getByRole('menuitem', { name: 'Support' })
  const body = { support_email: 'help@operator.example' }
  await api.admin.call(updateSettings, { body })
  await open('/cdr')
  await page.reload()
  await page.locator('tbody tr:not([aria-hidden]) td').nth(1).click()
  const report = page.getByRole('dialog').getByRole('link', { name: 'Report a problem' })
  expect(await report.getAttribute('href')).toMatch(/^mailto:help@operator\.example\?subject=/)
  await page.keyboard.press('Escape')
  await openMenu()
  expect(await support.getAttribute('href')).toBe('mailto:help@operator.example')
  const [parent_id] = await addResellers(api, ['Gulf'], await addCostTariff(api))
  await addClientNamed(api, await addTariff(api, 'SELL'), 'Below', parent_id)
  await console_.enterAs('below', 'CLIENT')
  await openMenu()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  expect(await support.count()).toBe(0)
})

describe('the details of a call', () => {
  const openFirst = async () => {
    const { page } = console_
    await open('/cdr')
    await page.locator('tbody tr:not([aria-hidden]) td').nth(1).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Money' }).waitFor()
    return dialog.innerText()
  }

  test('are for a client what it dialled and pays, and nothing of the carriers', async () => {
    await console_.enterAs('acme', 'CLIENT')
    const text = await openFirst()
    expect(text).toMatch(/Kingdom/)
    expect(text).toMatch(/0\.012300/)
    expect(text).not.toMatch(/London|Paris|gateway|margin|0\.007/i)
  })

  test('are for a settlement account what was sent to it and what it gets', async () => {
    await console_.enterAs('london', 'CLIENT')
    const text = await openFirst()
    expect(text).toMatch(/00442071838750/)
    expect(text).toMatch(/0\.007000/)
    expect(text).not.toMatch(/Acme|Paris|Gold|Kingdom|margin|undefined/i)
  })
})
