// A wholesale carrier large enough to leave every cache: 2,000 tariffs with a million rates,
// a client for each sell tariff, a gateway for each buy tariff, and route plans that offer
// ten gateways for a number.
import { NetworkTable } from '#core/ip-network.ts'
import type { Rate } from '#core/money.ts'
import type { Invite } from '#core/routing/decision.ts'
import type { RoutePlan, RouteRule } from '#core/routing/route-plan.ts'
import type {
  Client,
  ClientIp,
  Gateway,
  RoutingSnapshot,
  Settlement,
} from '#core/routing/snapshot.ts'
import type { Tariff } from '#core/tariff/tariff.ts'
import type { RateDetails } from '#core/tariff/terms.ts'
import { DESTINATIONS } from '../demo/destinations.ts'
import { type Chance, makeChance } from '../support/random.ts'
import { makePlan, makeRule, makeTarget } from '../support/route-plans.ts'
import {
  byId,
  makeClient,
  makeClientIp,
  makeGateway,
  makeInvite,
  makeSettlement,
  makeSnapshot,
  START_MS,
} from '../support/snapshot.ts'
import { makeTariff, NO_DETAILS } from '../support/tariffs.ts'

const TARIFFS = 2000
const PREFIXES = 12_000
/** How many tariffs have how many rates, as carriers send them: few long lists, many short ones. */
const SIZES = [
  { tariffs: 20, rates: 8000 },
  { tariffs: 180, rates: 1800 },
  { tariffs: 1800, rates: 290 },
]
/** How many rates have a second version, which begins or began within a month. */
const NEW_PRICES = 0.1
const PLANS = 50
const RULES = 20
const CANDIDATES = 10
/** The factor by which client prices exceed carrier prices, on average. */
const SELL_FACTOR = 1.4
const START_SECONDS = START_MS / 1000
/** More than any tariff has rates. */
const IDS_A_TARIFF = 200_000
const MONTH_SECONDS = 30 * 86_400

/** A rate of a price list, in the order of prefix and start within its tariff. */
export interface ListedRate {
  readonly id: number
  readonly prefix: string
  readonly starts: number
  readonly ends: number | null
  readonly rate: Rate
  readonly details: RateDetails
}

interface Place {
  readonly prefix: string
  readonly name: string
  readonly is_country: boolean
  /** The average price of a minute, in hundred-millionths. */
  readonly price: number
}

export interface DecisionWorld {
  /** Everything but the rates: the tariffs have empty sheets. */
  readonly snapshot: RoutingSnapshot
  readonly invites: readonly Invite[]
  /** The rates of a tariff, the same whenever they are asked for. */
  rates(tariff_id: number): ListedRate[]
}

/** `times` as many rates in as many tariffs. */
export function makeDecisionWorld(invites: number, times = 1): DecisionWorld {
  const chance = makeChance(1)
  const places = makePlaces(chance, PREFIXES * times)
  const sizes = shuffle(
    chance,
    SIZES.flatMap(({ tariffs, rates }) => Array<number>(tariffs).fill(rates * times)),
  )
  const snapshot = makeWorldSnapshot(chance, places)
  const clients = [...snapshot.clients.values()]
  return {
    snapshot,
    invites: Array.from({ length: invites }, () => {
      const place = chance.pick(places)
      const digits = String(chance.whole(0, 999_999_999)).padStart(9, '0')
      return makeInvite({
        source_ip: addressOf(chance.pick(clients).id),
        dialled_number: `${place.prefix}${digits}`.slice(0, 14),
      })
    }),
    rates: (tariff_id) => listRates(tariff_id, places, sizes[tariff_id - 1]!),
  }
}

/** Countries and mobile networks, and numbers of towns and networks below them. */
function makePlaces(chance: Chance, count: number): Place[] {
  const places = new Map<string, Place>()
  const add = (prefix: string, name: string, is_country: boolean) => {
    if (places.has(prefix)) return
    places.set(prefix, { prefix, name, is_country, price: chance.whole(500_000, 50_000_000) })
  }
  for (const { prefix, name, is_mobile } of DESTINATIONS) add(prefix, name, !is_mobile)
  while (places.size < count) {
    const { prefix, name } = chance.pick(DESTINATIONS)
    const more = String(chance.whole(0, 999)).slice(0, chance.whole(1, 3))
    add(prefix + more, `${name} ${more}`, false)
  }
  return [...places.values()].sort((a, b) => (a.prefix < b.prefix ? -1 : 1))
}

