// The rules of traffic for `npm run verify`: sums and additions say what the call records say.
// They read all records, so that tests run them after traffic alone.
import { OPERATOR_ID } from '#core/account/operator.ts'
import { TRAFFIC_FIGURES, TRAFFIC_KEYS } from './traffic-sums.ts'

const KEYS = ['bucket', 'seller_id', ...TRAFFIC_KEYS].join(', ')
const ADDED = TRAFFIC_FIGURES.map((figure) => `sum(${figure}) as ${figure}`).join(', ')
const figures = (sign: '' | '-') => TRAFFIC_FIGURES.map((figure) => `${sign}${figure}`).join(', ')
const IS_ANY = TRAFFIC_FIGURES.map((figure) => `sum(${figure}) <> 0`).join(' or ')

/** What differs between sums and records, both of them within a condition. */
export const trafficDifferences = (records: string, sums: string): string =>
  `select ${KEYS}, sum(calls)::text as calls, sum(revenue)::text as revenue,
      sum(cost)::text as cost
    from (
      select ${KEYS}, ${figures('')} from traffic_sum where kind = 'WHOLE'
      union all select ${KEYS}, ${figures('')} from traffic_addition
      union all select ${KEYS}, ${figures('-')} from traffic_of_records where ${records}) t
    where ${sums}
    group by ${KEYS} having ${IS_ANY}`

export const TRAFFIC_RULES = [
  {
    id: 'T1',
    // Days whose records were removed keep their sums.
    says: 'the traffic of reports is what the call records add up to',
    sql: trafficDifferences(
      'true',
      `not exists (select from partition_removal p where p.parent = 'call_record'
        and p.row_count is not null and bucket >= p.from_at and bucket < p.to_at)`,
    ),
  },
  {
    id: 'T2',
    says: 'each kind of sums of traffic adds up to the same',
    // Resellers have no sums by gateways.
    sql: `select bucket, seller_id, array_agg(kind order by kind) as kinds
      from (
        select kind, bucket, seller_id, ${ADDED} from traffic_sum
        group by kind, bucket, seller_id) of_kind
      group by bucket, seller_id
      having count(*) <> case when seller_id = ${OPERATOR_ID} then 5 else 4 end
        or ${TRAFFIC_FIGURES.map((figure) => `min(${figure}) <> max(${figure})`).join(' or ')}`,
  },
] as const
