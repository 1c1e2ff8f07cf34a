// Reads of history from the replica, while it serves; in every other case, and when it fails, from
// the primary (ADR-0036).
import type { FastifyReply } from 'fastify'
import { AS_OF_HEADER, type Endpoint } from '#contract/endpoint.ts'
import { type Database, isConflict, isDatabaseDown } from '#db/database.ts'
import { type AppContext, toInstant } from './app-context.ts'

/** From this lag on an answer has the time of its data. */
const SHOWN_LAG_MS = 1000

/** Lists that follow the switch are of now, as a file too. */
const mayLag = (endpoint: Endpoint, isExport: boolean): boolean =>
  endpoint.replica === true || (isExport && !endpoint.passive)

export type Reader = <T>(read: (database: Database) => Promise<T>) => Promise<T>

/** Runs the reads of one request, all of them on the replica if it serves, else on the primary. */
export function readerOf(
  { replica, database }: Pick<AppContext, 'replica' | 'database'>,
  endpoint: Endpoint,
  { user_id, isExport }: { readonly user_id: number | undefined; readonly isExport: boolean },
  /** Absent in work without a request. */
  reply?: FastifyReply,
): Reader {
  const isOfReplica = user_id !== undefined && mayLag(endpoint, isExport)
  const look = isOfReplica ? replica?.lookFor(user_id) : undefined
  if (!replica || !look) return (read) => read(database)
  if (look.lag_ms > SHOWN_LAG_MS) reply?.header(AS_OF_HEADER, toInstant(look.as_of_ms))
  let serves = true
  return async (read) => {
    if (!serves) return read(database)
    try {
      return await read(replica.database)
    } catch (error) {
      // A conflict: the replica had to replay what the query still saw.
      if (!isDatabaseDown(error) && !isConflict(error)) throw error
      replica.noteFailure(error)
      serves = false
      reply?.removeHeader(AS_OF_HEADER)
      return read(database)
    }
  }
}
