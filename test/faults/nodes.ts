// One run: two nodes on one database under traffic, each of them and what they share struck by
// chance, then everything compared.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { findBreaches } from '#db/verify/invariants.ts'
import { until } from '../sip/until.ts'
import { makeChance } from '../support/random.ts'
import { mostAtOnce, watchChannels } from './channels.ts'
import { compare } from './compare.ts'
import { addressesIn, FEW_CHANNELS, setUpFaults } from './set-up.ts'
import type { Outage } from './strike.ts'
import { dealFaults } from './strike-nodes.ts'
import {
  KINDS_WITH_LIMITS,
  POOR_SHARE,
  POOR_TALK_SECONDS,
  type SeenCall,
  startTraffic,
  type Traffic,
} from './traffic.ts'
import { startTwoNodes, type TwoNodes } from './two-nodes.ts'

export interface NodesOptions {
  readonly seed: number
  /** All together. */
  readonly calls: number
  readonly calls_per_second: number
  readonly http_port: number
  readonly first_rtp_port: number
  /** The first three numbers of loopback addresses. */
  readonly network: string
  readonly say: (line: string) => void
}

interface Run {
  readonly options: NodesOptions
  readonly two: TwoNodes
  readonly database: pg.Pool
  readonly limited_id: number
}

/** Between two faults. */
const PAUSE_MS = [1500, 6000] as const
/** A part that was killed a moment ago is still called well. */
const NOTICED_SECONDS = 3
/** From the last fault to the end of the calls, so that the nodes are seen to heal under load. */
const HEALING_SECONDS = 15
/** Within that time a call ends that was closed while its node was asleep. */
const AWAKE_SECONDS = 20
const EXCUSED_SHOWN = 12
/** The price of a second of talk, in millionths. */
const SECOND_COSTS = 500

export async function runNodes(options: NodesOptions): Promise<readonly string[]> {
  const addresses = addressesIn(options.network, 2)
  const two = await startTwoNodes({ ...options, addresses })
  const database = two.openDatabase(2)
  let wrong: string[] = []
  try {
    const poor_calls = options.calls * POOR_SHARE
    // It ends in the middle of the run.
    const poor_balance = Math.round((poor_calls * POOR_TALK_SECONDS * SECOND_COSTS) / 2)
    const limited_id = await setUpFaults(database, addresses, poor_balance)
    for (const node of two.nodes) await node.isWell(Date.now() / 1000)
    const seconds = options.calls / options.calls_per_second
    const traffic = await startTraffic(
      addresses,
      options.calls_per_second,
      seconds,
      KINDS_WITH_LIMITS,
    )
    wrong = await strikeDuringCalls({ options, two, database, limited_id }, traffic).finally(
      traffic.finish,
    )
  } catch (error) {
    for (const { product } of two.nodes) options.say(product.output().slice(-3000))
    throw error
  } finally {
    await database.end()
    const left = await two.stop()
    if (left.length > 0) wrong.push(`left over: processes ${left.join(', ')}`)
  }
  if (wrong.length === 0) await two.remove()
  else for (const { product } of two.nodes) options.say(`kept: ${product.folder}`)
  return wrong
}

