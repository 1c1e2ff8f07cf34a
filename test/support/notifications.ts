// Forms of notifications, and events as alarms and changes write them.

import { expect } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import type { updateMailServer } from '#contract/notifications/mail-server.ts'
import { createNotificationRule } from '#contract/notifications/notification-rules.ts'
import type { createNotificationWebhook } from '#contract/notifications/notification-webhooks.ts'
import type { Database } from '#db/database.ts'
import { insertEvents, type NewEvent } from '#db/notifications/events.ts'
import type { TestApi } from './api.ts'
import { named } from './configuration.ts'

export const ruleForm = (
  change: Partial<BodyOf<typeof createNotificationRule>> = {},
): BodyOf<typeof createNotificationRule> => ({
  name: 'Night shift',
  status: 'active',
  topics: [],
  min_severity: 'INFO',
  account_ids: [],
  sends_cleared: true,
  weekdays: [],
  from_time: '00:00',
  till_time: '24:00',
  timezone: null,
  user_ids: [],
  addresses: ['noc@example.com'],
  to_account_contacts: false,
  to_settlement_contacts: false,
  webhook_ids: [],
  max_per_hour: 20,
  ...change,
})

export const webhookForm = (
  change: Partial<BodyOf<typeof createNotificationWebhook>> = {},
): BodyOf<typeof createNotificationWebhook> => ({
  name: 'Pager',
  status: 'active',
  url: 'https://pager.example.com/events',
  allows_private: false,
  ...change,
})

export const mailServerForm = (
  change: Partial<BodyOf<typeof updateMailServer>> = {},
): BodyOf<typeof updateMailServer> => ({
  status: 'active',
  host: '127.0.0.1',
  port: 25,
  security: 'NONE',
  checks_certificate: true,
  username: '',
  from_address: 'switch@example.com',
  from_name: 'Switch',
  reply_to: '',
  console_url: 'https://sw.example.com',
  allows_private: true,
  version: 0,
  ...change,
})

/** A gateway that is down, unless the change says something else. */
export async function addEvent(database: Database, change: Partial<NewEvent> = {}): Promise<void> {
  const event: NewEvent = {
    topic: 'GATEWAY_DOWN',
    phase: 'HAPPENED',
    severity: 'CRITICAL',
    alarm_id: null,
    account_id: null,
    subject_kind: 'GATEWAY',
    subject_id: null,
    subject_name: 'London 1',
    group_key: '',
    sentence: 'It does not answer OPTIONS.',
    payload: { pings: 3 },
    occurred_at: '2026-03-10T12:00:00Z',
    ...change,
  }
  await insertEvents(database, [event])
}

/** One of the operator. */
export async function addNotificationRule(
  api: TestApi,
  change: Parameters<typeof ruleForm>[0] = {},
) {
  const body = ruleForm({ name: named('rule'), ...change })
  const answer = await api.admin.call(createNotificationRule, { body })
  expect(answer.status, answer.response.body).toBe(200)
  return answer.data
}

const TABLES = [
  ...(['notification_delivery', 'notification_rule', 'notification_webhook'] as const),
  ...(['notification_event', 'notification_opt_out', 'bounced_address', 'mail_server'] as const),
]

export async function clearNotifications(database: Database): Promise<void> {
  for (const table of TABLES) await database.deleteFrom(table).execute()
}
