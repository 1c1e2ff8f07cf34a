// Events to a webhook: the stored body, signed with the secret, and for a day with the one before.
import type { DuePayload } from '#db/notifications/due-deliveries.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'
import { type Resolve, sendChecked } from '../outbound/send-checked.ts'
import { webhookHeaders } from '../outbound/webhook-signature.ts'

interface Means {
  readonly secretKeys: SecretKeys
  readonly resolveName: Resolve
  readonly stop: AbortSignal
  readonly now_ms: number
}

export async function sendToWebhook(
  { webhook, message_id, payload, kind }: DuePayload,
  means: Means,
): Promise<string> {
  if (!webhook) throw new Error('The webhook was deleted.')
  // A test is how to find out whether it may be active.
  if (webhook.status === 'paused' && kind !== 'TEST') throw new Error('The webhook is paused.')
  const { url, allows_private, secret, previous_secret } = webhook
  const secrets = [secret, previous_secret].filter(Boolean).map((sealed) => {
    const clear = means.secretKeys.decrypt('notification_webhook.secret', sealed)
    if (clear === undefined) throw new Error('The secret cannot be read: make a new one.')
    return clear
  })
  const timestamp = Math.floor(means.now_ms / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'softswitch-notifications',
    ...webhookHeaders(secrets, { id: message_id, timestamp, body: payload }),
  }
  await sendChecked({ method: 'POST', url, allows_private, headers, body: payload }, means)
  return 'Accepted.'
}
