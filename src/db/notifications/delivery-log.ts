// The log of deliveries: each message with its attempts, and messages that are sent again.
import { type Insertable, sql } from 'kysely'
import type { Channel, Suppression } from '#core/notification/delivery.ts'
import type { Severity, Topic } from '#core/notification/topics.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { chosenPeriod, isWithin, type TimeQuery } from '../periods.ts'
import type { Scope } from '../scope.ts'
import type { NotificationDeliveryTable } from '../tables/notifications.ts'
import { type AttachedDocument, insertAttachments, listAttachmentSizes } from './attachments.ts'
import { isOfOwner, seesMessages } from './notification-scope.ts'

const deliveries = (database: Database, scope: Scope) =>
  database
    .selectFrom('notification_delivery as d')
    .leftJoin('notification_rule as r', 'r.id', 'd.rule_id')
    .innerJoin('account as o', 'o.id', 'd.owner_id')
    .where(isOfOwner(scope, 'd.owner_id'))
    .where(sql<boolean>`${sql.lit(seesMessages(scope))}`)
    .select(['d.id', 'd.message_id', 'd.owner_id', 'o.name as owner_name', 'd.rule_id'])
    .select(['r.name as rule_name', 'd.channel', 'd.recipient', 'd.kind', 'd.topic'])
    .select(['d.severity', 'd.subject', 'd.state', 'd.reason', 'd.digest_id', 'd.attempts'])
    .select(['d.next_try_at', 'd.last_answer', 'd.created_at', 'd.sent_at'])
    .select(sql<number>`cardinality(d.event_ids)`.as('event_count'))

const SORTS = {
  created_at: sql`d.created_at`,
  recipient: sql`d.recipient`,
}

interface DeliveryQuery extends ListQuery<keyof typeof SORTS>, TimeQuery {
  readonly channel?: Channel | undefined
  readonly state?: 'WAITING' | 'SENT' | 'FAILED' | 'SUPPRESSED' | undefined
  readonly reason?: Suppression | undefined
  readonly topic?: Topic | undefined
  readonly severity?: Severity | undefined
  readonly recipient?: string | undefined
  readonly rule_id?: number | undefined
}

export async function listDeliveries(database: Database, scope: Scope, query: DeliveryQuery) {
  const { channel, state, reason, topic, severity, recipient, rule_id } = query
  const period = await chosenPeriod(database, query)
  const select = deliveries(database, scope)
    .where(hasText(query.q, 'd.recipient', 'd.subject'))
    .where(hasText(recipient, 'd.recipient'))
    .where(isWithin('d.created_at', period))
    .where(
      hasValues({
        'd.channel': channel,
        'd.state': state,
        'd.reason': reason,
        'd.topic': topic,
        'd.severity': severity,
        'd.rule_id': rule_id,
      }),
    )
  return offsetPage(database, select, query, SORTS, '-created_at', sql`d.id`)
}

interface Attempt {
  readonly at: string
  readonly ok: boolean
  readonly answer: string
}

/** With what was sent, and each attempt. */
export async function findDelivery(database: Database, scope: Scope, id: number) {
  const delivery = await deliveries(database, scope)
    .select(['d.body_text', 'd.body_html', 'd.payload'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (!delivery) return undefined
  const tries: Attempt[] = await database
    .selectFrom('notification_attempt')
    .select(['at', 'ok', 'answer'])
    .where('delivery_id', '=', id)
    .orderBy('id')
    .limit(200)
    .execute()
  return { ...delivery, tries, attachments: await listAttachmentSizes(database, id) }
}

/** It is sent as it is stored, with the id that it has. */
export async function queueDeliveryAgain(tx: Tx, id: number, now: string): Promise<void> {
  await tx
    .updateTable('notification_delivery')
    .set({ state: 'WAITING', reason: null, attempts: 0, queued_at: now, next_try_at: now })
    .where('id', '=', id)
    .execute()
}

export async function queueTest(
  tx: Tx,
  test: Omit<Insertable<NotificationDeliveryTable>, 'kind'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('notification_delivery')
    .values({ ...test, kind: 'TEST' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A document that a user sends: one mail to each address. */
export async function queueDocument(
  tx: Tx,
  mail: Omit<Insertable<NotificationDeliveryTable>, 'kind'>,
  document: AttachedDocument,
): Promise<void> {
  const { id } = await tx
    .insertInto('notification_delivery')
    .values({ ...mail, kind: 'DOCUMENT' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertAttachments(tx, id, [document])
}
