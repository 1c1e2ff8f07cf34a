// (r) The cost of tracing: whole calls at one rate, in turn without a trace rule and with one for
// all of them, in the same start of the product.

import { setTimeout as sleep } from 'node:timers/promises'
import { TRACER_METRICS, TRACER_PROCESS } from '#core/sip-trace/tracer-figures.ts'
import { until } from '../sip/until.ts'
import { HTTP_PORT } from './free-ports.ts'
import { cpuSeconds, openSippLoad, type SippLoad } from './load.ts'
import { formatNumber, type Line, median, printTable, spread } from './measure.ts'
import { type Product, startProduct } from './switches.ts'

const PER_SECOND = 200
const ROUNDS = 4
const ROUND_SECONDS = 20
const START_SECONDS = 30
/** The tracer writes the last messages of a run; both kinds of run wait as long. */
const WRITE_SECONDS = 5

interface Round {
  readonly calls: number
  readonly failed: number
  readonly messages: number
  /** CPU time of a call by process; those of the rest, like the API, do nothing for it. */
  readonly cpu_ms: Readonly<Record<string, number>>
}

export async function measureTracedCalls(): Promise<void> {
  const product = await startProduct(HTTP_PORT)
  try {
    await measure(product)
    await product.checkBooks()
  } finally {
    await product.stop()
  }
}

async function measure(product: Product): Promise<void> {
  const load = await openSippLoad([product])
  try {
    const call = async () => (await load.call(product, 1, 1)).failed === 0
    await until(`calls go through ${product.address}`, call, START_SECONDS)
    await load.call(product, PER_SECOND, ROUND_SECONDS / 2)
    await product.database.query(`insert into trace_rule (name, status) values ('all', 'paused')`)
    await setTracing(product, true)
    const isTraced = async () => (await call()) && (await countMessages(product)) > 0
    await until('a call is traced', isTraced, START_SECONDS)
    const of_one = await messagesOfOne(product, load)
    const rounds = { plain: [] as Round[], traced: [] as Round[] }
    for (let round = 0; round < ROUNDS; round++) {
      await setTracing(product, false)
      rounds.plain.push(await runRound(product, load))
      await setTracing(product, true)
      rounds.traced.push(await runRound(product, load))
    }
    report(rounds, { of_one, ...(await readTracer(product)) })
  } finally {
    await load.stop()
  }
}

/** Engines load their configuration again when the number of the change is new. */
async function setTracing({ database }: Product, is_on: boolean): Promise<void> {
  await database.query('update trace_rule set status = $1', [is_on ? 'active' : 'paused'])
  await database.query('update change_number set number = number + 1')
  await sleep(WRITE_SECONDS * 1000)
}

async function countMessages({ database }: Product): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::integer as count from sip_message',
  )
  return rows[0]?.count ?? 0
}

/** Without any load, which would show messages that get lost under it. */
async function messagesOfOne(product: Product, load: SippLoad): Promise<number> {
  await sleep(WRITE_SECONDS * 1000)
  const before = await countMessages(product)
  await load.call(product, 1, 1)
  await sleep(WRITE_SECONDS * 1000)
  return (await countMessages(product)) - before
}

async function runRound(product: Product, load: SippLoad): Promise<Round> {
  const parts = Object.entries(await product.parts())
  const read = () => parts.map(([, pids]) => cpuSeconds(pids))
  const messages_before = await countMessages(product)
  const before = read()
  const { calls, failed } = await load.call(product, PER_SECOND, ROUND_SECONDS)
  await sleep(WRITE_SECONDS * 1000)
  const after = read()
  const ended = Math.max(1, calls - failed)
  const cpu_ms = parts.map(([part], at) => [part, ((after[at]! - before[at]!) * 1000) / ended])
  const messages = (await countMessages(product)) - messages_before
  return { calls, failed, messages, cpu_ms: Object.fromEntries(cpu_ms) }
}

async function readTracer({ database }: Product) {
  const { rows } = await database.query<{ bytes: number; dropped: number; paused: number }>(
    `select (select sum(pg_total_relation_size(inhrelid))::float8 from pg_inherits
        where inhparent = 'sip_message'::regclass)
      / (select count(*) from sip_message) as bytes,
      (${counterOf('dropped_total')}) as dropped, (${counterOf('paused_total')}) as paused
    from process_metrics where process = $1`,
    [TRACER_PROCESS],
  )
  return rows[0]!
}

const counterOf = (name: string): string =>
  `select (f #>> '{values,0,value}')::float8 from jsonb_array_elements(families) f
    where f ->> 'name' = '${TRACER_METRICS}${name}'`

interface Found {
  readonly of_one: number
  readonly bytes: number
  readonly dropped: number
  readonly paused: number
}

function report(
  { plain, traced }: Readonly<Record<'plain' | 'traced', readonly Round[]>>,
  { of_one, bytes, dropped, paused }: Found,
): void {
  const sum = ({ cpu_ms }: Round) => Object.values(cpu_ms).reduce((all, ms) => all + ms, 0)
  const both = (of: (round: Round) => number) =>
    `${spread(plain.map(of), 2)} and ${spread(traced.map(of), 2)}`
  const parts = Object.keys(plain[0]?.cpu_ms ?? {})
  const ratios = traced.map((round, at) => sum(round) / sum(plain[at]!))
  const messages = median(traced.map((round) => round.messages / round.calls))
  const failed = [...plain, ...traced].reduce((all, round) => all + round.failed, 0)
  printTable(`(r) Calls at ${PER_SECOND} a second without and with tracing`, [
    ...parts.map((part): Line => [`ms of ${part} a call`, both((round) => round.cpu_ms[part]!)]),
    ['ms of all processes a call', both(sum)],
    ['ratio of the pairs', spread(ratios, 2)],
    ['messages of a traced call, and of one alone', `${formatNumber(messages, 2)}, ${of_one}`],
    ['bytes of a traced call in the database', formatNumber(bytes * messages)],
    ['messages dropped, and paused', `${formatNumber(dropped)}, ${formatNumber(paused)}`, '0, 0'],
    ['calls that were lost', formatNumber(failed), '0'],
  ])
}
