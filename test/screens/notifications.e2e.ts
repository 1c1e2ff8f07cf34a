// Notifications in one walk: an e-mail server, a webhook and a rule are added and tried, an event
// leaves by both, and an address that was refused comes back. A real SMTP server takes the mails.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { addTariff } from '../support/configuration.ts'
import { doNotifications } from '../support/do-jobs.ts'
import { type EventReceiver, startEventReceiver } from '../support/event-receiver.ts'
import { resellerForm } from '../support/forms.ts'
import { type MailReceiver, startMailReceiver } from '../support/mail-receiver.ts'
import { addEvent } from '../support/notifications.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
let smtp: MailReceiver
let receiver: EventReceiver

beforeAll(async () => {
  smtp = await startMailReceiver()
  receiver = await startEventReceiver()
})
afterAll(async () => {
  await smtp?.close()
  await receiver?.close()
})

const { field, select, button, row, dialog } = partsOf(() => console_.page)
const box = (name: string) => console_.page.getByRole('checkbox', { name, exact: true })
const flip = (name: string) => console_.page.getByRole('switch', { name }).click()
/** A minute later, when the events of now are complete. */
const notify = () => doNotifications(console_.api, Date.now() + 60_000)
const happen = (sentence: string) =>
  addEvent(console_.api.database, { sentence, occurred_at: new Date().toISOString() })

test('an e-mail server is saved, tested, and shows what it answered', async () => {
  const { page } = console_
  await page.goto('/vsa/notifications/mail-server')
  await field('Host').waitFor()
  expect(await button('Send a test').count()).toBe(0)
  await button('Save').click()
  await page.getByText('fields need attention').waitFor()
  await field('Host').fill('127.0.0.1')
  await field('Port').fill(String(smtp.port))
  await choose(select('Security'), 'None')
  await field('From address').fill('switch@example.com')
  await field('Address of the console (optional)').fill('https://sw.example.com')
  await button('Save').click()
  await page.getByText('E-mail server saved.').waitFor()
  await field('Recipient').fill('noc')
  await button('Send a test').click()
  await page.getByText('Invalid e-mail address.').waitFor()
  await field('Recipient').fill('noc@example.com')
  await button('Send a test').click()
  const last = page.getByRole('status', { name: 'Last test' })
  await last.getByText('Waiting').waitFor()
  await notify()
  await last.getByText('Sent').waitFor()
  await expect.poll(() => last.innerText()).toMatch(/to noc@example\.com.*250/s)
  expect(smtp.mails).toHaveLength(1)
})

test('a password is set, never shown, and the next change keeps it', async () => {
  const { page } = console_
  await field('Username (optional)').fill('switch')
  await page.getByLabel('Password (optional)', { exact: true }).fill('a secret')
  await button('Save').click()
  await page.getByLabel('Set a new password (optional)', { exact: true }).waitFor()
  await page.reload()
  const password = page.getByLabel('Set a new password (optional)', { exact: true })
  expect(await password.inputValue()).toBe('')
  await field('Username (optional)').fill('')
  await choose(select('Status'), 'Paused')
  await button('Save').click()
  await page.getByText('E-mail server saved.').last().waitFor()
  await choose(select('Status'), 'Active')
  await button('Save').click()
  await expect.poll(() => select('Status').inputValue()).toBe('Active')
})

test('a webhook is added, gets a secret and a test', async () => {
  const { page } = console_
  await page.goto('/vsa/notifications/webhooks')
  await page.getByText('No webhooks yet').waitFor()
  await button('Add webhook').first().click()
  await field('Name').fill('Pager')
  await field('Address').fill(receiver.url)
  await button('Save').click()
  await page
    .getByText(/^Use https/)
    .first()
    .waitFor()
  await flip('Allow private addresses')
  await button('Save').click()
  await row('Pager').waitFor()
  await act(row('Pager'), 'New secret…')
  await button('Make a new one').click()
  receiver.secret = await page.locator('code', { hasText: 'whsec_' }).innerText()
  await button('Done').click()
  await act(row('Pager'), 'Send a test')
  await row('Pager').getByText('Waiting').waitFor()
  await notify()
  await row('Pager').getByText('Sent').waitFor()
  expect(receiver.received).toHaveLength(1)
  await act(row('Pager'), 'Pause')
  await button('Pause').last().click()
  await row('Pager').getByText('Paused').waitFor()
  await act(row('Pager'), 'Resume')
  await button('Resume').last().click()
  await row('Pager').getByText('Active').waitFor()
})

test('a rule says who gets which events, in words', async () => {
  const { page } = console_
  await page.goto('/vsa/notifications/rules')
  await page.getByText('No notification rules yet').waitFor()
  await button('Add notification rule').first().click()
  await field('Name').fill('Night shift')
  await page.getByText('None is chosen: all alarms').waitFor()
  await box('Gateways').click()
  await expect.poll(() => box('Gateway down').isChecked()).toBe(true)
  await box('Gateway locked').click()
  await box('ASR').click()
  await choose(select('Severity at least'), 'Info')
  await select('E-mail addresses (optional)').fill('noc@example.com')
  await page.keyboard.press('Enter')
  await choose(select('Webhooks (optional)'), 'Pager')
  await page.keyboard.press('Escape')
  await field('From').fill('25:00')
  await button('Save').click()
  await page.getByText('A time, for example 08:00.').waitFor()
  await field('From').fill('00:00')
  await button('Save').click()
  const text = () => row('Night shift').innerText()
  await expect.poll(text).toMatch(/Gateway down, Gateway not registered, ASR/)
  await expect.poll(text).toMatch(/noc@example\.com, Pager/)
  await expect.poll(text).toMatch(/Always/)
})

