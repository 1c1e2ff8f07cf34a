// (n) Limits over three engines: calls at once against a limit that is smaller, many times; and
// the cost of counting, of calls with limits beside calls without.
import { strict as assert } from 'node:assert'
import type { Operation } from '#core/billing/operation.ts'
import type { Call } from '#core/call/call.ts'
import { makeCallId } from '#core/call/call-id.ts'
import { subjectsOf } from '#core/call/call-subjects.ts'
import { type CallLimits, NO_LIMITS, type SubjectLimit } from '#core/routing/call-limits.ts'
import { makePartitions } from '#db/partitions/partitions.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import type { ChargingQueue } from '#engine/charging/charging-queue.ts'
import { withDatabase } from '../faults/test-database.ts'
import { connect, endOf, makeCycles, openQueue } from './charging-cycles.ts'
import { formatNumber, median, printTable, spread, takeTurns } from './measure.ts'
import { type MoneyWorld, makeCall, makeMoneyWorld } from './money-world.ts'

const RUNS = Number(process.env.BENCH_RUNS || 1000)
const CALLS = 200
const LIMIT_MAX = 50
const ENGINES = 3
const ROUNDS = 5
const CALLS_IN_FLIGHT = 600
/** More than a turn has at once: none is refused, all are counted. */
const WIDE = 1_000_000

export const measureLimits = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string): Promise<void> {
  const client = await connect(url)
  await makePartitions(client, Date.now(), 2)
  const world = await makeMoneyWorld(client)
  const queues = await Promise.all(Array.from({ length: ENGINES }, () => openQueue(url)))
  const { begun, wrong } = await race(world, queues)
  const { first, second } = await compare(world, queues)
  const breaches = await findBreaches(client)
  await Promise.all(queues.map((queue) => queue.close()))
  await client.end()
  assert.deepEqual(breaches, [], 'the books are right')

  printTable(`(n) ${CALLS} calls at once over ${ENGINES} engines, limits of 1 to ${LIMIT_MAX}`, [
    ['runs, and calls that began', `${formatNumber(RUNS)}, ${formatNumber(begun)}`],
    ['runs with a call too many or too few', formatNumber(wrong), '0'],
    ['cycles a second with eight limits for each call', spread(first)],
    ['cycles a second without a limit', spread(second)],
    ['ratio', formatNumber(median(first) / median(second), 2)],
    ['invariants broken', 'none'],
  ])
}

type KindOfLimit = 'CLIENT' | 'RESELLER' | 'GATEWAY' | 'SETTLEMENT' | 'NUMBER'
const KINDS: readonly KindOfLimit[] = ['CLIENT', 'RESELLER', 'GATEWAY', 'SETTLEMENT', 'NUMBER']

/** One limit of a call; a number is counted under the counter of its gateway. */
function limitOf(call: Call, kind: KindOfLimit, channel_limit: number): CallLimits {
  const gateway_id = call.routes[0]?.gateway_id ?? null
  const limits = subjectsOf(call, gateway_id).flatMap((subject): SubjectLimit[] => {
    if (subject.startsWith(`${kind} `)) return [{ subject, channel_limit, cps_limit: null }]
    const is_lock = kind === 'NUMBER' && subject.startsWith('GATEWAY ')
    return is_lock ? [{ subject, channel_limit: null, cps_limit: null }] : []
  })
  return { parties: [], routes: [limits] }
}

async function race(world: MoneyWorld, queues: readonly ChargingQueue[]) {
  let nth = 0
  let begun = 0
  let wrong = 0
  for (let run = 0; run < RUNS; run++) {
    const limit = 1 + ((run * 7) % LIMIT_MAX)
    const kind = KINDS[run % KINDS.length]!
    const calls = Array.from({ length: CALLS }, () =>
      makeCall(world, makeCallId(Date.now(), 1, nth++), run),
    )
    const queueOf = (at: number) => queues[at % ENGINES]!
    const outcomes = await Promise.all(
      calls.map((call, at) => queueOf(at).write(reserve(call, limitOf(call, kind, limit)))),
    )
    const open = calls.filter((_, at) => outcomes[at]?.kind === 'granted')
    if (open.length !== limit) wrong++
    begun += open.length
    await Promise.all(
      open.map((call, at) => queueOf(at + 1).write({ kind: 'close', call, end: endOf(call) })),
    )
  }
  return { begun, wrong }
}

const reserve = (call: Call, limits: CallLimits): Operation => ({
  kind: 'reserve',
  call,
  dialog: call.call_id,
  wanted_seconds: 60,
  expires_at: call.started_at + 60,
  limits,
  steps: [],
})

/** Every subject of the call has a limit. */
function allLimits(call: Call): CallLimits {
  const limits = subjectsOf(call, call.routes[0]?.gateway_id ?? null)
    .filter((subject) => !subject.startsWith('NUMBER '))
    .map((subject) => ({ subject, channel_limit: WIDE, cps_limit: null }))
  return { parties: limits, routes: [] }
}

function compare(world: MoneyWorld, queues: readonly ChargingQueue[]) {
  const limited = makeCycles(world, allLimits)
  const unlimited = makeCycles(world, () => NO_LIMITS)
  const writeTo = (nth: number) => (operation: Operation) => queues[nth % ENGINES]!.write(operation)
  return takeTurns(
    ROUNDS,
    () => limited.run(CALLS_IN_FLIGHT, writeTo),
    () => unlimited.run(CALLS_IN_FLIGHT, writeTo),
  )
}
