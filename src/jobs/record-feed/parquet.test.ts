// Files of Parquet, read back: every value is the one of the line of JSON.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { exampleRecord } from '#core/call/example-record.ts'
import type { FedRecord } from '#core/call/fed-record.ts'
import { formatMoney, formatRate, MONEY_MAX, money, RATE_MAX } from '#core/money.ts'
import { parquetColumns, readParquet } from '#test/support/parquet.ts'
import { parquetOf } from './parquet.ts'

const { test: _, ...EXAMPLE } = exampleRecord(() => '2026-03-10T12:00:00.123456Z')
const record = (change: Partial<FedRecord> = {}): FedRecord => ({ ...EXAMPLE, ...change })

/** All that may be absent. */
const NOTHING = record({
  ...{ id: '2-1', call_id: '2', sent_at: null, progress_at: null, answered_at: null },
  ...{ pdd_ms: null, call_pdd_ms: null, routing_ms: null, client_name: null, prefix: null },
  ...{ source_ip: null, settlement_id: null, settlement_name: null, gateway_id: null },
  ...{ gateway_name: null, gateway_address: null, sip_code: null, q850_cause: null },
  ...{ gateway_sip_code: null, gateway_q850_cause: null, attempt_end: null },
  ...{ not_sent_reason: null, refusal: null, release_side: null, sell_rate: null },
  ...{ buy_prefix: null, buy_rate: null, is_last: false, charges: [] },
  ...{ fault: null, one_way_audio: null, media: null },
})

const same = async (records: readonly FedRecord[]) =>
  expect(await readParquet(parquetOf(records))).toEqual(JSON.parse(JSON.stringify(records)))

test('every value is the one of the line', () => same([record(), NOTHING, record()]))

test('a column without any value is read as one', () => same([NOTHING, NOTHING]))

test.each([
  ['the largest amounts', { sell_amount: formatMoney(MONEY_MAX), sell_rate: formatRate(RATE_MAX) }],
  [
    'amounts below zero',
    { revenue: '-0.000001', cost: formatMoney(money(-MONEY_MAX)), buy_amount: '-1.5' },
  ],
  ['amounts that no float has', { sell_amount: '4503599627.370497', buy_rate: '900719.92547409' }],
  [
    'times of a second, of milliseconds and of microseconds',
    {
      ...{ started_at: '2026-03-10T12:00:00Z', answered_at: '2026-03-10T12:00:00.5Z' },
      ...{ progress_at: '2026-03-10T12:00:00.000001Z', ended_at: '2026-12-31T23:59:59.999999Z' },
    },
  ],
  [
    'texts of all kinds',
    { caller_name: 'Zoë "😀"\n\u0000', destination: '', user_agent: 'é'.repeat(256) },
  ],
  [
    'resellers above each other',
    { reseller_ids: [9_007_199_254_740_991, 2, 3], account_id: 2 ** 40 },
  ],
])('%s are exact', (_, change) => same([record(change), NOTHING, record()]))

test('a batch of 1,000 is one file with all records in their order', () =>
  same(Array.from({ length: 1000 }, (_, at) => (at % 3 ? record({ id: `${at}-1` }) : NOTHING))))

test('the columns are those of the table in the manual, in its order', async () => {
  const manual = await readFile('docs/operating.md', 'utf8')
  const [, table = ''] = /CREATE TABLE calls \(([\s\S]*?)\n\) ENGINE/.exec(manual) ?? []
  const names = table.split(/,\s+(?=[a-z])/).map((column) => column.trim().split(' ')[0])
  const columns = parquetColumns(parquetOf([record()]))
  expect(columns.map(({ name }) => name)).toEqual(names)
  expect(Object.keys(record()).sort()).toEqual(names.toSorted())
  const optional = columns.filter(({ repetition_type }) => repetition_type === 'OPTIONAL')
  const nullable = names.filter((name) => new RegExp(`\\b${name} Nullable`).test(table))
  expect(optional.map(({ name }) => name)).toEqual(nullable)
})

test('times are instants in UTC, amounts exact decimals', () => {
  const columns = new Map(parquetColumns(parquetOf([record()])).map((one) => [one.name, one]))
  expect(columns.get('started_at')).toMatchObject({
    ...{ type: 'INT64', repetition_type: 'REQUIRED', converted_type: 'TIMESTAMP_MICROS' },
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  })
  const decimal = { type: 'INT64', converted_type: 'DECIMAL', precision: 18 }
  expect(columns.get('sell_amount')).toMatchObject({ ...decimal, scale: 6 })
  expect(columns.get('sell_rate')).toMatchObject({ ...decimal, scale: 8 })
  expect([...columns.values()].filter(({ type }) => /FLOAT|DOUBLE/.test(type ?? ''))).toEqual([])
})

test('an example has one more column, which marks it', async () => {
  const example = exampleRecord(() => '2026-03-10T12:00:00Z')
  const file = parquetOf([example])
  expect(await readParquet(file)).toEqual([example])
  expect(parquetColumns(file).at(-1)).toMatchObject({ name: 'test', type: 'BOOLEAN' })
})

test('text that is no amount makes no file', () => {
  expect(() => parquetOf([record({ cost: '1.2345678' })])).toThrow('1.2345678 is no amount.')
})
