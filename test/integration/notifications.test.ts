// Events leave the switch by e-mail: a real SMTP server reads the mails.
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateBrand } from '#contract/accounts/brands.ts'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { listBouncedAddresses } from '#contract/notifications/bounced-addresses.ts'
import * as servers from '#contract/notifications/mail-server.ts'
import * as log from '#contract/notifications/notification-deliveries.ts'
import { createNotificationRule } from '#contract/notifications/notification-rules.ts'
import { apiForFile } from '../support/api.ts'
import { brandForm, COLORS } from '../support/brands.ts'
import { addGateway, addTariff, named } from '../support/configuration.ts'
import { doNotifications } from '../support/do-jobs.ts'
import { addFamily } from '../support/family.ts'
import { settlementForm } from '../support/forms.ts'
import { type MailReceiver, startMailReceiver } from '../support/mail-receiver.ts'
import {
  addEvent,
  addNotificationRule,
  clearNotifications,
  mailServerForm,
  ruleForm,
} from '../support/notifications.ts'

const NOON = Date.parse('2026-03-10T12:00:00Z')
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const api = apiForFile()
let smtp: MailReceiver
let ids: Awaited<ReturnType<typeof addFamily>>['ids']
let now_ms = NOON

beforeAll(async () => {
  ids = (await addFamily(api, await addTariff(api, 'SELL'))).ids
})
beforeEach(async () => {
  now_ms = NOON + MINUTE_MS
  smtp = await startMailReceiver()
  await saveServer()
})
afterEach(async () => {
  await clearNotifications(api.database)
  await smtp.close()
})

async function saveServer(change: Parameters<typeof mailServerForm>[0] = {}) {
  const { version } = (await api.admin.call(servers.getMailServer, {})).data
  const body = mailServerForm({ port: smtp.port, version, ...change })
  const answer = await api.admin.call(servers.updateMailServer, { body })
  expect(answer.status, answer.response.body).toBe(200)
}

const addRule = (change: Parameters<typeof ruleForm>[0] = {}) => addNotificationRule(api, change)
const run = (means: Parameters<typeof doNotifications>[2] = {}) =>
  doNotifications(api, now_ms, means)
const addEvents = (count: number, change: Parameters<typeof addEvent>[1] = {}) =>
  Promise.all(Array.from({ length: count }, () => addEvent(api.database, change)))
const deliveries = async (query: object = {}) =>
  (await api.admin.call(log.listNotificationDeliveries, { query })).data

test('a mail has two parts, a brand, times of its reader and a way to stop it', async () => {
  await api.database
    .updateTable('account')
    .set({ billing_email: 'Money@Cleo.example', billing_timezone: 'Asia/Kolkata' })
    .where('id', '=', ids.Cleo)
    .execute()
  const brand = { ...brandForm, title: 'Sapphire <Voice>', colors: COLORS }
  await api.admin.call(updateBrand, {
    params: { id: ids.Sapphire },
    body: { ...brand, support_email: 'help@sapphire.example' },
  })
  await addRule({ addresses: [], to_account_contacts: true })
  await addEvent(api.database, {
    ...{ topic: 'LOW_BALANCE', severity: 'WARNING', account_id: ids.Cleo },
    ...{ subject_kind: 'CLIENT', subject_id: ids.Cleo, subject_name: 'Cleo <& Co>' },
    sentence: 'Balance <5 USD> & falling.',
  })
  await run()
  expect(smtp.mails).toHaveLength(1)
  const [mail] = smtp.mails
  expect(mail).toMatchObject({
    subject: 'Warning: Cleo <& Co>: Balance <5 USD> & falling.',
    from: { value: [{ address: 'switch@example.com', name: 'Sapphire <Voice>' }] },
    to: { value: [{ address: 'money@cleo.example' }] },
    replyTo: { value: [{ address: 'help@sapphire.example' }] },
  })
  expect(mail?.text).toContain(
    'Warning: Cleo <& Co>: Balance <5 USD> & falling.\n2026-03-10 17:30:00',
  )
  expect(mail?.text).toContain('Times are in Asia/Kolkata.')
  expect(mail?.html).toContain('<b>Cleo &lt;&amp; Co&gt;</b>: Balance &lt;5 USD&gt; &amp; falling.')
  expect(mail?.html).toContain('Sapphire &lt;Voice&gt;')
  expect(mail?.html).toContain(`background:${COLORS.primary}`)
  expect(mail?.text).not.toContain('Soft Switch Server')
  const { message_id: id } = (await deliveries())[0]!
  expect(mail?.messageId).toBe(`<${id}@example.com>`)
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(JSON.stringify(mail?.headers.get('list'))).toContain('/api/unsubscribe?token=gcm1:')
})

