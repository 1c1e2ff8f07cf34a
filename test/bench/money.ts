// (c) Money held for a call and settled at its end, with six payers of whom one pays
// for every call: through the engine's chargingQueue, which commits what comes together, and
// with a transaction for each.
import { strict as assert } from 'node:assert'
import type pg from 'pg'
import type { Operation, Outcome } from '#core/billing/operation.ts'
import { planBatch } from '#core/billing/plan-batch.ts'
import { rowsToLock } from '#core/billing/rows-to-lock.ts'
import { lockBatch, writeBatch } from '#db/calls/call-batch.ts'
import { makePartitions } from '#db/partitions/partitions.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { withDatabase } from '../faults/test-database.ts'
import { connect, makeCycles, openQueue, timed, today } from './charging-cycles.ts'
import { formatNumber, median, printTable, quantile, spread, takeTurns } from './measure.ts'
import { makeMoneyWorld } from './money-world.ts'

const ROUNDS = 5
const CALLS_IN_FLIGHT = 2000
const CONNECTIONS = 16

export const measureMoney = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string): Promise<void> {
  const client = await connect(url)
  await makePartitions(client, Date.now(), 2)
  const cycles = makeCycles(await makeMoneyWorld(client))
  const chargingQueue = await openQueue(url)
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

/** The same statements as the queue's, for one operation alone. */
async function transact(client: pg.Client, operation: Operation): Promise<Outcome> {
  const locked = await lockBatch(client, rowsToLock([operation]))
  const { outcomes, changes } = planBatch([operation], locked, today())
  await writeBatch(client, changes)
  return outcomes[0]!
}
