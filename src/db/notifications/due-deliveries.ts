// Deliveries as the job sends them: each is taken for a minute, so that no other process sends it,
// and sent again with the same id if the process ends meanwhile.
import { sql } from 'kysely'
import type { Channel, DeliveryKind } from '#core/notification/delivery.ts'
import type { Database, Tx } from '../database.ts'
import { markInvoicesSent } from './attachments.ts'
import { insertDelivery, type NewDelivery } from './expansion.ts'

/** Those that are sent side by side. */
const CLAIMED_MAX = 20
/** Longer than a mail server or a receiver may take. */
const CLAIM = sql`interval '90 seconds'`
const ANSWER_LENGTH = 300

export interface DueDelivery {
  readonly id: number
  readonly message_id: string
  readonly channel: Channel
  readonly recipient: string
  readonly kind: DeliveryKind
  readonly subject: string
  readonly body_text: string
  readonly body_html: string
  readonly from_name: string
  readonly reply_to: string
  readonly unsubscribe_url: string
  readonly payload: string
  readonly attempts: number
  /** Until then it is taken. */
  readonly next_try_at: string
  readonly is_bounced: boolean
  readonly is_unsubscribed: boolean
  /** Null if the webhook is gone. */
  readonly webhook: {
    readonly status: 'active' | 'paused'
    readonly url: string
    readonly allows_private: boolean
    readonly secret: string
    /** Empty when its time is over. */
    readonly previous_secret: string
  } | null
}

/** The parts of a mail. */
export type DueMail = Pick<
  DueDelivery,
  | 'message_id'
  | 'recipient'
  | 'subject'
  | 'body_text'
  | 'body_html'
  | 'from_name'
  | 'reply_to'
  | 'unsubscribe_url'
>
/** The parts of a message to a webhook. */
export type DuePayload = Pick<DueDelivery, 'message_id' | 'payload' | 'kind' | 'webhook'>

const webhookJson = (now: string) => sql`
  jsonb_build_object('status', w.status, 'url', w.url,
    'allows_private', w.allows_private, 'secret', w.secret, 'previous_secret',
    case when w.previous_until > ${now} then w.previous_secret else '' end)`

/** All of them, by id, as deliveries have them. */
export async function readDueWebhooks(
  tx: Tx,
  now: string,
): Promise<Map<number, DueDelivery['webhook']>> {
  const { rows } = await sql<{ id: number; webhook: DueDelivery['webhook'] }>`
    select w.id, ${webhookJson(now)} as webhook from notification_webhook w`.execute(tx)
  return new Map(rows.map(({ id, webhook }) => [id, webhook]))
}

/** A mail with files waits until they are drawn. */
export async function claimDeliveries(database: Database, now: string): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with due as materialized (
      select id from notification_delivery
      where state = 'WAITING' and next_try_at <= ${now}
        and not exists (select from notification_attachment x
          where x.delivery_id = notification_delivery.id and x.content is null)
      order by next_try_at, id limit ${CLAIMED_MAX} for update skip locked)
    update notification_delivery d set next_try_at = ${now}::timestamptz + ${CLAIM}
    from due where d.id = due.id
    returning d.id, d.message_id, d.channel, d.recipient, d.kind, d.subject, d.body_text,
      d.body_html, d.from_name, d.reply_to, d.unsubscribe_url, d.payload, d.attempts,
      d.next_try_at,
      exists (select from bounced_address b where b.address = d.recipient) as is_bounced,
      exists (select from notification_opt_out o where o.address = d.recipient
        and o.owner_id = d.owner_id and o.topic in ('', coalesce(d.topic, ''))
      ) as is_unsubscribed,
      (select ${webhookJson(now)}
        from notification_webhook w where w.id = d.webhook_id) as webhook`.execute(database)
  return rows
}

export interface Outcome {
  readonly ok: boolean
  readonly answer: string
  readonly now: string
  /** When it is tried again; null if it is sent, or given up. */
  readonly next_try_at: string | null
}

/** An attempt is over. A user may have had it sent again meanwhile: then its state stays. */
export async function endAttempt(
  database: Database,
  { id, next_try_at: claim }: Pick<DueDelivery, 'id' | 'next_try_at'>,
  outcome: Outcome,
): Promise<void> {
  const { ok, now, next_try_at } = outcome
  const answer = outcome.answer.slice(0, ANSWER_LENGTH)
  const state = ok ? 'SENT' : next_try_at === null ? 'FAILED' : 'WAITING'
  await database.transaction().execute(async (tx) => {
    await tx
      .insertInto('notification_attempt')
      .values({ delivery_id: id, at: now, ok, answer })
      .execute()
    await tx
      .updateTable('notification_delivery')
      .set({
        state,
        next_try_at,
        last_answer: answer,
        attempts: sql<number>`attempts + 1`,
        ...(ok && { sent_at: now }),
      })
      .where('id', '=', id)
      .where('state', '=', 'WAITING')
      .where('next_try_at', '=', claim)
      .execute()
    if (ok) await markInvoicesSent(tx, id, now)
  })
}

export interface Attempt {
  readonly at: string
  readonly ok: boolean
  readonly answer: string
}

/** A delivery that was tried before it had a row; one that is not sent is tried on from now. */
export async function insertTriedDelivery(
  tx: Tx,
  delivery: NewDelivery,
  attempts: readonly Attempt[],
  now: string,
): Promise<void> {
  const cut = attempts.map(({ answer, ...tried }) => ({
    ...tried,
    answer: answer.slice(0, ANSWER_LENGTH),
  }))
  const last = cut.at(-1)
  const delivery_id = await insertDelivery(tx, {
    ...{ ...delivery, attempts: cut.length, last_answer: last?.answer ?? '' },
    ...(last?.ok
      ? { state: 'SENT', sent_at: last.at, next_try_at: null }
      : { next_try_at: delivery.state === 'WAITING' ? now : null }),
  })
  const rows = cut.map((attempt) => ({ delivery_id, ...attempt }))
  if (rows.length > 0) await tx.insertInto('notification_attempt').values(rows).execute()
}

/** Its reader has stopped it, or its address is refused, since it was written. */
export async function suppressDelivery(
  database: Database,
  id: number,
  reason: 'BOUNCED' | 'UNSUBSCRIBED',
): Promise<void> {
  await database
    .updateTable('notification_delivery')
    .set({ state: 'SUPPRESSED', reason, next_try_at: null })
    .where('id', '=', id)
    .execute()
}

/** A mail server has refused the address for good. */
export async function noteBounce(
  database: Database,
  address: string,
  { answer, now }: { readonly answer: string; readonly now: string },
): Promise<void> {
  const text = answer.slice(0, ANSWER_LENGTH)
  await sql`insert into bounced_address as b (address, since, last_at, answer)
    values (${address}, ${now}, ${now}, ${text})
    on conflict (address) do update set last_at = excluded.last_at, answer = excluded.answer,
      bounce_count = b.bounce_count + 1`.execute(database)
}
