// Conditions on rows `t` of traffic that a report is asked for.
import { type RawBuilder, sql } from 'kysely'
import { type Asked, among, beginsWith, bothWays, holds, inTree } from '../calls/call-filters.ts'

type Ids = 'account_id' | 'reseller_id' | 'settlement_id' | 'gateway_id'

export interface TrafficFilters
  extends Asked<Ids | 'sip_code', readonly number[]>,
    Asked<'country' | 'prefix' | 'refusal' | 'codec', readonly string[]>,
    Asked<'destination', string> {
  readonly client_type?: 'wholesale' | 'retail' | undefined
  /** The resellers of the filter, and those below them. */
  readonly with_children?: 'true' | 'false' | undefined
}

/** Those of the resellers, or of all below them too. */
const ofResellers =
  (with_children: boolean) =>
  (ids: readonly number[]): RawBuilder<boolean> =>
    (with_children ? inTree(sql`t.reseller_id`) : among('t.reseller_id', 'bigint'))(ids)

/** Unknown callers count as wholesale ones. */
const ofType = (type: 'wholesale' | 'retail'): RawBuilder<boolean> =>
  sql`${sql.raw(type === 'retail' ? '' : 'not')}
    t.account_id in (select id from account where kind = 'RETAIL')`

export function isWantedTraffic(query: TrafficFilters): RawBuilder<boolean> {
  const filters = [
    sql<boolean>`true`,
    ...(query.client_type ? [ofType(query.client_type)] : []),
    ...bothWays(query, 'account_id', among('t.account_id', 'bigint')),
    ...bothWays(query, 'reseller_id', ofResellers(query.with_children === 'true')),
    ...bothWays(query, 'settlement_id', among('t.settlement_id', 'bigint')),
    ...bothWays(query, 'gateway_id', among('t.gateway_id', 'bigint')),
    ...bothWays(query, 'country', among('t.country', 'text')),
    ...bothWays(query, 'prefix', beginsWith('t.prefix')),
    ...bothWays(query, 'sip_code', among('t.sip_code', 'bigint')),
    ...bothWays(query, 'refusal', among('t.refusal', 'text')),
    ...bothWays(query, 'codec', among('t.codec', 'text')),
    ...bothWays(query, 'destination', holds('t.destination')),
  ]
  return sql.join<boolean>(filters, sql` and `)
}

const COLUMNS: Readonly<Record<string, string>> = {
  client_type: 'account_id',
  account_id: 'account_id',
  reseller_id: 'reseller_id',
  settlement_id: 'settlement_id',
  gateway_id: 'gateway_id',
  country: 'country',
  prefix: 'prefix',
  sip_code: 'sip_code',
  refusal: 'refusal',
  codec: 'codec',
  destination: 'destination',
}

/** The columns that the filters in use compare. */
export const columnsOfFilters = (query: TrafficFilters): string[] =>
  Object.entries(query).flatMap(([name, value]) => {
    const column = COLUMNS[name.replace(/_not$/, '')]
    return value === undefined || column === undefined ? [] : [column]
  })
