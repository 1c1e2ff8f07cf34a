// Computes the tariffs with a markup, one at a time, each in one transaction: calls never see half
// of it, and an interrupted one is computed again from its beginning.
import type pg from 'pg'
import { asSqlConnection, isConflict } from '#db/database.ts'
import { MARKUP_LOCK } from '#db/locks.ts'
import { computeNextMarkup, findMarkupWork } from '#db/tariffs/markup-work.ts'
import { tryToLock, withClient } from '#db/with-client.ts'
import type { JobContext } from '../job.ts'

/** Looks first, so that nothing is locked where nothing is to be done. */
export async function findAndComputeMarkups({ url, database, stop }: JobContext): Promise<void> {
  if (!(await findMarkupWork(asSqlConnection(database)))) return
  await workOnMarkups(url, stop).catch((error: unknown) => {
    if (!stop.aborted) throw error
  })
}

/** Returns when all are as they should be, or another process holds the lock. */
export const workOnMarkups = (url: string, stop?: AbortSignal): Promise<void> =>
  withClient(
    url,
    'markups',
    async (client) => {
      if (!(await tryToLock(client, MARKUP_LOCK))) return
      while (!stop?.aborted) {
        if (!(await computeOne(client))) return
      }
    },
    stop,
  )

/** Whether there may be another one. */
async function computeOne(client: pg.Client): Promise<boolean> {
  try {
    await client.query('begin isolation level repeatable read')
    const has_computed = await computeNextMarkup(client)
    await client.query('commit')
    return has_computed
  } catch (error) {
    if (!isConflict(error)) throw error
    // A user has changed the tariff meanwhile: the next snapshot has it.
    await client.query('rollback')
    return true
  }
}
