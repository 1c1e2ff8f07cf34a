// The user of work without a request.
import type { Database } from '#db/database.ts'
import { findUserAtWork } from '#db/people/sessions.ts'
import { type Caller, callerOf, rightsOf } from '../http/caller.ts'

const NO_MEANS = { session_id: null, confirmed_at: null, token_name: null }

/** With its rights of now; undefined once it may not sign in any more. */
export async function findAbsentCaller(
  database: Database,
  user_id: number,
  now_ms: number,
): Promise<Caller | undefined> {
  const user = await findUserAtWork(database, user_id)
  if (!user) return undefined
  const { user_expires_at: ends } = user
  if (ends !== null && now_ms >= Date.parse(ends)) return undefined
  return callerOf(user, rightsOf(user), NO_MEANS)
}
