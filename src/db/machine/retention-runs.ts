// The counts of rows that the retention has removed, by kind.
import { sql } from 'kysely'
import type { PartitionedTable } from '#core/call/reason-to-keep.ts'
import type { Database } from '../database.ts'

type Kind =
  | PartitionedTable
  | 'session'
  | 'captcha'
  | 'export'
  | 'rate_import'
  | 'reconciliation'
  | 'past_rate'
  | 'notification'

export interface RetentionRun {
  readonly kind: Kind
  readonly ran_at: string
  /** Rows removed by the last run that removed something, at `removed_at`. */
  readonly removed_count: number
  readonly removed_at: string | null
  readonly error: string
}

export async function listRetentionRuns(database: Database): Promise<RetentionRun[]> {
  const { rows } = await sql<RetentionRun>`
    select kind, ran_at, removed_count, removed_at, error from retention_run
    order by kind`.execute(database)
  return rows
}

export async function noteRetentionRun(
  database: Database,
  { kind, removed, error = '' }: { kind: Kind; removed: number; error?: string },
): Promise<void> {
  await sql`insert into retention_run as r (kind, removed_count, removed_at, error)
    values (${kind}, ${removed}, case when ${removed} > 0 then now() end, ${error})
    on conflict (kind) do update set ran_at = now(), error = excluded.error,
      removed_count = case when ${removed} > 0 then ${removed} else r.removed_count end,
      removed_at = coalesce(excluded.removed_at, r.removed_at)`.execute(database)
}

/** A start right after another one does not repeat it. */
export async function hasRunWithinHour(database: Database): Promise<boolean> {
  const { rows } = await sql<{ has_run: boolean }>`select exists (
    select from retention_run where ran_at > now() - interval '1 hour') as has_run
  `.execute(database)
  return rows[0]?.has_run ?? false
}
