// Events leave the switch by webhook: a real receiver checks the signatures.
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as log from '#contract/notifications/notification-deliveries.ts'
import * as webhooks from '#contract/notifications/notification-webhooks.ts'
import { apiForFile } from '../support/api.ts'
import { named } from '../support/configuration.ts'
import { doNotifications } from '../support/do-jobs.ts'
import { type EventReceiver, startEventReceiver } from '../support/event-receiver.ts'
import {
  addEvent,
  addNotificationRule,
  clearNotifications,
  webhookForm,
} from '../support/notifications.ts'

const NOON = Date.parse('2026-03-10T12:00:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const api = apiForFile()
let receiver: EventReceiver
let now_ms = NOON

beforeEach(async () => {
  now_ms = NOON + MINUTE_MS
  receiver = await startEventReceiver()
})
afterEach(async () => {
  await clearNotifications(api.database)
  await receiver.close()
})

async function addWebhook(change: Parameters<typeof webhookForm>[0] = {}) {
  const body = webhookForm({
    ...{ name: named('webhook'), url: receiver.url, allows_private: true },
    ...change,
  })
  const { data } = await api.admin.call(webhooks.createNotificationWebhook, { body })
  await renewSecret(data.id)
  return data.id
}
async function renewSecret(id: number) {
  const params = { id }
  const { data } = await api.admin.call(webhooks.renewNotificationSecret, { params })
  receiver.secret = data.secret
}

/** Its events go to the webhook alone. */
const addRule = (webhook_id: number) =>
  addNotificationRule(api, { addresses: [], webhook_ids: [webhook_id] })
const run = (means: Parameters<typeof doNotifications>[2] = {}) =>
  doNotifications(api, now_ms, means)
const deliveries = async () => (await api.admin.call(log.listNotificationDeliveries, {})).data

test('a receiver that fails ten times gets the event once, signed', async () => {
  await addRule(await addWebhook())
  await addEvent(api.database)
  receiver.status = () => 503
  for (let time = 1; time <= 10; time += 1) {
    await run()
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({
      ...{ attempts: time, state: 'WAITING', last_answer: 'The receiver answered 503.' },
    })
    // Before its time nothing is sent.
    now_ms = Date.parse(delivery?.next_try_at ?? '') - 1
    await run()
    expect(receiver.tries).toBe(time)
    now_ms += 1
  }
  receiver.status = () => 204
  await run()
  await run()
  expect(receiver.received).toHaveLength(1)
  expect(receiver.received[0]).toMatchObject({
    type: 'notification',
    data: { is_test: false, events: [{ topic: 'GATEWAY_DOWN', payload: { pings: 3 } }] },
  })
  expect((await deliveries())[0]).toMatchObject({ state: 'SENT', attempts: 11 })
  expect(now_ms - NOON).toBeLessThan(24 * HOUR_MS)
})

test('a delivery is given up within a day', async () => {
  await addRule(await addWebhook())
  await addEvent(api.database)
  receiver.status = () => 500
  let next_try_at: string | null | undefined = ''
  while (next_try_at !== null) {
    await run()
    next_try_at = (await deliveries())[0]?.next_try_at
    if (next_try_at) now_ms = Date.parse(next_try_at)
  }
  expect((await deliveries())[0]).toMatchObject({ state: 'FAILED', attempts: 13 })
  expect(now_ms - NOON).toBeGreaterThan(20 * HOUR_MS)
  expect(now_ms - NOON).toBeLessThan(24 * HOUR_MS)
})

test('after a new secret both sign for a day', async () => {
  const id = await addWebhook()
  const before = receiver.secret
  await renewSecret(id)
  receiver.secret = before
  await addRule(id)
  await addEvent(api.database)
  api.clock.now = now_ms
  await run()
  expect(receiver.received).toHaveLength(1)
})

test('what is sent again is the stored payload with the same id', async () => {
  const rule = await addRule(await addWebhook())
  await addEvent(api.database)
  await run()
  await api.database
    .updateTable('notification_rule')
    .set({ name: 'Another name' })
    .where('id', '=', rule.id)
    .execute()
  await api.database.updateTable('notification_event').set({ sentence: 'Changed.' }).execute()
  const [{ id } = { id: 0 }] = await deliveries()
  api.clock.now = now_ms
  await api.admin.call(log.resendNotification, { params: { id } })
  await run()
  const [first, second] = receiver.bodies
  expect(receiver.bodies).toHaveLength(2)
  expect(second).toBe(first)
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id)
  const { data } = await api.admin.call(log.getNotificationDelivery, { params: { id } })
  expect(data.tries.map(({ ok }) => ok)).toEqual([true, true])
  expect(data.payload).toBe(first)
})

test('a test of a webhook is an event that is marked', async () => {
  const id = await addWebhook({ status: 'paused' })
  await api.admin.call(webhooks.testNotificationWebhook, { params: { id } })
  now_ms = Math.max(now_ms, api.clock.now)
  await run()
  expect(receiver.received).toMatchObject([{ data: { is_test: true, events: [{ id: 0 }] } }])
  const { data } = await api.admin.call(webhooks.getNotificationWebhook, { params: { id } })
  expect(data).toMatchObject({ last_state: 'SENT', last_answer: 'Accepted.' })
})

test('a private address is not called unless it is allowed', async () => {
  await addRule(await addWebhook({ url: 'https://localhost/', allows_private: false }))
  await addEvent(api.database)
  await run({ resolveName: async () => ['127.0.0.1'] })
  const [delivery] = await deliveries()
  expect(delivery?.last_answer).toContain('127.0.0.1 is a private address')
  expect(receiver.tries).toBe(0)
})
