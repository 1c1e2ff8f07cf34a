// The metrics of processes without HTTP: each writes its row, the API reads all of them (ADR-0042).
import { sql } from 'kysely'
import type { Database, SqlConnection } from '../database.ts'

/** As prom-client has them; `metricName` is that of a bucket, a sum or a count. */
export interface MetricFamily {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly aggregator: string
  readonly values: readonly {
    readonly labels: Readonly<Record<string, string | number>>
    readonly value: number
    readonly metricName?: string
  }[]
}

interface ProcessMetrics<Family> {
  readonly node_id: number
  readonly process: string
  readonly families: readonly Family[]
}

/** The process of jobs, which writes after a job and not all the time. */
export const JOBS_PROCESS = 'jobs'

export async function writeProcessMetrics(
  connection: SqlConnection,
  { node_id, process, families }: ProcessMetrics<object>,
): Promise<void> {
  await connection.query(
    `insert into process_metrics (node_id, process, families) values ($1, $2, $3)
      on conflict (node_id, process) do update
        set families = excluded.families, written_at = now()`,
    [node_id, process, JSON.stringify(families)],
  )
}

/** Those of processes that run: each repeats its row every few seconds. */
export async function listProcessMetrics(
  database: Database,
): Promise<ProcessMetrics<MetricFamily>[]> {
  const { rows } = await sql<ProcessMetrics<MetricFamily>>`
    select node_id, process, families from process_metrics
    where process = ${JOBS_PROCESS} or written_at > now() - interval '30 seconds'
    order by node_id, process`.execute(database)
  return rows
}
