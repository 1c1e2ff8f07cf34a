// The view of what records add to reports, against what batches of the engine have added.
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { CallRecord } from '#core/call/call-record.ts'
import { FAULT_SIDES } from '#core/call/fault-side.ts'
import { SILENT_SIDES } from '#core/call/one-way-audio.ts'
import { COUNTRY_CODES } from '#core/number/country.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { databaseForFile } from '#test/support/database.ts'

const fresh = databaseForFile()
let pool: pg.Pool

beforeAll(async () => {
  pool = fresh.pool(1)
})

test('the codes of countries in the database are those of the engine', async () => {
  const { rows } = await pool.query<{ code: string; country: string }>(
    'select code, country from country_code',
  )
  expect(new Map(rows.map(({ code, country }) => [code, country]))).toEqual(COUNTRY_CODES)
})

/** Every way in which an attempt may end, with and without what belongs to it. */
function everyEnd(): Partial<CallRecord>[] {
  const ends = ['ANSWERED', 'REFUSED', 'NO_RESPONSE', 'PDD_TIMEOUT', 'NO_ANSWER', 'CANCELLED']
  const statuses = ['ANSWERED', 'FAILED', 'CANCELLED', 'REJECTED'] as const
  return [...ends, 'NOT_SENT', null].flatMap((attempt_end) =>
    statuses.flatMap((status) =>
      [null, 7].flatMap((gateway_id) =>
        [null, 1500].flatMap((pdd_ms) =>
          [null, 404, 480, 486].flatMap((gateway_sip_code) =>
            [null, 17].map((gateway_q850_cause) => ({
              attempt_end: attempt_end as CallRecord['attempt_end'],
              status,
              gateway_id,
              pdd_ms,
              call_pdd_ms: pdd_ms,
              gateway_sip_code,
              gateway_q850_cause,
            })),
          ),
        ),
      ),
    ),
  )
}

const COLUMNS = `bucket, seller_id, account_id, reseller_id, settlement_id, gateway_id, country,
  destination, prefix, sip_code, refusal, codec, sum(attempts), sum(effective_attempts),
  sum(attempt_pdd_ms), sum(attempt_pdds), sum(calls), sum(answered), sum(short_calls),
  sum(effective_calls), sum(call_pdd_ms), sum(call_pdds), sum(duration_ms), sum(billed_seconds),
  sum(buy_billed_seconds), sum(revenue), sum(cost), sum(charged), sum(bought),
  sum(switch_faults), sum(client_faults), sum(settlement_faults), sum(user_faults),
  sum(quality_calls), sum(mos_sum), sum(loss_sum), sum(jitter_sum), sum(round_trip_calls),
  sum(round_trip_sum), sum(one_way_calls)`
const KEYS = '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12'

const side = (mos: number | null, round_trip_ms: number | null = null) => ({
  ...{ mos, round_trip_ms, codec: 'PCMA', packets: 500, last_packet_at: 1_000_000 },
  ...{ loss_percent: mos && 5, jitter_ms: mos && 3 },
})

/** Measured in both directions, in one, in none; of a call before the sums had it, and no relay. */
const MEDIA: readonly CallRecord['media'][] = [
  { caller: side(4.3, 20), callee: side(3.1, 45), is_held: false },
  { caller: side(null), callee: side(2.4), is_held: false },
  { caller: side(null), callee: side(null), is_held: true },
  { caller: side(4.3), callee: side(4.3) } as unknown as CallRecord['media'],
  null,
]

test('the view says of every end of a call what the engine has added', async () => {
  const day = Date.parse('2026-03-10T12:00:00Z')
  const records = everyEnd().flatMap((end, at) => {
    const fault = FAULT_SIDES[at % 5] ?? null
    const media = MEDIA[at % MEDIA.length] ?? null
    const one_way_audio = SILENT_SIDES[at % 7] ?? null
    const change = {
      ...end,
      fault,
      media,
      one_way_audio,
      account_id: 2 + (at % 3),
      duration_ms: at * 100,
    }
    const began = day + at * 10_000
    return [
      recordAt(began, { ...change, sip_code: 503 }),
      recordAt(began, { ...change, is_last: false, sip_code: null }),
      recordAt(began, { ...change, refusal: 'NO_ROUTE', called_number: `1416${at}` }),
    ]
  })
  await writeCalls(fresh.url, { records })
  const read = async (from: string) =>
    (await pool.query(`select ${COLUMNS} from ${from} group by ${KEYS} order by ${KEYS}`)).rows
  const added = await read('traffic_addition')
  expect(added.length).toBeGreaterThan(100)
  expect(added).toEqual(await read('traffic_of_records'))
})
