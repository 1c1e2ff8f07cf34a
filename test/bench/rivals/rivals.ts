// (rivals) Whole calls through the product and through what Debian's packages alone can do: P1
// debits one payer afterwards, P2 cuts its calls at the end of its money besides, P3 reserves six
// payers in one SQL function, as the product promises.
import { isSoon, until } from '../../sip/until.ts'
import { FIRST_RATE, findHighestRate, isWithoutLoss, STEP_SECONDS } from '../highest-rate.ts'
import { cpuSeconds, type LoadResult, openSippLoad, type SippLoad } from '../load.ts'
import { formatNumber, type Line, median, printTable, quantile } from '../measure.ts'
import { type Switch, startBareKamailio } from '../switches.ts'
import { type Contestant, startFunction, startOurs, startPool, startRouter } from './contestants.ts'
import { FUNCTION, missingPackages, POOL, ROUTER } from './start-rival.ts'

const ROUND_SECONDS = 8
const ROUNDS_MAX = 3
const READY_SECONDS = 30
/** Calls of the correctness test, and of the overdraft test. */
const CALLS = 20
/** All have begun long before the first one ends. */
const AT_ONCE_A_SECOND = 2000
/** Millionths: a minute of one call costs the client as much in all of them. */
const MINUTE = 30_000
/** A switch that owes more of its bookkeeping at the end of a step has not kept up. */
const BEHIND_SECONDS = 2
/** Calls that are not settled by then are lost. */
const SETTLE_SECONDS = 30
/** No second search begins later, so that the whole takes fifteen minutes at most. */
const SEARCH_SECONDS = 330

interface Measured {
  /** Highest rates of the searches. */
  readonly rates: number[]
  readonly rounds: LoadResult[]
  /** Milliseconds a call by part, one row a round. */
  readonly cpu: Record<string, number>[]
  admitted: number
  faults: string[]
}

type Field = ReadonlyMap<Contestant, Measured>

export async function measureRivals(): Promise<void> {
  const missing = missingPackages([ROUTER, POOL, FUNCTION])
  if (missing) {
    console.error(missing)
    process.exitCode = 1
    return
  }
  const begun = performance.now()
  const started: Switch[] = []
  try {
    const bare = await startBareKamailio()
    started.push(bare)
    const field = new Map<Contestant, Measured>()
    for (const start of [startOurs, startRouter, startPool, startFunction]) {
      const one = await start()
      started.push(one)
      field.set(one, { rates: [], rounds: [], cpu: [], admitted: Number.NaN, faults: [] })
    }
    const load = await openSippLoad(started)
    try {
      await measure(field, bare, load, begun)
    } finally {
      await load.stop()
    }
  } finally {
    for (const one of started.toReversed()) await one.stop()
  }
}

async function measure(field: Field, bare: Switch, load: SippLoad, begun: number): Promise<void> {
  const there = [...field]
  const back = there.toReversed()
  for (const [one] of there) {
    const isReady = async () => (await load.call(one, 1, 1)).failed === 0
    await until(`calls go through ${one.name}`, isReady, READY_SECONDS)
    await callSettled(one, load, CALLS, 1)
    const faults = await one.findFaults()
    if (faults.length > 0) throw new Error(`${one.name}: ${faults.join(', ')}`)
    await load.call(one, FIRST_RATE, STEP_SECONDS)
  }
  for (const order of [there, back]) {
    for (const [one, { rates }] of order) {
      if (rates.length > 0 && performance.now() - begun > SEARCH_SECONDS * 1000) continue
      const isReached = async (rate: number) => {
        const { result, is_behind } = await callSettled(one, load, rate, STEP_SECONDS)
        return isWithoutLoss(result, rate) && !is_behind
      }
      rates.push(await findHighestRate(isReached, rates[0]))
      console.log(`${one.name}: ${rates.at(-1)} calls a second`)
    }
  }
  const half = Math.round(Math.min(...there.map(([, { rates }]) => Math.max(...rates))) / 2)
  const past: LoadResult[] = []
  for (const order of [there, back]) {
    if (order === there) past.push(await load.call(bare, half, ROUND_SECONDS))
    for (const [one, { rounds, cpu }] of order) {
      const { result, cpu_ms } = await callRound(one, load, half)
      rounds.push(result)
      cpu.push(cpu_ms)
    }
    if (order === back) past.push(await load.call(bare, half, ROUND_SECONDS))
  }
  for (const [one, measured] of there) {
    measured.faults = await one.findFaults()
    measured.admitted = await countAdmitted(one, load)
  }
  report(field, past, half, (performance.now() - begun) / 1000)
}

