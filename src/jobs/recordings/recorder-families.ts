// The figures of the recorder for /metrics (ADR-0042).
import { RECORDER_METRICS } from '#core/recording/recorder-figures.ts'
import type { MetricFamily } from '#db/metrics/process-metrics.ts'
import { metricFamily } from '../metric-family.ts'
import type { RecorderFigures } from './store-recordings.ts'

const family = (type: 'counter' | 'gauge', name: string, help: string, value: number) =>
  metricFamily(type, `${RECORDER_METRICS}${name}`, help, value)

export const recorderFamilies = (figures: RecorderFigures): MetricFamily[] => [
  family('counter', 'stored_total', 'Recordings of calls stored.', figures.stored),
  family('counter', 'stored_seconds_total', 'Seconds of them.', figures.stored_seconds),
  family(
    'counter',
    'lost_total',
    'Recordings that cannot be read, that the database refused, or whose rtpengine ended.',
    figures.lost,
  ),
  family(
    'counter',
    'paused_total',
    'Recordings not stored, because all take as much of the disk as the settings allow.',
    figures.paused,
  ),
  family(
    'gauge',
    'waiting',
    'Recordings of ended calls that will be stored next.',
    figures.waiting,
  ),
]
