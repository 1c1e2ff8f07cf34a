// Who cannot log in after too many failures. The rows are those of rate-limiter-flexible, whose
// keys have a kind, a colon and a name.
import { sql } from 'kysely'
import { LOGIN_TRIES } from '#core/login-tries.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { type Scope, seesEverything } from '../scope.ts'

type Kind = 'USER' | 'NETWORK' | 'BROWSER'

const isLocked = sql<boolean>`(expire > extract(epoch from now()) * 1000
  and points >= (${JSON.stringify(LOGIN_TRIES)}::jsonb ->> split_part(key, ':', 1))::integer)`

const locks = (database: Database, scope: Scope) =>
  database
    .selectFrom(
      sql<{ id: string; kind: Kind; name: string; locked_until: string }>`(
        select md5(key) as id, upper(split_part(key, ':', 1)) as kind,
          to_timestamp(expire / 1000.0) as locked_until,
          case when key like 'browser:%' then coalesce((select u.username from console_user u
            where u.id = substring(key from '^browser:([0-9]+) ')::bigint), '')
          else substr(key, strpos(key, ':') + 1) end as name
        from login_limit where ${isLocked})`.as('k'),
    )
    .where(seesEverything(scope))
    .select(['k.id', 'k.kind', 'k.name', 'k.locked_until'])

const SORTS = {
  name: sql`lower(k.name)`,
  kind: sql`k.kind`,
  locked_until: sql`k.locked_until`,
}

interface LoginLockQuery extends ListQuery<keyof typeof SORTS> {
  readonly kind?: Kind | undefined
}

export async function listLoginLocks(database: Database, scope: Scope, query: LoginLockQuery) {
  const select = locks(database, scope)
    .where(hasText(query.q, 'k.name'))
    .where(hasValues({ 'k.kind': query.kind }))
  return offsetPage(database, select, query, SORTS, '-locked_until', sql`k.id`)
}

/** The lock that was lifted; undefined when there is no such lock. */
export async function deleteLoginLock(tx: Tx, scope: Scope, id: string) {
  const lock = await locks(tx, scope).where('k.id', '=', id).executeTakeFirst()
  if (lock) await sql`delete from login_limit where md5(key) = ${id}`.execute(tx)
  return lock
}

/** All that are in effect; answers their number. */
export async function deleteAllLoginLocks(tx: Tx, scope: Scope): Promise<number> {
  const { numAffectedRows } = await sql`delete from login_limit
    where ${isLocked} and ${seesEverything(scope)}`.execute(tx)
  return Number(numAffectedRows)
}