/** SIPp that had to be killed leaves no figures: its round is made again. */
async function callRound(one: Contestant, load: SippLoad, per_second: number) {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const measured = await callSettled(one, load, per_second, ROUND_SECONDS)
    if (measured.result.calls > 0) return measured
  }
  throw new Error(`SIPp ended ${ROUNDS_MAX} rounds of ${one.name} without figures`)
}

/** A load, and the time of each part until its last call is settled. */
async function callSettled(
  one: Contestant,
  load: SippLoad,
  per_second: number,
  seconds: number,
): Promise<{ result: LoadResult; is_behind: boolean; cpu_ms: Record<string, number> }> {
  const parts = Object.entries(await one.parts())
  const used = () => parts.map(([, pids]) => cpuSeconds(pids))
  const settled = await one.settled()
  const before = used()
  const result = await load.call(one, per_second, seconds)
  const answered = result.calls - result.failed
  const ended = performance.now()
  // Calls that were lost for the caller may have been answered: no more than these must be settled.
  const unsettled = async () => settled + answered - (await one.settled())
  const isSettled = async () => (await unsettled()) <= 0
  const are_settled = await isSoon(isSettled, SETTLE_SECONDS)
  const is_behind = !are_settled || performance.now() - ended > BEHIND_SECONDS * 1000
  if (!are_settled) console.log(`${one.name}: ${await unsettled()} calls of ${answered} are lost`)
  const after = used()
  const ms = parts.map(([part], at) => [
    part,
    ((after[at]! - before[at]!) * 1000) / Math.max(1, answered),
  ])
  return { result, is_behind, cpu_ms: Object.fromEntries(ms) }
}

/** Calls of those that come at once which are admitted on money for a minute of one. */
async function countAdmitted(one: Contestant, load: SippLoad): Promise<number> {
  await one.addMoney(MINUTE - (await one.money()))
  const { calls, failed } = await load.call(one, AT_ONCE_A_SECOND, CALLS / AT_ONCE_A_SECOND)
  return calls - failed
}

function report(field: Field, past: readonly LoadResult[], half: number, seconds: number): void {
  const delay = (results: readonly LoadResult[], share: number) =>
    median(results.map((one) => quantile(one.delays_ms, share)))
  for (const [{ name }, { rates, rounds, cpu, admitted, faults }] of field) {
    const added = (share: number) =>
      `${formatNumber(delay(rounds, share) - delay(past, share), 1)} ms`
    const parts = Object.keys(cpu[0] ?? {})
    const mean = (part: string) => cpu.reduce((sum, one) => sum + one[part]!, 0) / cpu.length
    const lines: Line[] = [
      ['calls a second without loss, each search', rates.map((rate) => formatNumber(rate)).join()],
      ...parts.map(
        (part): Line => [
          `at ${half} a second: ${part} a call`,
          `${formatNumber(mean(part), 2)} ms`,
        ],
      ),
      [
        'all of them',
        `${formatNumber(
          parts.reduce((sum, part) => sum + mean(part), 0),
          2,
        )} ms`,
      ],
      ['added post-dial delay, p50', added(0.5)],
      ['the same, p99', added(0.99)],
      ['calls that were lost', formatNumber(rounds.reduce((sum, one) => sum + one.failed, 0))],
      ['books', faults.join(', ') || 'right'],
      [`admitted of ${CALLS} at once on money for one`, formatNumber(admitted)],
    ]
    printTable(`(rivals) ${name}`, lines)
  }
  console.log(
    `\nBare Kamailio is the base of the delays. The whole took ${formatNumber(seconds)} s`,
  )
}
