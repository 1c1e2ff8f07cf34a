// The columns of a record in files of Parquet, in their order, which is that of the table in the
// manual. A field without a column does not compile, nor one whose column has another type.
import type { parquetWriteBuffer } from 'hyparquet-writer'
import type { FedRecord } from '#core/call/fed-record.ts'
import { parseMoney, parseRate } from '#core/money.ts'

export type SchemaElement = NonNullable<Parameters<typeof parquetWriteBuffer>[0]['schema']>[number]

type Written = string | number | bigint | boolean | readonly bigint[]

interface Kind<Value> {
  /** The column itself, and what is inside of a list. */
  readonly shape: Omit<SchemaElement, 'name' | 'repetition_type'>
  readonly inside?: readonly SchemaElement[]
  readonly write: (value: Value) => Written
}

interface Column<Value, Nullable = boolean> extends Kind<Value> {
  readonly nullable: Nullable
}

const required = <Value>(kind: Kind<Value>) => ({ ...kind, nullable: false }) as const
const optional = <Value>(kind: Kind<Value>) => ({ ...kind, nullable: true }) as const

const utf8 = {
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
} as const
const TEXT: Kind<string> = { shape: utf8, write: (text) => text }
const JSON_TEXT: Kind<object> = { shape: utf8, write: JSON.stringify }
const BOOLEAN: Kind<boolean> = { shape: { type: 'BOOLEAN' }, write: (is) => is }
const INTEGER: Kind<number> = { shape: { type: 'INT32' }, write: (number) => number }
const ID: Kind<number> = { shape: { type: 'INT64' }, write: BigInt }

const IDS: Kind<readonly number[]> = {
  shape: { num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
  inside: [
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', type: 'INT64' },
  ],
  write: (ids) => ids.map(BigInt),
}

/** Text in UTC, with up to six digits of a second, as microseconds since 1970. */
const INSTANT: Kind<string> = {
  shape: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  write: (text) => {
    const [, second = '', fraction = ''] = /^([^.]*?)(?:\.(\d{1,6}))?Z$/.exec(text) ?? []
    return BigInt(Date.parse(`${second}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'))
  },
}

/** Exact: text is read into the integer of its millionths, and no float is on the way. */
const decimal = (scale: number, parse: (text: string) => number | undefined): Kind<string> => ({
  shape: {
    type: 'INT64',
    ...{ converted_type: 'DECIMAL', precision: 18, scale },
    logical_type: { type: 'DECIMAL', precision: 18, scale },
  },
  write: (text) => {
    const value = parse(text)
    if (value === undefined) throw new Error(`${text} is no amount.`)
    return BigInt(value)
  },
})
const AMOUNT = decimal(6, parseMoney)
const RATE = decimal(8, parseRate)

type Columns = {
  readonly [Field in keyof FedRecord]: Column<
    NonNullable<FedRecord[Field]>,
    null extends FedRecord[Field] ? true : false
  >
}

const COLUMNS = {
  id: required(TEXT),
  call_id: required(TEXT),
  attempt_no: required(INTEGER),
  is_last: required(BOOLEAN),
  started_at: required(INSTANT),
  sent_at: optional(INSTANT),
  progress_at: optional(INSTANT),
  answered_at: optional(INSTANT),
  ended_at: required(INSTANT),
  duration_ms: required(INTEGER),
  pdd_ms: optional(INTEGER),
  call_pdd_ms: optional(INTEGER),
  routing_ms: optional(INTEGER),
  account_id: required(ID),
  client_name: optional(TEXT),
  client_type: required(TEXT),
  reseller_ids: required(IDS),
  caller_number: required(TEXT),
  caller_name: required(TEXT),
  dialled_number: required(TEXT),
  called_number: required(TEXT),
  sent_number: required(TEXT),
  prefix: optional(TEXT),
  destination: required(TEXT),
  source_ip: optional(TEXT),
  settlement_id: optional(ID),
  settlement_name: optional(TEXT),
  gateway_id: optional(ID),
  gateway_name: optional(TEXT),
  gateway_address: optional(TEXT),
  status: required(TEXT),
  sip_code: optional(INTEGER),
  sip_reason: required(TEXT),
  q850_cause: optional(INTEGER),
  gateway_sip_code: optional(INTEGER),
  gateway_q850_cause: optional(INTEGER),
  attempt_end: optional(TEXT),
  not_sent_reason: optional(TEXT),
  refusal: optional(TEXT),
  release_side: optional(TEXT),
  billed_seconds: required(INTEGER),
  sell_rate: optional(RATE),
  sell_rate_currency: required(TEXT),
  sell_amount: required(AMOUNT),
  sell_currency: required(TEXT),
  buy_prefix: optional(TEXT),
  buy_billed_seconds: required(INTEGER),
  buy_rate: optional(RATE),
  buy_rate_currency: required(TEXT),
  buy_amount: required(AMOUNT),
  buy_currency: required(TEXT),
  revenue: required(AMOUNT),
  cost: required(AMOUNT),
  currency: required(TEXT),
  sip_call_id: required(TEXT),
  user_agent: required(TEXT),
  media_mode: required(TEXT),
  codec: required(TEXT),
  early_media: required(BOOLEAN),
  fault: optional(TEXT),
  one_way_audio: optional(TEXT),
  media: optional(JSON_TEXT),
  charges: required(JSON_TEXT),
} satisfies Columns

type Named = Column<never> & { readonly name: string }

const named = (columns: Readonly<Record<string, Column<never>>>): readonly Named[] =>
  Object.entries(columns).map(([name, column]) => ({ ...column, name }))

export const RECORD_COLUMNS = named(COLUMNS)
/** An example is marked by one more column, so that no record of a real call has it. */
export const EXAMPLE_COLUMNS = named({ ...COLUMNS, test: required(BOOLEAN) })

/** As the format has a schema: from the root down, in one list. */
export const schemaOf = (columns: readonly Named[]): SchemaElement[] => [
  { name: 'record', num_children: columns.length },
  ...columns.flatMap(({ name, shape, nullable, inside = [] }) => [
    { ...shape, name, repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED' } as const,
    ...inside,
  ]),
]
