// Calls that are held and closed through a charging queue, for the benchmarks of money.
import { strict as assert } from 'node:assert'
import type pg from 'pg'
import { pino } from 'pino'
import type { Operation, Outcome } from '#core/billing/operation.ts'
import type { Call, CallEnd } from '#core/call/call.ts'
import { makeCallId } from '#core/call/call-id.ts'
import { type CallLimits, NO_LIMITS } from '#core/routing/call-limits.ts'
import { makeClient } from '#db/database.ts'
import { type ChargingQueue, openChargingQueue } from '#engine/charging/charging-queue.ts'
import { until } from '../sip/until.ts'
import { SYSTEM_CLOCK } from '../support/clocks.ts'
import type { Turn } from './measure.ts'
import { type MoneyWorld, makeCall, STEPS } from './money-world.ts'

const TURN_SECONDS = 4
const TALK_SECONDS = 60

type Write = (operation: Operation) => Promise<Outcome>

export const today = (): string => new Date().toISOString().slice(0, 10)

export async function openQueue(url: string): Promise<ChargingQueue> {
  const log = pino({ level: 'warn' })
  const chargingQueue = openChargingQueue({ url, engine: 'a', clock: SYSTEM_CLOCK, log, today })
  await until('the charging queue is open', chargingQueue.isOpen)
  return chargingQueue
}

export async function connect(url: string): Promise<pg.Client> {
  const client = makeClient(url, 'bench', { pipeline: true })
  await client.connect()
  return client
}

/** Runs calls, each of which is reserved and then closed, a given number of them at a time. */
export function makeCycles(
  world: MoneyWorld,
  limitsOf: (call: Call) => CallLimits = () => NO_LIMITS,
) {
  let nth = 0
  async function cycle(write: Write): Promise<void> {
    nth++
    const call = makeCall(world, makeCallId(Date.now(), 1, nth), nth)
    const grant = await write({
      kind: 'reserve',
      limits: limitsOf(call),
      call,
      dialog: String(nth),
      wanted_seconds: TALK_SECONDS,
      expires_at: call.started_at + TALK_SECONDS,
      steps: STEPS,
    })
    assert.equal(grant.kind, 'granted')
    const outcome = await write({ kind: 'close', call, end: endOf(call) })
    assert.deepEqual(outcome, { kind: 'done', was_open: true })
  }
  async function run(at_once: number, writer: (nth: number) => Write): Promise<Turn> {
    const started = performance.now()
    let count = 0
    const seconds = () => (performance.now() - started) / 1000
    async function go(write: Write): Promise<void> {
      while (seconds() < TURN_SECONDS) {
        await cycle(write)
        count++
      }
    }
    await Promise.all(Array.from({ length: at_once }, (_, lane) => go(writer(lane))))
    return { count, seconds: seconds() }
  }
  return { run, made: () => nth }
}

export function endOf(call: Call): CallEnd {
  return {
    ringing_at: call.started_at + 1,
    answered_at: call.started_at + 3,
    ended_at: call.started_at + 3 + TALK_SECONDS,
    gateway_id: call.routes[0]!.gateway_id,
    sip_code: 200,
    q850_cause: 16,
    reason: '',
    released_by: 'CALLER',
    attempts: [],
    media: null,
    early_media: false,
    cut: null,
  }
}

/** Waits are in milliseconds. */
export const timed =
  (chargingQueue: ChargingQueue, waits: number[]): Write =>
  async (operation) => {
    const started = performance.now()
    const outcome = await chargingQueue.write(operation)
    waits.push(performance.now() - started)
    return outcome
  }
