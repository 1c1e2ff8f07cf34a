// Files of deliveries: the API draws them, the job sends them.
import { sql } from 'kysely'
import type { DocumentKind, EventDocument } from '#core/notification/document-mail.ts'
import type { Database, Tx } from '../database.ts'

/** Files that are drawn one after another before other work has its turn. */
const UNDRAWN_MAX = 20

export interface AttachedDocument extends EventDocument {
  /** The time range of a statement; null for other documents. */
  readonly starts_at: string | null
  readonly ends_at: string | null
}

export const withoutPeriod = (document: EventDocument): AttachedDocument => ({
  ...document,
  starts_at: null,
  ends_at: null,
})

/** The mail waits until all of them are drawn. */
export async function insertAttachments(
  tx: Tx,
  delivery_id: number,
  documents: readonly AttachedDocument[],
): Promise<void> {
  if (documents.length === 0) return
  const rows = documents.map((document, at) => ({ delivery_id, position: at + 1, ...document }))
  await tx.insertInto('notification_attachment').values(rows).execute()
}

export interface Undrawn extends AttachedDocument {
  readonly delivery_id: number
  readonly position: number
  /** In whose name it is sent: the issuer of the document. */
  readonly sender_id: number
  /** In which its times are written; null is that of the switch. */
  readonly timezone: string | null
  readonly attempts: number
  readonly next_try_at: string
}

/** Those of mails that wait; one that could not be drawn waits for its next try. */
export async function listUndrawn(database: Database, now: string): Promise<Undrawn[]> {
  const { rows } = await sql<Undrawn>`
    select x.delivery_id, x.position, x.document_kind, x.document_id, x.account_id, x.starts_at,
      x.ends_at, d.sender_id, d.timezone, d.attempts, d.next_try_at
    from notification_attachment x join notification_delivery d on d.id = x.delivery_id
    where x.content is null and d.state = 'WAITING' and (d.attempts = 0 or d.next_try_at <= ${now})
    order by d.id, x.position limit ${UNDRAWN_MAX}`.execute(database)
  return rows
}

/** The same document of other mails that wait has the same file. */
export async function keepDrawn(
  tx: Tx,
  { document_kind, document_id, account_id, starts_at, ends_at, sender_id, timezone }: Undrawn,
  file: { readonly name: string; readonly bytes: Uint8Array },
): Promise<void> {
  await sql`update notification_attachment x set file_name = ${file.name},
      content = ${Buffer.from(file.bytes)}
    from notification_delivery d
    where d.id = x.delivery_id and x.content is null and x.document_kind = ${document_kind}
      and x.document_id = ${document_id} and x.account_id = ${account_id}
      and x.starts_at is not distinct from ${starts_at}::timestamptz
      and x.ends_at is not distinct from ${ends_at}::timestamptz and d.sender_id = ${sender_id}
      and d.timezone is not distinct from ${timezone}`.execute(tx)
}

export interface AttachedFile {
  readonly file_name: string
  readonly content: Uint8Array
}

export async function readAttachedFiles(
  database: Database,
  delivery_id: number,
): Promise<AttachedFile[]> {
  const { rows } = await sql<AttachedFile>`
    select file_name, content from notification_attachment
    where delivery_id = ${delivery_id} and content is not null order by position`.execute(database)
  return rows
}

export interface AttachmentSize {
  readonly document_kind: DocumentKind
  readonly file_name: string
  /** Null until it is drawn. */
  readonly size: number | null
}

/** Attachments of one delivery that the user may see. */
export async function listAttachmentSizes(
  database: Database,
  delivery_id: number,
): Promise<AttachmentSize[]> {
  const { rows } = await sql<AttachmentSize>`
    select document_kind, file_name, length(content) as size from notification_attachment
    where delivery_id = ${delivery_id} order by position`.execute(database)
  return rows
}

/** An invoice is marked as sent with its first mail. */
export async function markInvoicesSent(tx: Tx, delivery_id: number, now: string): Promise<void> {
  await sql`update invoice i set sent_at = ${now}
    from notification_attachment x
    where x.delivery_id = ${delivery_id} and x.document_kind = 'INVOICE' and i.id = x.document_id
      and i.sent_at is null`.execute(tx)
}