test('nine gateways of a carrier are one message', async () => {
  const form = settlementForm(await addTariff(api, 'BUY'), named('Carrier'))
  const { data: settlement } = await api.admin.call(createSettlement, { body: form })
  await api.database
    .updateTable('account')
    .set({ noc_email: 'noc@carrier.example' })
    .where('id', '=', settlement.id)
    .execute()
  const subject_id = await addGateway(api, settlement.id)
  await addRule({ addresses: ['noc@example.com'], to_settlement_contacts: true })
  await addEvents(9, { subject_id, group_key: `settlement ${settlement.id}` })
  // Before the group is complete nothing is sent.
  now_ms = NOON + 9 * SECOND_MS
  await run()
  expect(smtp.mails).toEqual([])
  now_ms = NOON + 10 * SECOND_MS
  await run()
  await run()
  expect(smtp.mails.map(({ subject }) => subject)).toEqual([
    'Critical: Gateway down: 9 events',
    'Critical: Gateway down: 9 events',
  ])
  expect((await deliveries()).map(({ recipient }) => recipient).sort()).toEqual([
    'noc@carrier.example',
    'noc@example.com',
  ])
})

test('a recipient of several rules gets an event once', async () => {
  await addRule({ addresses: ['noc@example.com', 'two@example.com'] })
  await addRule({ addresses: ['NOC@example.com'] })
  await addEvents(1)
  await run()
  expect(smtp.mails).toHaveLength(2)
})

test('a flood is bounded, and the rest is one digest an hour later', async () => {
  await addRule({ max_per_hour: 3 })
  await addEvents(10)
  await run()
  await addEvents(10)
  await run()
  expect(smtp.mails).toHaveLength(3)
  expect(await deliveries({ reason: 'DIGEST' })).toHaveLength(17)
  now_ms += HOUR_MS + SECOND_MS
  await run()
  await run()
  expect(smtp.mails).toHaveLength(4)
  expect(smtp.mails.at(-1)).toMatchObject({ subject: 'Digest: 17 events' })
})

test('outside of its hours a rule waits for them', async () => {
  await addRule({ from_time: '08:00', till_time: '18:00', timezone: 'Pacific/Auckland' })
  await addEvents(2)
  await run()
  expect(smtp.mails).toEqual([])
  now_ms = Date.parse('2026-03-10T19:30:00Z')
  await run()
  expect(smtp.mails.map(({ subject }) => subject)).toEqual(['Digest: 2 events'])
})

test('a mail that was accepted and not marked is sent again as the same mail', async () => {
  await addRule()
  await addEvents(1)
  await run()
  await api.database
    .updateTable('notification_delivery')
    .set({ state: 'WAITING', next_try_at: new Date(now_ms).toISOString() })
    .execute()
  await run()
  const names = smtp.mails.map(({ messageId }) => messageId)
  expect(names).toHaveLength(2)
  expect(names[0]).toBe(names[1])
})

