// Signatures as Standard Webhooks 1.0 has them, so that a receiver can use any of its libraries.
import { createHmac } from 'node:crypto'

/** A secret begins with it; its bytes follow in base64. */
const PREFIX = 'whsec_'

export interface Message {
  readonly id: string
  /** Seconds of the epoch. */
  readonly timestamp: number
  readonly body: string
}

export function webhookHeaders(secret: string, { id, timestamp, body }: Message) {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${hmac.digest('base64')}`,
  }
}
