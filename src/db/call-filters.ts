// Conditions on calls, the rows `r` of call_record, that several lists share.
import { type RawBuilder, sql } from 'kysely'
import type { Period } from './periods.ts'

/** Began in the period; `t` are the attempts of a call. */
export function within(row: 'r' | 't', { from_at, to_at }: Period): RawBuilder<boolean> {
  const started_at = sql.ref(`${row}.started_at`)
  return sql<boolean>`${started_at} >= ${from_at}::timestamptz
    and ${started_at} < ${to_at}::timestamptz`
}

/**
 * Any attempt of the call fits, not the last alone. Attempts bear the time of their call; the
 * period says again what the planner cannot conclude.
 */
export function wasTried(which: RawBuilder<unknown>, period: Period): RawBuilder<boolean> {
  return sql<boolean>`(r.started_at, r.call_id) in (
    select t.started_at, t.call_id from call_record t where ${within('t', period)} and ${which})`
}
