// Rows of the database as families of metrics. A family without a value is left out.
import type { MetricFamily } from '#db/metrics/process-metrics.ts'

type Labels = Readonly<Record<string, string | number>>
type Value = MetricFamily['values'][number]

export const value = (labels: Labels, number: number): Value => ({ labels, value: number })
export const only = (number: number): Value[] => [value({}, number)]

export const gauge = (name: string, help: string, values: readonly Value[]): MetricFamily => ({
  name: `softswitch_${name}`,
  help,
  type: 'gauge',
  aggregator: 'sum',
  values,
})

/** A gauge for each figure that is known. */
export const gaugeOf = <Row>(
  name: string,
  help: string,
  rows: readonly Row[],
  labels: (row: Row) => Labels,
  figure: (row: Row) => number | null,
): MetricFamily =>
  gauge(
    name,
    help,
    rows.flatMap((row) => {
      const number = figure(row)
      return number === null ? [] : [value(labels(row), number)]
    }),
  )
