// Partitions of calls and logs: what is kept, by day or by month in UTC, and what was removed.
import { z } from 'zod'
import { PARTITIONED_TABLES } from '#core/call/reason-to-keep.ts'
import { endpoint } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'

/** WAITING and DETACHED: its removal was requested, or has begun. */
export const PARTITION_STATES = [
  'FUTURE',
  'CURRENT',
  'PAST',
  'WAITING',
  'DETACHED',
  'REMOVED',
] as const

export const cdrPartition = z.object({
  /** The key of the row: a partition may be made and removed again. */
  key: z.string(),
  name: z.string(),
  parent: z.enum(PARTITIONED_TABLES),
  from_at: is.instant,
  to_at: is.instant,
  state: z.enum(PARTITION_STATES),
  /** An estimate of the database, null before its first; exact for a removed one. */
  rows: z.number().nullable(),
  /** Without and with indexes. */
  size_bytes: z.number(),
  total_bytes: z.number(),
  /** Why its removal was refused, or what failed at the last try. */
  error: z.string(),
  /** Whether it is exported before it is removed. */
  wants_export: z.boolean(),
  /** Who has it removed: a user, or `retention`. */
  requested_by: z.string().nullable(),
  removed_at: is.instant.nullable(),
  /** In the data folder, beside its manifest: Parquet in `archive`, others in `exports`. */
  export_file: z.string().nullable(),
  /** A past partition with charges that no issued invoice has yet. */
  is_uninvoiced: z.boolean(),
})
export type CdrPartition = z.output<typeof cdrPartition>

export const listCdrPartitions = endpoint({
  method: 'GET',
  path: '/api/cdr/partitions',
  summary: 'Partitions of calls and logs, with size and state; removed ones too',
  needs: 'cdr_partitions.view',
  list: true,
  query: listQuery(
    ['name', 'parent', 'from_at', 'rows', 'size_bytes', 'total_bytes', 'removed_at'],
    {
      parent: z.enum(PARTITIONED_TABLES).optional(),
      state: z.enum(PARTITION_STATES).optional(),
      ...inTime,
    },
  ),
  answer: z.array(cdrPartition),
})

export const deleteCdrPartitions = endpoint({
  method: 'DELETE',
  path: '/api/cdr/partitions',
  summary: 'Has partitions of the past removed, all or none; balances and reports stay as they are',
  needs: 'cdr_partitions.delete',
  may_need: ['cdr_partitions.execute'],
  confirm: true,
  body: z.strictObject({
    partitions: z.array(z.string().max(63)).min(1).max(1000),
    /** Writes calls and charges to the archive first, others into a compressed CSV file. */
    export: z.boolean().default(true),
    /** Also what is not invoiced; needs `cdr_partitions.execute`. */
    force: z.boolean().default(false),
  }),
})

/** One kind of rows, or of files, and what the retention did with it. */
export const retentionRun = z.object({
  kind: z.enum([
    ...PARTITIONED_TABLES,
    'session',
    'captcha',
    'export',
    'rate_import',
    'reconciliation',
    'past_rate',
    'notification',
  ]),
  ran_at: is.instant,
  /** Partitions, rows or files that the last run removed that removed any. */
  removed_count: z.number(),
  removed_at: is.instant.nullable(),
  /** The items that it could not remove, and why. */
  error: z.string(),
})
export type RetentionRun = z.output<typeof retentionRun>

export const listRetentionRuns = endpoint({
  method: 'GET',
  path: '/api/cdr/partitions/retention',
  summary: 'When the retention ran last, and what it removed',
  needs: 'cdr_partitions.view',
  answer: z.array(retentionRun),
})
