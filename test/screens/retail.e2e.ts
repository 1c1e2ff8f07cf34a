// Retail clients with their SIP users, the phones that are registered, and who is kept out.
import { beforeAll, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { createRetailClient, listRetailClients } from '#contract/accounts/retail-clients.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createCurrency } from '#contract/tariffs/currencies.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { fx, money } from '#core/money.ts'
import { insertAuthFailure } from '#db/people/auth-failures.ts'
import { clientForm, clientIpForm, tariffForm } from '../support/forms.ts'
import { choose, consoleForFile } from './console.ts'

const console_ = consoleForFile()
let tariff_id: number

beforeAll(async () => {
  const { data } = await console_.api.admin.call(createTariff, { body: tariffForm })
  tariff_id = data.id
  const body = { code: 'EUR', name: 'Euro', rate: fx(120_000_000) }
  await console_.api.admin.call(createCurrency, { body })
})

const field = (name: string) => console_.page.getByRole('textbox', { name, exact: true })
const select = (name: string) => console_.page.getByRole('combobox', { name, exact: true })
const button = (name: string) => console_.page.getByRole('button', { name, exact: true })
const dialog = () => console_.page.getByRole('dialog')
const inDialog = (name: string) => dialog().getByRole('textbox', { name, exact: true })
const readiness = () => console_.page.getByRole('region', { name: 'Readiness' })
const row = (table: string, text: string) =>
  console_.page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .filter({ hasText: text })

async function act(table: string, text: string, action: string): Promise<void> {
  await row(table, text).getByRole('button', { name: 'Actions of this row' }).click()
  await console_.page.getByRole('menuitem', { name: action }).click()
}

test('a retail client is added, what most need in sight and the rest folded', async () => {
  const { page } = console_
  await page.goto('/vsa/retail-clients')
  await page.getByText('No retail clients yet').waitFor()
  await button('Add client').first().click()
  await field('Name').fill('Corner Shop')
  await choose(select('Tariff'), 'Gold')
  await field('Username').fill('corner-shop')
  await button('Generate').click()
  expect(await field('Min margin (optional)').count()).toBe(0)
  // The settings for new clients are in sight, in the currency of the client.
  await expect.poll(() => field('Per day (optional)').inputValue()).toBe('50')
  await choose(select('Currency'), 'EUR')
  await expect.poll(() => field('Per day (optional)').inputValue()).toBe('41.67')
  await field('Credit limit').locator('..').getByText('EUR', { exact: true }).waitFor()
  await field('Per day (optional)').fill('25')
  await choose(select('Currency'), 'USD')
  expect(await page.getByRole('switch', { name: 'Allow high-risk numbers' }).isChecked()).toBe(
    false,
  )
  await button('Save').click()
  await page.getByText('Add its SIP users next.').waitFor()
  await page.waitForURL(/retail-clients\/\d+\/edit#next$/)
  await page.getByText('No SIP users. This client cannot make calls yet.').waitFor()
  await readiness().getByText('no route plan').waitFor()
  await readiness().getByText('no SIP user').waitFor()
  // Settings that are not as usual are open when the client is opened again.
  await expect.poll(() => field('Per day (optional)').inputValue()).toBe('25')
  const { data } = await console_.api.admin.call(listRetailClients, {})
  expect(data[0]).toMatchObject({ name: 'Corner Shop', daily_spend_limit: money(25_000_000) })
})

test('a SIP user gets a name and a password, which are shown once', async () => {
  const { page } = console_
  await page.goto('/vsa/retail-clients')
  await page.getByRole('link', { name: 'Corner Shop' }).click()
  await button('Add SIP user').click()
  await inDialog('Number (optional)').fill('+44')
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await dialog().getByText('An international number').waitFor()
  await inDialog('Number (optional)').fill('442071000001')
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await dialog().getByText('The password is shown only once.').waitFor()
  const [name, password] = await dialog().locator('dd .mono').allTextContents()
  expect(name).toMatch(/^\d{8}$/)
  expect(password).toMatch(/^\w{16}$/)
  await dialog().getByRole('button', { name: 'Copy the password' }).waitFor()
  await page.keyboard.press('Escape')
  await button('Done').click()
  await dialog().waitFor({ state: 'detached' })
  await row('SIP users', String(name)).getByText('Not registered').waitFor()
  await row('SIP users', String(name)).getByText('442071000001').waitFor()
  await readiness().getByText('1 SIP user').waitFor()
  expect(await page.content()).not.toContain(password)

  await act('SIP users', String(name), 'New password')
  await dialog().getByRole('button', { name: 'New password' }).click()
  await dialog().getByText('only once').waitFor()
  const [, renewed] = await dialog().locator('dd .mono').allTextContents()
  expect(renewed).not.toBe(password)
  await button('Done').click()
})

test('a client is found by a number of its SIP users', async () => {
  const { page } = console_
  await console_.api.admin.call(createRetailClient, { body: clientForm(tariff_id, 'Bakery') })
  await page.goto('/vsa/retail-clients')
  await row('Retail clients', 'Bakery').waitFor()
  await field('Name, SIP user or number').fill('207100')
  await page.waitForURL(/q=207100/)
  await expect.poll(() => row('Retail clients', 'Bakery').count()).toBe(0)
  await row('Retail clients', 'Corner Shop').waitFor()
})

test('a phone is seen at its user and in the registrations, and removed', async () => {
  const { page } = console_
  const { database } = console_.api
  const user = await database.selectFrom('sip_user').selectAll().executeTakeFirstOrThrow()
  await database
    .insertInto('registration')
    .values({
      sip_user_id: user.id,
      contact: `sip:${user.username}@192.0.2.50:5062`,
      source_ip: '192.0.2.50',
      source_port: 5062,
      transport: 'UDP',
      user_agent: '<b>Phone</b>',
      expires_at: new Date(Date.now() + 600_000).toISOString(),
    })
    .execute()
  await page.goto(`/vsa/retail-clients/${user.account_id}/edit`)
  await row('SIP users', user.username).getByRole('link', { name: 'Registered' }).click()
  await page.waitForURL(/registrations\?sip_user_id=/)
  await row('Registrations', user.username).getByText('<b>Phone</b>').waitFor()
  await row('Registrations', user.username)
    .getByText(/^00:[01]\d:\d\d$/)
    .waitFor()
  await act('Registrations', user.username, 'Remove…')
  await dialog().getByText('Phone of Corner Shop.').waitFor()
  await dialog().getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Removing 1 phone.').waitFor()
  await row('Registrations', user.username).getByText('removing').waitFor()
})

test('failures are counted, and their source is banned and unbanned', async () => {
  const { page, api } = console_
  const { data: client } = await api.admin.call(createWholesaleClient, {
    body: clientForm(tariff_id, 'Trunk'),
  })
  await api.admin.call(createClientIp, { body: clientIpForm(client.id, '198.51.100.0/28') })
  const failure = { kind: 'REGISTER', reason: 'wrong password' } as const
  await insertAuthFailure(api.database, {
    ...failure,
    username: '<script>',
    source_ip: '198.51.100.7',
    count: 41,
  })
  await insertAuthFailure(api.database, {
    ...failure,
    username: '101',
    source_ip: '203.0.113.5',
  })
  await page.goto('/vsa/logs/auth-failures')
  await row('Auth failures', '<script>').getByText('41', { exact: true }).waitFor()
  await page.getByRole('button', { name: '203.0.113.5', exact: true }).click()
  await page.waitForURL(/source_ip=203\.0\.113\.5/)
  await expect.poll(() => row('Auth failures', '<script>').count()).toBe(0)
  await button('Clear').click()
  await act('Auth failures', '<script>', 'Ban this address…')
  await dialog().getByText('Trunk calls from this address and will be blocked.').waitFor()
  await dialog().getByRole('button', { name: 'Ban', exact: true }).click()
  await page
    .getByText(/is banned\. All bans$/)
    .getByRole('link', { name: 'All bans' })
    .waitFor()
  await row('Auth failures', '<script>').getByText('banned').waitFor()

  await page.goto('/vsa/logs/bans')
  await row('Bans', '198.51.100.7').getByText('Manual').waitFor()
  await button('Ban address').click()
  await inDialog('Address').fill('127.0.0.1')
  await dialog().getByRole('button', { name: 'Ban', exact: true }).click()
  await dialog().getByText('This is your own address.').first().waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await act('Bans', '198.51.100.7', 'Unban…')
  await dialog().getByRole('button', { name: 'Unban' }).click()
  await page.getByText('No bans.').waitFor()

  const lock = { key: 'user:<i>ann</i>', points: 10, expire: Date.now() + 600_000 }
  await api.database.insertInto('login_limit').values(lock).execute()
  await page.getByText('Logins', { exact: true }).click()
  await page.waitForURL(/view=logins/)
  await act('Bans', '<i>ann</i>', 'Unlock…')
  await dialog().getByRole('button', { name: 'Unlock' }).click()
  await page.getByText('No login locks.').waitFor()
})
