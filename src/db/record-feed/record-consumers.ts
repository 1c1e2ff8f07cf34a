// Consumers of the record feed as the console shows and changes them.
import { type Insertable, sql } from 'kysely'
import { WAITING_RECORDS_MAX } from '#core/call/fed-record.ts'
import { insertRow, removeRow, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { type Scope, seesEverything } from '../scope.ts'
import type { RecordConsumerTable } from '../tables/record-feed.ts'
import { LAST_POSITION } from './safe-position.ts'

/** By so much a restart begins before the first record, for those that are not committed yet. */
const MARGIN = 10_000

const waitingCount = sql<number>`(select count(*)::integer from (
  select from call_record r where r.feed_position > d.position
  limit ${sql.lit(WAITING_RECORDS_MAX)}) waiting)`
const lagSeconds = sql<number>`coalesce((
  select greatest(0, extract(epoch from now() - r.created_at))::integer from call_record r
  where r.feed_position > d.position order by r.feed_position limit 1), 0)`

const accounts = sql<{ id: number; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name), '[]')
  from account a where a.id = any (c.account_ids))`

const consumers = (database: Database, scope: Scope) =>
  database
    .selectFrom('record_consumer as c')
    .innerJoin('record_delivery as d', 'd.consumer_id', 'c.id')
    .where(seesEverything(scope))
    .select(['c.id', 'c.version', 'c.name', 'c.kind', 'c.format', 'c.status', 'c.url'])
    .select(['c.folder', 'c.username', 'c.database_name', 'c.table_name', 'c.bucket'])
    .select([
      'c.object_prefix',
      'c.region',
      'c.allows_private',
      'c.answered_only',
      'c.account_ids',
      'c.batch_size',
    ])
    .select(['c.created_at', 'c.updated_at', 'd.delivered_count', 'd.last_delivered_at'])
    .select(['d.failing_since', 'd.failures_in_a_row', 'd.error', 'd.next_try_at', 'd.from_at'])
    .select(['d.tested_at', 'd.test_error', waitingCount.as('waiting_count')])
    .select([
      accounts.as('accounts'),
      sql<boolean>`c.kind in ('CLICKHOUSE', 'S3') and c.secret <> ''`.as('has_password'),
      lagSeconds.as('lag_seconds'),
      sql<boolean>`d.test_asked_at is not null`.as('is_test_asked'),
    ])

/** How far each consumer is behind, and how often in a row it has failed. */
export const listFeedLags = (database: Database) =>
  database
    .selectFrom('record_consumer as c')
    .innerJoin('record_delivery as d', 'd.consumer_id', 'c.id')
    .select(['c.name', 'c.status', lagSeconds.as('lag_seconds')])
    .orderBy('c.id')
    .execute()

const SORTS = {
  name: sql`lower(c.name)`,
  kind: sql`c.kind`,
  status: sql`c.status`,
  last_delivered_at: sql`d.last_delivered_at`,
  created_at: sql`c.created_at`,
}

interface ConsumerQuery extends ListQuery<keyof typeof SORTS> {
  readonly kind?: RecordConsumerTable['kind'] | undefined
  readonly status?: 'active' | 'paused' | undefined
}

export async function listRecordConsumers(database: Database, scope: Scope, query: ConsumerQuery) {
  const select = consumers(database, scope)
    .where(hasText(query.q, 'c.name', 'c.url', 'c.folder', 'c.table_name', 'c.bucket'))
    .where(hasValues({ 'c.kind': query.kind, 'c.status': query.status }))
  return offsetPage(database, select, query, SORTS, 'name', sql`c.id`)
}

export async function findRecordConsumer(database: Database, scope: Scope, id: number) {
  return consumers(database, scope).where('c.id', '=', id).executeTakeFirst()
}

type ConsumerValues = Omit<
  Insertable<RecordConsumerTable>,
  'id' | 'version' | 'created_at' | 'updated_at'
>

/** It gets what is written from now on. */
export async function insertRecordConsumer(tx: Tx, consumer: ConsumerValues): Promise<number> {
  const id = await insertRow(tx, 'record_consumer', consumer)
  const position = sql<number>`${sql.raw(LAST_POSITION)}`
  await tx.insertInto('record_delivery').values({ consumer_id: id, position }).execute()
  return id
}

/** The next batch is another one, and is sent immediately. */
export async function updateRecordConsumer(
  tx: Tx,
  id: number,
  version: number,
  values: Partial<ConsumerValues>,
): Promise<boolean> {
  if (!(await updateVersion(tx, 'record_consumer', id, version, values))) return false
  await tx
    .updateTable('record_delivery')
    .set({ batch_to: null, next_try_at: null })
    .where('consumer_id', '=', id)
    .execute()
  return true
}

export const deleteRecordConsumer = (tx: Tx, id: number): Promise<void> =>
  removeRow(tx, 'record_consumer', id)

export async function setConsumerSecret(tx: Tx, id: number, secret: string): Promise<void> {
  await tx.updateTable('record_consumer').set({ secret }).where('id', '=', id).execute()
}

export async function askForConsumerTest(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('record_delivery')
    .set({ test_asked_at: sql<string>`now()` })
    .where('consumer_id', '=', id)
    .execute()
}

/** How many of the accounts are there. */
export async function countAccounts(tx: Tx, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from account
    where id = any (${[...ids]}::bigint[]) and kind in ('WHOLESALE', 'RETAIL', 'RESELLER')
  `.execute(tx)
  return rows[0]?.count ?? 0
}

/** Calls that began from then on are delivered, also those that were delivered before. */
export async function restartRecordConsumer(tx: Tx, id: number, from_at: string): Promise<void> {
  await sql`
    update record_delivery set batch_to = null, next_try_at = null, from_at = ${from_at},
      position = greatest(0, coalesce(
        (select min(feed_position) from call_record where started_at >= ${from_at}::timestamptz),
        ${sql.raw(LAST_POSITION)}) - ${MARGIN}::bigint)
    where consumer_id = ${id}`.execute(tx)
}
