// Rules that say who gets which events, as the console shows and changes them.
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { insertRow, removeRow, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { isInTreeOf, type Scope } from '../scope.ts'
import type { NotificationRuleTable } from '../tables/notifications.ts'
import { isOfOwner } from './notification-scope.ts'

interface Named {
  readonly id: number
  readonly name: string
}

const named = (table: string, name: string, ids: string): RawBuilder<Named[]> =>
  sql<Named[]>`(
    select coalesce(json_agg(json_build_object('id', x.id, 'name', ${sql.ref(`x.${name}`)})
      order by ${sql.ref(`x.${name}`)}), '[]')
    from ${sql.table(table)} x where x.id = any (${sql.ref(ids)}))`

const rules = (database: Database, scope: Scope) =>
  database
    .selectFrom('notification_rule as r')
    .innerJoin('account as o', 'o.id', 'r.owner_id')
    .where(isOfOwner(scope, 'r.owner_id'))
    .select(['r.id', 'r.version', 'r.owner_id', 'o.name as owner_name', 'r.name', 'r.status'])
    .select(['r.topics', 'r.min_severity', 'r.account_ids', 'r.sends_cleared', 'r.weekdays'])
    .select(['r.from_time', 'r.till_time', 'r.timezone', 'r.user_ids', 'r.addresses'])
    .select(['r.to_account_contacts', 'r.to_settlement_contacts', 'r.webhook_ids'])
    .select(['r.max_per_hour', 'r.created_at', 'r.updated_at'])
    .select([
      named('account', 'name', 'r.account_ids').as('accounts'),
      named('console_user', 'username', 'r.user_ids').as('users'),
      named('notification_webhook', 'name', 'r.webhook_ids').as('webhooks'),
    ])

const SORTS = {
  name: sql`lower(r.name)`,
  status: sql`r.status`,
  min_severity: sql`array_position(array['INFO', 'WARNING', 'CRITICAL'], r.min_severity)`,
  created_at: sql`r.created_at`,
}

interface RuleQuery extends ListQuery<keyof typeof SORTS> {
  readonly status?: 'active' | 'paused' | undefined
}

export async function listNotificationRules(database: Database, scope: Scope, query: RuleQuery) {
  const select = rules(database, scope)
    .where(hasText(query.q, 'r.name', sql`array_to_string(r.addresses, ' ')`))
    .where(hasValues({ 'r.status': query.status }))
  return offsetPage(database, select, query, SORTS, 'name', sql`r.id`)
}

export async function findNotificationRule(database: Database, scope: Scope, id: number) {
  return rules(database, scope).where('r.id', '=', id).executeTakeFirst()
}

type RuleValues = Omit<
  Insertable<NotificationRuleTable>,
  'id' | 'version' | 'created_at' | 'updated_at'
>

export const insertNotificationRule = (tx: Tx, rule: RuleValues): Promise<number> =>
  insertRow(tx, 'notification_rule', rule)

/** False if it has changed since `version` was read. */
export const updateNotificationRule = (
  tx: Tx,
  id: number,
  version: number,
  values: Partial<RuleValues>,
): Promise<boolean> => updateVersion(tx, 'notification_rule', id, version, values)

export const deleteNotificationRule = (tx: Tx, id: number): Promise<void> =>
  removeRow(tx, 'notification_rule', id)

const count = async (tx: Tx, rows: RawBuilder<unknown>): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::integer as count from ${rows}`.execute(tx)).rows[0]
    ?.count ?? 0

/** How many of these accounts are the owner's: itself, and all below it. */
export const countAccountsOfOwner = (tx: Tx, owner_id: number, ids: readonly number[]) =>
  count(
    tx,
    sql`account a where a.id = any (${[...ids]}::bigint[]) and a.deleted_at is null
      and (${sql.lit(owner_id === OPERATOR_ID)}
        or ${isInTreeOf(sql`a.id`, sql`${owner_id}::bigint`)})`,
  )

/** How many of these users work for the owner. */
export const countUsersOfOwner = (tx: Tx, owner_id: number, ids: readonly number[]) =>
  count(
    tx,
    sql`console_user u where u.id = any (${[...ids]}::bigint[]) and u.deleted_at is null
      and case when ${sql.lit(owner_id === OPERATOR_ID)} then u.type = 'ADMIN'
        else u.account_id = ${owner_id} end`,
  )

/** How many of these webhooks are the owner's. */
export const countWebhooksOfOwner = (tx: Tx, owner_id: number, ids: readonly number[]) =>
  count(
    tx,
    sql`notification_webhook w
      where w.id = any (${[...ids]}::bigint[]) and w.owner_id = ${owner_id}`,
  )
