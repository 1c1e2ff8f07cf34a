// (q) What the judge of alarms takes: ten rules over a thousand gateways with traffic, the run in
// which a fiftieth of the conditions become true, and one in which nothing changes.
import { pino } from 'pino'
import type { SqlConnection } from '#db/database.ts'
import { makePool, overPool } from '#db/database.ts'
import { makeAlarmWatch } from '#jobs/alarms/watch-alarms.ts'
import { withDatabase } from '../faults/test-database.ts'
import { writeWorld } from '../support/write-world.ts'
import { formatNumber, printTable, secondsOf } from './measure.ts'

const GATEWAYS = 1000
const TOPICS = ['ASR', 'ACD', 'PDD', 'NER', 'SHORT_CALLS', 'CALLS', 'MARGIN', 'GATEWAY_DOWN']
const MORE = ['GATEWAY_LOCKED', 'GATEWAY_NOT_REGISTERED']
const RUNS = 5

export const measureAlarms = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string): Promise<void> {
  const pool = makePool(url, 'bench', 3)
  try {
    await prepare(pool)
    const context = { database: overPool(pool), stop: new AbortController().signal }
    const log = pino({ level: 'silent' })
    const run = async (now_ms: number) => {
      const clock = { now_ms: () => now_ms, monotonic_ms: () => now_ms }
      // A watch of its own reads all sources.
      const watch = makeAlarmWatch()
      return secondsOf(() => watch({ ...context, clock, log } as never))
    }
    const now_ms = Date.now()
    const first = await run(now_ms)
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer as count from alarm where state = 'FIRING'`,
    )
    const later: number[] = []
    for (let at = 1; at <= RUNS; at += 1) later.push(await run(now_ms + at * 5000))
    const ms = (seconds: number) => formatNumber(Math.round(seconds * 1000))
    printTable(`(q) Alarms, ${formatNumber(GATEWAYS * 10)} conditions`, [
      ['ms of the run that fires', ms(first)],
      ['alarms that it fires', formatNumber(rows[0]?.count ?? 0)],
      ['ms of a run without a change, the slowest of five', ms(Math.max(...later))],
    ])
  } finally {
    await pool.end()
  }
}

async function prepare(connection: SqlConnection): Promise<void> {
  const ids = await writeWorld(connection, {
    tariffs: { Buy: { kind: 'BUY', first_increment: 1, next_increment: 1, rates: [] } },
    settlements: { Settlement: { tariff: 'Buy', gateways: {} } },
  })
  await connection.query(
    `insert into gateway (settlement_id, name, host)
    select $1, 'Gateway ' || n, '127.0.3.1' from generate_series(1, $2::integer) n`,
    [ids.get('Settlement'), GATEWAYS],
  )
  // Every tenth gateway answers few calls.
  await connection.query(`
    insert into traffic_sum (kind, bucket, seller_id, account_id, reseller_id, settlement_id,
      gateway_id, country, destination, prefix, sip_code, refusal, codec, attempts,
      effective_attempts, attempt_pdd_ms, attempt_pdds, calls, answered, short_calls,
      effective_calls, call_pdd_ms, call_pdds, duration_ms, billed_seconds, buy_billed_seconds,
      revenue, cost, charged, bought)
    select 'WAY', date_bin('15 minutes', now(), '2000-01-01Z') - q * interval '15 minutes', 1, 0, 0,
      g.settlement_id, g.id, '', '', '', 0, '', '', 100, 90, 100000, 100, 100,
      case when g.id % 10 = 0 then 5 else 60 end, 1, 90, 100000, 100, 6000000, 6000, 6000, 200000,
      100000, 200000, 100000
    from gateway g, generate_series(0, 96) q`)
  await connection.query('delete from alarm_rule')
  for (const topic of [...TOPICS, ...MORE]) {
    await connection.query(
      `insert into alarm_rule (name, topic, severity, subject_kind, comparison, bound, min_calls)
      values ($1, $1, 'WARNING', 'GATEWAY', $2, $3, 50)`,
      [topic, ...boundOf(topic)],
    )
  }
  await connection.query('analyze')
}

/** Most of them hold for the gateways that answer their calls. */
function boundOf(topic: string): [string, number] {
  if (topic.startsWith('GATEWAY')) return ['ABOVE', 0]
  if (topic === 'PDD') return ['ABOVE', 5000]
  if (topic === 'SHORT_CALLS') return ['ABOVE', 100_000]
  return ['BELOW', topic === 'CALLS' || topic === 'ACD' ? 10 : 200_000]
}
