import { expect, test } from 'vitest'
import {
  createPermissionGroup,
  listPermissionGroups,
  updatePermissionGroup,
} from '#contract/people/permission-groups.ts'
import { createUser, listUsers } from '#contract/people/users.ts'
import { PASSWORD } from '../support/password.ts'
import { permissionGroupForm, userForm } from '../support/people.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()

const { dialog, rows } = partsOf(() => console_.page)
const cell = (name: string) => console_.page.getByRole('checkbox', { name, exact: true })
const group = async (name: string) =>
  (await console_.api.admin.call(listPermissionGroups, {})).data.find((one) => one.name === name)

test('a group gets its permissions in a matrix, by mouse and by keyboard', async () => {
  const { page } = console_
  await page.goto('/vsa/settings/acl')
  await page.getByRole('button', { name: 'Add permission group' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Rates')
  await cell('Tariffs and rates: Edit').click()
  // To edit includes to view.
  await expect.poll(() => cell('Tariffs and rates: View').isChecked()).toBe(true)
  await cell('Tariffs and rates: Edit').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect.poll(() => cell('Currencies: Edit').isChecked()).toBe(true)
  await cell('Currencies: View').click()
  await expect.poll(() => cell('Currencies: Edit').isChecked()).toBe(false)
  await cell('Gateways: all').click()
  await expect.poll(() => cell('Gateways: Execute').isChecked()).toBe(true)
  await cell('Gateways: all').click()
  await page.getByRole('switch', { name: 'No export' }).click()
  await page.getByRole('switch', { name: 'Only granted' }).click()
  await expect.poll(() => page.getByRole('checkbox', { name: /: View$/ }).count()).toBe(1)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await rows('Permission groups').filter({ hasText: 'no export' }).waitFor()
  expect(await group('Rates')).toMatchObject({
    permissions: ['tariffs.view', 'tariffs.edit'],
    refuses_export: true,
  })
})

test('an admin in a group sees its menu only, and reads which right is missing', async () => {
  const { page, api } = console_
  const { data } = await api.admin.call(createPermissionGroup, {
    body: { ...permissionGroupForm, name: 'Tariffs only' },
  })
  await page.goto('/vsa/settings/users/add')
  await page.getByRole('textbox', { name: 'Username' }).fill('berta')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await choose(page.getByRole('combobox', { name: 'Permission groups' }), 'Tariffs only')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await rows('Admin users').filter({ hasText: 'berta' }).getByText('Tariffs only').waitFor()
  const users = await api.admin.call(listUsers, { query: { q: 'berta' } })
  expect(users.data[0]?.group_ids).toEqual([data.id])

  const { page: other, close } = await console_.openAs('berta', 'ADMIN')
  const menu = other.getByRole('navigation', { name: 'Main menu' })
  await menu.getByText('Tariffs', { exact: true }).first().waitFor()
  expect(await menu.getByText('Terminations', { exact: true }).count()).toBe(0)
  await other.goto('/vsa/gateways')
  await other.getByText('gateways.view').waitFor()
  await other.goto('/vsa/tariffs')
  await other.getByRole('heading', { name: 'Tariffs' }).waitFor()
  expect(await other.getByRole('button', { name: 'Add tariff' }).count()).toBe(0)
  expect(await other.getByRole('button', { name: 'Export' }).count()).toBe(0)

  // A change of the group counts at the next request: statistics without costs, then without money.
  const hide = async (version: number, hides_prices: boolean) => {
    const permissions = ['home.view' as const, 'traffic_reports.view' as const]
    const hidden = { ...permissionGroupForm, name: 'Tariffs only', permissions, hides_prices }
    const body = { ...hidden, hides_costs: true, version }
    await api.admin.call(updatePermissionGroup, { params: { id: data.id }, body })
    await other.goto('/vsa?panel=statistics')
    await other.getByText('Minutes', { exact: true }).first().waitFor()
    const shown = (word: string) => other.getByText(word, { exact: true }).count()
    return { revenue: (await shown('Revenue')) > 0, cost: await shown('Cost') }
  }
  expect(await hide(data.version, false)).toEqual({ revenue: true, cost: 0 })
  expect(await hide(data.version + 1, true)).toEqual({ revenue: false, cost: 0 })
  await close()
})

test('users are assigned to groups, and it says who may do a thing', async () => {
  const { page, api } = console_
  await api.admin.call(createPermissionGroup, {
    body: { ...permissionGroupForm, name: 'Listeners', permissions: ['call_records.view'] },
  })
  await api.admin.call(createUser, { body: { ...userForm, username: 'clara' } })
  await page.goto('/vsa/settings/acl/assign')
  await cell('clara in Listeners').click()
  await page.getByText('1 user changed').waitFor()
  await page.getByRole('button', { name: 'clara' }).click()
  const effective = page.getByRole('region', { name: 'Effective rights' })
  await effective.getByText('Call records: View').waitFor()
  await choose(page.getByRole('combobox', { name: 'Who can do this?' }), 'Call records: View')
  const who = page.getByRole('region', { name: 'Who can do this?' })
  await who.getByText('clara').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Groups assigned.').waitFor()
  const { data } = await api.admin.call(listUsers, { query: { q: 'clara' } })
  expect(data[0]?.groups.map(({ name }) => name)).toEqual(['Listeners'])
})

test('a password is reset and a session ended', async () => {
  const { page, api } = console_
  await api.admin.call(createUser, { body: { ...userForm, username: 'dora' } })
  await api.signIn('dora', 'ADMIN')
  await page.goto('/vsa/settings/sessions')
  const session = rows('Sessions').filter({ hasText: 'dora' })
  await act(session, 'End session…')
  await dialog().getByRole('button', { name: 'End session' }).click()
  await page.getByText('Session ended.').waitFor()
  await page.goto('/vsa/settings/users')
  await act(rows('Admin users').filter({ hasText: 'dora' }), 'Reset password…')
  await dialog().getByRole('button', { name: 'Generate' }).click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await page.getByText('Password of dora changed.').waitFor()
})
