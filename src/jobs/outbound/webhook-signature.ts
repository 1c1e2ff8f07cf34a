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

/** One signature for each secret: while one replaces another, a receiver may know either. */
export function webhookHeaders(secrets: readonly string[], { id, timestamp, body }: Message) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
    return `v1,${hmac.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
