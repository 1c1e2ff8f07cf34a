// The rights of each process of the product in the database: the role it connects as, and its
// rights on each table. Neither of them owns anything, so neither can change the schema, take away
// a trigger, or undo an entry that may only be added to.
import type pg from 'pg'
import { makeClient } from './database.ts'
import { ROLES_LOCK } from './locks.ts'
import { FURTHER, RIGHTS, type Role } from './role-rights.ts'

const RIGHT_NAMES: Record<string, string> = { s: 'select', i: 'insert', u: 'update', d: 'delete' }

function rightsOf(role: Role): [string, string][] {
  return Object.entries(RIGHTS)
    .filter(([, rights]) => rights[role] !== '')
    .map(([table, rights]) => [
      table,
      [...rights[role]].map((letter) => RIGHT_NAMES[letter]).join(', '),
    ])
}

export type Passwords = Readonly<Record<Role, string>>

const ROLES: readonly Role[] = ['api', 'engine', 'jobs']

/**
 * Makes the roles if they are missing, gives them their rights and takes all others, and answers
 * the address of the database for each. They are named after the database, because roles belong to
 * the whole server. `url` is that of the owner; an existing role keeps its password unless
 * `resets_passwords`, as another machine may use it.
 */
export async function prepareRoles(
  url: string,
  passwords: Passwords,
  resets_passwords: boolean,
): Promise<Record<Role, string>> {
  const client = makeClient(url, 'roles')
  await client.connect()
  const urls: Partial<Record<Role, string>> = {}
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${ROLES_LOCK})`)
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const name = rows[0]?.name ?? ''
    const database = client.escapeIdentifier(name)
    await client.query(`revoke all on database ${database} from public`)
    await client.query('revoke create on schema public from public')
    for (const role of ROLES) {
      const username = `${name}_${role}`
      const owner = client.escapeIdentifier(username)
      const found = await client.query('select from pg_roles where rolname = $1', [username])
      const password = client.escapeLiteral(passwords[role])
      if (found.rowCount === 0)
        await client.query(`create role ${owner} login password ${password}`)
      else if (resets_passwords) await client.query(`alter role ${owner} password ${password}`)
      await revokeAll(client, username)
      for (const [table, words] of rightsOf(role)) {
        await client.query(`grant ${words} on ${table} to ${owner}`)
      }
      for (const right of FURTHER[role](database)) {
        await client.query(`grant ${right} to ${owner}`)
      }
      urls[role] = urlFor(url, username, passwords[role])
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
  return urls as Record<Role, string>
}

/**
 * Rights of an earlier version; checked first, because years of partitions have none of their own.
 */
async function revokeAll(client: pg.Client, username: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.oid::regclass::text as name
      from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
      where r.rolname = $1 and c.relkind in ('r', 'p', 'v')`,
    [username],
  )
  if (rows.length === 0) return
  const tables = rows.map(({ name }) => name).join(', ')
  await client.query(`revoke all on ${tables} from ${client.escapeIdentifier(username)}`)
}

/** The address of the database for each role, which another machine has made. */
export async function findRoles(url: string, passwords: Passwords): Promise<Record<Role, string>> {
  const client = makeClient(url, 'roles')
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const name = rows[0]?.name ?? ''
    const urlOf = (role: Role) => urlFor(url, `${name}_${role}`, passwords[role])
    return { api: urlOf('api'), engine: urlOf('engine'), jobs: urlOf('jobs') }
  } finally {
    await client.end()
  }
}

function urlFor(url: string, username: string, password: string): string {
  const own = new URL(url)
  own.username = encodeURIComponent(username)
  own.password = encodeURIComponent(password)
  return own.href
}
