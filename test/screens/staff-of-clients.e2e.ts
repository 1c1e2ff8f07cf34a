// A client adds a permission group and a user in its settings, who logs in and sees a part of its
// area.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { addTariff } from '../support/configuration.ts'
import { clientForm } from '../support/forms.ts'
import { PASSWORD } from '../support/password.ts'
import { choose, consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()

const { field, button, row } = partsOf(() => console_.page)
const cell = (name: string) => console_.page.getByRole('checkbox', { name, exact: true })
const menuOf = (at: Page) => at.getByRole('navigation', { name: 'Main menu' })

beforeAll(async () => {
  const { api } = console_
  const sell = await addTariff(api, 'SELL')
  await api.admin.call(createWholesaleClient, { body: clientForm(sell, 'Acme') })
  await console_.enterAs('acme', 'CLIENT')
})

test('a client adds a group with its own permissions, from its settings', async () => {
  const { page } = console_
  await page.goto('/settings')
  const links = page.getByRole('navigation', { name: 'Users', exact: true })
  await links.getByRole('link', { name: 'Permission groups' }).click()
  await page.waitForURL('**/settings/acl')
  expect(await menuOf(page).getByText('Settings').count()).toBe(0)
  await button('Add permission group').first().click()
  await page.waitForURL('**/settings/acl/add')
  await field('Name').fill('NOC')
  await cell('Call records: View').click()
  expect(await cell('Gateways: View').count()).toBe(0)
  await page.getByRole('switch', { name: 'Hide prices' }).waitFor()
  expect(await page.getByRole('switch', { name: 'Hide cost and margin' }).count()).toBe(0)
  await button('Save').click()
  await row('NOC').waitFor()
})

test('a user in it logs in and sees the calls alone', async () => {
  const { page } = console_
  await page.goto('/settings')
  const links = page.getByRole('navigation', { name: 'Users', exact: true })
  await links.getByRole('link', { name: 'Users', exact: true }).click()
  await button('Add user').first().click()
  await page.waitForURL('**/settings/users/add')
  await field('Username').fill('night')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await choose(page.getByRole('combobox', { name: 'Permission groups' }), 'NOC')
  await page.keyboard.press('Escape')
  await button('Save').click()
  await row('night').getByText('NOC').waitFor()

  const { page: other, close } = await console_.openAs('night', 'CLIENT')
  await other.goto('/cdr')
  await other.getByRole('heading', { name: 'Calls', level: 1 }).waitFor()
  expect(await menuOf(other).getByText('Tariff Rates').count()).toBe(0)
  await other.goto('/settings')
  const company = other.getByRole('form', { name: 'Company' })
  await expect.poll(() => company.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  expect(await other.getByRole('navigation', { name: 'Users', exact: true }).count()).toBe(0)
  await close()
})