function listRates(tariff_id: number, places: readonly Place[], size: number): ListedRate[] {
  const chance = makeChance(tariff_id)
  const countries = places.filter((place) => place.is_country).length
  const share = (size / (1 + NEW_PRICES) - countries) / (places.length - countries)
  const rates: ListedRate[] = []
  const add = (place: Place, starts: number, ends: number | null) => {
    const price = place.price * (0.7 + chance.next() * 0.6)
    rates.push({
      id: tariff_id * IDS_A_TARIFF + rates.length,
      prefix: place.prefix,
      starts,
      ends,
      rate: Math.round(tariff_id <= TARIFFS / 2 ? price * SELL_FACTOR : price) as Rate,
      details: { ...NO_DETAILS, destination: place.name },
    })
  }
  for (const place of places) {
    // Whole countries are in every list, so that every number has a price.
    if (!place.is_country && chance.next() > share) continue
    const has_new_price = chance.next() < NEW_PRICES
    const changes_at = START_SECONDS + chance.whole(-MONTH_SECONDS, MONTH_SECONDS)
    add(place, 0, has_new_price ? changes_at : null)
    if (has_new_price) add(place, changes_at, null)
  }
  return rates
}

function makeWorldSnapshot(chance: Chance, places: readonly Place[]): RoutingSnapshot {
  const clients: Client[] = []
  const settlements: Settlement[] = []
  const gateways: Gateway[] = []
  const tariffs: Tariff[] = []
  const callers = new NetworkTable<ClientIp>()
  for (let id = 1; id <= TARIFFS; id++) {
    const kind = id <= TARIFFS / 2 ? 'SELL' : 'BUY'
    tariffs.push(makeTariff({ id, kind, name: `Tariff ${id}`, rates: [], loss_protection: true }))
    if (kind === 'SELL') {
      const route_plan_id = chance.whole(1, PLANS)
      clients.push(makeClient({ id, name: `Client ${id}`, tariff_id: id, route_plan_id }))
      callers.add(addressOf(id), makeClientIp({ id, account_id: id }))
    } else {
      settlements.push(makeSettlement({ id, name: `Carrier ${id}`, tariff_id: id }))
      gateways.push(makeGateway({ id, name: `Gateway ${id}`, settlement_id: id }))
    }
  }
  const plans = Array.from({ length: PLANS }, (_, at) =>
    makeWorldPlan(chance, at + 1, gateways, places),
  )
  return {
    ...makeSnapshot(),
    clients: byId(clients),
    callers,
    tariffs: byId(tariffs),
    route_plans: byId(plans),
    gateways: byId(gateways),
    settlements: byId(settlements),
  }
}

function makeWorldPlan(
  chance: Chance,
  id: number,
  gateways: readonly Gateway[],
  places: readonly Place[],
): RoutePlan {
  const prefixes = new Set([''])
  while (prefixes.size <= RULES) prefixes.add(chance.pick(places).prefix)
  const rules = [...prefixes].map((dst_prefix, at): RouteRule => {
    const chosen = new Set<number>()
    while (chosen.size < CANDIDATES) chosen.add(chance.pick(gateways).id)
    const targets = [...chosen].map((gateway_id, n) =>
      makeTarget({ id: id * 10_000 + at * 100 + n, gateway_id, position: n + 1 }),
    )
    return makeRule({ id: id * 100 + at, position: at + 1, dst_prefix, targets })
  })
  return makePlan({ id, name: `Plan ${id}`, mode: 'LCR', max_attempts: CANDIDATES, rules })
}

const addressOf = (client_id: number): string => `10.1.${client_id >> 8}.${client_id & 255}`

function shuffle<T>(chance: Chance, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, place: chance.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
