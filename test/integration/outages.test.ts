// The database is away: those who want to know get a mail while it is, and the end of it as that of
// any alarm. A real SMTP server reads the mails.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAlarmRule } from '#contract/alarms/alarm-rules.ts'
import * as alarms from '#contract/alarms/alarms.ts'
import { updateMailServer } from '#contract/notifications/mail-server.ts'
import { listNotificationDeliveries } from '#contract/notifications/notification-deliveries.ts'
import * as webhooks from '#contract/notifications/notification-webhooks.ts'
import { makePool, overPool } from '#db/database.ts'
import { databaseAnswers } from '#jobs/outages/database-answers.ts'
import { makeOutageWatch } from '#jobs/outages/watch-outages.ts'
import { resolveName } from '#jobs/outbound/send-checked.ts'
import { apiForFile } from '../support/api.ts'
import { addressOf } from '../support/database.ts'
import { doAlarms, doNotifications } from '../support/do-jobs.ts'
import { startEventReceiver } from '../support/event-receiver.ts'
import { openFlakyDatabase } from '../support/flaky-database.ts'
import { type MailReceiver, startMailReceiver } from '../support/mail-receiver.ts'
import {
  addNotificationRule,
  clearNotifications,
  mailServerForm,
  webhookForm,
} from '../support/notifications.ts'
import { secretKeys } from '../support/secret-keys.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** The port is closed. */
const NOWHERE = 'postgresql://jobs@127.0.0.1:1/none'

const SENTENCE =
  'It does not answer. Active calls go on for the time that is granted, new ones are refused.'

const api = apiForFile()
let smtp: MailReceiver
let now_ms: number
let is_away = false
let watch: Watch

beforeEach(async () => {
  now_ms = Date.now()
  is_away = false
  smtp = await startMailReceiver()
  await api.admin.call(updateMailServer, { body: mailServerForm({ port: smtp.port }) })
  await api.database.deleteFrom('alarm_rule').execute()
  await api.admin.call(createAlarmRule, {
    body: {
      ...{ name: 'Processes', topic: 'PROCESS', severity: 'CRITICAL', status: 'active' },
      ...{ subject_kind: 'PROCESS', subject_ids: [], destinations: [], comparison: 'ABOVE' },
      ...{ compares_with: 'BOUND', bound: '0', window_minutes: 60, min_calls: 0 },
      ...{ pending_seconds: 30, clear_seconds: 10 },
    },
  })
  watch = openWatch(api.jobs_url)
})
afterEach(async () => {
  await watch.close()
  await sql`truncate alarm, process_state`.execute(api.database)
  await clearNotifications(api.database)
  await smtp.close()
})

type Watch = ReturnType<typeof openWatch>

function openWatch(url: string) {
  const pool = makePool(addressOf('jobs', url), 'jobs', 2)
  const look = makeOutageWatch({
    ...{ database: overPool(pool), secretKeys, resolveName, randomId: randomUUID },
    hasAnswered: () => databaseAnswers(is_away ? NOWHERE : url),
    clock: { now_ms: () => now_ms },
    ...{ log: pino({ level: 'silent' }), stop: new AbortController().signal },
  })
  return { look, close: () => pool.end() }
}

/** Each five seconds. */
async function lookFor(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    now_ms += 5 * SECOND_MS
    await watch.look()
  }
}
const listed = async () => (await api.admin.call(alarms.listAlarms, { query: {} })).data
const deliveries = async () => (await api.admin.call(listNotificationDeliveries, {})).data
const subjects = () => smtp.mails.map(({ subject }) => subject)

/** As the supervisor writes it when the database is back. */
const writeProcesses = () =>
  sql`insert into process_state (node_id, name, state, seen_at) values
    (1, 'supervisor', 'running', now()), (1, 'database', 'running', now())`.execute(api.database)

/** Alarms are judged and notifications sent, some seconds later. */
async function doJobsAfter(seconds: number): Promise<void> {
  now_ms += seconds * SECOND_MS
  await doAlarms(api, now_ms)
  await doNotifications(api, now_ms)
}

test('a database that hangs is mailed while it does, and its end by the usual alarm', async () => {
  const flaky = await openFlakyDatabase(api.jobs_url)
  await watch.close()
  watch = openWatch(flaky.url)
  await addNotificationRule(api)
  await watch.look()
  flaky.hang()
  await watch.look()
  now_ms += 29 * SECOND_MS
  await watch.look()
  expect(smtp.mails).toEqual([])
  now_ms += SECOND_MS
  await watch.look()
  await watch.look()
  expect(subjects()).toEqual([`Critical: database: ${SENTENCE}`])
  expect(smtp.mails[0]?.html).toContain('Soft Switch Server')

  flaky.resume()
  now_ms += MINUTE_MS
  await watch.look()
  expect(await listed()).toMatchObject([
    { state: 'FIRING', subject_name: 'database', rule_name: 'Processes', sentence: SENTENCE },
  ])
  const [mailed] = await deliveries()
  expect(mailed).toMatchObject({ state: 'SENT', attempts: 1, recipient: 'noc@example.com' })
  expect(smtp.mails[0]?.messageId).toBe(`<${mailed?.message_id}@example.com>`)
  await writeProcesses()
  for (const seconds of [0, 5, 5, 10]) await doJobsAfter(seconds)
  expect(await listed()).toMatchObject([{ state: 'CLEARED', clear_cause: 'RECOVERED' }])
  expect(subjects()).toEqual([
    `Critical: database: ${SENTENCE}`,
    `Cleared: database: It is over after 70 s: ${SENTENCE}`,
  ])
  await flaky.close()
})