test('a reader stops one kind of mail with one click, and no other', async () => {
  await addRule()
  await addEvents(1)
  await run()
  const [mail] = smtp.mails
  const [, link = ''] = /Unsubscribe: (\S+)/.exec(mail?.text ?? '') ?? []
  const { pathname, search, origin } = new URL(link)
  expect(origin).toBe('https://sw.example.com')
  const url = `${pathname}${search}`
  // To look at the page changes nothing.
  const page = await api.app.inject({ method: 'GET', url })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('noc@example.com')
  await addEvents(1)
  await run()
  expect(smtp.mails).toHaveLength(2)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = 'List-Unsubscribe=One-Click'
  const stopped = await api.app.inject({ method: 'POST', url, headers, payload })
  expect(stopped.statusCode).toBe(200)
  await addEvents(1)
  await addEvents(1, { topic: 'BANS', subject_name: 'The switch', sentence: 'Many bans.' })
  await run()
  expect(smtp.mails.slice(2).map(({ subject }) => subject)).toEqual([
    'Critical: The switch: Many bans.',
  ])
  expect(await deliveries({ reason: 'UNSUBSCRIBED' })).toHaveLength(1)
  await api.app.inject({ method: 'POST', url, headers, payload: 'what=all' })
  await addEvents(1, { topic: 'BANS', subject_name: 'The switch', sentence: 'Many bans.' })
  await run()
  expect(smtp.mails).toHaveLength(3)
})

test.each([
  ['none', ''],
  ['one of another purpose', 'gcm1:00000000:AAAA'],
  ['text that is not encrypted', '["noc@example.com",1,""]'],
])('a token that the switch has not made stops nothing: %s', async (_, token) => {
  const url = `/api/unsubscribe?token=${encodeURIComponent(token)}`
  for (const method of ['GET', 'POST'] as const) {
    expect((await api.app.inject({ method, url })).statusCode).toBe(404)
  }
  expect(await api.database.selectFrom('notification_opt_out').selectAll().execute()).toEqual([])
})

test('an address that is refused for good gets nothing more', async () => {
  await addRule({ addresses: ['gone@example.com', 'noc@example.com'] })
  smtp.refusal = (address) =>
    address.startsWith('gone') ? { code: 550, text: '5.1.1 No such user' } : undefined
  await addEvents(1)
  await run()
  expect((await deliveries({ q: 'gone' }))[0]).toMatchObject({ state: 'FAILED', attempts: 1 })
  const { data } = await api.admin.call(listBouncedAddresses, {})
  expect(data).toMatchObject([{ address: 'gone@example.com', bounce_count: 1 }])
  expect(data[0]?.answer).toContain('No such user')
  await addEvents(1)
  await run()
  expect(await deliveries({ reason: 'BOUNCED' })).toHaveLength(1)
  expect(smtp.mails).toHaveLength(2)
})

test('a server that will not relay blames no address, and is tried again', async () => {
  await addRule()
  smtp.refusal = () => ({ code: 550, text: '5.7.1 Relaying denied' })
  await addEvents(1)
  await run()
  expect((await deliveries())[0]).toMatchObject({ state: 'WAITING', attempts: 1 })
  expect((await api.admin.call(listBouncedAddresses, {})).data).toEqual([])
})

test('a mail server at a private address is not called unless it is allowed', async () => {
  await saveServer({ host: 'localhost', allows_private: false })
  await addRule()
  await addEvents(1)
  await run({ resolveName: async () => ['127.0.0.1'] })
  const [delivery] = await deliveries()
  expect(delivery?.last_answer).toContain('127.0.0.1 is a private address')
  expect(smtp.mails).toEqual([])
})

test('with STARTTLS nothing is sent in clear, and a certificate is checked', async () => {
  await addRule()
  await addEvents(1)
  await saveServer({ security: 'STARTTLS' })
  await run()
  expect((await deliveries())[0]?.last_answer).toMatch(/certificate/i)
  await saveServer({ security: 'STARTTLS', checks_certificate: false })
  now_ms += MINUTE_MS
  await run()
  expect(smtp.mails).toHaveLength(1)
})

