// Figures of processes, jobs, queues and the database itself for /metrics.
import type { Database } from '#db/database.ts'
import { listFailingWork } from '#db/machine/failing-work.ts'
import { listJobs } from '#db/machine/jobs.ts'
import { listProcessStates } from '#db/machine/process-states.ts'
import { readQueues } from '#db/machine/queues.ts'
import type { MetricFamily } from '#db/metrics/process-metrics.ts'
import { readDatabaseFigures } from '#db/metrics/switch-metrics.ts'
import { listFeedLags } from '#db/record-feed/record-consumers.ts'
import { gauge, gaugeOf, only } from './families.ts'

const SECOND_MS = 1000

export async function readProcesses(database: Database): Promise<MetricFamily[]> {
  const states = await listProcessStates(database)
  const failing = await listFailingWork(database)
  return [
    gaugeOf(
      'process_up',
      '1 for a process that runs, else 0; none for one that is not installed.',
      states,
      ({ node_id, name }) => ({ node: node_id, process: name }),
      ({ state }) => (state === 'missing' ? null : Number(state === 'running')),
    ),
    gauge('failing_work', 'Periodic work that fails again and again.', only(failing.length)),
  ]
}

export async function readJobs(database: Database): Promise<MetricFamily[]> {
  const jobs = await listJobs(database)
  type Run = (typeof jobs)[number]
  const of = (name: string, help: string, figure: (run: Run) => number | null) =>
    gaugeOf(name, help, jobs, (run) => ({ job_name: run.name }), figure)
  return [
    of('job_failures', 'Failures of a job in a row.', (run) => run.failures_in_a_row),
    of(
      'job_started_timestamp_seconds',
      'When a job last began.',
      ({ started_at }) => Date.parse(started_at) / SECOND_MS,
    ),
    of('job_duration_seconds', 'Duration of the last run that has ended.', ({ duration_ms }) =>
      duration_ms === null ? null : duration_ms / SECOND_MS,
    ),
  ]
}

export async function readQueueLengths(database: Database): Promise<MetricFamily[]> {
  const { traffic_additions, record_lag_seconds } = await readQueues(database)
  const lags = await listFeedLags(database)
  return [
    gauge('traffic_additions', 'Calls that no report adds up yet.', only(traffic_additions)),
    gauge('record_lag_seconds', 'Since when a call cannot be closed.', only(record_lag_seconds)),
    gaugeOf(
      'record_feed_lag_seconds',
      'How far a consumer of the record feed is behind.',
      lags.filter(({ status }) => status === 'active'),
      ({ name }) => ({ consumer: name }),
      ({ lag_seconds }) => lag_seconds,
    ),
  ]
}

export async function readDatabase(database: Database): Promise<MetricFamily[]> {
  const { bytes, connections, most_connections } = await readDatabaseFigures(database)
  return [
    gauge('database_bytes', 'Size of the database.', only(bytes)),
    gauge('database_connections', 'Connections to the server.', only(connections)),
    gauge('database_connections_max', 'Connections that it takes.', only(most_connections)),
  ]
}
