// Computes the tariffs with a markup, one at a time, each in one transaction: calls never see half
// of it, and an interrupted one is computed again from its beginning.

import { asSqlConnection, isConflict, makeClient } from '#db/database.ts'
import { MARKUP_LOCK } from '#db/locks.ts'
import { computeNextMarkup, findMarkupWork } from '#db/tariffs/markup-work.ts'
import type { JobContext } from '../job.ts'

/** Looks first, so that nothing is locked where nothing is to be done. */
export async function findAndComputeMarkups({ url, database, stop }: JobContext): Promise<void> {
  if (!(await findMarkupWork(asSqlConnection(database)))) return
  await workOnMarkups(url, stop).catch((error: unknown) => {
    if (!stop.aborted) throw error
  })
}

/** Returns when all are as they should be, or another process holds the lock. */
export async function workOnMarkups(url: string, stop?: AbortSignal): Promise<void> {
  const client = makeClient(url, 'markups')
  // An error of the connection is also that of the query that is under way.
  client.on('error', () => {})
  const abandon = () => client.connection.stream.destroy()
  stop?.addEventListener('abort', abandon)
  try {
    await client.connect()
    const { rows } = await client.query<{ is_ours: boolean }>(
      'select pg_try_advisory_lock($1) as is_ours',
      [MARKUP_LOCK],
    )
    if (rows[0]?.is_ours !== true) return
    while (!stop?.aborted) {
      try {
        await client.query('begin isolation level repeatable read')
        const isDone = !(await computeNextMarkup(client))
        await client.query('commit')
        if (isDone) return
      } catch (error) {
        if (!isConflict(error)) throw error
        // A user has changed the tariff meanwhile: the next snapshot has it.
        await client.query('rollback')
      }
    }
  } finally {
    stop?.removeEventListener('abort', abandon)
    await client.end().catch(() => {})
  }
}
