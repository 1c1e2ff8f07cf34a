// Sessions in which a user sees the portal of an account below the own one.
import { sql } from 'kysely'
import type { UserType } from '#core/permission/permission.ts'
import type { Database, Tx } from '../database.ts'
import { inScope, isNotOwn, type Scope, seesEverything, seesMoneyOf } from '../scope.ts'
import type { ResellerOfUser } from './sessions.ts'

export interface Portal {
  readonly id: number
  readonly name: string
  readonly type: Exclude<UserType, 'ADMIN'>
  readonly reseller: ResellerOfUser | null
}

/**
 * The account whose portal the user of the scope may open. A settlement account has the calls of
 * all clients, so that it is for those who see everything.
 */
export async function findPortal(
  database: Database,
  scope: Scope,
  id: number,
): Promise<Portal | undefined> {
  const { rows } = await sql<Portal>`
    select a.id, a.name, a.kind as type, case when r.account_id is not null then
      json_build_object('level', r.level,
        'allow_create_subreseller', r.allow_create_subreseller) end as reseller
    from account a left join reseller r on r.account_id = a.id
    where a.id = ${id} and a.deleted_at is null and a.status <> 'closed'
      and (a.kind in ('RESELLER', 'WHOLESALE', 'RETAIL')
        or (a.kind = 'SETTLEMENT' and ${seesEverything(scope)}))
      and ${inScope(scope, 'a.id')} and ${isNotOwn(scope, 'a.id')}
      and ${seesMoneyOf(scope, 'a.id')}`.execute(database)
  return rows[0]
}

interface OnBehalf {
  readonly on_behalf_of: number | null
  /** Null is read-only. */
  readonly writes_reason: string | null
}

/**
 * False if the session has ended, or is not in the portal `before` any more: another request of it
 * has opened or left one since.
 */
export async function setOnBehalf(
  tx: Tx,
  session_id: number,
  before: number | null,
  values: OnBehalf,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set(values)
    .where('id', '=', session_id)
    .where('revoked_at', 'is', null)
    .where('on_behalf_of', 'is not distinct from', before)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
