// Stopping an account: blocking it and ending every call that it pays for.
import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'
import type { AccountTable } from '../tables/accounts.ts'

interface Stoppable {
  readonly id: number
  readonly kind: 'RESELLER' | 'WHOLESALE' | 'RETAIL'
  readonly name: string
  readonly status: AccountTable['status']
}

/** A client or a reseller. */
export async function findStoppable(
  database: Database,
  scope: Scope,
  id: number,
): Promise<Stoppable | undefined> {
  const { rows } = await sql<Stoppable>`select id, kind, name, status from account a
    where id = ${id} and kind in ('RESELLER', 'WHOLESALE', 'RETAIL') and deleted_at is null
      and ${inScope(scope, 'a.id')}`.execute(database)
  return rows[0]
}

/** All resellers above a call pay for it, so the call itself lists them. */
const isPaidBy = (id: number) => sql<boolean>`${id}::bigint = any (payer_ids)`

interface CallsOf {
  readonly active_calls: number
  readonly clients: { id: number; name: string; active_calls: number }[]
  readonly clients_count: number
}

/** The calls that an account pays for, by the client that makes them, the busiest first. */
export async function countCallsOf(database: Database, id: number, most: number): Promise<CallsOf> {
  const { rows } = await sql<CallsOf['clients'][number] & { all_calls: number; total: number }>`
    select a.id, a.name, count(*) as active_calls, sum(count(*)) over ()::bigint as all_calls,
      count(*) over () as total
    from open_call c join account a on a.id = c.account_id where ${isPaidBy(id)}
    group by a.id, a.name order by active_calls desc, a.id limit ${most}`.execute(database)
  return {
    active_calls: rows[0]?.all_calls ?? 0,
    clients: rows.map(({ id, name, active_calls }) => ({ id, name, active_calls })),
    clients_count: rows[0]?.total ?? 0,
  }
}

export async function blockAccount(tx: Tx, id: number): Promise<void> {
  await sql`update account set status = 'blocked', version = version + 1
    where id = ${id}`.execute(tx)
}

/**
 * Requests the end of all of them that are not ending already; returns how many. They are locked in
 * the order in which the engine locks them, so that neither waits for the other for ever.
 */
export async function askHangUps(tx: Tx, id: number, by: string, at: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with asked as (
      select call_id from open_call where ${isPaidBy(id)} and hang_up_asked_at is null
      order by call_id for update)
    update open_call c set hang_up_asked_at = ${at}, hang_up_asked_by = ${by}
    from asked where c.call_id = asked.call_id`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
