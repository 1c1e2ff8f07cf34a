// Events that people are notified of, and how they leave the switch (ADR-0041).
import type { Generated } from 'kysely'
import type { Channel, DeliveryKind, Suppression } from '#core/notification/delivery.ts'
import type { DocumentKind } from '#core/notification/document-mail.ts'
import type { Severity, SubjectKind, Topic } from '#core/notification/topics.ts'
import type { Defaulted, Id, Stamp, Stamped, Word } from './columns.ts'

export interface NotificationEventTable {
  id: Id
  topic: Word<Topic>
  phase: Word<'FIRED' | 'CLEARED' | 'HAPPENED'>
  severity: Word<Severity>
  alarm_id: number | null
  account_id: number | null
  subject_kind: Word<SubjectKind>
  subject_id: number | null
  subject_name: string
  group_key: string
  sentence: string
  /** JSON text. */
  payload: string
  occurred_at: Stamp
  expanded_at: Defaulted<string | null>
}

export interface MailServerTable extends Stamped {
  is_only: Generated<boolean>
  status: Defaulted<'active' | 'paused'>
  host: string
  port: number
  security: Word<'NONE' | 'STARTTLS' | 'TLS'>
  checks_certificate: Generated<boolean>
  username: Generated<string>
  password: Generated<string>
  from_address: string
  from_name: Generated<string>
  reply_to: Generated<string>
  console_url: Generated<string>
  allows_private: Generated<boolean>
  version: Generated<number>
}

export interface NotificationWebhookTable extends Stamped {
  id: Id
  owner_id: number
  name: string
  status: Defaulted<'active' | 'paused'>
  url: string
  allows_private: Generated<boolean>
  secret: string
  previous_secret: Generated<string>
  previous_until: Defaulted<string | null>
  version: Generated<number>
}

export interface NotificationRuleTable extends Stamped {
  id: Id
  owner_id: number
  name: string
  status: Defaulted<'active' | 'paused'>
  topics: Defaulted<Topic[]>
  min_severity: Defaulted<Severity>
  account_ids: Defaulted<number[]>
  sends_cleared: Generated<boolean>
  weekdays: Defaulted<number[]>
  from_time: Generated<string>
  till_time: Generated<string>
  timezone: Defaulted<string | null>
  user_ids: Defaulted<number[]>
  addresses: Defaulted<string[]>
  to_account_contacts: Generated<boolean>
  to_settlement_contacts: Generated<boolean>
  webhook_ids: Defaulted<number[]>
  max_per_hour: Generated<number>
  version: Generated<number>
}

export interface NotificationDeliveryTable {
  id: Id
  message_id: Generated<string>
  owner_id: number
  rule_id: number | null
  webhook_id: Defaulted<number | null>
  channel: Word<Channel>
  recipient: string
  sender_id: number
  timezone: Defaulted<string | null>
  kind: Word<DeliveryKind>
  event_ids: Defaulted<number[]>
  topic: Defaulted<Topic | null>
  severity: Word<Severity>
  subject: string
  body_text: Generated<string>
  body_html: Generated<string>
  from_name: Generated<string>
  reply_to: Generated<string>
  unsubscribe_url: Generated<string>
  payload: Generated<string>
  state: Defaulted<'WAITING' | 'SENT' | 'FAILED' | 'SUPPRESSED'>
  reason: Defaulted<Suppression | null>
  digest_id: Defaulted<number | null>
  attempts: Generated<number>
  queued_at: Stamp
  next_try_at: Defaulted<string | null>
  last_answer: Generated<string>
  created_at: Stamp
  sent_at: Defaulted<string | null>
}

export interface NotificationAttachmentTable {
  delivery_id: number
  position: number
  document_kind: Word<DocumentKind>
  document_id: number
  account_id: number
  starts_at: Defaulted<string | null>
  ends_at: Defaulted<string | null>
  file_name: Generated<string>
  content: Defaulted<Uint8Array | null>
}

export interface NotificationAttemptTable {
  id: Id
  delivery_id: number
  at: Stamp
  ok: boolean
  answer: string
}

export interface NotificationOptOutTable {
  address: string
  owner_id: number
  topic: Generated<string>
  created_at: Stamp
}

export interface BouncedAddressTable {
  id: Id
  address: string
  since: Stamp
  last_at: Stamp
  answer: string
  bounce_count: Generated<number>
}
