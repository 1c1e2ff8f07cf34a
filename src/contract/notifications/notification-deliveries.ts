// The log of deliveries: messages of events and documents to one recipient, with their attempts.
import { z } from 'zod'
import {
  CHANNELS,
  DELIVERY_KINDS,
  DELIVERY_STATES,
  SUPPRESSIONS,
} from '#core/notification/delivery.ts'
import { DOCUMENT_KINDS } from '#core/notification/document-mail.ts'
import { SEVERITIES, TOPICS } from '#core/notification/topics.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'

const channel = z.enum(CHANNELS)
const state = z.enum(DELIVERY_STATES)
const reason = z.enum(SUPPRESSIONS)
const topic = z.enum(TOPICS)

const notificationDelivery = z.object({
  id: is.id,
  /** The same whenever it is sent again: in the Message-ID, and the `webhook-id`. */
  message_id: z.string(),
  owner_id: is.id,
  owner_name: z.string(),
  /** Null for a test, and when the rule is gone. */
  rule_id: is.id.nullable(),
  rule_name: z.string().nullable(),
  channel,
  /** The address, or the name of the webhook. */
  recipient: z.string(),
  kind: z.enum(DELIVERY_KINDS),
  /** Null for a digest, a test or a document. */
  topic: topic.nullable(),
  severity: z.enum(SEVERITIES),
  subject: z.string(),
  event_count: z.number(),
  state,
  /** Why it is suppressed; HOURS and DIGEST wait for a digest, or are in one. */
  reason: reason.nullable(),
  digest_id: is.id.nullable(),
  attempts: z.number(),
  next_try_at: is.instant.nullable(),
  last_answer: z.string(),
  created_at: is.instant,
  sent_at: is.instant.nullable(),
})
export type NotificationDelivery = z.output<typeof notificationDelivery>

export const notificationDeliveryWithBody = notificationDelivery.extend({
  body_text: z.string(),
  body_html: z.string(),
  /** The body for a webhook. */
  payload: z.string(),
  /** Its files; without a size until they are drawn. */
  attachments: z.array(
    z.object({
      document_kind: z.enum(DOCUMENT_KINDS),
      file_name: z.string(),
      size: z.number().nullable(),
    }),
  ),
  tries: z.array(z.object({ at: is.instant, ok: z.boolean(), answer: z.string() })),
})

export const listNotificationDeliveries = endpoint({
  method: 'GET',
  path: '/api/notification-deliveries',
  summary: 'Messages of events, the newest first',
  needs: 'notification_deliveries.view',
  list: true,
  query: listQuery(['created_at', 'recipient'], {
    channel: channel.optional(),
    state: state.optional(),
    reason: reason.optional(),
    topic: topic.optional(),
    severity: z.enum(SEVERITIES).optional(),
    /** A part of it. */
    recipient: z.string().trim().max(254).optional(),
    rule_id: is.queryId.optional(),
    ...inTime,
  }),
  answer: z.array(notificationDelivery),
})

export const getNotificationDelivery = endpoint({
  method: 'GET',
  path: '/api/notification-deliveries/:id',
  summary: 'One message as it was sent, with its attempts',
  needs: 'notification_deliveries.view',
  params: idParams,
  answer: notificationDeliveryWithBody,
})

export const getNotificationDeliveryPage = endpoint({
  method: 'GET',
  path: '/api/notification-deliveries/:id/page-url',
  summary: 'Where the HTML of a mail is a page of its own, for a minute and without a login',
  needs: 'notification_deliveries.view',
  params: idParams,
  secret: true,
  answer: z.object({ url: z.string() }),
})

export const resendNotification = endpoint({
  method: 'POST',
  path: '/api/notification-deliveries/:id/resend',
  summary: 'Sends the stored message again, with the same id',
  needs: 'notification_deliveries.execute',
  params: idParams,
  answer: notificationDeliveryWithBody,
})