test('a rule is copied with other hours, paused and deleted', async () => {
  const { page } = console_
  await act(row('Night shift'), 'Copy')
  await page.getByRole('heading', { name: 'Copy Night shift' }).waitFor()
  await expect.poll(() => field('Name').inputValue()).toBe('Night shift copy')
  await expect.poll(() => box('ASR').isChecked()).toBe(true)
  await page.getByText('Mon', { exact: true }).click()
  await field('From').fill('08:00')
  await field('To').fill('18:00')
  await button('Save').click()
  await row('Night shift copy').getByText('Mon 08:00–18:00').waitFor()
  await act(row('Night shift copy'), 'Pause')
  await button('Pause').last().click()
  await row('Night shift copy').getByText('Paused').waitFor()
  await act(row('Night shift copy'), 'Delete')
  await button('Delete').last().click()
  await expect.poll(() => row('Night shift copy').count()).toBe(0)
})

test('an event is in the log with its mail, its payload and its attempts', async () => {
  const { page } = console_
  await happen('It does not answer OPTIONS.')
  await notify()
  await page.goto('/vsa/notifications/deliveries')
  await choose(page.getByRole('combobox', { name: 'Topic' }), 'Gateway down')
  await choose(page.getByRole('combobox', { name: 'Channel' }), 'E-mail')
  await page.reload()
  await expect.poll(() => page.locator('tbody tr:not([aria-hidden])').count()).toBe(1)
  await row('noc@example.com').getByText('Critical: London 1').click()
  const sentence = 'It does not answer OPTIONS.'
  const frame = dialog().getByTitle('Mail as it was sent')
  await frame.contentFrame().getByText(`London 1: ${sentence}`, { exact: true }).waitFor()
  const show = (part: string) =>
    dialog()
      .getByRole('radiogroup', { name: 'Part of the mail' })
      .getByText(part, { exact: true })
      .click()
  await show('Text')
  await dialog().locator('pre', { hasText: sentence }).waitFor()
  expect(await frame.count()).toBe(0)
  await show('HTML')
  await frame.contentFrame().getByText(`London 1: ${sentence}`, { exact: true }).waitFor()
  await dialog()
    .getByRole('row', { name: /Sent.*250/ })
    .waitFor()
  const mails = smtp.mails.length
  await dialog().getByRole('button', { name: 'Resend…' }).click()
  await button('Resend').click()
  await page.getByText('It is sent again.').waitFor()
  await notify()
  await expect
    .poll(() =>
      dialog()
        .getByRole('row', { name: /Sent.*250/ })
        .count(),
    )
    .toBe(2)
  expect(smtp.mails).toHaveLength(mails + 1)
  await page.keyboard.press('Escape')
  await choose(page.getByRole('combobox', { name: 'Channel' }), 'Webhook')
  await row('Pager').getByText('Critical: London 1').click()
  await dialog().locator('pre', { hasText: '"sentence"' }).waitFor()
  expect(await frame.count()).toBe(0)
  await dialog().getByText('Accepted.').waitFor()
  await page.keyboard.press('Escape')
})

test('an address that is refused is on the list of bounces until it is removed', async () => {
  const { page } = console_
  smtp.refusal = () => ({ code: 550, text: '5.1.1 No such user' })
  await happen('It does not answer again.')
  await notify()
  await page.goto('/vsa/notifications/bounced-addresses')
  await row('noc@example.com').getByText('No such user').waitFor()
  await happen('It does not answer for the third time.')
  await notify()
  await row('noc@example.com').getByRole('link', { name: 'noc@example.com' }).click()
  await row('third time').getByText('Suppressed').waitFor()
  await row('third time').getByText('Bounced address').waitFor()
  await page.goBack()
  await act(row('noc@example.com'), 'Delete')
  await button('Delete').last().click()
  await page.getByText('No bounced addresses.').waitFor()
})

test('a reseller has the topics, rules and webhooks of its own', async () => {
  const { page } = console_
  const cost = await addTariff(console_.api, 'RESELLER_COST')
  await console_.api.admin.call(createReseller, { body: resellerForm(cost, 'Amber') })
  await console_.enterAs('amber', 'RESELLER')
  await page.goto('/vsr/notifications/rules/add')
  await box('Low balance').waitFor()
  expect(await box('Gateway down').count()).toBe(0)
  expect(await box('Margin').count()).toBe(0)
  expect(await page.getByRole('switch', { name: 'Contacts of the carrier' }).count()).toBe(0)
  await select('Webhooks (optional)').waitFor()
  await field('Name').fill('Own clients')
  await box('Low balance').click()
  await flip('Contacts of the account')
  await button('Save').click()
  await page.waitForURL('**/vsr/notifications/rules')
  await row('Own clients').getByText('contacts of the account').waitFor()
  await row('Own clients').getByRole('link', { name: 'Own clients' }).click()
  await page.waitForURL(/\/vsr\/notifications\/rules\/\d+\/edit/)
  await expect.poll(() => box('Low balance').isChecked()).toBe(true)
  await page.goto('/vsr/notifications/webhooks/add')
  await field('Address').waitFor()
  expect(await page.getByRole('switch', { name: 'Allow private addresses' }).count()).toBe(0)
  await page.goto('/vsr/notifications/deliveries')
  await page.getByText('No deliveries yet').waitFor()
})
