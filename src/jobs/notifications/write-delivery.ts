// The words of a delivery for its channel and its reader.
import type { Draft } from '#core/notification/group-events.ts'
import { mailSubjectOf, textOf, worstOf } from '#core/notification/message.ts'
import { htmlOf } from '#core/notification/message-html.ts'
import { webhookPayload } from '#core/notification/webhook-payload.ts'
import type { ActiveRule, NewDelivery } from '#db/notifications/expansion.ts'
import type { Sender } from '#db/notifications/sender-look.ts'
import { makeUnsubscribeToken } from '#db/notifications/unsubscribe-token.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'

export interface Writing {
  readonly now: string
  readonly secretKeys: SecretKeys
  readonly senderOf: (sender_id: number) => Promise<Sender>
}

export async function writeDelivery(
  writing: Writing,
  draft: Draft<ActiveRule>,
  kind: 'MESSAGE' | 'DIGEST',
): Promise<NewDelivery> {
  const { now } = writing
  const { rule, events, channel, recipient, webhook_id, sender_id, timezone, reason } = draft
  const topic = kind === 'DIGEST' ? null : (events[0]?.topic ?? null)
  const common = {
    ...{ owner_id: rule.owner_id, rule_id: rule.id, webhook_id, channel, recipient },
    ...{ sender_id, timezone, kind, topic, reason },
    event_ids: events.map(({ id }) => id),
    severity: worstOf(events),
    subject: mailSubjectOf(events, kind === 'DIGEST'),
    state: reason === null ? ('WAITING' as const) : ('SUPPRESSED' as const),
    ...{ queued_at: now, created_at: now, next_try_at: reason === null ? now : null },
  }
  if (channel === 'WEBHOOK') {
    const payload = webhookPayload(events, { kind, rule_name: rule.name, timestamp: now })
    return { ...common, payload }
  }
  return { ...common, ...(await writeMail(writing, draft, topic ?? '')) }
}

async function writeMail(
  { senderOf, secretKeys }: Writing,
  { rule, events, recipient, sender_id, timezone }: Draft<ActiveRule>,
  topic: string,
) {
  const sender = await senderOf(sender_id)
  const { unsubscribe_base, from_name, reply_to } = sender
  const optOut = { address: recipient, owner_id: rule.owner_id, topic }
  const unsubscribe_url =
    unsubscribe_base &&
    `${unsubscribe_base}/api/unsubscribe?token=${makeUnsubscribeToken(secretKeys, optOut)}`
  const look = {
    ...sender,
    rule_name: rule.name,
    unsubscribe_url,
    timezone: timezone ?? sender.timezone,
  }
  const body = { body_text: textOf(events, look), body_html: htmlOf(events, look) }
  return { ...body, from_name, reply_to, unsubscribe_url }
}
