// Words of rules, webhooks and deliveries.
import type { NotificationDelivery } from '#contract/notifications/notification-deliveries.ts'
import type { NotificationWebhook } from '#contract/notifications/notification-webhooks.ts'
import { TOPIC_FACTS, type TopicGroup } from '#core/notification/topic-facts.ts'
import { TOPICS, type Topic } from '#core/notification/topics.ts'
import { labelFor } from '../ui/form/labels.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

export const SENDER_STATUSES: readonly StatusChoice<NotificationWebhook['status']>[] = [
  { value: 'active', label: 'Active', tone: 'success' },
  { value: 'paused', label: 'Paused', tone: 'neutral' },
]

export const TOPIC_CHOICES: readonly Choice<Topic>[] = TOPICS.map((value) => ({
  value,
  label: TOPIC_FACTS[value].label,
}))

export const CHANNEL_CHOICES: readonly Choice<NotificationDelivery['channel']>[] = [
  { value: 'EMAIL', label: 'E-mail' },
  { value: 'WEBHOOK', label: 'Webhook' },
]

export const DELIVERY_STATE_CHOICES: readonly StatusChoice<NotificationDelivery['state']>[] = [
  { value: 'WAITING', label: 'Waiting', tone: 'warning' },
  { value: 'SENT', label: 'Sent', tone: 'success' },
  { value: 'FAILED', label: 'Failed', tone: 'danger' },
  { value: 'SUPPRESSED', label: 'Suppressed', tone: 'neutral' },
]

type Reason = NonNullable<NotificationDelivery['reason']>

export const REASON_CHOICES: readonly Choice<Reason>[] = [
  { value: 'UNSUBSCRIBED', label: 'Unsubscribed' },
  { value: 'BOUNCED', label: 'Bounced address' },
  { value: 'HOURS', label: 'Outside the hours' },
  { value: 'DIGEST', label: 'Above the bound per hour' },
]

/** Why it was not sent, or when it is tried again. */
export function reasonOf({ reason, digest_id }: NotificationDelivery): string {
  if (reason === null) return ''
  const why = labelFor(REASON_CHOICES, reason)
  if (reason === 'UNSUBSCRIBED' || reason === 'BOUNCED') return why
  return digest_id === null ? `${why}, for the next digest` : `${why}, in digest ${digest_id}`
}

const KIND_LABELS: Readonly<Record<NotificationDelivery['kind'], string>> = {
  MESSAGE: 'Message',
  DIGEST: 'Digest',
  TEST: 'Test',
  DOCUMENT: 'Document',
}

/** The topic, or the kind of a message without one. */
export function topicOf({ topic, kind }: NotificationDelivery): string {
  if (topic !== null) return TOPIC_FACTS[topic].label
  return KIND_LABELS[kind]
}

const TOPIC_GROUP_LABELS: Readonly<Record<TopicGroup, string>> = {
  gateways: 'Gateways',
  traffic: 'Traffic',
  money: 'Money',
  refusals: 'Refusals',
  machine: 'Machine',
  business: 'Rates, invoices and payments',
}

interface LabelledTopics {
  readonly label: string
  readonly topics: readonly Topic[]
}

/** The topics that an owner can have, by what they are about. */
export const groupTopics = (topics: readonly Topic[]): readonly LabelledTopics[] =>
  Object.entries(TOPIC_GROUP_LABELS)
    .map(([group, label]) => ({
      label,
      topics: topics.filter((one) => TOPIC_FACTS[one].group === group),
    }))
    .filter((group) => group.topics.length > 0)
