// Erasures of personal data: requested by the API, done by the supervisor (ADR-0051).
import { sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Database, Tx } from '../database.ts'
import { contains, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, type Scope } from '../scope.ts'
import { sendSignal } from '../signals.ts'

type Kind = 'RESELLER' | 'WHOLESALE' | 'RETAIL' | 'SETTLEMENT'

const erasures = (database: Database, scope: Scope) =>
  database
    .selectFrom('erasure as e')
    .innerJoin('account as a', 'a.id', 'e.account_id')
    .leftJoin('console_user as u', 'u.id', 'e.requested_by')
    .where(inScope(scope, 'e.account_id'))
    .select(sql<Kind>`a.kind`.as('kind'))
    .select(['e.account_id', 'e.reason', 'e.requested_at', 'e.state', 'e.error'])
    .select(['e.calls_done', 'e.archive_days_total', 'e.archive_days_done', 'e.ended_at'])
    .select((is) => is.fn.coalesce('u.username', sql<string>`''`).as('requested_by'))

export const listErasures = (
  database: Database,
  scope: Scope,
  query: ListQuery<'account_id' | 'requested_at' | 'ended_at'>,
) =>
  offsetPage(
    database,
    erasures(database, scope),
    query,
    {
      account_id: sql`e.account_id`,
      requested_at: sql`e.requested_at`,
      ended_at: sql`e.ended_at`,
    },
    '-requested_at',
    sql`e.account_id`,
  )

export const findErasure = (database: Database, scope: Scope, account_id: number) =>
  erasures(database, scope).where('e.account_id', '=', account_id).executeTakeFirst()

/** Deleted ones too; all that the scope has but the operator. */
export const findAnyAccount = (database: Database, scope: Scope, account_id: number) =>
  database
    .selectFrom('account as a')
    .where('a.id', '=', account_id)
    .where('a.id', '<>', OPERATOR_ID)
    .where(inScope(scope, 'a.id'))
    .select(sql<Kind>`a.kind`.as('kind'))
    .select(['a.id', 'a.name', 'a.status', 'a.created_at', 'a.deleted_at'])
    .executeTakeFirst()

const MOST = 50

interface AnyAccount {
  readonly id: number
  readonly name: string
  readonly hint: string
  readonly kind: Kind
  readonly is_deleted: boolean
}

/** By name or id; deleted ones too, of which several can have the same name. */
export async function lookupAnyAccounts(
  database: Database,
  scope: Scope,
  { q, id }: { readonly q?: string | undefined; readonly id?: number | undefined },
): Promise<AnyAccount[]> {
  const isChosen = sql`a.id is not distinct from ${id ?? null}::bigint`
  const isMatch = q ? sql`(a.name ilike ${contains(q)} or a.id::text = ${q})` : sql`true`
  const { rows } = await sql<AnyAccount>`
    select a.id, a.name, a.kind, a.deleted_at is not null as is_deleted,
      '#' || a.id || coalesce(', deleted ' || to_char(a.deleted_at, 'YYYY-MM-DD'), '') as hint
    from account a
    where a.id <> ${OPERATOR_ID} and ${inScope(scope, 'a.id')} and (${isMatch} or ${isChosen})
    order by ${isChosen} desc, lower(a.name), a.id limit ${MOST}`.execute(database)
  return rows
}

/** False if its erasure was requested before. */
export async function requestErasure(
  tx: Tx,
  erasure: {
    readonly account_id: number
    readonly reason: string
    readonly requested_by: number
    readonly requested_at: string
  },
): Promise<boolean> {
  const added = await tx
    .insertInto('erasure')
    .values(erasure)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!added.numInsertedOrUpdatedRows) return false
  await sendSignal(tx, { changed: 'erasure' })
  return true
}
