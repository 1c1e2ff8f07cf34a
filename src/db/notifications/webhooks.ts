// Webhooks that events are sent to, as the console shows and changes them.
import { type Insertable, sql } from 'kysely'
import { insertRow, removeRow, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import type { Scope } from '../scope.ts'
import type { NotificationWebhookTable } from '../tables/notifications.ts'
import { isOfOwner } from './notification-scope.ts'

/** The last message to it that was tried. */
const lastOf = <T>(column: string) =>
  sql<T | null>`(select ${sql.ref(`d.${column}`)} from notification_delivery d
    where d.webhook_id = w.id and d.state <> 'SUPPRESSED' order by d.id desc limit 1)`

const webhooks = (database: Database, scope: Scope) =>
  database
    .selectFrom('notification_webhook as w')
    .innerJoin('account as a', 'a.id', 'w.owner_id')
    .where(isOfOwner(scope, 'w.owner_id'))
    .select(['w.id', 'w.version', 'w.owner_id', 'a.name as owner_name', 'w.name', 'w.status'])
    .select(['w.url', 'w.allows_private', 'w.created_at', 'w.updated_at'])
    .select([
      sql<string | null>`case when w.previous_until > now() then w.previous_until end`.as(
        'previous_until',
      ),
      lastOf<'WAITING' | 'SENT' | 'FAILED'>('state').as('last_state'),
      lastOf<string>('last_answer').as('last_answer'),
      lastOf<string>('created_at').as('last_at'),
    ])

const SORTS = {
  name: sql`lower(w.name)`,
  status: sql`w.status`,
  created_at: sql`w.created_at`,
}

interface WebhookQuery extends ListQuery<keyof typeof SORTS> {
  readonly status?: 'active' | 'paused' | undefined
}

export async function listWebhooks(database: Database, scope: Scope, query: WebhookQuery) {
  const select = webhooks(database, scope)
    .where(hasText(query.q, 'w.name', 'w.url'))
    .where(hasValues({ 'w.status': query.status }))
  return offsetPage(database, select, query, SORTS, 'name', sql`w.id`)
}

export async function findWebhook(database: Database, scope: Scope, id: number) {
  return webhooks(database, scope).where('w.id', '=', id).executeTakeFirst()
}

type WebhookValues = Omit<
  Insertable<NotificationWebhookTable>,
  'id' | 'version' | 'created_at' | 'updated_at'
>

export const insertWebhook = (tx: Tx, webhook: WebhookValues): Promise<number> =>
  insertRow(tx, 'notification_webhook', webhook)

/** False if it has changed since `version` was read. */
export const updateWebhook = (
  tx: Tx,
  id: number,
  version: number,
  values: Partial<WebhookValues>,
): Promise<boolean> => updateVersion(tx, 'notification_webhook', id, version, values)

/** Messages that wait for it are not sent any more. */
export async function deleteWebhook(tx: Tx, id: number): Promise<void> {
  await sql`update notification_rule set webhook_ids = array_remove(webhook_ids, ${id}::bigint)
    where ${id}::bigint = any (webhook_ids)`.execute(tx)
  await removeRow(tx, 'notification_webhook', id)
}

/** The one until now signs beside the new one until then. */
export async function renewWebhookSecret(
  tx: Tx,
  id: number,
  { secret, previous_until }: { readonly secret: string; readonly previous_until: string },
): Promise<void> {
  await tx
    .updateTable('notification_webhook')
    .set({ secret, previous_secret: sql<string>`secret`, previous_until })
    .where('id', '=', id)
    .execute()
}
