// (o) The files of the record feed: time and bytes of a batch of 1,000 records in each format.
import { exampleRecord } from '#core/call/example-record.ts'
import type { FedRecord } from '#core/call/fed-record.ts'
import { formatMoney, formatRate, money, rate } from '#core/money.ts'
import { makeFile } from '#jobs/record-feed/batch-file.ts'
import { formatNumber, type Line, secondsOf, spread } from './measure.ts'

const RECORDS = 1000
const ROUNDS = 40

const FORMATS = [
  ['JSON Lines', { kind: 'FOLDER', format: 'JSON_LINES' }],
  ['JSON Lines with gzip', { kind: 'S3', format: 'JSON_LINES' }],
  ['Parquet', { kind: 'FOLDER', format: 'PARQUET' }],
] as const

/** In turn, so that other load of the machine hits all of them. */
export async function costOfFiles(): Promise<Line[]> {
  const random = seeded(1)
  const records = Array.from({ length: RECORDS }, (_, at) => recordOf(at, random))
  const found = FORMATS.map(([name, target]) => ({ name, target, times: [] as number[], bytes: 0 }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of found) {
      const seconds = await secondsOf(async () => {
        const { content } = await makeFile(one.target, { name: 'bench', records })
        one.bytes = Buffer.byteLength(content)
      })
      one.times.push(1000 * seconds)
    }
  }
  return found.flatMap(({ name, times, bytes }): Line[] => [
    [`ms to make a file of 1,000 records, ${name}`, spread(times, 1)],
    [`bytes a record, ${name}`, formatNumber(bytes / RECORDS)],
  ])
}

/** The same numbers in each run (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((mixed ^ (mixed >>> 14)) >>> 0) * below) / 2 ** 32
  }
}

/** Calls of 50 clients to 20 carriers, a third of them answered, five a second. */
function recordOf(at: number, random: (below: number) => number): FedRecord {
  const whole = (below: number) => Math.floor(random(below))
  const ended_ms = Date.parse('2026-03-10T12:00:00Z') + at * 200 + whole(200)
  const { test: _, ...example } = exampleRecord((ms) => new Date(ended_ms - ms).toISOString())
  const isAnswered = whole(3) === 0
  const client = whole(50)
  const gateway = whole(20)
  const called_number = `44${String(whole(1e10)).padStart(10, '0')}`
  const duration_ms = isAnswered ? whole(600_000) : 0
  const seconds = Math.ceil(duration_ms / 1000)
  const amount = formatMoney(money(seconds * whole(300)))
  const call_id = String(118_213_741_878_710_272n + BigInt(at) * 4096n)
  const charge = { ...example.charges[0]!, account_id: client, net: amount, amount }
  return {
    ...example,
    ...{ id: `${call_id}-1`, call_id, duration_ms, pdd_ms: whole(6000), routing_ms: whole(9) },
    ...{ account_id: client, client_name: `Client ${client}`, gateway_id: gateway },
    ...{ settlement_id: gateway, settlement_name: `Carrier ${gateway}`, called_number },
    ...{ gateway_name: `Gateway ${gateway}`, gateway_address: `192.0.2.${gateway}:5060` },
    ...{ caller_number: `1202${whole(1e7)}`, dialled_number: called_number },
    ...{ sent_number: called_number, prefix: called_number.slice(0, 4), source_ip: '192.0.2.1' },
    ...{ answered_at: isAnswered ? example.answered_at : null, billed_seconds: seconds },
    ...(isAnswered ? {} : { status: 'FAILED', sip_code: 503, attempt_end: 'REFUSED' }),
    ...{ sell_rate: formatRate(rate(1_000_000 + client * 1000)), sell_amount: amount },
    ...{ buy_billed_seconds: seconds, buy_amount: amount, revenue: amount, cost: amount },
    ...{ sip_call_id: `${whole(2 ** 32).toString(16)}${whole(2 ** 32).toString(16)}@192.0.2.1` },
    charges: isAnswered ? [charge] : [],
  }
}
