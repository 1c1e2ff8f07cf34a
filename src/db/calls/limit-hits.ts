// Hits of limits whose subject no record names: by quarters of an hour, for two days.
import type { SqlConnection } from '../database.ts'

export const HIT_KINDS = ['RESELLER', 'GATEWAY', 'SETTLEMENT'] as const
export type HitKind = (typeof HIT_KINDS)[number]

export interface LimitHit {
  readonly kind: HitKind
  readonly subject_id: number
  readonly hits: number
}

/** Adds to the quarter of now; those that no alarm can count any more go. */
export async function addLimitHits(
  connection: SqlConnection,
  hits: readonly LimitHit[],
): Promise<void> {
  if (hits.length === 0) return
  // In one order, so that engines do not wait for each other in a circle.
  await connection.query(
    `insert into limit_hit as h (bucket, kind, subject_id, hits)
    select date_bin('15 minutes', now(), '2000-01-01Z'), n.kind, n.subject_id, n.hits
    from jsonb_to_recordset($1::jsonb) as n (kind text, subject_id bigint, hits bigint)
    order by n.kind, n.subject_id
    on conflict (bucket, kind, subject_id) do update set hits = h.hits + excluded.hits`,
    [JSON.stringify(hits)],
  )
  await connection.query(`delete from limit_hit where bucket < now() - interval '2 days'`)
}
