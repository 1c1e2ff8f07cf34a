// Accounts whose invoices are drafted when a period has ended (ADR-0029).
import { sql } from 'kysely'
import type { Cycle } from '#core/billing/billing-cycle.ts'
import { ENTRY_SOURCES, IS_BILLED } from '../calls/billed-entries.ts'
import type { Database } from '../database.ts'
import type { Scope } from '../scope.ts'
import { BILLING_ZONE } from './invoice-profiles.ts'
import { isBilledBy } from './invoice-work.ts'

export interface CycleAccount {
  readonly account_id: number
  readonly billing_cycle: Cycle
  readonly billing_since: string
  readonly timezone: string
  /** End of its last invoice; null before the first one. */
  readonly ends_at: string | null
  readonly last_entry_id: number | null
}

/** All of them, or the one. */
export async function listCycleAccounts(
  database: Database,
  scope: Scope,
  account_id: number | null = null,
): Promise<CycleAccount[]> {
  const { rows } = await sql<CycleAccount>`
    select a.id as account_id, a.billing_cycle, a.billing_since, ${BILLING_ZONE} as timezone,
      i.ends_at, i.last_entry_id
    from account a left join lateral (
      select ends_at, last_entry_id from invoice where account_id = a.id
      order by ends_at desc, id desc limit 1) i on true
    where a.billing_cycle <> 'BY_HAND' and a.deleted_at is null
      and ${isBilledBy(scope, 'a.id')}
      and (${account_id}::bigint is null or a.id = ${account_id})
    order by a.id`.execute(database)
  return rows
}

interface Unbilled {
  readonly account_id: number
  readonly starts_at: string
  /** Entries with later ids are late; null before the first invoice. */
  readonly last_entry_id: number | null
}

/** When the first entry that no invoice bills was written, if it is to be billed at all. */
export async function findFirstUnbilled(
  database: Database,
  { account_id, starts_at, last_entry_id }: Unbilled,
): Promise<string | undefined> {
  const first = async (condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ at: string }>`
      select l.at from ${sql.raw(ENTRY_SOURCES)}
      where l.account_id = ${account_id} and ${condition} and ${sql.raw(IS_BILLED)}
      order by l.id limit 1`.execute(database)
    return rows[0]?.at
  }
  const late =
    last_entry_id === null
      ? undefined
      : await first(sql`l.id > ${last_entry_id} and l.at < ${starts_at}::timestamptz`)
  return late ?? first(sql`l.at >= ${starts_at}::timestamptz`)
}
