// Calls a second with the synchronous standby and without, in turn.

import { setTimeout as pause } from 'node:timers/promises'
import { HTTP_PORT } from '../bench/free-ports.ts'
import { findHighestRate, isWithoutLoss, STEP_SECONDS } from '../bench/highest-rate.ts'
import { openSippLoad } from '../bench/load.ts'
import { startProduct } from '../bench/switches.ts'
import { until } from '../sip/until.ts'
import { type Cluster, startCluster } from './cluster.ts'

const TURNS = [true, false, false, true]
const WARM_UP = { calls_per_second: 100, seconds: 5 }
/** The primary has it one loop of Patroni later. */
const CONFIGURED_MS = 10_000
const START_SECONDS = 30

export async function measureCost(root: string, say: (line: string) => void): Promise<void> {
  const cluster = await startCluster(root)
  try {
    const product = await startProduct(HTTP_PORT, { database_url: cluster.database_url })
    try {
      const load = await openSippLoad([product])
      try {
        const isReady = async () => (await load.call(product, 1, 1)).failed === 0
        await until('calls go through the product', isReady, START_SECONDS)
        await load.call(product, WARM_UP.calls_per_second, WARM_UP.seconds)
        const isReached = async (calls_per_second: number) =>
          isWithoutLoss(await load.call(product, calls_per_second, STEP_SECONDS), calls_per_second)
        let rate: number | undefined
        for (const is_synchronous of TURNS) {
          await setSynchronous(cluster, is_synchronous)
          rate = await findHighestRate(isReached, rate)
          say(`${is_synchronous ? 'synchronous' : 'asynchronous'}: ${rate} calls a second`)
        }
      } finally {
        await load.stop()
      }
      await product.checkBooks()
    } finally {
      await product.stop()
    }
  } finally {
    cluster.stop()
  }
}

async function setSynchronous(cluster: Cluster, synchronous_mode: boolean): Promise<void> {
  await cluster.configure({ synchronous_mode })
  await pause(CONFIGURED_MS)
  if (synchronous_mode) await cluster.isWhole()
}
