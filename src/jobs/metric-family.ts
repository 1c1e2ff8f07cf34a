// A figure of a process for /metrics (ADR-0042): one value, summed over nodes.
import type { MetricFamily } from '#db/metrics/process-metrics.ts'

export const metricFamily = (
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  value: number,
): MetricFamily => ({ name, help, type, aggregator: 'sum', values: [{ labels: {}, value }] })
