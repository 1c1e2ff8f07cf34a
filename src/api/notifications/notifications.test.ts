// Rules, webhooks and the mail server: who may change them, and which fields are refused.
import { beforeAll, describe, expect, test } from 'vitest'
import * as bounces from '#contract/notifications/bounced-addresses.ts'
import * as servers from '#contract/notifications/mail-server.ts'
import * as log from '#contract/notifications/notification-deliveries.ts'
import * as rules from '#contract/notifications/notification-rules.ts'
import * as webhooks from '#contract/notifications/notification-webhooks.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { named } from '#test/support/configuration.ts'
import { addFamily } from '#test/support/family.ts'
import { mailServerForm, ruleForm, webhookForm } from '#test/support/notifications.ts'
import { signInAdmin } from '#test/support/people.ts'
import { addViewers } from '#test/support/viewers.ts'

const api = apiForFile()
let reseller: Session
let rule_id: number
let webhook_id: number
let sessions: Record<string, Session>

beforeAll(async () => {
  const { tariffs } = await addViewers(api)
  const { ids } = await addFamily(api, tariffs.sell)
  reseller = await api.signIn('sapphire', 'RESELLER')
  const permissions = [...PERMISSIONS]
  const listed = { permissions, scope: 'LISTED' as const, account_ids: [ids.Sapphire] }
  sessions = {
    'an admin of some accounts': await signInAdmin(api, 'limited', listed),
    'an admin without costs': await signInAdmin(api, 'seller', { permissions, hides_costs: true }),
    'another reseller': await api.signIn('topaz', 'RESELLER'),
    'a client': await api.signIn('cleo', 'CLIENT'),
  }
  const webhook = await reseller.call(webhooks.createNotificationWebhook, { body: webhookForm() })
  webhook_id = webhook.data.id
  const body = ruleForm({ webhook_ids: [webhook_id] })
  rule_id = (await reseller.call(rules.createNotificationRule, { body })).data.id
})

describe.each([
  ['an admin of some accounts', 404, 403],
  ['an admin without costs', 403, 403],
  ['another reseller', 404, 200],
  ['a client', 403, 403],
])('%s', (who, changes, adds) => {
  const send = (method: 'POST' | 'PUT', url: string, payload?: object) =>
    sessions[who]!.send({ method, url, ...(payload && { payload }) })

  test('changes nothing of a reseller', async () => {
    const answers = [
      await send('PUT', `/api/notification-rules/${rule_id}`, { ...ruleForm(), version: 1 }),
      await send('PUT', `/api/notification-webhooks/${webhook_id}`, {
        ...webhookForm(),
        version: 1,
      }),
      await send('POST', `/api/notification-webhooks/${webhook_id}/test`),
      await send('POST', `/api/notification-webhooks/${webhook_id}/secret`),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => changes))
  })

  test('adds what is its own, or nothing', async () => {
    const answer = await send('POST', '/api/notification-rules', ruleForm({ name: named('rule') }))
    expect(answer.statusCode).toBe(adds)
  })
})

test.each([
  ['an address of others in clear', { url: 'http://example.com/' }, 'url'],
  ['a user in the address', { url: 'https://a:b@example.com/' }, 'url'],
  ['a name that is taken', { name: 'PAGER' }, 'name'],
  ['the network of the operator', { allows_private: true }, 'allows_private'],
])('a webhook of a reseller with %s is refused at its field', async (_, change, field) => {
  const payload = { ...webhookForm({ name: named('webhook') }), ...change }
  const answer = await reseller.send({
    ...{ method: 'POST', url: '/api/notification-webhooks', payload },
  })
  expect(Object.keys(answer.json().fields)).toEqual([field])
})

test.each([
  ['no address', { addresses: ['nobody'] }, 'addresses'],
  ['no time zone', { timezone: 'Mars/Olympus' }, 'timezone'],
  ['a webhook of another one', { webhook_ids: [1] }, 'webhook_ids'],
  ['a user who is not there', { user_ids: [404] }, 'user_ids'],
  ['an hour that is none', { from_time: '25:00' }, 'from_time'],
])('a rule with %s is refused at its field', async (_, change, field) => {
  const payload = { ...ruleForm({ name: named('rule') }), ...change }
  const answer = await api.admin.send({
    ...{ method: 'POST', url: '/api/notification-rules', payload },
  })
  expect(Object.keys(answer.json().fields)).toEqual([field])
})

