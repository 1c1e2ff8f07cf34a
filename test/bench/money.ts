// (c) Money held for a call and settled at its end, with six payers of whom one pays
// for every call: through the engine's chargingQueue, which commits what comes together, and
// with a transaction for each.
import { strict as assert } from 'node:assert'
import { rm } from 'node:fs/promises'
import type pg from 'pg'
import { pino } from 'pino'
import {
  accountsOf,
  callsOf,
  type Operation,
  type Outcome,
  subscriptionsOf,
} from '#core/billing/operation.ts'
import { planBatch } from '#core/billing/plan-batch.ts'
import type { Call, CallEnd } from '#core/call/call.ts'
import { makeCallId } from '#core/call/call-id.ts'
import { findBreaches } from '#db/billing/invariants.ts'
import { lockBatch, writeBatch } from '#db/calls/call-batch.ts'
import { makeClient } from '#db/database.ts'
import { makePartitions } from '#db/machine/partitions.ts'
import { migrate } from '#db/migrate.ts'
import { type ChargingQueue, openChargingQueue } from '#engine/charging/charging-queue.ts'
import { startPostgres } from '#supervisor/postgres.ts'
import { until } from '../sip/until.ts'
import { SYSTEM_CLOCK } from '../support/clocks.ts'
import { makeTestFolder } from '../support/postgres-for-tests.ts'
import {
  formatNumber,
  median,
  printTable,
  quantile,
  spread,
  type Turn,
  takeTurns,
} from './measure.ts'
import { type MoneyWorld, makeCall, makeMoneyWorld, STEPS } from './money-world.ts'

const ROUNDS = 5
const TURN_SECONDS = 4
const CALLS_IN_FLIGHT = 2000
const CONNECTIONS = 16
const TALK_SECONDS = 60

type Write = (operation: Operation) => Promise<Outcome>

export async function measureMoney(): Promise<void> {
  const folder = await makeTestFolder()
  const postgres = await startPostgres({ folder, log: () => {} })
  try {
    await migrate(postgres.url)
    await measureOn(postgres.url)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureOn(url: string): Promise<void> {
  const client = await connect(url)
  await makePartitions(client, Date.now(), 2)
  const cycles = makeCycles(await makeMoneyWorld(client))
  const chargingQueue = openChargingQueue({
    url,
    engine: 'a',
    clock: SYSTEM_CLOCK,
    log: pino({ level: 'warn' }),
    today,
  })
  await until('the charging queue is open', chargingQueue.isOpen)
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(url)))
  const waits: number[] = []
  const inBatches = () => cycles.run(CALLS_IN_FLIGHT, () => timed(chargingQueue, waits))
  const oneByOne = () =>
    cycles.run(CONNECTIONS, (nth) => (operation) => transact(clients[nth]!, operation))

  await takeTurns(1, inBatches, oneByOne)
  waits.length = 0
  const { first, second } = await takeTurns(ROUNDS, inBatches, oneByOne)
  const breaches = await findBreaches(client)
  await chargingQueue.close()
  await Promise.all([client, ...clients].map((one) => one.end()))
  assert.deepEqual(breaches, [], 'the queues are right')

  printTable('(c) Reserve and settle, six payers of whom one pays for every call, fsync on', [
    ['cycles a second, the charging queue', spread(first), '10,000'],
    ['cycles a second, a transaction for each step', spread(second)],
    ['ratio', formatNumber(median(first) / median(second), 1), '10'],
    [
      `wait for a step with ${formatNumber(CALLS_IN_FLIGHT)} calls in flight, p50 and p99`,
      `${formatNumber(quantile(waits, 0.5))} and ${formatNumber(quantile(waits, 0.99))} ms`,
    ],
    ['calls that were made, and invariants broken', `${formatNumber(cycles.made())}, none`],
  ])
}

async function connect(url: string): Promise<pg.Client> {
  const client = makeClient(url, 'bench', { pipeline: true })
  await client.connect()
  return client
}

/** Runs calls, each of which is reserved and then closed, a given number of them at a time. */
function makeCycles(world: MoneyWorld) {
  let nth = 0
  async function cycle(write: Write): Promise<void> {
    nth++
    const call = makeCall(world, makeCallId(Date.now(), 1, nth), nth)
    const grant = await write({
      kind: 'reserve',
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

function endOf(call: Call): CallEnd {
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

const timed =
  (chargingQueue: ChargingQueue, waits: number[]): Write =>
  async (operation) => {
    const started = performance.now()
    const outcome = await chargingQueue.write(operation)
    waits.push(performance.now() - started)
    return outcome
  }

/** The same statements as the queue's, for one operation alone. */
async function transact(client: pg.Client, operation: Operation): Promise<Outcome> {
  const locked = await lockBatch(client, {
    account_ids: [...new Set(accountsOf(operation))],
    call_ids: callsOf(operation),
    subscription_ids: subscriptionsOf(operation),
  })
  const { outcomes, changes } = planBatch([operation], locked, today())
  await writeBatch(client, changes)
  return outcomes[0]!
}

const today = (): string => new Date().toISOString().slice(0, 10)
