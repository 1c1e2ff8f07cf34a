// The sums of the ledger per account and day: kept apart from the calls, and read by reports that
// would otherwise read the entries of months.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'

/** No transaction that writes entries takes as long. */
const PAUSE = '5 minutes'
const ENTRIES_MAX = 20_000

/** Earlier months of the ledger have been removed. */
export const LEDGER_FROM = `coalesce((select max(to_at) from partition_removal
  where parent = 'ledger_entry' and state in ('DETACHED', 'REMOVED')), '-infinity')`

const AMOUNTS = sql`
  coalesce(sum(amount) filter (where amount > 0), 0) as money_in,
  coalesce(sum(amount) filter (where amount < 0), 0) as money_out,
  coalesce(sum(amount) filter (where amount > 0 and kind = 'PAYMENT'), 0) as paid_in,
  coalesce(sum(amount) filter (where amount < 0 and kind = 'PAYMENT'), 0) as paid_out`

/** Adds some of the entries to their days; returns whether there may be more. */
export async function sumLedgerDays(database: Database, now_ms: number): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    const now = sql`${new Date(now_ms).toISOString()}::timestamptz`
    await sql`
      update ledger_summed set seen_at = ${now},
        seen_id = coalesce((select max(id) from ledger_entry), 0)
      where done_id = seen_id and seen_at < ${now} - ${sql.lit(PAUSE)}::interval`.execute(tx)
    const { rows } = await sql<{ from_id: number; to_id: number }>`
      select done_id as from_id, least(seen_id, done_id + ${ENTRIES_MAX}) as to_id
      from ledger_summed
      where done_id < seen_id and seen_at <= ${now} - ${sql.lit(PAUSE)}::interval
      for update skip locked`.execute(tx)
    const [slice] = rows
    if (!slice) return false
    await sql`
      insert into ledger_day as d (account_id, day, money_in, money_out, paid_in, paid_out)
      select account_id, date_trunc('day', at, 'UTC'), ${AMOUNTS}
      from ledger_entry where id > ${slice.from_id} and id <= ${slice.to_id}
      group by 1, 2 order by 1, 2
      on conflict (account_id, day) do update set
        money_in = d.money_in + excluded.money_in, money_out = d.money_out + excluded.money_out,
        paid_in = d.paid_in + excluded.paid_in, paid_out = d.paid_out + excluded.paid_out
    `.execute(tx)
    await sql`update ledger_summed set done_id = ${slice.to_id}`.execute(tx)
    return true
  })
}

const DAY_MS = 86_400_000
/** When the day in UTC begins, and when it ends. */
const dayOf = (at: string, later = 0): string =>
  new Date((Math.floor(Date.parse(at) / DAY_MS) + later) * DAY_MS).toISOString()
const isWithinDay = (at: string): boolean => !/T00:00:00(\.0+)?Z$/.test(at)

const ENTRY = sql`l.account_id, l.at,
  case when l.amount > 0 then l.amount else 0 end::numeric as money_in,
  case when l.amount < 0 then l.amount else 0 end::numeric as money_out,
  case when l.amount > 0 and l.kind = 'PAYMENT' then l.amount else 0 end::numeric as paid_in,
  case when l.amount < 0 and l.kind = 'PAYMENT' then l.amount else 0 end::numeric as paid_out`
const DONE_ID = sql`(select done_id from ledger_summed)`

/**
 * Rows (account_id, at, money_in, money_out, paid_in, paid_out) of all that moved since the first
 * of the instants: whole days, and entries of the days in which an instant is and of those that are
 * not summed yet. So no row has entries from before and after an instant. Removed months have days
 * only: an instant within one of them counts as the end of its day.
 */
export function ledgerMovements(
  instants: readonly string[],
  isSeen: (column: string) => RawBuilder<boolean>,
): RawBuilder<unknown> {
  const first = sql`${instants.toSorted()[0]}::timestamptz`
  const cut = [...new Set(instants.filter(isWithinDay).map((at) => dayOf(at)))]
  // By time, and not by the index of ids, in which nearly all are.
  const ofCutDays = cut.map(
    (day) => sql`
    union all
    select ${ENTRY} from ledger_entry l
    where l.at >= ${day}::timestamptz and l.at < ${dayOf(day, 1)}::timestamptz
      and l.at >= ${first} and l.id + 0 <= ${DONE_ID} and ${isSeen('l.account_id')}`,
  )
  return sql`
    select account_id, day as at, money_in, money_out, paid_in, paid_out
    from ledger_day
    where day >= ${first} and ${isSeen('account_id')}
      and (day <> all (${cut}::timestamptz[]) or day < ${sql.raw(LEDGER_FROM)})
    ${sql.join(ofCutDays, sql` `)}
    union all
    select ${ENTRY} from ledger_entry l
    where l.id > ${DONE_ID} and l.at >= ${first} and ${isSeen('l.account_id')}`
}
