// Events that people may be notified of, written in the transaction of what has changed (ADR-0041).
import type { Insertable } from 'kysely'
import type { Database } from '../database.ts'
import type { NotificationEventTable } from '../tables/notifications.ts'

type Written = Omit<Insertable<NotificationEventTable>, 'id' | 'payload' | 'expanded_at'>

/** `payload` has the values of the sentence: numbers, or amounts as decimal text. */
export interface NewEvent extends Written {
  readonly payload: Readonly<Record<string, unknown>>
}

export async function insertEvents(tx: Database, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ ...event, payload: JSON.stringify(event.payload) }))
  await tx.insertInto('notification_event').values(rows).execute()
}

/** An event whose deliveries are made by the caller; answers its id. */
export async function insertExpandedEvent(
  tx: Database,
  event: NewEvent,
  expanded_at: string,
): Promise<number> {
  const { id } = await tx
    .insertInto('notification_event')
    .values({ ...event, payload: JSON.stringify(event.payload), expanded_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
