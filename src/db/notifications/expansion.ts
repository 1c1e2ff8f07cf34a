// Reads and writes of the job while it makes deliveries of events, in one transaction.
import { type Insertable, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { EventDocument } from '#core/notification/document-mail.ts'
import type { NotifiedEvent } from '#core/notification/event.ts'
import { keyOfRecipient, type Refusals } from '#core/notification/group-events.ts'
import type { NotificationRule } from '#core/notification/matches-rule.ts'
import type { AddressBook, Contacts, Recipients } from '#core/notification/recipients.ts'
import type { Tx } from '../database.ts'
import { NOTIFICATIONS_LOCK } from '../locks.ts'
import { SERVER_ZONE } from '../settings.ts'
import type { NotificationDeliveryTable } from '../tables/notifications.ts'
import { insertAttachments, withoutPeriod } from './attachments.ts'

/** Events of one run; the next run takes the others. */
const EVENTS_PER_RUN = 2000
/** Accounts above each other; more than a tree of resellers has. */
const DEPTH_MAX = 20
const HOUR = sql`interval '1 hour'`

/** False while another process does it. */
export async function lockExpansion(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(${NOTIFICATIONS_LOCK}) as is_locked`.execute(tx)
  return rows[0]?.is_locked === true
}

const COLUMNS = sql`
  e.id, e.topic, e.phase, e.severity, e.alarm_id, e.account_id, e.subject_kind, e.subject_id,
  e.subject_name, e.group_key, e.sentence, e.payload, e.occurred_at,
  case e.subject_kind
    when 'GATEWAY' then (select g.settlement_id from gateway g where g.id = e.subject_id)
    when 'SETTLEMENT' then e.subject_id
    else (select a.id from account a where a.id = e.account_id and a.kind = 'SETTLEMENT')
  end as settlement_id,
  array(
    with recursive up (id, parent_id, depth) as (
      select a.id, a.parent_id, 1 from account a where a.id = e.account_id
      union all
      select a.id, a.parent_id, up.depth + 1 from up join account a on a.id = up.parent_id
        where up.depth < ${DEPTH_MAX})
    select up.id from up where up.id <> ${OPERATOR_ID} order by up.depth
  ) || ${OPERATOR_ID}::bigint as account_path`

/** Those without deliveries yet. */
export async function listWaitingEvents(tx: Tx): Promise<NotifiedEvent[]> {
  const { rows } = await sql<NotifiedEvent>`
    select ${COLUMNS} from notification_event e
    where e.expanded_at is null order by e.id limit ${EVENTS_PER_RUN}`.execute(tx)
  return rows
}

export async function readEvents(tx: Tx, ids: readonly number[]): Promise<NotifiedEvent[]> {
  const { rows } = await sql<NotifiedEvent>`
    select ${COLUMNS} from notification_event e
    where e.id = any (${[...ids]}::bigint[]) order by e.id`.execute(tx)
  return rows
}

export async function markExpanded(tx: Tx, ids: readonly number[], now: string): Promise<void> {
  await sql`update notification_event set expanded_at = ${now}
    where id = any (${[...ids]}::bigint[])`.execute(tx)
}

export type ActiveRule = NotificationRule & Recipients & { readonly max_per_hour: number }

export async function listActiveNotificationRules(tx: Tx): Promise<ActiveRule[]> {
  return tx
    .selectFrom('notification_rule as r')
    .where('r.status', '=', 'active')
    .select(['r.id', 'r.owner_id', 'r.name', 'r.topics', 'r.min_severity', 'r.account_ids'])
    .select(['r.sends_cleared', 'r.weekdays', 'r.from_time', 'r.till_time', 'r.user_ids'])
    .select(['r.addresses', 'r.to_account_contacts', 'r.to_settlement_contacts', 'r.webhook_ids'])
    .select(['r.max_per_hour', sql<string>`coalesce(r.timezone, ${SERVER_ZONE})`.as('timezone')])
    .orderBy('r.id')
    .execute()
}

/** The users, webhooks and accounts that the rules and events name. */
export async function readAddressBook(
  tx: Tx,
  rules: readonly ActiveRule[],
  events: readonly NotifiedEvent[],
  now: string,
): Promise<AddressBook> {
  const user_ids = [...new Set(rules.flatMap((rule) => rule.user_ids))]
  const webhook_ids = [...new Set(rules.flatMap((rule) => rule.webhook_ids))]
  const account_ids = [
    ...new Set(
      events.flatMap(({ account_id, settlement_id }) => [account_id ?? 0, settlement_id ?? 0]),
    ),
  ]
  const users = await sql<{ id: number; email: string; timezone: string | null }>`
    select id, email, timezone from console_user
    where id = any (${user_ids}::bigint[]) and status = 'active' and deleted_at is null
      and email <> '' and coalesce(expires_at > ${now}, true)`.execute(tx)
  const webhooks = await sql<{ id: number; name: string }>`
    select id, name from notification_webhook
    where id = any (${webhook_ids}::bigint[]) and status = 'active'`.execute(tx)
  const contacts = await sql<Contacts & { id: number }>`
    select id, noc_email, billing_email, rates_email, billing_timezone as timezone from account
    where id = any (${account_ids}::bigint[]) and deleted_at is null`.execute(tx)
  return {
    users: new Map(users.rows.map((row) => [row.id, row])),
    webhooks: new Map(webhooks.rows.map((row) => [row.id, row])),
    contacts: new Map(contacts.rows.map((row) => [row.id, row])),
  }
}

type Counted = Pick<
  NotificationDeliveryTable,
  'channel' | 'recipient' | 'webhook_id' | 'rule_id'
> & {
  readonly channel: 'EMAIL' | 'WEBHOOK'
  readonly recipient: string
  readonly webhook_id: number | null
  readonly rule_id: number
  readonly count: number
}

/** Messages of the last hour, by rule and recipient. */
export async function countLastHour(tx: Tx, now: string): Promise<Map<string, number>> {
  const { rows } = await sql<Counted>`
    select rule_id, channel, recipient, webhook_id, count(*)::integer as count
    from notification_delivery
    where created_at > ${now}::timestamptz - ${HOUR} and state <> 'SUPPRESSED'
      and rule_id is not null
    group by rule_id, channel, recipient, webhook_id`.execute(tx)
  return new Map(rows.map((row) => [keyOfRecipient(row.rule_id, row), row.count]))
}

export async function readRefusals(tx: Tx, addresses: readonly string[]): Promise<Refusals> {
  const all = [...new Set(addresses)]
  const bounced = await tx
    .selectFrom('bounced_address')
    .select('address')
    .where(sql<boolean>`address = any (${all}::text[])`)
    .execute()
  const optOuts = await tx
    .selectFrom('notification_opt_out')
    .select(['address', 'owner_id', 'topic'])
    .where(sql<boolean>`address = any (${all}::text[])`)
    .execute()
  const keyOf = (address: string, owner_id: number, topic: string) =>
    `${owner_id} ${topic} ${address}`
  const known = new Set(optOuts.map((one) => keyOf(one.address, one.owner_id, one.topic)))
  return {
    bounced: new Set(bounced.map(({ address }) => address)),
    isUnsubscribed: (address, owner_id, topic) =>
      known.has(keyOf(address, owner_id, topic)) || known.has(keyOf(address, owner_id, '')),
  }
}

export type NewDelivery = Insertable<NotificationDeliveryTable>

export async function insertDelivery(
  tx: Tx,
  delivery: NewDelivery,
  documents: readonly EventDocument[] = [],
): Promise<number> {
  const { id } = await tx
    .insertInto('notification_delivery')
    .values(delivery)
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertAttachments(tx, id, documents.map(withoutPeriod))
  return id
}

/** The messages to one recipient by one rule that wait for a digest. */
export interface Held {
  readonly rule_id: number
  readonly channel: 'EMAIL' | 'WEBHOOK'
  readonly recipient: string
  readonly webhook_id: number | null
  readonly sender_id: number
  readonly timezone: string | null
  readonly delivery_ids: readonly number[]
  readonly event_ids: readonly number[]
}

/** Held messages of one digest; the others come with the next one. */
const HELD_MAX = 500

export async function listHeld(tx: Tx): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with held as (
      select d.*, row_number() over (
        partition by rule_id, channel, recipient, webhook_id order by id) as place
      from notification_delivery d
      where d.reason in ('HOURS', 'DIGEST') and d.digest_id is null and d.rule_id is not null)
    select rule_id, channel, recipient, webhook_id, min(sender_id) as sender_id,
      min(timezone) as timezone, array_agg(distinct held.id) as delivery_ids,
      array_agg(distinct event_id) as event_ids
    from held, unnest(event_ids) as event_id
    where place <= ${HELD_MAX}
    group by rule_id, channel, recipient, webhook_id`.execute(tx)
  return rows
}

export async function noteDigest(tx: Tx, ids: readonly number[], digest_id: number): Promise<void> {
  await sql`update notification_delivery set digest_id = ${digest_id}
    where id = any (${[...ids]}::bigint[])`.execute(tx)
}

/** They do not come with a digest either. */
export async function refuseHeld(
  tx: Tx,
  ids: readonly number[],
  reason: 'BOUNCED' | 'UNSUBSCRIBED',
): Promise<void> {
  await sql`update notification_delivery set reason = ${reason}
    where id = any (${[...ids]}::bigint[])`.execute(tx)
}
