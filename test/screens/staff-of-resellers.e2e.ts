// A reseller adds a permission group and a user, who logs in and sees a part of its area.
import { beforeAll, expect, test } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { addTariff } from '../support/configuration.ts'
import { resellerForm } from '../support/forms.ts'
import { PASSWORD } from '../support/password.ts'
import { choose, consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()

const { field, button, row } = partsOf(() => console_.page)
const cell = (name: string) => console_.page.getByRole('checkbox', { name, exact: true })

beforeAll(async () => {
  const { api } = console_
  const cost = await addTariff(api, 'RESELLER_COST')
  await api.admin.call(createReseller, { body: resellerForm(cost, 'Amber') })
  await console_.enterAs('amber', 'RESELLER')
})

test('a group of a reseller has its permissions alone, and no scope', async () => {
  const { page } = console_
  await page.goto('/vsr/settings/acl')
  await button('Add permission group').first().click()
  await page.waitForURL('**/vsr/settings/acl/add')
  await field('Name').fill('Desk')
  await cell('Wholesale clients: View').click()
  expect(await cell('Gateways: View').count()).toBe(0)
  expect(await field('Scope').count()).toBe(0)
  await button('Save').click()
  await row('Desk').waitFor()
})

test('a user in it logs in and sees the narrowed menu', async () => {
  const { page } = console_
  await page.goto('/vsr/settings/users/add')
  await field('Username').fill('clerk')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  expect(await page.getByRole('switch', { name: 'All rights' }).count()).toBe(0)
  await choose(page.getByRole('combobox', { name: 'Permission groups' }), 'Desk')
  await page.keyboard.press('Escape')
  await button('Save').click()
  await row('clerk').getByText('Desk').waitFor()
  expect(await row('amber').count()).toBe(0)

  const { page: other, close } = await console_.openAs('clerk', 'RESELLER')
  await other.goto('/vsr/wholesale-clients')
  await other.getByRole('heading', { name: 'Wholesale clients' }).waitFor()
  expect(await other.getByRole('button', { name: 'Add client' }).count()).toBe(0)
  const menu = other.getByRole('navigation').first()
  await menu.getByText('Clients').first().waitFor()
  expect(await menu.getByText('Tariffs').count()).toBe(0)
  await close()
})

test('the sessions and the groups of the staff are in the area of the reseller', async () => {
  const { page } = console_
  await page.goto('/vsr/settings/sessions')
  await row('clerk').first().waitFor()
  await page.goto('/vsr/settings/api-tokens')
  await page.getByText('No API tokens.').waitFor()
  await page.goto('/vsr/settings/acl/assign')
  await cell('clerk in Desk').waitFor()
})
