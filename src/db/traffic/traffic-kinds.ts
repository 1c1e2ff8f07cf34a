// The kinds of sums of traffic: which keys each has, and which of them a report reads (ADR-0020).
import { OPERATOR_ID } from '#core/account/operator.ts'
import { TRAFFIC_FIGURE_NAMES } from '#core/billing/traffic-figures.ts'

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

const PARTY = ['account_id', 'reseller_id'] as const
const WAY = ['settlement_id', 'gateway_id'] as const
const PLACE = ['country', 'destination', 'prefix'] as const
const RESULT = ['sip_code', 'refusal', 'codec'] as const

/** The keys of each kind of sums; all have the bucket and the seller. Smaller ones come first. */
const KINDS = {
  PARTY,
  WAY,
  PLACE,
  RESULT,
  TRADE: [...PARTY, ...WAY],
  WHOLE: TRAFFIC_KEYS,
} as const satisfies Readonly<Record<string, readonly Key[]>>

type TrafficKind = keyof typeof KINDS

/**
 * The keys of sums by the day. With all keys nearly each call would have a row of its own there
 * too; the pairs that reports are read by have sums of theirs.
 */
const DAY_KINDS = {
  PARTY_DAY: KINDS.PARTY,
  WAY_DAY: KINDS.WAY,
  PLACE_DAY: KINDS.PLACE,
  RESULT_DAY: KINDS.RESULT,
  TRADE_DAY: KINDS.TRADE,
  SALE_DAY: [...PARTY, 'country', 'destination'],
  PURCHASE_DAY: [...WAY, 'country', 'destination'],
} as const satisfies Readonly<Record<`${string}_DAY`, readonly Key[]>>
type DayKind = keyof typeof DAY_KINDS

/** By the quarter of an hour, and condensed with their age. */
export const TRAFFIC_KINDS = Object.keys(KINDS) as TrafficKind[]
export const TRAFFIC_DAY_KINDS = Object.keys(DAY_KINDS) as DayKind[]

/** The kind that sums by the day are made of: the same keys, or all. */
export const sourceOfDayKind = (day_kind: DayKind): TrafficKind =>
  TRAFFIC_KINDS.find((kind) => `${kind}_DAY` === day_kind) ?? 'WHOLE'

const ALL_KINDS: Readonly<Record<TrafficKind | DayKind, readonly string[]>> = {
  ...KINDS,
  ...DAY_KINDS,
}

const hasAll = (kind: TrafficKind | DayKind, columns: readonly string[]): boolean =>
  columns.every((column) => ALL_KINDS[kind].includes(column))

/** The kind with the fewest rows that has all of these keys. */
export const kindWith = (columns: readonly string[]): TrafficKind =>
  TRAFFIC_KINDS.find((kind) => hasAll(kind, columns)) ?? 'WHOLE'

/** The same of sums by the day; undefined where none has them. */
export const dayKindWith = (columns: readonly string[]): DayKind | undefined =>
  TRAFFIC_DAY_KINDS.find((kind) => hasAll(kind, columns))

export const hasKey = (kind: TrafficKind | DayKind, key: Key): boolean =>
  ALL_KINDS[kind].includes(key)

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

export const quoted = (names: readonly string[]): string =>
  names.map((name) => `'${name}'`).join(', ')

/** The keys of a row of traffic where the column `kind` has them. */
export const KEYS_OF_KIND = TRAFFIC_KEYS.map((key) => {
  const kinds = [...TRAFFIC_KINDS, ...TRAFFIC_DAY_KINDS].filter((kind) => hasKey(kind, key))
  return `case when kind in (${quoted(kinds)}) then ${key} else ${EMPTY[key]} end`
}).join(', ')

/** Resellers have no gateways: their sums by these alone would be those of the whole time. */
export const IS_KIND_OF_SELLER = `(seller_id = ${OPERATOR_ID}
  or kind not in ('WAY', 'TRADE', 'WAY_DAY', 'TRADE_DAY', 'PURCHASE_DAY'))`

/** The columns of a row that is read, in the order of both tables. */
export const TRAFFIC_COLUMNS = [
  'bucket',
  'seller_id',
  ...TRAFFIC_KEYS,
  ...TRAFFIC_FIGURE_NAMES,
].join(', ')

/** Rows of traffic, grouped and added to the sums: the columns after `kind` and the bucket. */
export const SUMMED = `seller_id, ${KEYS_OF_KIND},
  ${TRAFFIC_FIGURE_NAMES.map((figure) => `sum(${figure})`).join(', ')}`
export const GROUPED = Array.from({ length: TRAFFIC_KEYS.length + 3 }, (_, at) => at + 1).join(', ')
export const ON_CONFLICT_ADD = `on conflict (kind, seller_id, bucket, ${TRAFFIC_KEYS.join(', ')})
  do update set
  ${TRAFFIC_FIGURE_NAMES.map((name) => `${name} = s.${name} + excluded.${name}`).join(', ')}`
