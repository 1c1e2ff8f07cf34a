// Removes old deliveries with their attempts, and old events.
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Rows of one statement, so that it is over soon. */
const BATCH = 10_000

/** Answers how many it has removed. */
export async function deleteOldNotifications(
  database: Database,
  before: string,
  batch = BATCH,
): Promise<number> {
  let removed = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      with old as (
        select id from notification_delivery
        where created_at < ${before} and state <> 'WAITING' limit ${batch})
      delete from notification_delivery d using old where d.id = old.id`.execute(database)
    removed += Number(numAffectedRows)
    if (numAffectedRows < BigInt(batch)) break
  }
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      with old as (
        select id from notification_event
        where occurred_at < ${before} and expanded_at is not null limit ${batch})
      delete from notification_event e using old where e.id = old.id`.execute(database)
    if (numAffectedRows < BigInt(batch)) return removed
  }
}
