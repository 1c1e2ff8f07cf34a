// Every value that the rate of a prefix has had, by whom and from which import. Rates that are
// there have the newest one; what triggers kept in past_rate is older.
import { sql } from 'kysely'
import type { Money, Rate } from '#core/money.ts'
import type { RateValue } from '#core/tariff/rate-history.ts'
import type { Database } from '../database.ts'

export interface KnownRateValue extends RateValue {
  readonly rate_id: number
  readonly destination: string
  readonly blocked: boolean
  readonly rate: Rate
  readonly first_rate: Rate | null
  readonly first_increment: number | null
  readonly next_increment: number | null
  readonly connect_fee: Money | null
  /** The import that it is from, if no user has changed it since. */
  readonly import_id: number | null
  readonly file_name: string | null
  /** Null if the log no longer has it. */
  readonly username: string | null
  /** The import is a bulk change, and has no file. */
  readonly is_rate_change: boolean
  /** The tariff follows another one. */
  readonly is_computed: boolean
}

interface RatesOfPrefix {
  readonly tariff_id: number
  readonly prefix: string
  readonly window_id: number | null
}

const COLUMNS = sql`tariff_id, prefix, destination, window_id, blocked, rate, first_rate,
  first_increment, next_increment, connect_fee, effective_from, effective_until, import_id,
  created_at`

/** When the value `v` was entered: with the rate, or by the change before it. */
export const ENTERED_AT = sql<string>`coalesce((select max(p.replaced_at) from past_rate p
  where p.rate_id = v.rate_id and p.replaced_at < coalesce(v.replaced_at, 'infinity')),
  v.created_at)`

/** A condition decides whose; without an order. */
export const rateValues = (condition: ReturnType<typeof sql>) => sql`(
  select id as rate_id, null::timestamptz as replaced_at, ${COLUMNS} from tariff_rate
    where ${condition}
  union all
  select rate_id, replaced_at, ${COLUMNS} from past_rate where ${condition})`

/** More than a prefix ever has; the newest. */
const MOST = 1000

/** Fields whose change makes another value. */
const FIELDS = [
  ...['prefix', 'window_id', 'blocked', 'rate', 'first_rate', 'first_increment'],
  ...['next_increment', 'connect_fee', 'effective_from', 'effective_until'],
]

export async function listRateValues(
  database: Database,
  { tariff_id, prefix, window_id }: RatesOfPrefix,
): Promise<KnownRateValue[]> {
  const ofPrefix = sql`tariff_id = ${tariff_id} and prefix = ${prefix}
    and window_id is not distinct from ${window_id}::bigint`
  const { rows } = await sql<KnownRateValue>`
    with value as (
      select v.*, ${ENTERED_AT} as entered_at from ${rateValues(ofPrefix)} v
      order by v.replaced_at desc nulls first, v.effective_from desc limit ${MOST})
    select v.rate_id, v.destination, v.blocked, v.rate, v.first_rate, v.first_increment,
      v.next_increment, v.connect_fee, v.effective_from, v.effective_until, v.entered_at,
      v.replaced_at, a.at is null and i.rate_change is not null as is_rate_change,
      case when a.at is null then i.id end as import_id,
      case when a.at is null then i.file_name end as file_name,
      coalesce(a.username, u.username) as username, exists (select from tariff_markup m
        where m.tariff_id = ${tariff_id} and m.follows) as is_computed
    from value v
      left join rate_import i on i.id = v.import_id
      left join console_user u on u.id = i.applied_by
      left join lateral (
        select l.at, l.username from activity_log l
        where l.entity = 'tariff_rate' and l.entity_id = v.rate_id::text
          and l.action in ('CREATE', 'UPDATE') and l.changes ?| ${FIELDS}::text[]
          and l.at <= greatest(v.entered_at, v.effective_from)
          and (i.applied_at is null or l.at > i.applied_at)
        order by l.at desc limit 1) a on true`.execute(database)
  return rows
}