async function strikeDuringCalls(run: Run, traffic: Traffic): Promise<string[]> {
  const { options, two, database, limited_id } = run
  const { say, calls, calls_per_second } = options
  const chance = makeChance(options.seed)
  const begun = performance.now()
  const elapsed = () => (performance.now() - begun) / 1000
  const outages: Outage[] = []
  const channels = watchChannels(database, limited_id)
  const strike = dealFaults(two, chance)
  while (elapsed() < calls / calls_per_second - HEALING_SECONDS) {
    await pause(chance.whole(...PAUSE_MS))
    const at = elapsed()
    const struck = await strike()
    say(`${at.toFixed(1).padStart(6)} s  ${struck.what}`)
    for (const outage of struck.outages) {
      const ours = { ...outage }
      outages.push(ours)
      void areWell(two, outage).then(
        () => {
          ours.to = Date.now() / 1000
        },
        () => {},
      )
    }
  }
  const healing_from = elapsed()
  await areWell(two)
  say(`  well ${(elapsed() - healing_from).toFixed(1)} s after the last fault`)
  await traffic.finished
  const isOver = async () => (await database.query('select from open_call')).rowCount === 0
  await until('no call is open', isOver, 150)
  const seen = await traffic.finish()
  const wrong = [
    ...(await checkChannels(run, await channels.stop())),
    ...(await checkAwakened(run, seen.callers, outages)),
  ]
  const { answered, booked, excused, differences } = await compare(database, seen, outages)
  say(`callers: ${seen.callers.length} calls, ${answered} answered; booked as answered: ${booked}`)
  await sayRefusals(run)
  say(`different for an outage of their node: ${excused.length}`)
  for (const line of excused.slice(0, EXCUSED_SHOWN)) say(`  ${line}`)
  const breaches = await findBreaches(database)
  return [
    ...breaches.map(({ id, says, rows }) => `${id}, ${says}: ${JSON.stringify(rows.slice(0, 3))}`),
    ...differences,
    ...wrong,
  ]
}

/** Those nodes that the outage concerns, from a moment after now. */
async function areWell({ nodes }: TwoNodes, outage?: Outage): Promise<void> {
  const from = Date.now() / 1000 + NOTICED_SECONDS
  const concerned = nodes.filter((node) => [undefined, node.switch].includes(outage?.switch))
  await Promise.all(concerned.map((node) => node.isWell(from)))
}

async function checkChannels(
  { options, database, limited_id }: Run,
  { looks, most }: { readonly looks: number; readonly most: number },
): Promise<string[]> {
  const talking = await mostAtOnce(database, limited_id)
  options.say(
    `of ${FEW_CHANNELS} channels at most ${most} open in ${looks} looks, ${talking} talked`,
  )
  return [
    ...(most > FEW_CHANNELS ? [`${most} calls were open of ${FEW_CHANNELS} channels`] : []),
    ...(talking > FEW_CHANNELS ? [`${talking} calls talked of ${FEW_CHANNELS} channels`] : []),
  ]
}

/** Calls that another node has closed end soon after their own node has woken up. */
async function checkAwakened(
  { options, database }: Run,
  callers: readonly SeenCall[],
  outages: readonly Outage[],
): Promise<string[]> {
  const { rows } = await database.query<{ sip_call_id: string; ended_at: number }>(
    `select sip_call_id, extract(epoch from answered_at)::float8 + duration_ms / 1000.0::float8
       as ended_at
     from call_record where is_last and answered_at is not null and refusal = 'CALL_LOST'`,
  )
  const lost = new Map(rows.map((row) => [row.sip_call_id, row.ended_at]))
  const wakings = new Map(
    outages.flatMap(({ from, woke_at, switch: at }) =>
      woke_at === undefined ? [] : [[woke_at, { from, woke_at, switch: at }] as const],
    ),
  )
  let most = 0
  let continued = 0
  const wrong: string[] = []
  for (const { from, woke_at, switch: at } of wakings.values()) {
    for (const call of callers) {
      const booked_until = lost.get(call.sip_call_id)
      if (call.switch !== at || booked_until === undefined || booked_until > woke_at) continue
      if ((call.answered_at ?? woke_at) > from) continue
      const seconds = (call.ended_at ?? Number.POSITIVE_INFINITY) - woke_at
      if (seconds < 0) continue
      continued += 1
      most = Math.max(most, seconds)
      if (seconds > AWAKE_SECONDS) wrong.push(`${call.sip_call_id} talked ${seconds} s unbilled`)
    }
  }
  options.say(
    `${wakings.size} wakings: ${continued} closed calls continued, ${most.toFixed(1)} s at most`,
  )
  return wrong
}

async function sayRefusals({ options, database }: Run): Promise<void> {
  const { rows } = await database.query<{ refusal: string; count: number }>(
    `select refusal, count(*)::int from call_record where is_last and refusal is not null
     group by refusal order by 2 desc`,
  )
  options.say(`refusals and cuts: ${rows.map((row) => `${row.refusal} ${row.count}`).join(', ')}`)
}
