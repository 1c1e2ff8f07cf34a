// One run: the product under traffic, struck at random instants, then everything compared.
import { setTimeout as pause } from 'node:timers/promises'
import { makePool } from '#db/database.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { postgresFolder } from '#supervisor/postgres/database-part.ts'
import { findPostgresUrl } from '#supervisor/postgres/postgres.ts'
import { until } from '../sip/until.ts'
import { type Product, startProduct } from '../support/product.ts'
import { makeChance } from '../support/random.ts'
import { compare } from './compare.ts'
import { addressesIn, setUpFaults } from './set-up.ts'
import { type Outage, processesOf, putPartitionsBack, strike } from './strike.ts'
import { startTraffic, type Traffic } from './traffic.ts'

export interface FaultOptions {
  readonly seed: number
  readonly seconds: number
  readonly calls_per_second: number
  readonly http_port: number
  readonly first_rtp_port: number
  /** The first three numbers of loopback addresses. */
  readonly network: string
  readonly say: (line: string) => void
}

export interface Verdict {
  /** Nothing, when all is as it must be. */
  readonly wrong: readonly string[]
  readonly figures: {
    readonly faults: number
    readonly calls: number
    readonly answered: number
    /** Set up or ended while a part was away, and therefore allowed to differ. */
    readonly excused: number
  }
}

/** A part that was killed a moment ago is still called well. */
const NOTICED_AFTER_MS = 3000
/** Between two faults. */
const PAUSE_MS = [1500, 6000] as const
/** From the last fault to the end of the calls, so that the product is seen to heal under load. */
const HEALING_SECONDS = 12
const EXCUSED_SHOWN = 12
const WELL = { database: 'ok', engine: 'ok', kamailio: 'ok', rtpengine: 'ok' }

export async function runFaults(options: FaultOptions): Promise<Verdict> {
  const addresses = addressesIn(options.network)
  const product = await startProduct({
    ...options,
    sip_address: addresses.entrances[0].switch,
    rtp_ports: 4000,
    may_lose_parts: true,
  })
  const database = makePool(await findPostgresUrl(postgresFolder(product.folder)), 'faults', 1)
  let seen: Verdict
  try {
    await setUpFaults(database, addresses)
    await isWell(product)
    // The engine polls for changes every three seconds.
    await pause(4000)
    const traffic = await startTraffic(addresses, options.calls_per_second, options.seconds)
    seen = await strikeDuringCalls(options, product, database, traffic).finally(traffic.finish)
  } finally {
    await database.end()
    await product.stop()
  }
  const left = processesOf(product)
  const wrong = [...seen.wrong]
  if (left.length > 0) wrong.push(`left over: processes ${left.join(', ')}`)
  if (wrong.length === 0) await product.remove()
  else options.say(`what the product wrote is kept in ${product.folder}`)
  return { ...seen, wrong }
}

async function strikeDuringCalls(
  options: FaultOptions,
  product: Product,
  database: ReturnType<typeof makePool>,
  traffic: Traffic,
): Promise<Verdict> {
  const { say, seconds } = options
  const chance = makeChance(options.seed)
  const begun = performance.now()
  const elapsed = () => (performance.now() - begun) / 1000
  const outages: Outage[] = []
  let faults = 0
  while (elapsed() < seconds - HEALING_SECONDS) {
    await pause(chance.whole(...PAUSE_MS))
    const struck = await strike(product, database, chance)
    faults += 1
    say(`${elapsed().toFixed(1).padStart(6)} s  ${struck.what}`)
    for (const outage of struck.outages) {
      const ours = { ...outage }
      outages.push(ours)
      void isWell(product, NOTICED_AFTER_MS).then(
        () => {
          ours.to = Date.now() / 1000
        },
        () => {},
      )
    }
  }
  const healing_from = elapsed()
  await isWell(product, NOTICED_AFTER_MS)
  const healing_seconds = (elapsed() - healing_from).toFixed(1)
  say(`${elapsed().toFixed(1).padStart(6)} s  well, ${healing_seconds} s after the last fault`)
  await traffic.finished
  await until('no call is open', async () => (await count(database, 'open_call')) === 0, 150)
  const seen = await traffic.finish()
  await putPartitionsBack(database)

  const breaches = await findBreaches(database)
  const comparison = await compare(database, seen, outages)
  const { answered, booked, excused, differences } = comparison
  say(`callers: ${seen.callers.length} calls, ${answered} answered; booked as answered: ${booked}`)
  say(`set up or ended while the switch or the relay was away, and different: ${excused.length}`)
  for (const line of excused.slice(0, EXCUSED_SHOWN)) say(`  ${line}`)
  const broken = breaches.map(
    ({ id, says, rows }) => `${id}, ${says}: ${JSON.stringify(rows.slice(0, 3))}`,
  )
  return {
    wrong: [...broken, ...differences],
    figures: { faults, calls: seen.callers.length, answered, excused: excused.length },
  }
}

async function count(database: ReturnType<typeof makePool>, table: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(`select count(*)::int from ${table}`)
  return rows[0]?.count ?? 0
}

export async function isWell(product: Product, pause_ms = 0): Promise<void> {
  await pause(pause_ms)
  await until(
    'every part is well',
    async () => {
      const signal = AbortSignal.timeout(2000)
      const answer = await fetch(`${product.console}/api/health`, { signal }).catch(() => undefined)
      if (!answer?.ok) return false
      const { data } = (await answer.json()) as { data: { parts: Record<string, string> } }
      return JSON.stringify(data.parts) === JSON.stringify(WELL)
    },
    90,
  )
}
