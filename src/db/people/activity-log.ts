// Who did what in the console. Rows are only ever added.
import type { Insertable } from 'kysely'
import type { Database, Tx } from '../database.ts'
import type { Scope } from '../scope.ts'
import type { ActivityLogTable } from '../tables.ts'

export type Activity = Omit<Insertable<ActivityLogTable>, 'changes'> & {
  /** Per field what it was and what it became. */
  readonly changes: Readonly<Record<string, readonly [old: unknown, now: unknown]>>
}

export async function insertActivity(database: Database, activity: Activity): Promise<void> {
  await database
    .insertInto('activity_log')
    .values({ ...activity, changes: JSON.stringify(activity.changes) })
    .execute()
}

/**
 * Who has changed a thing last, and when. Names of the operator's users are visible only to the
 * operator.
 */
export async function findLastChange(tx: Tx, scope: Scope, entity: string, entity_id: string) {
  const last = await tx
    .selectFrom('activity_log')
    .where('entity', '=', entity)
    .where('entity_id', '=', entity_id)
    .where('action', 'in', ['CREATE', 'UPDATE'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .select(['at', 'username'])
    .executeTakeFirst()
  return last && { at: last.at, by: scope.kind === 'everything' ? last.username : null }
}
