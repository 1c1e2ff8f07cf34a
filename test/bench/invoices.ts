// (j) An invoice of two million calls: the seconds until its draft is ready, and what a short query
// waits meanwhile.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'
import { openDatabase } from '#db/database.ts'
import { runBillingCycles } from '#jobs/invoices/billing-cycles.ts'
import { finishDrafts } from '#jobs/invoices/make-lines.ts'
import { withDatabase } from '../faults/test-database.ts'
import { connect } from './charging-cycles.ts'
import { formatNumber, printTable, quantile } from './measure.ts'
import { queriesDuring } from './reconciliations.ts'

const CALLS = Number(process.env.BENCH_CALLS ?? 2_000_000)
const FROM = '2026-09-01T00:00:00Z'
/** Two million calls are spread over the month. */
const STEP = `interval '30 days' / ${CALLS}`
const NOW = Date.parse('2026-10-02T00:00:00Z')

export const measureInvoices = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string): Promise<void> {
  const client = await connect(url)
  // With the time-out of statements that the jobs have.
  const database = openDatabase(url, 'bench')
  const clock = { now_ms: () => NOW, monotonic_ms: () => performance.now() }
  const stop = new AbortController().signal
  const context = { database, clock, stop, log: pino() }
  await insertCalls(client)
  const calm = await queriesDuring(client, () => wait(5000))
  const begun = performance.now()
  const busy = await queriesDuring(client, async () => {
    await runBillingCycles(context)
    await finishDrafts(context)
  })
  const ended = performance.now()
  const { rows } = await client.query<{ text: string }>(
    `select concat_ws(', ', case when prepared_at is null then 'not ready: ' || failure
      else 'ready' end, calls || ' calls', (select count(*) from invoice_line) || ' lines') as text
    from invoice`,
  )
  const show = (waits: readonly number[]) =>
    `${[0.5, 0.99, 1].map((share) => formatNumber(quantile(waits, share), 1)).join(', ')} ms`
  printTable(`(j) An invoice of ${formatNumber(CALLS)} calls`, [
    ['draft', `${formatNumber((ended - begun) / 1000, 1)} s`, '< 60 s'],
    ['a query of one row without it: p50, p99, longest', show(calm)],
    ['during the draft', show(busy)],
    ['state', rows[0]?.text ?? ''],
  ])
  await Promise.all([client.end(), database.destroy()])
}

/** Calls of one client in a month, of 5,000 prefixes with 500 rates. */
async function insertCalls(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `insert into account (kind, name, currency, parent_id, billing_cycle, billing_since)
      values ('WHOLESALE', 'Bench', 'USD', 1, 'MONTH', $1) returning id`,
    [FROM],
  )
  const id = rows[0]?.id ?? 0
  await client.query(
    'insert into account_balance (account_id, has_floor, balance) values ($1, false, 0)',
    [id],
  )
  await client.query(`select make_partition('ledger_entry', $1)`, [FROM])
  await client.query(
    `select make_partition('call_charge', $1::date + n) from generate_series(-1, 31) n`,
    [FROM],
  )
  // An id of a call holds its time (core/call/call-id.ts).
  await client.query(`create temp table bench_call as
    select n, at, ((extract(epoch from at) * 1000)::bigint - 1767225600000) * 4194304
      + n % 4194304 as call_id
    from (select n, '${FROM}'::timestamptz + (n - 1) * ${STEP} as at
      from generate_series(1, ${CALLS}) n) x`)
  await client.query(
    `insert into ledger_entry (at, account_id, counter_account_id, kind, amount, balance_after,
      call_id) select at, $1, 1, 'CALL', -1200 - n % 500, 0, call_id from bench_call order by n`,
    [id],
  )
  await client.query(
    `insert into call_charge (call_id, started_at, account_id, depth, tariff_id, rate_id, prefix,
      terms, duration_seconds, billed_seconds, net, vat, amount)
    select call_id, at, $1, 0, 0, 1 + n % 5000, (44000 + n % 5000)::text,
      jsonb_build_object('rate', 1000000 + n % 500, 'currency', 'USD', 'vat_percent', 200000),
      10 + n % 300, 60, 1000 + n % 500, 200, 1200 + n % 500 from bench_call`,
    [id],
  )
  await client.query('analyze ledger_entry')
  await client.query('analyze call_charge')
}
