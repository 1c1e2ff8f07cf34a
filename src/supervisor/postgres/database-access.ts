// The database roles of API, engines and jobs.
import type { Role } from '#db/role-rights.ts'
import { findRoles, type Passwords, prepareRoles } from '#db/roles.ts'
import { withClient } from '#db/with-client.ts'

/**
 * The address of the database for API, engines and jobs, each with a role of its own. A foreign
 * database may refuse us to make roles: then there is only the one that we were given.
 */
export async function prepareAccess(
  url: string,
  passwords: Passwords,
  isOurs: boolean,
  say: (line: string) => void,
): Promise<Record<Role, string>> {
  return withRoles(prepareRoles(url, passwords, isOurs)).catch((error: unknown) => {
    if (isOurs) throw error
    return withOneRole(url, error, say)
  })
}

/** The same for a node: the first machine has made the roles. */
export const findAccess = (
  url: string,
  passwords: Passwords,
  say: (line: string) => void,
): Promise<Record<Role, string>> =>
  withRoles(findRoles(url, passwords)).catch((error: unknown) => withOneRole(url, error, say))

async function withRoles(found: Promise<Record<Role, string>>): Promise<Record<Role, string>> {
  const urls = await found
  for (const own of Object.values(urls)) await connect(own)
  return urls
}

function withOneRole(
  url: string,
  error: unknown,
  say: (line: string) => void,
): Record<Role, string> {
  const reason = error instanceof Error ? error.message : String(error)
  say(
    `API, engines and jobs use the role of DATABASE_URL, with all its rights: ${reason}. ` +
      'docs/operating.md says how to give them roles of their own',
  )
  return { api: url, engine: url, jobs: url }
}

const connect = (url: string): Promise<void> => withClient(url, 'supervisor', async () => {})

/**
 * The address of the replica for the API: a replica has the databases and roles of its primary, so
 * that the server alone is taken from the variable.
 */
export function replicaAddress(replica: string, primary: string): string {
  const own = new URL(replica)
  const { username, password, pathname } = new URL(primary)
  return Object.assign(own, { username, password, pathname }).href
}
