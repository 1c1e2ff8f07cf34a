// One event after the other: calls at two nodes and writes, the primary fails, both nodes find the
// new one by themselves, and then everything is compared.
import { setTimeout as pause } from 'node:timers/promises'
import { makePool, overPool } from '#db/database.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { compare } from '../faults/compare.ts'
import { isWell } from '../faults/run.ts'
import { addressesIn, setUpFaults } from '../faults/set-up.ts'
import type { Outage } from '../faults/strike.ts'
import { type SeenCall, startTraffic } from '../faults/traffic.ts'
import { isNodeWell } from '../faults/two-nodes.ts'
import { until } from '../sip/until.ts'
import { addNodeCode } from '../support/nodes.ts'
import { type Product, startProduct } from '../support/product.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { EVENTS, type EventName, tryToWrite } from './events.ts'
import { type Figures, figuresOf, firstNewCall, sayFigures } from './figures.ts'
import { startWitness, type Witness } from './witness.ts'

export interface ClusterOptions {
  /** For everything that is written. */
  readonly root: string
  readonly events: readonly EventName[]
  readonly calls_per_second: number
  readonly say: (line: string) => void
}

/** Calls before the event, calls while the machine is away, and calls after its return. */
const BEFORE_SECONDS = 12
const AWAY_SECONDS = 40
const AFTER_SECONDS = 25
/** Writes on the old primary are tried for that time after its return. */
const HEALED_SECONDS = 5
/** New calls must be taken again within that time, writes and calls alike. */
const PROMISED_SECONDS = 30
const HTTP_PORT = 18_900
const RTP_PORTS = 4000
/** A machine whose disk is filled has room for its database and the log that it keeps. */
const DISK_MB = 1800

interface Run {
  readonly options: ClusterOptions
  readonly cluster: Cluster
  readonly product: Product
  readonly second_id: number
  readonly witness: Witness
  readonly database: ReturnType<typeof makePool>
  readonly seen: { callers: SeenCall[]; gateways: SeenCall[] }
  readonly outages: Outage[]
}

const addresses = addressesIn('127.0.49', 2)
const [FIRST, SECOND = FIRST] = addresses.entrances

export async function runCluster(options: ClusterOptions): Promise<readonly string[]> {
  const { root, events, say } = options
  const wrong: string[] = []
  const cluster = await startCluster(root, events.includes('full') ? DISK_MB : undefined)
  try {
    const { database_url } = cluster
    say('one primary, one synchronous standby')
    const product = await startProduct({
      http_port: HTTP_PORT,
      sip_address: FIRST.switch,
      first_rtp_port: 24_000,
      rtp_ports: RTP_PORTS,
      database_url,
      may_lose_parts: true,
    })
    const database = makePool(database_url, 'cluster', 1)
    const { node_id, join_code } = await addNodeCode(overPool(database), product, 'Second')
    const second = await startProduct({
      http_port: HTTP_PORT + 10,
      sip_address: SECOND.switch,
      first_rtp_port: 24_000 + RTP_PORTS + 2,
      rtp_ports: RTP_PORTS,
      database_url,
      may_lose_parts: true,
      node: { join_code },
    })
    const witness = await startWitness(database_url)
    const seen = { callers: [], gateways: [] }
    const given = { options, cluster, product, second_id: node_id, witness, database }
    const run: Run = { ...given, seen, outages: [] }
    try {
      await setUpFaults(database, addresses)
      // The engine polls for changes every three seconds.
      await pause(4000)
      for (const name of options.events) wrong.push(...(await failOver(run, name)))
    } finally {
      await witness.stop().catch(() => {})
      await database.end()
      await second.stop()
      await product.stop()
    }
  } finally {
    cluster.stop()
  }
  return wrong
}

async function failOver(run: Run, name: EventName): Promise<string[]> {
  const { cluster, product, witness, database, seen, outages, options } = run
  const event = EVENTS[name]
  await cluster.isWhole()
  await isWell(product)
  await isNodeWell(database, run.second_id, Date.now() / 1000)
  const primary = await cluster.primary()
  const old = cluster.machines.find((one) => (one === primary) === (event.whose === 'primary'))
  if (!primary || !old) return [`${name}: there is no primary`]
  const seconds = BEFORE_SECONDS + AWAY_SECONDS + AFTER_SECONDS
  const traffic = await startTraffic(addresses, options.calls_per_second, seconds)
  await pause(BEFORE_SECONDS * 1000)
  options.say(`${name}: ${event.says} (${old.name})`)
  const struck_at = Date.now()
  const outage: Outage = { target: 'database', from: struck_at / 1000, to: Number.MAX_VALUE }
  outages.push(outage)
  await event.strike(old)
  const written = witness.writes()
  const trying = event.is_running ? tryToWrite(old, AWAY_SECONDS) : []
  await pause(AWAY_SECONDS * 1000)
  await event.heal(old, cluster)
  const accepted = [...(await tryToWrite(old, HEALED_SECONDS)), ...(await trying)]
  outage.to = Math.min(await written, Date.now()) / 1000
  await cluster.isWhole()
  await traffic.finished
  await until('no call is open', async () => (await count(database, 'open_call')) === 0, 150)
  const { callers, gateways } = await traffic.finish()
  seen.callers.push(...callers)
  seen.gateways.push(...gateways)
  const comparison = await compare(database, seen, outages)
  const figures: Figures = {
    ...figuresOf(callers, struck_at / 1000),
    new_call_seconds: addresses.entrances.map((at) => {
      const own = callers.filter((call) => call.switch === at.switch)
      return firstNewCall(own, struck_at / 1000)
    }),
    write_seconds: ((await written) - struck_at) / 1000,
    records: await count(database, 'call_record'),
    charges: await count(database, 'call_charge'),
    entries: await count(database, 'ledger_entry'),
  }
  sayFigures(options.say, figures)
  const breaches = await findBreaches(database)
  const lost = await witness.lost()
  options.say(`  writes acknowledged ${witness.acknowledged.size}, lost ${lost.length}`)
  const late = Math.max(...figures.new_call_seconds, figures.write_seconds)
  return [
    ...breaches.map(({ id, says, rows }) => `${id}, ${says}: ${JSON.stringify(rows.slice(0, 3))}`),
    ...comparison.differences,
    ...lost.slice(0, 3).map((number) => `the acknowledged write ${number} is lost`),
    ...accepted.map((text) => `${old.name} took a write: ${text}`),
    ...figures.cut.map((call) => `${call} was up at the event, and was cut`),
    ...(late <= PROMISED_SECONDS ? [] : [`no calls or writes for ${late} seconds`]),
    ...((await cluster.primary()) === old ? [`${old.name} is the primary now`] : []),
  ].map((line) => `${name}: ${line}`)
}

async function count(database: ReturnType<typeof makePool>, table: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(`select count(*)::int from ${table}`)
  return rows[0]?.count ?? 0
}