test('a short outage says nothing, and neither does one without a rule', async () => {
  await addNotificationRule(api)
  await lookFor(5)
  for (const seconds of [30, 30]) {
    is_away = true
    await lookFor(seconds)
    is_away = false
    await lookFor(20)
  }
  await api.database.updateTable('alarm_rule').set({ status: 'paused' }).execute()
  await lookFor(20)
  is_away = true
  await lookFor(60)
  is_away = false
  await lookFor(5)
  expect(smtp.mails).toEqual([])
  expect(await listed()).toEqual([])
})

test.each([
  [30, 60],
  [0, 5],
])(
  'pending %d s: another outage while the alarm fires is none',
  async (pending_seconds, seconds) => {
    await api.database.updateTable('alarm_rule').set({ pending_seconds }).execute()
    await addNotificationRule(api)
    await lookFor(5)
    for (const outage of ['first', 'second']) {
      is_away = true
      await lookFor(seconds)
      is_away = false
      await lookFor(5)
      expect([outage, smtp.mails.length]).toEqual([outage, 1])
    }
    await writeProcesses()
    for (const seconds of [0, 5, 5, 10]) await doJobsAfter(seconds)
    await lookFor(20)
    is_away = true
    await lookFor(60)
    expect(smtp.mails).toHaveLength(3)
  },
)

test('a snoozed alarm is sent by none', async () => {
  await addNotificationRule(api)
  await lookFor(5)
  is_away = true
  await lookFor(60)
  is_away = false
  await lookFor(5)
  const [{ id } = { id: 0 }] = await listed()
  const until_at = new Date(now_ms + HOUR_MS).toISOString()
  await api.admin.call(alarms.snoozeAlarm, { params: { id }, body: { until_at } })
  await writeProcesses()
  for (const seconds of [0, 5, 5, 10]) await doJobsAfter(seconds)
  const mails = smtp.mails.length
  await lookFor(20)
  is_away = true
  await lookFor(60)
  expect(smtp.mails).toHaveLength(mails)
})

test('a mail that is refused is tried again, and after the outage by the usual job', async () => {
  await addNotificationRule(api)
  await lookFor(5)
  smtp.failure = () => ({ code: 451, text: 'Later' })
  is_away = true
  await lookFor(35)
  expect(smtp.mails).toHaveLength(1)
  await lookFor(10)
  expect(smtp.mails).toHaveLength(2)
  is_away = false
  await lookFor(5)
  expect(await deliveries()).toMatchObject([{ state: 'WAITING', attempts: 2 }])
  smtp.failure = () => undefined
  await doNotifications(api, now_ms)
  expect(await deliveries()).toMatchObject([{ state: 'SENT', attempts: 3 }])
  expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(1)
})

test('what a rule holds back comes with its digest after the outage', async () => {
  const { id } = await addNotificationRule(api, { from_time: '00:00', till_time: '24:00' })
  const day = new Date(now_ms).getUTCDay()
  const tomorrow = (day % 7) + 1
  await api.database
    .updateTable('notification_rule')
    .set({ weekdays: [tomorrow] })
    .where('id', '=', id)
    .execute()
  await lookFor(5)
  is_away = true
  await lookFor(60)
  is_away = false
  await lookFor(5)
  expect(smtp.mails).toEqual([])
  expect(await deliveries()).toMatchObject([{ state: 'SUPPRESSED', reason: 'HOURS' }])
  await doNotifications(api, now_ms + 24 * HOUR_MS)
  expect(subjects()).toEqual(['Digest: 1 event'])
})

test('a webhook gets it signed, as an event that has no id yet', async () => {
  const receiver = await startEventReceiver()
  const form = webhookForm({ url: receiver.url, allows_private: true })
  const { data } = await api.admin.call(webhooks.createNotificationWebhook, { body: form })
  const params = { id: data.id }
  const secret = await api.admin.call(webhooks.renewNotificationSecret, { params })
  receiver.secret = secret.data.secret
  await addNotificationRule(api, { addresses: [], webhook_ids: [data.id] })
  await lookFor(5)
  is_away = true
  await lookFor(60)
  expect(receiver.received).toMatchObject([
    { data: { events: [{ id: 0, alarm_id: null, topic: 'PROCESS', subject_name: 'database' }] } },
  ])
  is_away = false
  await lookFor(5)
  expect(await deliveries()).toMatchObject([{ state: 'SENT', id: expect.any(Number) }])
  await receiver.close()
})
