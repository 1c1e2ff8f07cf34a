// The metrics that engines and jobs have written, with process and node, and gateways by name.
import type { Database } from '#db/database.ts'
import { listProcessMetrics, type MetricFamily } from '#db/metrics/process-metrics.ts'
import { listGatewayFigures } from '#db/metrics/switch-metrics.ts'

type Values = MetricFamily['values']
type Names = ReadonlyMap<string, { readonly gateway: string; readonly settlement: string }>

const UNKNOWN = { gateway: 'other', settlement: 'other' }

export async function readProcessMetrics(database: Database): Promise<MetricFamily[]> {
  const rows = await listProcessMetrics(database)
  const names = await findNames(
    database,
    rows.flatMap(({ families }) => families),
  )
  return rows.flatMap(({ node_id, process, families }) =>
    families.map((family) => ({
      ...family,
      values: named(family.values, names).map(({ labels, ...rest }) => ({
        ...rest,
        labels: { ...labels, process, node: node_id },
      })),
    })),
  )
}

async function findNames(database: Database, families: readonly MetricFamily[]): Promise<Names> {
  const labels = families.flatMap(({ values }) => values.map((one) => one.labels.gateway_id))
  const ids = [...new Set(labels)].map(Number).filter(Number.isSafeInteger)
  const gateways = ids.length === 0 ? [] : await listGatewayFigures(database, ids)
  return new Map(
    gateways.map(({ id, name, settlement }) => [String(id), { gateway: name, settlement }]),
  )
}

/** People know a gateway by its name; those that have none any more count together. */
function named(values: Values, names: Names): Values {
  return values.map((one) => {
    const { gateway_id, ...labels } = one.labels
    if (gateway_id === undefined) return one
    return { ...one, labels: { ...labels, ...(names.get(String(gateway_id)) ?? UNKNOWN) } }
  })
}
