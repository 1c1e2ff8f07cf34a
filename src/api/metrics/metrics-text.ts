// The page for Prometheus: what the API counts, what other processes have written, and what is read
// from the database, at most every five seconds. What cannot be read is missing, and counted.
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Clock } from '#core/time/clock.ts'
import { type Database, isDatabaseDown } from '#db/database.ts'
import type { MetricFamily } from '#db/metrics/process-metrics.ts'
import { withinTime } from '#db/metrics/switch-metrics.ts'
import type { Replica } from '../http/replica.ts'
import { gauge, gaugeOf, only, value } from './families.ts'
import { readProcessMetrics } from './process-readings.ts'
import { readCalls, readGateways, readHolds, readNodes } from './switch-readings.ts'
import { readDatabase, readJobs, readProcesses, readQueueLengths } from './work-readings.ts'

const KEPT_MS = 5000
const SECOND_MS = 1000

const READINGS: Readonly<Record<string, (database: Database) => Promise<MetricFamily[]>>> = {
  metrics: readProcessMetrics,
  calls: readCalls,
  holds: readHolds,
  gateways: readGateways,
  nodes: readNodes,
  processes: readProcesses,
  jobs: readJobs,
  queues: readQueueLengths,
  database: readDatabase,
}

export interface MetricsSources {
  readonly database: Database
  readonly clock: Clock
  readonly replica: Replica | undefined
  /** The counters of the API itself. */
  readonly registry: Registry
}

/** Answers the page; scrapes at the same time share one reading. */
export function makeMetricsText(sources: MetricsSources): () => Promise<string> {
  const { clock, database } = sources
  let kept: { readonly at_ms: number; readonly families: Promise<MetricFamily[]> } | undefined
  return async () => {
    const now_ms = clock.monotonic_ms()
    if (kept === undefined || now_ms - kept.at_ms >= KEPT_MS) {
      kept = { at_ms: now_ms, families: readAll(database) }
    }
    const own = (await sources.registry.getMetricsAsJSON()) as unknown as MetricFamily[]
    const all = [...withProcess(own), ...(await kept.families), ...replicaFamilies(sources)]
    return AggregatorRegistry.aggregate([all.filter(isNamedWell)]).metrics()
  }
}

/** One query after the other: a scrape takes one connection. */
async function readAll(database: Database): Promise<MetricFamily[]> {
  const families: MetricFamily[] = []
  const failures = Object.keys(READINGS).map((reading) => ({ reading, has_failed: true }))
  let is_up = true
  for (const failure of failures) {
    try {
      const read = READINGS[failure.reading]
      families.push(...((await (read && withinTime(database, read))) ?? []))
      failure.has_failed = false
    } catch (error) {
      is_up = !isDatabaseDown(error)
      // Each of the others would wait as long for a connection.
      if (!is_up) break
    }
  }
  return [
    ...families,
    gaugeOf(
      'reading_failed',
      '1 for figures that could not be read, else 0.',
      failures,
      ({ reading }) => ({ reading }),
      ({ has_failed }) => Number(has_failed),
    ),
    gauge('database_up', '1 while the database answers, else 0.', only(Number(is_up))),
  ]
}

const withProcess = (families: readonly MetricFamily[]): MetricFamily[] =>
  families.map((family) => ({
    ...family,
    values: family.values.map((one) => ({ ...one, labels: { ...one.labels, process: 'api' } })),
  }))

function replicaFamilies({ replica }: MetricsSources): MetricFamily[] {
  const report = replica?.report()
  if (!report) return []
  const up = gauge('replica_up', '1 while the replica serves, else 0.', [
    value({}, Number(report.state === 'ok')),
  ])
  const { lag_ms } = report
  if (lag_ms === null) return [up]
  return [up, gauge('replica_lag_seconds', 'How far it is behind.', only(lag_ms / SECOND_MS))]
}

/** Gauges of prom-client with the ending of a counter have the same figures under other names. */
const isNamedWell = ({ name, type, values }: MetricFamily): boolean =>
  values.length > 0 && !(type === 'gauge' && name.endsWith('_total'))
