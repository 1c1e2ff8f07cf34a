// Alarms in one walk: the list with its filters, the drawer, an acknowledgement and a snooze, the
// strip above every screen, and the bell.
import { beforeAll, expect, test } from 'vitest'
import { listAlarms } from '#contract/alarms/alarms.ts'
import { setPing } from '../support/alarms.ts'
import { addGateways } from '../support/configuration.ts'
import { doAlarms } from '../support/do-jobs.ts'
import { consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const NAMES = ['London 1', 'London 2', 'Newark 1', 'Newark 2', 'Oslo 1']

const console_ = consoleForFile()
let gateways: readonly number[]
let now_ms = Date.now()
beforeAll(async () => {
  const { database } = console_.api
  await database.deleteFrom('alarm_rule').where('topic', '<>', 'GATEWAY_DOWN').execute()
  gateways = await addGateways(console_.api, NAMES)
})

const { field, button, row, rows } = partsOf(() => console_.page)
const strip = () => console_.page.getByRole('region', { name: 'Critical alarms' })
const dialog = (name: string) => console_.page.getByRole('dialog', { name })
const bell = () => console_.page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const listed = () => expect.poll(() => rows('Alarms').count())

/** Sets the findings of the pings, and has the job judge them some seconds later. */
async function judge(state: 'UP' | 'DOWN', ...names: readonly string[]): Promise<void> {
  const { api } = console_
  for (const name of names) {
    await setPing(api.database, gateways[NAMES.indexOf(name)] ?? 0, state)
  }
  for (const seconds of [1, 15]) {
    now_ms += seconds * 1000
    await doAlarms(api, now_ms)
  }
}

test('nothing fires, and the list says so', async () => {
  const { page } = console_
  await page.goto('/vsa/monitor/alarms')
  await page.getByText('No alarm is firing.').waitFor()
  expect(await strip().count()).toBe(0)
  expect(await bell().getAttribute('aria-label')).toBe('Notifications')
})

test('gateways that are down are in the list without a reload, and in the strip', async () => {
  const { page } = console_
  await judge('DOWN', 'London 1', 'London 2', 'Newark 1', 'Newark 2')
  await listed().toBe(4)
  await row('London 1').last().getByText('It does not answer OPTIONS.').waitFor()
  await row('London 1').last().getByText('Firing').waitFor()
  await page.goto('/vsa/tariffs')
  await strip().getByRole('link', { name: 'London 1' }).waitFor()
  await expect.poll(() => strip().getByRole('listitem').count()).toBe(3)
  await strip().getByRole('link', { name: '+ 1 more' }).click()
  await page.waitForURL(/severity=CRITICAL/)
  await listed().toBe(4)
})

test('the drawer has the rule as it was, and an acknowledged alarm leaves the strip', async () => {
  const { page, api } = console_
  await strip().getByRole('link', { name: 'London 1' }).click()
  const drawer = dialog('London 1')
  await drawer.getByRole('link', { name: 'Gateway down' }).waitFor()
  await drawer.getByText('None in the last 400 days.').waitFor()
  const calls = await drawer
    .getByRole('link', { name: 'Calls at that moment' })
    .getAttribute('href')
  expect(calls).toMatch(/^\/vsa\/cdr\/all\?gateway_id=\d+&from=[\d-]+T/)
  await drawer.getByRole('button', { name: 'Acknowledge…' }).click()
  await field('Note (optional)').fill('The carrier works on it.')
  await button('Acknowledge').click()
  // The drawer can have the answer before the dialog is closed, which would take the Escape below.
  await dialog('Acknowledge: London 1').waitFor({ state: 'detached' })
  await drawer.getByText(/^Acknowledged by admin.*: The carrier works on it\.$/).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await strip().getByRole('link', { name: 'London 1' }).waitFor({ state: 'detached' })
  await expect.poll(() => strip().getByRole('listitem').count()).toBe(3)
  const { data } = await api.admin.call(listAlarms, { query: { is_acknowledged: 'true' } })
  expect(data).toMatchObject([{ acknowledged_note: 'The carrier works on it.' }])
})

test('a snooze from the row is shown, leaves the strip, and is ended', async () => {
  const { page } = console_
  await page.goto('/vsa/monitor/alarms')
  await act(row('London 2').last(), 'Snooze for 4 hours')
  await page.getByText('Snoozed. It sends no messages until then.').waitFor()
  await strip().getByRole('link', { name: 'London 2' }).waitFor({ state: 'detached' })
  await act(row('London 2').last(), 'End the snooze')
  await strip().getByRole('link', { name: 'London 2' }).waitFor()
})

test('filters are in the address and survive a reload', async () => {
  const { page } = console_
  await page.getByText('Cleared', { exact: true }).click()
  await page.getByText('No alarms match these filters.').waitFor()
  await judge('UP', 'London 1')
  await listed().toBe(1)
  await page.reload()
  await row('London 1').last().waitFor()
  expect(page.url()).toMatch(/state=CLEARED/)
  await page.getByLabel('State').getByText('All', { exact: true }).click()
  await listed().toBe(4)
  await field('Subject or sentence').fill('Newark')
  await listed().toBe(2)
})

test('the home page has what fires', async () => {
  const { page } = console_
  await page.goto('/vsa?list=alarms')
  const panel = page.getByRole('heading', { name: 'Alarms' }).locator('xpath=ancestor::section')
  await panel.getByRole('link', { name: 'Newark 2' }).waitFor()
  expect(await panel.getByRole('link', { name: 'London 1' }).count()).toBe(0)
  await panel.getByRole('link', { name: 'Newark 2' }).click()
  await dialog('Newark 2').waitFor()
  await page.keyboard.press('Escape')
})

test('the bell has an alarm as one line, from firing to cleared, and is read', async () => {
  const { page } = console_
  await page.goto('/vsa/tariffs')
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('Notifications, 4 unread')
  await bell().focus()
  await page.keyboard.press('Enter')
  const lines = dialog('Notifications').getByRole('listitem')
  await expect.poll(() => lines.count()).toBe(4)
  await lines
    .first()
    .getByText(/^Cleared after 00:0/)
    .waitFor()
  await lines
    .nth(1)
    .getByText(/^Firing for /)
    .waitFor()
  await button('Mark London 1 as read').click()
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('Notifications, 3 unread')
  await button('Mark all as read').click()
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('Notifications')
  await judge('DOWN', 'Oslo 1')
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('Notifications, 1 unread')
  await page.keyboard.press('Escape')
  await dialog('Notifications').waitFor({ state: 'detached' })
})

test('arrows and Enter lead from the bell to the alarms of that moment', async () => {
  const { page } = console_
  await bell().click()
  const lines = dialog('Notifications').getByRole('listitem')
  await lines.first().getByRole('link', { name: 'Oslo 1' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/monitor\/alarms\?state=ALL&from=.*&to=.*&alarm=\d+/)
  await dialog('Oslo 1').getByRole('link', { name: 'Gateway down' }).waitFor()
  await page.keyboard.press('Escape')
  await bell().click()
  await page.getByRole('button', { name: 'Snooze Oslo 1' }).click()
  await page.getByRole('menuitem', { name: 'Snooze for 7 days' }).click()
  await lines
    .first()
    .getByText(/^Snoozed until /)
    .waitFor()
  await page.keyboard.press('Escape')
})
