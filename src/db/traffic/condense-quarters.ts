// Condenses the sums that are written with the calls, by client, gateway and reseller, as those of
// reports (ADR-0020).
import type { SqlConnection } from '../database.ts'

interface Table {
  readonly name: string
  /** Its rows have this key and a time. */
  readonly key: string
  readonly figures: readonly string[]
  /** Beside the key. */
  readonly also?: string
}

const COMMON = ['answered', 'duration_ms', 'billed_seconds', 'cost'] as const
const OF_PDD = ['charged', 'pdd_ms_sum', 'pdd_count'] as const

const TABLES: readonly Table[] = [
  {
    name: 'traffic_by_client',
    key: 'account_id',
    figures: [...COMMON, ...OF_PDD, 'calls', 'revenue', 'charged_net'],
  },
  {
    name: 'traffic_by_gateway',
    key: 'gateway_id',
    figures: [...COMMON, ...OF_PDD, 'attempts', 'short_calls'],
    also: 'settlement_id',
  },
  { name: 'traffic_by_reseller', key: 'account_id', figures: [...COMMON, 'calls', 'revenue'] },
]

/** A gateway that got another settlement account within the time keeps the rows of that. */
const isOfFirst = ({ name, key, also }: Table): string =>
  also
    ? `and r.${also} = (select f.${also} from ${name} f where f.${key} = r.${key}
        and f.bucket >= $1 and f.bucket < $2 order by f.bucket limit 1)`
    : ''

function condense(table: Table): string {
  const { name, key, figures, also } = table
  const keys = also ? `${key}, ${also}` : key
  return `
    with gone as (
      delete from ${name} where ctid = any (array(
        select r.ctid from ${name} r where r.bucket > $1 and r.bucket < $2 ${isOfFirst(table)}
        limit $3)) returning *),
    added as (
      insert into ${name} as s (bucket, ${keys}, ${figures.join(', ')})
      select $1::timestamptz, ${keys}, ${figures.map((figure) => `sum(${figure})`).join(', ')}
      from gone group by ${keys} order by ${keys}
      on conflict (${key}, bucket) do update set
        ${figures.map((figure) => `${figure} = s.${figure} + excluded.${figure}`).join(', ')})
    select count(*)::integer as count from gone`
}

const STATEMENTS = TABLES.map(condense)

/** Rows between the times go into that of the first, up to a limit; returns whether all have. */
export async function condenseQuarters(
  client: SqlConnection,
  from_at: string,
  to_at: string,
  rows_max: number,
): Promise<boolean> {
  for (const statement of STATEMENTS) {
    const done = await client.query<{ count: number }>(statement, [from_at, to_at, rows_max])
    if (done.rows[0]?.count === rows_max) return false
  }
  return true
}
