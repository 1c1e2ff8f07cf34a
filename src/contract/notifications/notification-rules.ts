// Who gets which events: by topic, severity, subject and hours.
import { z } from 'zod'
import { SEVERITIES, TOPICS } from '#core/notification/topics.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

const status = z.enum(['active', 'paused'])
const severity = z.enum(SEVERITIES)
const ids = (max: number) => z.array(is.id).max(max, `At most ${max}.`)
const ADDRESS = z.email().max(254)

export const notificationRuleForm = z.strictObject({
  name: is.name(80),
  status,
  /** None is all. */
  topics: z.array(z.enum(TOPICS)),
  min_severity: severity,
  /** Accounts with all below them, and carriers; none is all. */
  account_ids: ids(200),
  /** Whether the end of an alarm is sent too. */
  sends_cleared: z.boolean(),
  /** Events at other times wait for these. Monday is 1; none is every day. */
  weekdays: z.array(z.number().int().min(1).max(7)).max(7),
  from_time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time, for example 08:00.'),
  till_time: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'A time, for example 18:00 or 24:00.'),
  /** An IANA time zone; null is that of the switch. */
  timezone: z.string().max(64).nullable(),
  user_ids: ids(100),
  addresses: z
    .array(z.string().trim().toLowerCase())
    .max(50, 'At most 50.')
    .refine((all) => all.every((one) => ADDRESS.safeParse(one).success), 'E-mail addresses.'),
  /** The account that an event concerns, at the addresses of its profile. */
  to_account_contacts: z.boolean(),
  /** The carrier that an event concerns. */
  to_settlement_contacts: z.boolean(),
  webhook_ids: ids(20),
  /** Messages to one recipient; the rest is one digest. */
  max_per_hour: z.number().int().min(1).max(1000),
})

const named = z.array(z.object({ id: is.id, name: z.string() }))

export const notificationRule = notificationRuleForm.extend({
  id: is.id,
  version: is.version,
  owner_id: is.id,
  owner_name: z.string(),
  accounts: named,
  users: named,
  webhooks: named,
  created_at: is.instant,
  updated_at: is.instant,
})
export type NotificationRule = z.output<typeof notificationRule>

export const listNotificationRules = endpoint({
  method: 'GET',
  path: '/api/notification-rules',
  summary: 'Rules that say who gets which events',
  needs: 'notification_rules.view',
  list: true,
  query: listQuery(['name', 'status', 'min_severity', 'created_at'], {
    status: status.optional(),
  }),
  answer: z.array(notificationRule),
})

export const getNotificationRule = endpoint({
  method: 'GET',
  path: '/api/notification-rules/:id',
  summary: 'One notification rule',
  needs: 'notification_rules.view',
  params: idParams,
  answer: notificationRule,
})

export const createNotificationRule = endpoint({
  method: 'POST',
  path: '/api/notification-rules',
  summary: 'Adds a notification rule',
  needs: 'notification_rules.create',
  body: notificationRuleForm,
  answer: notificationRule,
})

export const updateNotificationRule = endpoint({
  method: 'PUT',
  path: '/api/notification-rules/:id',
  summary: 'Changes a notification rule',
  needs: 'notification_rules.edit',
  params: idParams,
  body: notificationRuleForm.extend({ version: is.version }),
  answer: notificationRule,
})

export const deleteNotificationRule = endpoint({
  method: 'DELETE',
  path: '/api/notification-rules/:id',
  summary: 'Deletes a notification rule; no digest of it is sent any more',
  needs: 'notification_rules.delete',
  params: idParams,
})
