// The charges to an account for the calls of the last days, its own and those below it.
import { sql } from 'kysely'
import { PACE_DAYS, type Pace } from '#core/account/days-left.ts'
import type { Database } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'

/** An account is as old as its first row here, because calls may have been brought along. */
export async function findPace(
  database: Database,
  scope: Scope,
  account_id: number,
): Promise<Pace> {
  const since = sql`now() - ${PACE_DAYS} * interval '1 day'`
  const { rows } = await sql<Pace>`
    with spent as (
      select bucket, charged as amount from traffic_by_client
      where account_id = ${account_id} and bucket > ${since}
      union all
      select bucket, cost from traffic_by_reseller
      where reseller_id = ${account_id} and bucket > ${since}),
    total as (select min(bucket) as first, coalesce(sum(amount), 0) as amount from spent)
    select t.amount as spent, greatest(1, least(${PACE_DAYS}::int, ceil(
      extract(epoch from now() - least(a.created_at, t.first)) / 86400)))::int as days
    from total t, account a
    where a.id = ${account_id} and ${inScope(scope, 'a.id')}`.execute(database)
  const [pace] = rows
  if (!pace) throw new Error('A pace is that of an account in the scope')
  return pace
}
