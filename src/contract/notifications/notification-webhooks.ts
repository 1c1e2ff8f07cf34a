// Webhooks that events are sent to, signed as Standard Webhooks say.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

const status = z.enum(['active', 'paused'])

/** Without a user in it: the signature says who sends. */
const ADDRESS = /^https?:\/\/[A-Za-z0-9.:[\]-]+([/?]\S*)?$/

export const notificationWebhookForm = z.strictObject({
  name: is.name(80),
  status,
  url: z
    .string()
    .trim()
    .max(500)
    .regex(ADDRESS, 'An address, for example https://example.com/events.'),
  /** Whether the address may be one of this machine or of its network. */
  allows_private: z.boolean(),
})

export const notificationWebhook = notificationWebhookForm.extend({
  id: is.id,
  version: is.version,
  owner_id: is.id,
  owner_name: z.string(),
  /** Until then the secret before this one signs too; null if it does not. */
  previous_until: is.instant.nullable(),
  /** The last message that was tried. */
  last_state: z.enum(['WAITING', 'SENT', 'FAILED']).nullable(),
  last_answer: z.string().nullable(),
  last_at: is.instant.nullable(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type NotificationWebhook = z.output<typeof notificationWebhook>

export const listNotificationWebhooks = endpoint({
  method: 'GET',
  path: '/api/notification-webhooks',
  summary: 'Webhooks for events',
  needs: 'notification_webhooks.view',
  list: true,
  query: listQuery(['name', 'status', 'created_at'], { status: status.optional() }),
  answer: z.array(notificationWebhook),
})

export const getNotificationWebhook = endpoint({
  method: 'GET',
  path: '/api/notification-webhooks/:id',
  summary: 'One webhook for events',
  needs: 'notification_webhooks.view',
  params: idParams,
  answer: notificationWebhook,
})

export const createNotificationWebhook = endpoint({
  method: 'POST',
  path: '/api/notification-webhooks',
  summary: 'Adds a webhook for events',
  needs: 'notification_webhooks.create',
  body: notificationWebhookForm,
  answer: notificationWebhook,
})

export const updateNotificationWebhook = endpoint({
  method: 'PUT',
  path: '/api/notification-webhooks/:id',
  summary: 'Changes a webhook for events',
  needs: 'notification_webhooks.edit',
  params: idParams,
  body: notificationWebhookForm.extend({ version: is.version }),
  answer: notificationWebhook,
})

export const deleteNotificationWebhook = endpoint({
  method: 'DELETE',
  path: '/api/notification-webhooks/:id',
  summary: 'Deletes a webhook, also from the rules that use it',
  needs: 'notification_webhooks.delete',
  params: idParams,
})

export const renewNotificationSecret = endpoint({
  method: 'POST',
  path: '/api/notification-webhooks/:id/secret',
  summary: 'Makes a new secret; the one before signs too for a day. Only this answer has it',
  needs: 'notification_webhooks.edit',
  confirm: true,
  params: idParams,
  answer: z.object({ secret: z.string() }),
  secret: true,
})

export const testNotificationWebhook = endpoint({
  method: 'POST',
  path: '/api/notification-webhooks/:id/test',
  summary: 'Sends an example event, marked as a test; the webhook shows how it went',
  needs: 'notification_webhooks.edit',
  params: idParams,
  answer: notificationWebhook,
})
