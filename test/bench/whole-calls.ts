// (a) Calls through the whole product, with decision, money of six payers, records, ledger and
// hiding, beside calls through a Kamailio that only passes them on. Media goes past both.

import { until } from '../sip/until.ts'
import { compareCalls } from './compare-calls.ts'
import { HTTP_PORT } from './free-ports.ts'
import { FIRST_RATE, findHighestRate, isWithoutLoss, STEP_SECONDS } from './highest-rate.ts'
import { type LoadResult, openSippLoad } from './load.ts'
import { formatNumber, median, printTable, quantile } from './measure.ts'
import { type Switch, startBareKamailio, startProduct } from './switches.ts'

const SEARCHES = 2
const ROUNDS = 3
const ROUND_SECONDS = 8
const START_SECONDS = 30

export async function measureWholeCalls(): Promise<void> {
  const { BENCH_AGAINST } = process.env
  if (BENCH_AGAINST) return compareCalls(BENCH_AGAINST)
  const bare = await startBareKamailio()
  try {
    const product = await startProduct(HTTP_PORT)
    try {
      await measure(product, bare)
      await product.checkBooks()
    } finally {
      await product.stop()
    }
  } finally {
    await bare.stop()
  }
}

async function measure(product: Switch, bare: Switch): Promise<void> {
  const sippLoad = await openSippLoad([product, bare])
  try {
    for (const one of [product, bare]) {
      // The engine needs a moment to load the client.
      const isReady = async () => (await sippLoad.call(one, 1, 1)).failed === 0
      await until(`calls go through ${one.address}`, isReady, START_SECONDS)
      await sippLoad.call(one, FIRST_RATE, STEP_SECONDS)
    }
    const highest = { product: [] as number[], bare: [] as number[] }
    for (let search = 0; search < SEARCHES; search++) {
      for (const [which, to] of [
        ['product', product],
        ['bare', bare],
      ] as const) {
        const isReached = async (rate: number) =>
          isWithoutLoss(await sippLoad.call(to, rate, STEP_SECONDS), rate)
        highest[which].push(await findHighestRate(isReached, highest[which][0]))
      }
    }
    const best = { product: Math.max(...highest.product), bare: Math.max(...highest.bare) }
    const half = Math.round(best.product / 2)
    const rounds = { product: [] as LoadResult[], bare: [] as LoadResult[] }
    for (let round = 0; round < ROUNDS; round++) {
      rounds.product.push(await sippLoad.call(product, half, ROUND_SECONDS))
      rounds.bare.push(await sippLoad.call(bare, half, ROUND_SECONDS))
    }
    report(best, half, rounds)
  } finally {
    await sippLoad.stop()
  }
}

function report(
  best: { product: number; bare: number },
  half: number,
  rounds: { product: readonly LoadResult[]; bare: readonly LoadResult[] },
): void {
  const cpu = (results: readonly LoadResult[]) => median(results.map((one) => one.cpu_ms))
  const delay = (results: readonly LoadResult[], share: number) =>
    median(results.map((one) => quantile(one.delays_ms, share)))
  const added = (share: number) =>
    `${formatNumber(delay(rounds.product, share) - delay(rounds.bare, share), 1)} ms`
  const lost = [...rounds.product, ...rounds.bare].reduce((sum, one) => sum + one.failed, 0)
  printTable('(a) Call set-ups through the whole product, six payers each, and a bare Kamailio', [
    ['calls a second without loss, product', formatNumber(best.product)],
    ['calls a second without loss, bare', formatNumber(best.bare)],
    ['ratio', formatNumber(best.product / best.bare, 2), '>= 0.4'],
    [
      `at ${half} calls a second: time of all processes a call, product`,
      `${formatNumber(cpu(rounds.product), 2)} ms`,
    ],
    [
      `at ${half} calls a second: time of all processes a call, bare`,
      `${formatNumber(cpu(rounds.bare), 2)} ms`,
    ],
    [`at ${half} calls a second: added post-dial delay, p50`, added(0.5), '<= 5 ms'],
    [`at ${half} calls a second: added post-dial delay, p99`, added(0.99), '<= 50 ms'],
    [`at ${half} calls a second: calls that were lost`, formatNumber(lost), '0'],
  ])
}
