// The last mail that went out with a document, for the lists of documents.
import { type RawBuilder, sql } from 'kysely'
import type { DELIVERY_STATES } from '#core/notification/delivery.ts'
import type { DocumentKind } from '#core/notification/document-mail.ts'

export interface LastMail {
  /** The delivery; all are null without one. */
  readonly mail_id: number | null
  readonly mail_to: string | null
  readonly mail_state: (typeof DELIVERY_STATES)[number] | null
  /** When it was sent, or made if it is not sent. */
  readonly mail_at: string | null
}

/** The columns of a lateral join that is named `m`. */
export const MAIL_COLUMNS = ['m.mail_id', 'm.mail_to', 'm.mail_state', 'm.mail_at'] as const

/**
 * `isSeen` is a condition on the attachment `x`: those who get documents do not see where these
 * were sent.
 */
export const lastMail = (
  kind: DocumentKind,
  document_id: RawBuilder<unknown>,
  isSeen: RawBuilder<boolean>,
) => sql<LastMail>`lateral (
  select d.id as mail_id, d.recipient as mail_to, d.state as mail_state,
    coalesce(d.sent_at, d.created_at) as mail_at
  from notification_attachment x join notification_delivery d on d.id = x.delivery_id
  where x.document_kind = ${sql.lit(kind)} and x.document_id = ${document_id} and ${isSeen}
  order by d.id desc limit 1)`
