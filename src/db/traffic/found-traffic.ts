// The sums of the rows of traffic for a report: by the time, and by the keys it is grouped by.
import { type RawBuilder, sql } from 'kysely'
import { TRAFFIC_FIGURES } from '#core/billing/traffic-figures.ts'

/** From whose side traffic is seen: of who sells, of the calling client, or of the carrier. */
export type TrafficSide = 'SELLER' | 'CLIENT' | 'SETTLEMENT'

/** By position: the time comes first. */
export const groupList = (count: number): RawBuilder<unknown> =>
  sql.join(Array.from({ length: count }, (_, at) => sql.lit(at + 1)))

const { buy_billed_seconds: _, bought: __, ...READ_AS_THEY_ARE } = TRAFFIC_FIGURES

/** The sums that a report reads. */
const FIGURES = {
  ...READ_AS_THEY_ARE,
  /** Answered attempts: on-net calls have no attempt. */
  answered_attempts: 'COUNT',
  bought_seconds: 'TIME',
} as const
type Figure = keyof typeof FIGURES

function sumsOf(addedFor: (figure: Figure) => RawBuilder<unknown>): RawBuilder<unknown> {
  const sums = (Object.keys(FIGURES) as Figure[]).map((figure) => {
    const type = sql.raw(FIGURES[figure] === 'MONEY' ? 'numeric' : 'bigint')
    return sql`coalesce(sum(${addedFor(figure)}), 0)::${type} as ${sql.ref(figure)}`
  })
  return sql.join(sums)
}

/** The column of the traffic that a figure of the side adds up. */
function trafficOf(side: TrafficSide): (figure: Figure) => RawBuilder<unknown> {
  const others: Partial<Record<Figure, RawBuilder<unknown>>> = {
    answered_attempts: sql`case when gateway_id <> 0 then answered else 0 end`,
    bought_seconds: sql`buy_billed_seconds`,
    charged: sql.ref(side === 'SETTLEMENT' ? 'bought' : 'charged'),
  }
  return (figure) => others[figure] ?? sql.ref(figure)
}

export const SAME = sumsOf((figure) => sql.ref(figure))

export const listOf = (keys: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    keys.map((key) => sql`, ${sql.ref(key)}`),
    sql``,
  )

/** Sums by the time, the keys, and whether it is now. */
export function foundBy(
  keys: readonly string[],
  columns: RawBuilder<unknown>,
  wanted: RawBuilder<unknown>,
  side: TrafficSide,
  has_clients: boolean,
): RawBuilder<unknown> {
  const count = keys.length + 2
  const sums = sumsOf(trafficOf(side))
  if (!has_clients) {
    return sql`select ${columns}, ${sums}, null::bigint as clients from ${wanted}
      group by ${groupList(count)}`
  }
  const isClient = sql`(account_id <> 0 and sum(calls) > 0)::int::bigint as clients`
  if (keys.includes('account_id')) {
    return sql`select ${columns}, ${sums}, ${isClient} from ${wanted}
      group by ${groupList(count)}`
  }
  // Distinct clients are counted in sums by client: to sort all rows takes longer.
  return sql`select time ${listOf(keys)}, is_now, ${SAME}, sum(clients)::bigint as clients
    from (select ${columns}, account_id, ${sums}, ${isClient} from ${wanted}
      group by ${groupList(count + 1)}) of_client
    group by ${groupList(count)}`
}
