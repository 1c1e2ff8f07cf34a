import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { getSettings, setTimezone } from '#contract/console/settings.ts'
import { createInvoice, issueInvoice } from '#contract/invoices/invoices.ts'
import {
  getFirewallZone,
  listFirewallZones,
  updateFirewallZone,
} from '#contract/machine/firewall-zones.ts'
import { listCdrPartitions } from '#contract/partitions/cdr-partitions.ts'
import { me } from '#contract/people/session.ts'
import { money } from '#core/money.ts'
import { recordAt, writeCalls } from '../support/calls.ts'
import { addClient } from '../support/configuration.ts'
import { bookPastCalls } from '../support/past-calls.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

/** The smallest PNG: one pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9' +
    'awAAAABJRU5ErkJggg==',
  'base64',
)

const console_ = consoleForFile()

const { dialog, rows } = partsOf(() => console_.page)

test('lists round amounts to the decimals of the settings, and tooltips have all', async () => {
  const { page } = console_
  await addClient(console_.api, { credit_limit: money(12_345_678) })
  await page.goto('/vsa/settings')
  const form = page.getByRole('form', { name: 'Console' })
  const decimals = form.getByRole('textbox', { name: 'Decimals of amounts' })
  await expect.poll(() => decimals.inputValue()).toBe('4')
  await decimals.fill('5')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => decimals.getAttribute('aria-invalid')).toBe('true')
  await decimals.fill('1')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').waitFor()
  await page.goto('/vsa/wholesale-clients')
  const available = rows('Wholesale clients').first().getByTitle('12.345678')
  await expect.poll(() => available.innerText()).toBe('12.3 USD')
})

test('the time zone of the switch changes after a question that says what moves', async () => {
  const { page, api } = console_
  await page.goto('/vsa/settings')
  const zone = page.getByRole('combobox', { name: 'Time zone', exact: true })
  const { data: before } = await api.admin.call(getSettings, {})
  const question = page.getByRole('dialog', { name: /^Change the time zone of the switch to / })
  await choose(zone, 'Asia/Dhaka')
  await question.getByText(/limits per day or month, begin at another hour/).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => zone.inputValue()).toBe(before.timezone)
  expect((await api.admin.call(getSettings, {})).data.timezone).toBe(before.timezone)
  await choose(zone, 'Asia/Dhaka')
  await question.getByRole('button', { name: 'Change' }).click()
  await page.getByText('Time zone changed.').waitFor()
  await expect.poll(() => zone.inputValue()).toBe('Asia/Dhaka')
  await api.admin.call(setTimezone, { body: { timezone: before.timezone } })
})

test('what is not invoiced is marked, and another text is typed to delete it', async () => {
  const { page, api } = console_
  const { id } = await addClient(api, { name: 'Billed' })
  await bookPastCalls(api, id, [['2026-01-03T12:00:00Z', -1]])
  const body = { account_id: id, from_on: '2026-01-01', to_on: '2026-01-31' }
  const { data } = await api.admin.call(createInvoice, { body })
  await api.admin.call(issueInvoice, { params: { id: data.id } })
  await bookPastCalls(api, id, [['2026-03-03T12:00:00Z', -1]])
  await page.goto('/vsa/settings/cdr-partitions?q=ledger_entry_202603')
  await page.getByText('Uninvoiced', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select ledger_entry_202603' }).check()
  await page.getByRole('button', { name: 'Delete without export…' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 1 partition?' })
  await question.getByText('1 of them not invoiced yet').waitFor()
  await question.getByRole('textbox').fill('DELETE 1')
  const sure = question.getByRole('button', { name: 'Delete', exact: true })
  await expect.poll(() => sure.isDisabled()).toBe(true)
  await question.getByRole('textbox').fill('DELETE UNINVOICED 1')
  await expect.poll(() => sure.isDisabled()).toBe(false)
  await question.getByRole('button', { name: 'Keep' }).click()
})

test('the daily limit of new retail clients is changed, and taken away', async () => {
  const { page, api } = console_
  await page.goto('/vsa/settings')
  const form = page.getByRole('form', { name: 'New retail clients' })
  const limit = form.getByRole('textbox', { name: 'Spending limit per day' })
  await expect.poll(() => limit.inputValue()).toBe('50')
  const save = async (text: string) => {
    await limit.fill(text)
    await form.getByRole('button', { name: 'Save' }).click()
  }
  const stored = async () => (await api.admin.call(getSettings, {})).data.retail_daily_spend_limit
  await save('0')
  await form.getByText('More than 0; empty = no limit.').waitFor()
  await save('12.50')
  await expect.poll(stored).toBe(money(12_500_000))
  await save('')
  await expect.poll(stored).toBeNull()
  // The other parts of the settings still save what they show.
  const other = page.getByRole('form', { name: 'Calls and money' })
  await other.getByRole('textbox', { name: 'Currency' }).fill('EUR')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await api.admin.call(getSettings, {})).data.currency).toBe('EUR')
})

test('another session is revoked after a question, and one may keep it', async () => {
  const { page, api } = console_
  const other = await api.signIn('admin', 'ADMIN')
  await page.goto('/vsa/settings')
  const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr')
  // The newest session is first; the one of the test itself is the oldest.
  await expect.poll(() => rows.count()).toBe(3)
  await rows.nth(1).getByText('this session').waitFor()
  await expect.poll(() => rows.nth(1).getByRole('button').count()).toBe(0)

  const revoke = rows.first().getByRole('button', { name: 'Revoke' })
  const question = page.getByRole('dialog', {
    name: /^Revoke the session of .* at 127\.0\.0\.1\?$/,
  })
  await revoke.click()
  await question.getByRole('button', { name: 'Keep' }).click()
  await question.waitFor({ state: 'detached' })
  expect((await other.call(me, {})).status).toBe(200)

  await revoke.click()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Session revoked.').waitFor()
  await expect.poll(() => rows.count()).toBe(2)
  expect((await other.call(me, {})).status).toBe(401)
})

test('a partition of the past is chosen, and deleted after the confirmation is typed', async () => {
  const { page, api } = console_
  await writeCalls(api.url, { records: [recordAt(Date.parse('2026-03-10T12:00:00Z'))] })
  await page.goto('/vsa/settings/cdr-partitions?state=PAST&parent=call_record')
  const rows = page.getByRole('table', { name: 'CDR partitions' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(1)
  await expect.poll(() => rows.first().innerText()).toContain('2026-03-10 00:00')
  await page.getByRole('checkbox', { name: 'Select call_record_20260310' }).check()
  await page.getByRole('button', { name: 'Export and delete…' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 1 partition?' })
  const sure = question.getByRole('button', { name: 'Delete', exact: true })
  await expect.poll(() => sure.isDisabled()).toBe(true)
  await question.getByRole('textbox').fill('DELETE 1')
  await sure.click()
  await page.getByText('1 partition will be removed within a minute.').waitFor()
  const query = { state: 'WAITING' } as const
  const { data } = await api.admin.call(listCdrPartitions, { query })
  expect(data.map(({ name, wants_export }) => [name, wants_export])).toEqual([
    ['call_record_20260310', true],
  ])
  await page.goto('/vsa/settings/cdr-partitions?state=CURRENT')
  const current = page.getByRole('checkbox', { name: /^Select auth_failure_/ })
  await current.waitFor()
  await expect.poll(() => current.isDisabled()).toBe(true)
})

test('a firewall zone gets countries and networks, and the test says whom it denies', async () => {
  const { page, api } = console_
  await page.goto('/vsa/settings/firewall-zones')
  await page.getByRole('button', { name: 'Add firewall zone' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Elsewhere')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const zones = rows('Firewall zones')
  await zones.filter({ hasText: 'Elsewhere' }).getByRole('link', { name: '0' }).first().click()
  await page.getByRole('heading', { name: 'Countries of Elsewhere' }).waitFor()
  await page.getByRole('checkbox', { name: /^South America/ }).click()
  await page.getByRole('textbox', { name: 'Paste codes' }).fill('ru, de')
  await page.getByRole('button', { name: 'Add codes' }).click()
  await page.getByRole('textbox', { name: 'Find a country' }).fill('brazil')
  await page.getByRole('checkbox', { name: 'Brazil BR' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Countries saved.').waitFor()
  const { data } = await api.admin.call(listFirewallZones, {})
  const countries = data[0]?.countries ?? []
  expect(['AR', 'DE', 'RU'].every((code) => countries.includes(code))).toBe(true)
  expect(countries).not.toContain('BR')
  await page.getByRole('button', { name: 'Upload a newer one' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  const csv = (text: string) => ({
    name: 'new.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
  await (await chooser).setFiles(csv('198.51.100.0/24,XX'))
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText('Line 1: Unknown country "XX".').waitFor()
  const again = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await again).setFiles(csv('198.51.100.0/24,RU'))
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const database = page.getByRole('region', { name: 'Country database' })
  await database.getByText(/IPv4: new.csv, published .*, 1 network, 1 country/).waitFor()
  await database.getByRole('button', { name: 'Use the built-in one' }).click()
  await dialog().getByRole('button', { name: 'Use the built-in one' }).click()
  await database.getByText(/^Built-in country database of/).waitFor()

  await page.goto(`/vsa/settings/firewall-zones/${data[0]?.id}/networks`)
  const lines = '198.51.100.0/24 laboratory\n198.51.100.7\n2001:db8::/32'
  await page.getByRole('textbox', { name: 'Add networks' }).fill(lines)
  await page.getByText('Line 2, 198.51.100.7: Already covered by 198.51.100.0/24.').waitFor()
  await page.getByRole('button', { name: 'Add 2 networks' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Networks saved.').waitFor()
  await page.getByRole('button', { name: 'Edit 198.51.100.0/24' }).click()
  await page.getByRole('textbox', { name: 'Comment of 198.51.100.0/24' }).fill('workshop')
  await page.getByRole('textbox', { name: 'Expiry of 198.51.100.0/24' }).fill('2099-12-31 00:00:00')
  // A list that is not saved is not left without a question.
  await page.getByRole('link', { name: 'Firewall zones' }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await rows('Networks').filter({ hasText: 'workshop' }).getByText('2099-12-31').waitFor()

  await page.goto('/vsa/settings/firewall-zones')
  await page.getByRole('textbox', { name: 'Test an address' }).fill('198.51.100.9')
  const result = page.getByRole('status', { name: 'Result' })
  await result.getByText('zone Elsewhere, network 198.51.100.0/24').first().waitFor()
  await act(zones.filter({ hasText: 'Elsewhere' }), 'Block')
  await dialog().getByRole('button', { name: 'Block' }).click()
  await result.getByText('no zone matches').first().waitFor()

  const params = { id: data[0]?.id ?? 0 }
  const read = async () => (await api.admin.call(getFirewallZone, { params })).data
  await expect.poll(async () => (await read()).status).toBe('blocked')
  const { version = 0 } = await read()
  const zone = { name: 'Elsewhere', description: '', policy: 'DENY', status: 'active' } as const
  const services = ['WEB_CLIENT' as const]
  const body = { ...zone, services, requests_per_second: null, version }
  expect((await api.admin.call(updateFirewallZone, { params, body })).status).toBe(200)
  await page.getByText('Zones changed by admin are in use for a trial').waitFor()
  await page.getByRole('button', { name: 'Undo now' }).click()
  await page.getByText('The last change of zones was undone: Undone by admin.').waitFor()
  await zones.filter({ hasText: 'Elsewhere' }).getByText('SIP registrations').waitFor()
})

test('title, company, logo and date format are changed, and shown at the login too', async () => {
  const { page } = console_
  await page.goto('/vsa/settings')
  const form = page.getByRole('form', { name: 'Console' })
  const title = form.getByRole('textbox', { name: 'Title' })
  await expect.poll(() => title.inputValue()).toBe('Soft Switch Server')
  await title.fill('Example Switch')
  await form.getByRole('textbox', { name: 'Company' }).fill('Example Telecom')
  await choose(form.getByRole('combobox', { name: 'Date format' }), 'DD.MM.YYYY')
  await form.getByRole('button', { name: 'Save' }).click()
  const home = page.getByRole('banner').getByRole('link', { name: 'Example Switch' })
  await home.getByText('Example Telecom').waitFor()
  const since = page.getByRole('table', { name: 'Sessions' }).locator('time').first()
  await expect.poll(() => since.innerText()).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/)
  await page.setInputFiles('input[type=file]', {
    name: 'logo.svg',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await page.getByText('A PNG or JPEG image.').waitFor()
  await page.setInputFiles('input[type=file]', {
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: LOGO,
  })
  const widthOf = (image: Locator) =>
    image.evaluate((each) => (each as HTMLImageElement).naturalWidth)
  await expect.poll(() => widthOf(home.locator('img'))).toBe(1)
  // At the login they come without a session.
  await page.context().clearCookies()
  await page.goto('/vsa/login')
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
  await page.getByText('Example Switch').waitFor()
  await page.getByText('Example Telecom').waitFor()
  await expect.poll(() => widthOf(page.locator('main img'))).toBe(1)
  await expect.poll(() => page.title()).toBe('Admin Login')
})
