// (a) against another checkout: whole calls at one rate through both products, in turn, because a
// machine drifts. `BENCH_AGAINST=../other npm run bench a`; the other one needs its node_modules.

import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { until } from '../sip/until.ts'
import { HTTP_PORT } from './free-ports.ts'
import { type LoadResult, openSippLoad } from './load.ts'
import { formatNumber, median, printTable, quantile } from './measure.ts'
import { type Product, startProduct } from './switches.ts'

const PER_SECOND = 400
const ROUNDS = 4
const ROUND_SECONDS = 10
const START_SECONDS = 30

type Start = (http_port: number) => Promise<Product>

export async function compareCalls(folder: string): Promise<void> {
  const file = pathToFileURL(join(resolve(folder), 'test/bench/switches.ts')).href
  const other: Start = (await import(file)).startProduct
  const found = { own: [] as LoadResult[], other: [] as LoadResult[] }
  for (const which of ['other', 'own', 'own', 'other'] as const) {
    found[which].push(...(await callRounds(which === 'own' ? startProduct : other)))
  }
  report(found)
}

async function callRounds(start: Start): Promise<LoadResult[]> {
  const product = await start(HTTP_PORT)
  const load = await openSippLoad([product])
  try {
    const isReady = async () => (await load.call(product, 1, 1)).failed === 0
    await until(`calls go through ${product.address}`, isReady, START_SECONDS)
    await load.call(product, PER_SECOND, ROUND_SECONDS)
    const results: LoadResult[] = []
    for (let round = 0; round < ROUNDS; round++) {
      results.push(await load.call(product, PER_SECOND, ROUND_SECONDS))
    }
    return results
  } finally {
    await load.stop()
    await product.stop()
  }
}

function report({ own, other }: Readonly<Record<'own' | 'other', readonly LoadResult[]>>): void {
  const cpu = (results: readonly LoadResult[]) => median(results.map((one) => one.cpu_ms))
  const delay = (results: readonly LoadResult[], share: number) =>
    median(results.map((one) => quantile(one.delays_ms, share)))
  const both = (of: (results: readonly LoadResult[]) => number) =>
    `${formatNumber(of(own), 2)} and ${formatNumber(of(other), 2)} ms`
  printTable(`(a) Whole calls, ${PER_SECOND} a second: this checkout and the other`, [
    ['time of all processes a call', both(cpu)],
    ['ratio', formatNumber(cpu(own) / cpu(other), 2)],
    ['post-dial delay, p50', both((results) => delay(results, 0.5))],
    ['post-dial delay, p99', both((results) => delay(results, 0.99))],
    [
      'calls that were lost',
      formatNumber([...own, ...other].reduce((n, one) => n + one.failed, 0)),
    ],
  ])
}
