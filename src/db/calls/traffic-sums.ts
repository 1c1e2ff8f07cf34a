// Moves additions to the sums that reports read (ADR-0020).
import { sql } from 'kysely'
import { asSqlConnection, type Database } from '../database.ts'
import { TRAFFIC_SUMS_LOCK } from '../locks.ts'

export const TRAFFIC_KEYS = [
  'account_id',
  'reseller_id',
  'settlement_id',
  'gateway_id',
  'country',
  'destination',
  'prefix',
  'sip_code',
  'refusal',
  'codec',
] as const
type Key = (typeof TRAFFIC_KEYS)[number]

export const TRAFFIC_FIGURES = [
  'attempts',
  'effective_attempts',
  'attempt_pdd_ms',
  'attempt_pdds',
  'calls',
  'answered',
  'short_calls',
  'effective_calls',
  'call_pdd_ms',
  'call_pdds',
  'duration_ms',
  'billed_seconds',
  'buy_billed_seconds',
  'revenue',
  'cost',
  'charged',
  'bought',
] as const

/** The keys of each kind of sums; all have the bucket and the seller. Smaller ones come first. */
const KINDS = {
  PARTY: ['account_id', 'reseller_id'],
  WAY: ['settlement_id', 'gateway_id'],
  PLACE: ['country', 'destination', 'prefix'],
  RESULT: ['sip_code', 'refusal', 'codec'],
  WHOLE: TRAFFIC_KEYS,
} as const satisfies Readonly<Record<string, readonly Key[]>>

export const TRAFFIC_KINDS = Object.keys(KINDS) as (keyof typeof KINDS)[]

/** The kind with the fewest rows that has all of these keys. */
export const kindWith = (columns: readonly string[]): keyof typeof KINDS =>
  TRAFFIC_KINDS.find((kind) => {
    const keys: readonly string[] = KINDS[kind]
    return columns.every((column) => keys.includes(column))
  }) ?? 'WHOLE'

/** The columns of a row that is read, in the order of both tables. */
export const TRAFFIC_COLUMNS = ['bucket', 'seller_id', ...TRAFFIC_KEYS, ...TRAFFIC_FIGURES].join(
  ', ',
)

const EMPTY: Readonly<Record<Key, string>> = {
  account_id: '0',
  reseller_id: '0',
  settlement_id: '0',
  gateway_id: '0',
  country: `''`,
  destination: `''`,
  prefix: `''`,
  sip_code: '0',
  refusal: `''`,
  codec: `''`,
}

/** A key where the kind has it. */
function keyIn(key: Key): string {
  const kinds = TRAFFIC_KINDS.filter((kind) => (KINDS[kind] as readonly Key[]).includes(key))
  const names = kinds.map((kind) => `'${kind}'`).join(', ')
  return `case when kind in (${names}) then ${key} else ${EMPTY[key]} end`
}

const GROUPED = Array.from({ length: TRAFFIC_KEYS.length + 3 }, (_, at) => at + 1).join(', ')

// Resellers have no gateways: their sums of this kind would be those of the whole quarter. What is
// added to an old quarter goes into its hour or day.
const MOVE = `
  with moved as (
    delete from traffic_addition where ctid = any (array(
      select ctid from traffic_addition limit $1)) returning ${TRAFFIC_COLUMNS}),
  added as (
    insert into traffic_sum as s (kind, ${TRAFFIC_COLUMNS})
    select kind, condensed_bucket(bucket, c), seller_id, ${TRAFFIC_KEYS.map(keyIn).join(', ')},
      ${TRAFFIC_FIGURES.map((figure) => `sum(${figure})`).join(', ')}
    from moved cross join traffic_condensed c
      cross join unnest(array[${TRAFFIC_KINDS.map((kind) => `'${kind}'`).join(', ')}]) kind
    where kind <> 'WAY' or seller_id = 1
    group by ${GROUPED} order by ${GROUPED}
    on conflict (kind, seller_id, bucket, ${TRAFFIC_KEYS.join(', ')}) do update set
      ${TRAFFIC_FIGURES.map((figure) => `${figure} = s.${figure} + excluded.${figure}`).join(', ')})
  select count(*)::integer as count from moved`

/** A statement of two seconds in sums of millions of rows: it may take five. */
const ROWS_MAX = 5000

/** Moves some of the additions; returns whether there may be more. */
export async function moveTrafficAdditions(database: Database): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_free: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(TRAFFIC_SUMS_LOCK)}) as is_free`.execute(tx)
    if (!rows[0]?.is_free) return false
    const moved = await asSqlConnection(tx).query<{ count: number }>(MOVE, [ROWS_MAX])
    return moved.rows[0]?.count === ROWS_MAX
  })
}