test('a server that does not offer STARTTLS gets no mail where it is required', async () => {
  const plain = await startMailReceiver({ offers_tls: false })
  await saveServer({ port: plain.port, security: 'STARTTLS', checks_certificate: false })
  await addRule()
  await addEvents(1)
  await run()
  expect(plain.mails).toEqual([])
  expect((await deliveries())[0]?.state).toBe('WAITING')
  await plain.close()
})

test('the password is sent over TLS, and goes to no other server', async () => {
  const strict = await startMailReceiver({ password: 'a secret' })
  const login = { security: 'STARTTLS', checks_certificate: false, username: 'switch' } as const
  await saveServer({ port: strict.port, ...login, password: 'a secret' })
  await api.admin.call(servers.testMailServer, { body: { to: 'Me@Example.com' } })
  now_ms = Math.max(now_ms, api.clock.now)
  await run()
  expect(strict.signedIn).toEqual([{ user: 'switch', secure: true }])
  expect(strict.mails).toMatchObject([{ subject: 'Test of Soft Switch Server' }])
  const { data } = await api.admin.call(servers.getMailServer, {})
  expect(data).toMatchObject({ has_password: true, last_test: { state: 'SENT' } })
  expect(JSON.stringify(data)).not.toContain('a secret')
  const body = mailServerForm({ port: smtp.port, ...login, version: data.version })
  const moved = await api.admin.call(servers.updateMailServer, { body })
  expect(moved.problem.fields).toHaveProperty('password')
  await strict.close()
})

test('a test that fails is shown, and is not tried again', async () => {
  smtp.failure = () => ({ code: 554, text: 'No mails today' })
  await api.admin.call(servers.testMailServer, { body: { to: 'me@example.com' } })
  now_ms = Math.max(now_ms, api.clock.now)
  await run()
  const { data } = await api.admin.call(servers.getMailServer, {})
  expect(data.last_test).toMatchObject({ state: 'FAILED' })
  expect(data.last_test?.last_answer).toContain('No mails today')
})

test('a reseller gets the events of its tree, and sees its own deliveries alone', async () => {
  const reseller = await api.signIn('sapphire', 'RESELLER')
  const body = ruleForm({ addresses: ['ops@sapphire.example'] })
  const made = await reseller.call(createNotificationRule, { body })
  expect(made.status, made.response.body).toBe(200)
  await addRule()
  const of = (account_id: number, topic: 'LOW_BALANCE' | 'MARGIN') =>
    addEvent(api.database, {
      ...{ topic, account_id, subject_kind: 'CLIENT', subject_id: account_id },
      sentence: `${topic} of ${account_id}.`,
    })
  await of(ids.Cleo, 'LOW_BALANCE')
  // The margin of the operator, a client of another one, and the machine are not its own.
  await of(ids.Cleo, 'MARGIN')
  await of(ids.Dora, 'LOW_BALANCE')
  await addEvents(1)
  await run()
  const { data } = await reseller.call(log.listNotificationDeliveries, {})
  const subject = `Critical: London 1: LOW_BALANCE of ${ids.Cleo}.`
  expect(data).toMatchObject([{ subject }])
  const [other] = await deliveries({ q: 'noc@' })
  const params = { id: other?.id ?? 0 }
  expect((await reseller.call(log.getNotificationDelivery, { params })).status).toBe(404)
  expect((await reseller.call(log.resendNotification, { params })).status).toBe(404)
})

test.each([
  ['an account of another one', () => ({ account_ids: [ids.Dora] }), 'account_ids'],
  ['an admin', () => ({ user_ids: [1] }), 'user_ids'],
  ['carriers', () => ({ to_settlement_contacts: true }), 'to_settlement_contacts'],
])('a rule of a reseller is refused with %s', async (_, change, field) => {
  const reseller = await api.signIn('sapphire', 'RESELLER')
  const answer = await reseller.call(createNotificationRule, { body: ruleForm(change()) })
  expect(answer.problem.fields).toHaveProperty(field)
})
