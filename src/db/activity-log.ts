// Who did what in the console. Rows are only ever added.
import type { Insertable } from 'kysely'
import type { Database, Tx } from './database.ts'
import type { ActivityLogTable } from './tables.ts'

export type Activity = Omit<Insertable<ActivityLogTable>, 'changes'> & {
  /** Per field what it was and what it became. */
  readonly changes: Readonly<Record<string, readonly [old: unknown, now: unknown]>>
}

export async function insertActivity(database: Database | Tx, activity: Activity): Promise<void> {
  await database
    .insertInto('activity_log')
    .values({ ...activity, changes: JSON.stringify(activity.changes) })
    .execute()
}