test('a rule is changed, listed and deleted, and loses a webhook that is deleted', async () => {
  const webhook = await api.admin.call(webhooks.createNotificationWebhook, {
    body: webhookForm({ name: named('webhook') }),
  })
  const { id } = webhook.data
  const body = ruleForm({ name: named('rule'), webhook_ids: [id], topics: ['BANS', 'BANS'] })
  const made = (await api.admin.call(rules.createNotificationRule, { body })).data
  expect(made.topics).toEqual(['BANS'])
  const params = { id: made.id }
  const changed = await api.admin.call(rules.updateNotificationRule, {
    params,
    body: { ...body, max_per_hour: 7, version: 1 },
  })
  expect(changed.data).toMatchObject({ max_per_hour: 7, version: 2 })
  await api.admin.call(webhooks.deleteNotificationWebhook, { params: { id } })
  const read = await api.admin.call(rules.getNotificationRule, { params })
  expect(read.data.webhook_ids).toEqual([])
  const { data } = await api.admin.call(rules.listNotificationRules, { query: { q: body.name } })
  expect(data).toHaveLength(1)
  expect((await api.admin.call(rules.deleteNotificationRule, { params })).status).toBe(204)
  expect((await api.admin.call(rules.deleteNotificationRule, { params })).status).toBe(404)
})

test('a webhook is changed, listed and keeps its secret for itself', async () => {
  const body = webhookForm({ name: named('webhook') })
  const { data } = await api.admin.call(webhooks.createNotificationWebhook, { body })
  const params = { id: data.id }
  const changed = await api.admin.call(webhooks.updateNotificationWebhook, {
    params,
    body: { ...body, status: 'paused', version: 1 },
  })
  expect(changed.data.status).toBe('paused')
  const { secret } = (await api.admin.call(webhooks.renewNotificationSecret, { params })).data
  expect(secret).toMatch(/^whsec_/)
  for (const url of ['/api/notification-webhooks', '/api/activities']) {
    expect((await api.admin.send({ method: 'GET', url })).body).not.toContain(secret)
  }
  const stored = await api.database.selectFrom('notification_webhook').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(secret)
})

test('the mail server is saved once by each version, and tested only then', async () => {
  const early = await api.admin.call(servers.testMailServer, { body: { to: 'a@example.com' } })
  expect(early.status).toBe(403)
  const body = mailServerForm({ password: 'a secret' })
  expect((await api.admin.call(servers.updateMailServer, { body })).data.version).toBe(1)
  expect((await api.admin.call(servers.updateMailServer, { body })).status).toBe(409)
  const stored = await api.database.selectFrom('mail_server').select('password').execute()
  expect(stored[0]?.password).toMatch(/^gcm1:/)
})

test('an address is taken off the list of those that were refused', async () => {
  await api.database
    .insertInto('bounced_address')
    .values({ address: 'gone@example.com', answer: '550' })
    .execute()
  const [one] = (await api.admin.call(bounces.listBouncedAddresses, {})).data
  const params = { id: one?.id ?? 0 }
  expect((await api.admin.call(bounces.removeBouncedAddress, { params })).status).toBe(204)
  expect((await api.admin.call(bounces.listBouncedAddresses, {})).data).toEqual([])
})

test('the log is filtered by recipient, severity and time', async () => {
  const listed = async (query: object) => {
    const { data } = await api.admin.call(log.listNotificationDeliveries, { query })
    return data.map(({ subject }) => subject)
  }
  const asked = { recipient: 'night', severity: 'CRITICAL' as const }
  await api.database
    .insertInto('notification_delivery')
    .values({
      ...{ owner_id: 1, sender_id: 1, rule_id: null, kind: 'MESSAGE', channel: 'EMAIL' },
      recipient: 'night@example.com',
      ...{ severity: 'CRITICAL', subject: 'At night', created_at: '2026-03-10T02:00:00Z' },
      next_try_at: '2026-03-10T12:00:00Z',
    })
    .execute()
  expect(await listed(asked)).toEqual(['At night'])
  expect(await listed({ ...asked, severity: 'INFO' })).toEqual([])
  expect(await listed({ ...asked, from: '2026-03-10T00:00', to: '2026-03-10T03:00' })).toEqual([
    'At night',
  ])
  expect(await listed({ ...asked, from: '2026-03-10T03:00', to: '2026-03-10T04:00' })).toEqual([])
})
