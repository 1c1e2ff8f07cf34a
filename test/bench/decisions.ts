// (b) Whole routing decisions on one core, with a million rates: who calls, the number, the
// client's rate, ten gateways each with a rate of its own, profit, least cost. Time is that of the
// processor, because a core that another process uses is not ours.
import { strict as assert } from 'node:assert'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { decideCall } from '#core/routing/decide-call.ts'
import type { Invite } from '#core/routing/decision.ts'
import type { RoutingSnapshot } from '#core/routing/snapshot.ts'
import { DetailsPool, RateSheetBuilder } from '#core/tariff/rate-sheet.ts'
import type { Tariff } from '#core/tariff/tariff.ts'
import { ActiveCalls } from '#engine/calls/active-calls.ts'
import { makeUsage, START_MS } from '../support/snapshot.ts'
import { decideWithMaps, type MapBoard, makePriceMap, type PriceMap } from './decide-with-maps.ts'
import { type DecisionWorld, makeDecisionWorld } from './decision-world.ts'
import { formatNumber, median, printTable, spread, type Turn, takeTurns } from './measure.ts'

const INVITES = 50_000
const ROUNDS = 5
const TURN_SECONDS = 2
const WARM_UP_ROUNDS = 2

export async function measureDecisions(): Promise<void> {
  const world = makeDecisionWorld(INVITES)
  const sheets = weigh(() => buildSheets(world))
  const maps = weigh(() => buildMaps(world))
  const rates = [...sheets.built.tariffs.values()].reduce((sum, { sheet }) => sum + sheet.size, 0)
  const { condition, isRegistered } = makeUsage()
  const usage = new ActiveCalls(() => performance.now(), { condition, isRegistered })
  // Nothing is drawn, so that both take equals in the same order.
  const moment = { now_ms: START_MS, random: () => 0 }
  const sheetDecision = (invite: Invite) => decideCall(sheets.built, usage, invite, moment)
  const mapDecision = (invite: Invite) => decideWithMaps(maps.built, invite, START_MS)

  let candidates = 0
  for (const invite of world.invites) {
    const decision = sheetDecision(invite)
    const gateways = decision.kind === 'routed' ? decision.routes.map((r) => r.gateway_id) : []
    assert.deepEqual(
      gateways,
      mapDecision(invite),
      `both decide alike about ${invite.dialled_number}`,
    )
    candidates += gateways.length
  }
  const turn = (decide: (invite: Invite) => unknown) => () => decideFor(world.invites, decide)
  await takeTurns(WARM_UP_ROUNDS, turn(sheetDecision), turn(mapDecision))
  const { first, second } = await takeTurns(ROUNDS, turn(sheetDecision), turn(mapDecision))

  const bytes = (weight: number) => formatNumber(weight / rates, 1)
  printTable(`(b) Routing decisions, ${formatNumber(rates)} rates in 2,000 tariffs, one core`, [
    ['decisions a second, our sheets', spread(first), '50,000'],
    ['decisions a second, a Map of prefixes', spread(second)],
    ['ratio', formatNumber(median(first) / median(second), 2)],
    ['bytes a rate, our sheets, names included', bytes(sheets.bytes), '<= 40'],
    ['bytes a rate, a Map of prefixes', bytes(maps.bytes)],
    ['gateways that stay, of ten', formatNumber(candidates / world.invites.length, 1)],
  ])
}

export function buildSheets(world: DecisionWorld): RoutingSnapshot {
  const pool = new DetailsPool()
  const tariffs = new Map<number, Tariff>()
  for (const tariff of world.snapshot.tariffs.values()) {
    const builder = new RateSheetBuilder(pool)
    for (const { id, prefix, starts, ends, rate, details } of world.rates(tariff.id)) {
      const details_at = pool.place(details.destination, () => details)
      builder.add(id, prefix, starts, ends, rate, details_at)
    }
    tariffs.set(tariff.id, { ...tariff, sheet: builder.build() })
  }
  return { ...world.snapshot, tariffs }
}

function buildMaps(world: DecisionWorld): MapBoard {
  const prices = new Map<number, PriceMap>()
  for (const id of world.snapshot.tariffs.keys()) prices.set(id, makePriceMap(world.rates(id)))
  const clients_by_address = new Map(
    world.invites.flatMap(({ source_ip }) => {
      const row = world.snapshot.callers.find(source_ip)[0]?.[0]
      const client = row && world.snapshot.clients.get(row.account_id)
      return client ? [[source_ip, client] as const] : []
    }),
  )
  return { snapshot: world.snapshot, clients_by_address, prices }
}

/** The memory that building something leaves in use. */
function weigh<T>(build: () => T): { built: T; bytes: number } {
  const before = memoryInUse()
  const built = build()
  return { built, bytes: memoryInUse() - before }
}

function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // Typed arrays are given back in a second pass.
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

export function decideFor(invites: readonly Invite[], decide: (invite: Invite) => unknown): Turn {
  const BETWEEN_LOOKS = 1000
  const started = process.cpuUsage()
  for (let count = 0; ; count++) {
    if (count % BETWEEN_LOOKS === 0) {
      const { user, system } = process.cpuUsage(started)
      const seconds = (user + system) / 1e6
      if (seconds >= TURN_SECONDS) return { count, seconds }
    }
    decide(invites[count % invites.length]!)
  }
}
