// The figures of the tracer for /metrics (ADR-0042).
import { TRACER_METRICS } from '#core/sip-trace/tracer-figures.ts'
import type { MetricFamily } from '#db/metrics/process-metrics.ts'
import { metricFamily } from '../metric-family.ts'
import type { TracerFigures } from './receive-messages.ts'

const family = (type: 'counter' | 'gauge', name: string, help: string, value: number) =>
  metricFamily(type, `${TRACER_METRICS}${name}`, help, value)

export const tracerFamilies = (figures: TracerFigures): MetricFamily[] => [
  family(
    'counter',
    'received_total',
    'Copies of SIP messages, and notes, from Kamailio.',
    figures.received,
  ),
  family('counter', 'written_total', 'SIP messages of traced calls stored.', figures.written),
  family(
    'counter',
    'forwarded_total',
    'Copies of stored SIP messages sent to the Homer server of the settings.',
    figures.forwarded,
  ),
  family(
    'counter',
    'dropped_total',
    'SIP messages of traced calls without room in the queue, or refused by the database.',
    figures.dropped,
  ),
  family(
    'counter',
    'paused_total',
    'SIP messages not stored, because all take as much of the disk as the settings allow.',
    figures.paused,
  ),
  family('gauge', 'waiting_messages', 'SIP messages that will be stored next.', figures.waiting),
  family(
    'gauge',
    'held_messages',
    'SIP messages of calls that are kept only if they fail.',
    figures.held,
  ),
  family('gauge', 'calls', 'Traced calls that the tracer has.', figures.calls),
]
