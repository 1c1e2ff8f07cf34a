// The rules of traffic for `npm run verify`: sums and additions say what the call records say.
// They read all records, so that tests run them after traffic alone.

import { OPERATOR_ID } from '#core/account/operator.ts'
import { TRAFFIC_FIGURE_NAMES } from '#core/billing/traffic-figures.ts'
import { quoted, TRAFFIC_DAY_KINDS, TRAFFIC_KEYS, TRAFFIC_KINDS } from './traffic-kinds.ts'

const KEYS = ['seller_id', ...TRAFFIC_KEYS].join(', ')
const ADDED = TRAFFIC_FIGURE_NAMES.map((figure) => `sum(${figure}) as ${figure}`).join(', ')
const figures = (sign: '' | '-') =>
  TRAFFIC_FIGURE_NAMES.map((figure) => `${sign}${figure}`).join(', ')
const IS_ANY = TRAFFIC_FIGURE_NAMES.map((figure) => `sum(${figure}) <> 0`).join(' or ')

/** Old sums are by the hour or day, and then all that is compared with them. */
const BUCKET = 'condensed_bucket(bucket, c)'

const EDGE = {
  from: (at: string) => `(select condensed_bucket(${at}, c) from traffic_condensed c)`,
  to: (at: string) => `(select condensed_end(${at} - interval '1 microsecond', c)
    from traffic_condensed c)`,
} as const

/**
 * The differences between sums and records: of all time, or of the hours or days that a range
 * touches. Those of which some records were removed keep their sums.
 */
export function trafficDifferences(range?: { readonly from: string; readonly to: string }): string {
  const within = (column: string) =>
    range ? `${column} >= ${EDGE.from(range.from)} and ${column} < ${EDGE.to(range.to)}` : 'true'
  return `select bucket, ${KEYS}, calls::text, revenue::text, cost::text
    from (
      select ${BUCKET} as bucket, condensed_end(bucket, c) as until_at, ${KEYS}, ${ADDED}
      from (
        select bucket, ${KEYS}, ${figures('')} from traffic_sum
        where kind = 'WHOLE' and ${within('bucket')}
        union all select bucket, ${KEYS}, ${figures('')} from traffic_addition
        where ${within('bucket')}
        union all select bucket, ${KEYS}, ${figures('-')} from traffic_of_records
        where ${within('started_at')}) t
        cross join traffic_condensed c
      group by 1, 2, ${KEYS} having ${IS_ANY}) t
    where not exists (select from partition_removal p where p.parent = 'call_record'
      and p.row_count is not null and t.bucket < p.to_at and t.until_at > p.from_at)`
}

/** Days that are whole in the sums by the day, and that condensed sums do not cut. */
const DAY = `date_trunc('day', bucket, c.day_sums_zone)`
const IN_DAYS = `${DAY} >= case when c.zone = c.day_sums_zone then c.day_sums_from
  else greatest(c.day_sums_from, c.hours_until) end`

/** Resellers have no sums by gateways. */
const unequalKinds = (
  kinds: readonly string[],
  bucket: string,
  within: string,
  counts: { readonly operator: number; readonly reseller: number },
) => `select bucket, seller_id, array_agg(kind order by kind) as kinds
  from (
    select kind, ${bucket} as bucket, seller_id, ${ADDED}
    from traffic_sum cross join traffic_condensed c
    where kind in (${quoted(kinds)}) and ${within}
    group by kind, 2, seller_id) of_kind
  group by bucket, seller_id
  having count(*) <> case when seller_id = ${OPERATOR_ID}
      then ${counts.operator} else ${counts.reseller} end
    or ${TRAFFIC_FIGURE_NAMES.map((figure) => `min(${figure}) <> max(${figure})`).join(' or ')}`

export const TRAFFIC_RULES = [
  {
    id: 'T1',
    says: 'the traffic of reports is what the call records add up to',
    sql: trafficDifferences(),
  },
  {
    id: 'T2',
    says: 'each kind of sums of traffic adds up to the same',
    sql: `${unequalKinds(TRAFFIC_KINDS, BUCKET, 'true', { operator: 6, reseller: 4 })}
      union all
      ${unequalKinds(['WHOLE', ...TRAFFIC_DAY_KINDS], DAY, IN_DAYS, { operator: 8, reseller: 5 })}`,
  },
] as const
