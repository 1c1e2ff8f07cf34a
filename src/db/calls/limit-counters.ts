// The counters of limits: how many calls of all engines count against each (ADR-0035). They are
// locked and changed by the batches of the engines, after everything else.
import type pg from 'pg'
import type { LimitCounterChange, LockedCounter } from '#core/billing/call-batch-rows.ts'
import type { RowsToLock } from '#core/billing/rows-to-lock.ts'
import type { Subject } from '#core/routing/call-limits.ts'
import { forRows } from '../columns.ts'

/** The counters of the subjects and of the open calls, and when they were locked. */
export async function lockCounters(
  client: pg.Client,
  { subjects, call_ids, numbers }: Pick<RowsToLock, 'subjects' | 'call_ids' | 'numbers'>,
): Promise<{ counters: LockedCounter[]; now_ms: number }> {
  if (subjects.length === 0 && call_ids.length === 0) return { counters: [], now_ms: 0 }
  const [stored, counted, clock] = await Promise.all([
    client.query<LockedCounter>({
      name: 'lock-counters',
      text: `select subject, calls, starts_ms, true as is_stored from limit_counter
        where subject = any($1::text[] || array(
          select unnest(subjects) from open_call where call_id = any($2::bigint[])))
        order by subject for update`,
      values: [subjects, call_ids],
    }),
    countNumbers(client, numbers),
    // A statement of its own: it is run when the rows are locked.
    client.query<{ now_ms: number }>({
      name: 'database-clock',
      text: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms',
    }),
  ])
  return { counters: [...stored.rows, ...counted], now_ms: clock.rows[0]?.now_ms ?? 0 }
}

/** A gateway that limits the calls to a number has a counter, whose lock all of them need. */
async function countNumbers(
  client: pg.Client,
  numbers: readonly Subject[],
): Promise<LockedCounter[]> {
  if (numbers.length === 0) return []
  const { rows } = await client.query<LockedCounter>({
    name: 'count-numbers',
    text: `select n.subject, (select count(*) from open_call c
          where c.called_number = regexp_replace(n.subject, '^NUMBER \\d+ ', '')
            and n.subject = any(c.subjects)
        )::integer as calls, '{}'::bigint[] as starts_ms, false as is_stored
      from unnest($1::text[]) as n (subject)`,
    values: [numbers],
  })
  return rows
}

export const UPDATE_COUNTERS = forRows<LimitCounterChange>(
  { subject: 'text', calls: 'integer', starts_ms: 'bigint[]' },
  ({ rows }) => `update limit_counter as c
    set calls = c.calls + r.calls, starts_ms = r.starts_ms::bigint[]
    from ${rows} where c.subject = r.subject`,
)

/**
 * Makes the counters of limits that are new, from the calls that are open. No batch is under way
 * meanwhile: each locks open_call in a weaker mode before it looks for counters.
 */
export async function makeCounters(client: pg.Client, subjects: readonly Subject[]): Promise<void> {
  await client.query('begin')
  await client.query('lock table open_call in exclusive mode')
  await client.query({
    text: `insert into limit_counter (subject, calls)
      select n.subject, count(s.subject) from unnest($1::text[]) as n (subject)
        left join (select unnest(subjects) as subject from open_call) s using (subject)
      group by n.subject
      on conflict do nothing`,
    values: [[...new Set(subjects)]],
  })
  await client.query('commit')
}
