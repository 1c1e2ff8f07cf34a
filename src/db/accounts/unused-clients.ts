// Active clients without an answered call for a long time, by the sums of traffic.
import { type RawBuilder, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Sum } from '#core/money.ts'
import type { Database, Tx } from '../database.ts'
import { keyOf, type Listed, type ListQuery, sortOf, toPage } from '../paging.ts'
import { inScope, type Scope } from '../scope.ts'

export type UnusedKind = 'WHOLESALE' | 'RETAIL'

interface UnusedClient {
  readonly id: number
  readonly kind: UnusedKind
  readonly name: string
  readonly answered_at: string | null
  readonly currency: string
  readonly balance: Sum
  readonly created_at: string
}

interface UnusedQuery {
  readonly days: number
  readonly kind?: UnusedKind | undefined
}

const OPERATOR = sql.lit(OPERATOR_ID)

/**
 * The last answered call is found by the index of sums, client by client. A new client had no time
 * to call, and one with a call in progress is in use.
 */
function unusedOf(scope: Scope, { days, kind }: UnusedQuery): RawBuilder<unknown> {
  const since = sql`now() - make_interval(days => ${days})`
  return sql`
    select a.id, a.kind, a.name, last.answered_at, a.currency, b.balance::numeric as balance,
      a.created_at
    from account a join account_balance b on b.account_id = a.id
      left join lateral (
        select s.bucket as answered_at from traffic_sum s
        where s.kind = 'PARTY' and s.seller_id = ${OPERATOR} and s.account_id = a.id
          and s.answered > 0
        order by s.bucket desc limit 1) summed on true
      left join (
        select account_id, max(bucket) as answered_at from traffic_addition
        where seller_id = ${OPERATOR} and answered > 0 group by account_id) added
        on added.account_id = a.id
      cross join lateral (
        select greatest(summed.answered_at, added.answered_at) as answered_at) last
    where a.kind in ('WHOLESALE', 'RETAIL') and a.status = 'active' and a.deleted_at is null
      and ${inScope(scope, 'a.id')} and ${kind ? sql`a.kind = ${kind}` : sql`true`}
      and a.created_at < ${since} and coalesce(last.answered_at < ${since}, true)
      and not exists (select from open_call c where c.account_id = a.id)`
}

/** Those that never had an answered call are the longest unused. */
export async function listUnusedClients<
  S extends 'name' | 'answered_at' | 'balance' | 'created_at',
>(
  database: Database,
  scope: Scope,
  query: UnusedQuery & ListQuery<S>,
): Promise<Listed<UnusedClient>> {
  const offset = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const { sort, column, direction } = sortOf(query, 'answered_at' as S)
  const by = column === 'name' ? sql`lower(name)` : sql.ref(column)
  const nulls = direction === 'asc' ? sql`nulls first` : sql`nulls last`
  const { rows } = await sql<UnusedClient & { total: number }>`
    select *, count(*) over () as total from (${unusedOf(scope, query)}) unused
    order by ${by} ${sql.raw(direction)} ${nulls}, id
    limit ${query.limit + 1} offset ${offset}`.execute(database)
  return toPage(query, sort, rows, rows[0]?.total ?? 0, () => [offset + query.limit])
}

/** Which of these are still unused; their accounts stay as they are until the transaction ends. */
export async function lockUnusedClients(
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  days: number,
): Promise<Pick<UnusedClient, 'id' | 'kind' | 'name'>[]> {
  await sql`select from account where id = any (${[...ids]}::bigint[])
    order by id for update`.execute(tx)
  const { rows } = await sql<UnusedClient>`
    select id, kind, name from (${unusedOf(scope, { days })}) unused
    where id = any (${[...ids]}::bigint[]) order by id`.execute(tx)
  return rows
}
