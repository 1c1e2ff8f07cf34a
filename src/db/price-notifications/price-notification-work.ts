// How price notifications are made: inserted by a request, compared by a job, and discarded while
// they have no rates.
import { sql } from 'kysely'
import {
  type ChangedCounts,
  changesInWords,
  type NotificationBasis,
} from '#core/tariff/price-notification.ts'
import type { Database, Tx } from '../database.ts'
import { insertEvents, type NewEvent } from '../notifications/events.ts'
import { isDue, type WaitingRow } from '../prepared-rows.ts'
import type { Scope } from '../scope.ts'
import { sendSignal } from '../signals.ts'
import type { KeptIssuer } from '../tables/billing.ts'
import { type Compared, countPriceRows, keepPriceRows } from './price-notification-rows.ts'
import { type NotifiedAccounts, notifiedAccounts, readDatabaseTime } from './price-notifications.ts'

export interface NewNotification extends NotifiedAccounts {
  readonly basis: NotificationBasis
  readonly since: string
  readonly is_full: boolean
  readonly issuer: KeptIssuer
  readonly created_by: number
}

/** Without its rates, which a job compares. Answers its id, and how many accounts it is for. */
export async function insertPriceNotification(
  tx: Tx,
  scope: Scope,
  { issuer, ...values }: NewNotification,
): Promise<{ id: number; recipients: number }> {
  const tariff = await tx
    .selectFrom('tariff')
    .where('id', '=', values.tariff_id)
    .select(['name as tariff_name', 'currency'])
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('price_notification')
    .values({ ...values, ...tariff, issuer: JSON.stringify(issuer) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql`insert into price_notification_recipient
      (notification_id, account_id, name, company, address)
    select ${id}, u.id, u.name, f.company, f.address
    from (select a.id, a.name from ${notifiedAccounts(scope, values)}) u
      join account f on f.id = u.id
    returning account_id`.execute(tx)
  await sendSignal(tx, { changed: 'price_notification' })
  return { id, recipients: rows.length }
}

/** Whether a notification of the tariff has no rates yet: the next one begins where it ends. */
export async function hasUnpreparedNotification(tx: Tx, tariff_id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('price_notification')
    .where('tariff_id', '=', tariff_id)
    .where('prepared_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** Whether it was deleted: one that has its rates is kept. */
export async function discardPriceNotification(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('price_notification')
    .where('id', '=', id)
    .where('prepared_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface WaitingNotification extends WaitingRow {
  readonly tariff_id: number
}

/** The next notification without rates whose next try is due. */
export async function findWaitingNotification(
  database: Database,
  now_ms: number,
  tried: readonly number[],
): Promise<WaitingNotification | undefined> {
  const { rows } = await sql<WaitingNotification>`
    select id, tariff_id, failures from price_notification
    where prepared_at is null and ${isDue(now_ms, tried)}
    order by id limit 1`.execute(database)
  return rows[0]
}

/**
 * Compares the rates and stores what has changed, as of one moment, from which on the next
 * notification continues. Changes of the tariff's rates that are under way then are waited for, and
 * the next ones wait until the moment is over: none is missed, and none waits for the comparison.
 */
export async function preparePriceNotification(
  database: Database,
  { id, tariff_id }: WaitingNotification,
): Promise<void> {
  const moment = Promise.withResolvers<void>()
  let comparison: Promise<void> | undefined
  await database.transaction().execute(async (lock) => {
    await sql`select from tariff where id = ${tariff_id} for share`.execute(lock)
    comparison = database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        // The first query takes the snapshot.
        const at = await readDatabaseTime(tx)
        moment.resolve()
        await compareAt(tx, id, at)
      })
    await Promise.race([moment.promise, comparison])
  })
  await comparison
}

/** Nothing is done to one that another process compares, or that was discarded. */
async function compareAt(tx: Tx, id: number, at: string): Promise<void> {
  const { rows } = await sql<Compared>`
    select tariff_id, account_id, basis, since, is_full from price_notification
    where id = ${id} and prepared_at is null for update skip locked`.execute(tx)
  const [compared] = rows
  if (!compared) return
  const counts = await countPriceRows(tx, compared)
  await keepPriceRows(tx, id)
  await tx
    .updateTable('price_notification')
    .set({ ...counts, created_at: at, prepared_at: at })
    .set({ failure: '', failures: 0, retry_at: null })
    .where('id', '=', id)
    .execute()
  await noteChanged(tx, id, counts)
}

/** An event for each account, and one message for those who are notified of several. */
async function noteChanged(tx: Tx, id: number, counts: ChangedCounts): Promise<void> {
  const changes = changesInWords(counts)
  if (changes === '') return
  const found = await tx
    .selectFrom('price_notification as n')
    .innerJoin('price_notification_recipient as r', 'r.notification_id', 'n.id')
    .where('n.id', '=', id)
    .select(['n.tariff_id', 'n.tariff_name', 'r.account_id', 'r.name'])
    .orderBy('r.account_id')
    .execute()
  const events = found.map(
    ({ tariff_id, tariff_name, account_id, name }): NewEvent => ({
      ...{ topic: 'RATES_CHANGED', phase: 'HAPPENED', severity: 'INFO', alarm_id: null },
      ...{ account_id, subject_kind: 'TARIFF', subject_id: tariff_id, subject_name: tariff_name },
      group_key: `price notification ${id}`,
      sentence: `Rates of ${name} in ${tariff_name}: ${changes}.`,
      payload: { price_notification_id: id, changes },
    }),
  )
  await insertEvents(tx, events)
}
