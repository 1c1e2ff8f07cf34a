// Failed logins and confirmations, as the log keeps them.
import type { Database } from '#db/database.ts'
import { insertAuthFailure } from '#db/people/auth-failures.ts'
import type { Origin } from '../http/network.ts'

export function noteFailure(database: Database, username: string, origin: Origin, reason: string) {
  const { ip: source_ip, user_agent } = origin
  return insertAuthFailure(database, { kind: 'WEB', username, source_ip, user_agent, reason })
}
