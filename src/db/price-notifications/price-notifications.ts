// Price notifications: lists of changed rates for clients, as they were made.
import { sql } from 'kysely'
import type { NotificationState } from '#core/tariff/price-notification.ts'
import type { Database, Tx } from '../database.ts'
import { lastMail, MAIL_COLUMNS } from '../notifications/last-mail.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, isNotOwn, isOfAdmin, type Scope, seesTariffs } from '../scope.ts'
import { accountsOf } from '../tariffs/tariff-traffic.ts'
import { type Compared, countPriceRows, readFirstPriceRows } from './price-notification-rows.ts'

/**
 * Which recipients of a notification about tariff `t` are known: those of the scope to the one who
 * made it, and to others only their own account.
 */
const isKnown = (scope: Scope) =>
  isOfAdmin(scope)
    ? inScope(scope, 'x.account_id')
    : sql<boolean>`(x.account_id = ${scope.account_id}
        or ${inScope(scope, 't.owner_id')} and ${inScope(scope, 'x.account_id')})`

const recipientsOf = (scope: Scope) => sql`price_notification_recipient x
  where x.notification_id = p.id and ${isKnown(scope)}`

/** Notifications about tariffs of the scope, and those that are ready for the own account. */
const isVisible = (scope: Scope) => {
  const isMadeHere = sql`${inScope(scope, 't.owner_id')} and ${seesTariffs(scope, 't.kind')}`
  if (isOfAdmin(scope)) return sql<boolean>`(${isMadeHere})`
  return sql<boolean>`(${isMadeHere} or
    p.prepared_at is not null and ${seesTariffs(scope, 't.kind')}
      and exists (select from ${recipientsOf(scope)}))`
}

/** It was made by the account above. */
const isOwn = (scope: Scope) => sql<boolean>`(not ${inScope(scope, 't.owner_id')})`

const STATE = sql<NotificationState>`(case when p.prepared_at is not null then 'READY'
  when p.failures > 0 then 'FAILED' else 'PREPARING' end)`

const mailOf = (scope: Scope) =>
  lastMail(
    'PRICES',
    sql`p.id`,
    sql`${inScope(scope, 'x.account_id')} and ${isNotOwn(scope, 'x.account_id')}`,
  ).as('m')

const notifications = (database: Database, scope: Scope) =>
  database
    .selectFrom('price_notification as p')
    .innerJoin('tariff as t', 't.id', 'p.tariff_id')
    .innerJoin('console_user as u', 'u.id', 'p.created_by')
    .leftJoin(mailOf(scope), (join) => join.onTrue())
    .where(isVisible(scope))
    .select(MAIL_COLUMNS)
    .select(['p.id', 'p.tariff_id', 'p.tariff_name', 'p.currency', 'p.basis', 'p.since'])
    .select(['p.is_full', 'p.new_count', 'p.increase_count', 'p.decrease_count'])
    .select(['p.changed_count', 'p.removed_count', 'p.withdrawn_count', 'p.unchanged_count'])
    .select([STATE.as('state'), 'p.failure', 'p.retry_at', 'p.created_at'])
    .select(['u.username as created_by', isOwn(scope).as('is_own')])
    .select([
      sql<number>`(select count(*)::int from ${recipientsOf(scope)})`.as('recipients_count'),
      sql<string>`coalesce((select min(x.name) from ${recipientsOf(scope)}), '')`.as('recipient'),
    ])

const SORTS = { id: sql`p.id`, tariff_name: sql`lower(p.tariff_name)` }

interface NotificationQuery extends ListQuery<keyof typeof SORTS> {
  readonly tariff_id?: number | undefined
  readonly account_id?: number | undefined
  readonly is_own?: 'true' | 'false' | undefined
}

export async function listPriceNotifications(
  database: Database,
  scope: Scope,
  { account_id, is_own, ...query }: NotificationQuery,
) {
  let select = notifications(database, scope)
    .where(hasText(query.q, 'p.tariff_name'))
    .where(hasValues({ 'p.tariff_id': query.tariff_id }))
  if (is_own !== undefined) {
    select = select.where(sql<boolean>`${isOwn(scope)} = ${is_own === 'true'}`)
  }
  if (account_id !== undefined) {
    select = select.where(
      sql<boolean>`exists (select from ${recipientsOf(scope)} and x.account_id = ${account_id})`,
    )
  }
  return offsetPage(database, select, query, SORTS, '-id', sql`p.id`)
}

export async function findPriceNotification(database: Database, scope: Scope, id: number) {
  return notifications(database, scope).where('p.id', '=', id).select('p.issuer').executeTakeFirst()
}

export interface Recipient {
  readonly account_id: number
  readonly name: string
  readonly company: string
  readonly address: string
}

/** The recipients of a notification that the caller may see. */
export async function listRecipients(
  database: Database,
  scope: Scope,
  id: number,
): Promise<Recipient[]> {
  return database
    .selectFrom('price_notification_recipient as x')
    .innerJoin('price_notification as p', 'p.id', 'x.notification_id')
    .innerJoin('tariff as t', 't.id', 'p.tariff_id')
    .where('x.notification_id', '=', id)
    .where(isKnown(scope))
    .select(['x.account_id', 'x.name', 'x.company', 'x.address'])
    .orderBy(sql`lower(x.name)`)
    .orderBy('x.account_id')
    .execute()
}

/** When the last notification of the tariff was made, for the account or for all that use it. */
export async function findLastNotification(
  tx: Tx,
  tariff_id: number,
  account_id: number | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ created_at: string }>`
    select created_at from price_notification p where tariff_id = ${tariff_id}
      and (${account_id}::bigint is null or exists (select from price_notification_recipient x
        where x.notification_id = p.id and x.account_id = ${account_id}))
    order by id desc limit 1`.execute(tx)
  return rows[0]?.created_at
}

/** The time of the transaction, by which rates are in force. */
export async function readDatabaseTime(tx: Tx): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(tx)
  return rows[0]?.now ?? ''
}

export interface NotifiedAccounts {
  readonly tariff_id: number
  /** Null for all accounts that use the tariff. */
  readonly account_id: number | null
}

/** The accounts `a` that use the tariff, or the one of them. */
export const notifiedAccounts = (scope: Scope, { tariff_id, account_id }: NotifiedAccounts) => sql`
  (${sql.raw(accountsOf(String(Number(tariff_id))))}) a
  where ${inScope(scope, 'a.id')} and (${account_id}::bigint is null or a.id = ${account_id})`

interface PreviewQuery extends Compared {
  readonly currency: string
  readonly rows_max: number
  readonly recipients_max: number
}

/** The notification as it would be kept; nothing is stored. */
export async function previewPriceNotification(
  tx: Tx,
  scope: Scope,
  { currency, rows_max, recipients_max, ...compared }: PreviewQuery,
) {
  const counts = await countPriceRows(tx, compared)
  const { rows: recipients } = await sql<{ account_id: number; name: string; count: number }>`
    select a.id as account_id, a.name, count(*) over ()::int as count
    from ${notifiedAccounts(scope, compared)}
    order by lower(a.name), a.id limit ${recipients_max}`.execute(tx)
  return {
    ...counts,
    since: compared.since,
    recipients_count: recipients[0]?.count ?? 0,
    recipients: recipients.map(({ account_id, name }) => ({ account_id, name })),
    rows: await readFirstPriceRows(tx, currency, rows_max),
  }
}
