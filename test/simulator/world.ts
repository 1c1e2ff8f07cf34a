// A random carrier: clients under chains of up to five resellers, some of them shared, with
// little money, and terms of every kind.
import type { Subscription } from '#core/account/package.ts'
import { type Fx, type Money, money, SYSTEM_FX } from '#core/money.ts'
import type {
  Client,
  ClientIp,
  Gateway,
  Reseller,
  RoutingSnapshot,
  Settlement,
} from '#core/routing/snapshot.ts'
import type { Tariff } from '#core/tariff/tariff.ts'
import { DEFAULT_SETTINGS, type GeneralSettings } from '#db/settings.ts'
import { type Chance, makeChance } from '../support/random.ts'
import { makePlan, makeRule, makeTarget } from '../support/route-plans.ts'
import {
  makeClient,
  makeClientIp,
  makeGateway,
  makeReseller,
  makeSettlement,
  makeSnapshot,
} from '../support/snapshot.ts'
import { makeTariff, type RateRow } from '../support/tariffs.ts'
import { amount, perMinute, share } from '../support/terms.ts'

export interface AvailableFunds {
  readonly account_id: number
  readonly parent_id: number
  readonly balance: Money
  readonly credit_limit: Money
  /** The credit limits of the accounts right below, in its own currency. */
  readonly lent: Money
  readonly has_floor: boolean
  readonly max_debt: Money | null
  readonly daily_spend_limit: Money | null
  readonly monthly_spend_limit: Money | null
}

/** A package that a client has. */
export interface SimulatedPackage extends Subscription {
  readonly account_id: number
  readonly seconds: number
}

export interface SimulatedWorld {
  readonly snapshot: RoutingSnapshot
  readonly packages: readonly SimulatedPackage[]
  readonly available_funds: readonly AvailableFunds[]
  /** Where calls come from, by client. */
  readonly sources: readonly { readonly client_id: number; readonly ip: string }[]
  readonly settings: GeneralSettings
}

/** The least and the most of them. */
export interface WorldSize {
  readonly resellers: readonly [number, number]
  readonly clients: readonly [number, number]
}

const SMALL: WorldSize = { resellers: [0, 8], clients: [2, 5] }
const OPERATOR = 1
const CURRENCIES: Readonly<Record<string, Fx>> = {
  EUR: 108_000_000 as Fx,
  GBP: 127_431_700 as Fx,
  JPY: 662_345 as Fx,
}
const INCREMENTS = [
  [1, 1],
  [6, 6],
  [30, 6],
  [60, 60],
  [60, 1],
] as const

/**
 * In some nights a part of the tariffs has reverse billing; `reversals` is a generator of its own,
 * so that all other nights stay as they were.
 */
export function makeSimulatedWorld(
  chance: Chance,
  reversals: Chance,
  size: WorldSize = SMALL,
): SimulatedWorld {
  const builder = new WorldBuilder(chance, reversals)
  const resellers = builder.makeResellers(chance.whole(...size.resellers))
  const clients = builder.makeClients(chance.whole(...size.clients), resellers)
  const settlements = builder.makeSettlements(chance.whole(1, 3))
  const gateways = settlements.flatMap(({ id }) => builder.makeGateways(id, chance.whole(1, 2)))
  const targets = gateways.map(({ id }, at) =>
    makeTarget({ id: 9000 + at, gateway_id: id, position: at + 1 }),
  )
  const sources = clients.map(({ id }, at) => ({ client_id: id, ip: `10.0.0.${at + 1}` }))
  const callers = sources.map(({ client_id, ip }, at): [string, ClientIp] => [
    ip,
    makeClientIp({ id: 8000 + at, account_id: client_id }),
  ])
  const packages = makePackages(clients, builder.available_funds)
  return {
    packages,
    snapshot: makeSnapshot({
      clients,
      subscriptions: Map.groupBy(packages, ({ account_id }) => account_id),
      resellers,
      callers,
      settlements,
      gateways,
      tariffs: builder.tariffs,
      currencies: CURRENCIES,
      route_plans: [makePlan({ id: 77, max_attempts: 4, rules: [makeRule({ targets })] })],
    }),
    available_funds: withLent(builder.available_funds, [...resellers, ...clients]),
    sources,
    settings: {
      ...DEFAULT_SETTINGS,
      reservation_first_seconds: chance.pick([10, 20, 60]),
      reservation_step_seconds: chance.pick([4, 10, 30]),
      trace_percent: 0,
    },
  }
}

/** As the database counts what resellers have lent: each limit is rounded up (ADR-0053). */
function withLent(
  funds: readonly AvailableFunds[],
  accounts: readonly { readonly id: number; readonly currency: string }[],
): AvailableFunds[] {
  const fxOf = (account_id: number) =>
    Number(CURRENCIES[accounts.find(({ id }) => id === account_id)?.currency ?? ''] ?? SYSTEM_FX)
  return funds.map((own) => {
    const below = funds.filter(({ parent_id }) => parent_id === own.account_id)
    const limits = below.map(({ account_id, credit_limit }) =>
      Math.ceil((credit_limit * fxOf(account_id)) / fxOf(own.account_id)),
    )
    return { ...own, lent: money(limits.reduce((sum, limit) => sum + limit, 0)) }
  })
}

/**
 * In some nights the clients of the operator have packages, for a few minutes of talk. By a
 * generator of its own, so that all other nights stay as they were.
 */
function makePackages(
  clients: readonly Client[],
  available_funds: readonly AvailableFunds[],
): SimulatedPackage[] {
  const chance = makeChance(available_funds.reduce((sum, { balance }) => sum + balance, 0))
  if (chance.next() < 0.5) return []
  const ours = clients.filter(({ reseller_ids }) => reseller_ids.length === 0)
  return ours.flatMap(({ id: account_id }, at) =>
    Array.from({ length: chance.whole(0, 2) }, (_, n) => ({
      id: 500 + at * 10 + n,
      account_id,
      name: `Package ${at}-${n}`,
      prefixes: chance.pick([[], ['44'], ['4420']]),
      priority: chance.whole(0, 2),
      seconds: chance.whole(1, 900),
    })),
  )
}

class WorldBuilder {
  readonly tariffs: Tariff[] = []
  readonly available_funds: AvailableFunds[] = []
  readonly #chance: Chance
  readonly #reversals: Chance
  readonly #reversed_share: number
  #id = 100

  constructor(chance: Chance, reversals: Chance) {
    this.#chance = chance
    this.#reversals = reversals
    this.#reversed_share = reversals.pick([0, 0, 0.3, 0.7])
  }

  #next = (): number => ++this.#id
  #is = (share: number): boolean => this.#chance.next() < share
  #currency = (): string => (this.#is(0.7) ? 'USD' : this.#chance.pick(Object.keys(CURRENCIES)))

  makeResellers(count: number): Reseller[] {
    const made: Reseller[] = []
    const above: number[] = []
    for (let n = 0; n < count; n++) {
      const candidates = made.filter(({ level }) => level < 5)
      const parent = candidates.length > 0 && this.#is(0.75) ? this.#chance.pick(candidates) : null
      const currency = this.#currency()
      const reseller = makeReseller({
        id: this.#next(),
        name: `Reseller ${n}`,
        level: (parent?.level ?? 0) + 1,
        tariff_id: this.#makeTariff('RESELLER_COST').id,
        vat_percent: share(this.#is(0.7) ? '0' : '20'),
        currency,
      })
      made.push(reseller)
      above.push(parent?.id ?? OPERATOR)
      this.#makeFunds(reseller.id, parent?.id ?? OPERATOR, currency)
    }
    return made
  }

  makeClients(count: number, resellers: readonly Reseller[]): Client[] {
    return Array.from({ length: count }, (_, n) => {
      const parent = resellers.length > 0 && this.#is(0.8) ? this.#chance.pick(resellers) : null
      const currency = this.#currency()
      const client = makeClient({
        id: this.#next(),
        name: `Client ${n}`,
        tariff_id: this.#makeTariff('SELL').id,
        route_plan_id: 77,
        vat_percent: share(this.#is(0.6) ? '0' : '23'),
        currency,
        reseller_ids: this.#chainFrom(parent?.id ?? OPERATOR),
        max_call_duration_seconds: this.#chance.pick([20, 90, 300, 7200]),
        per_call_cost_limit: this.#is(0.15) ? amount('0.5') : null,
      })
      this.#makeFunds(client.id, parent?.id ?? OPERATOR, currency)
      return client
    })
  }

  #chainFrom(id: number): number[] {
    const funds = this.available_funds.find(({ account_id }) => account_id === id)
    return funds ? [id, ...this.#chainFrom(funds.parent_id)] : []
  }

  makeSettlements(count: number): Settlement[] {
    return Array.from({ length: count }, (_, n) => {
      const currency = this.#currency()
      const max_debt = this.#is(0.4) ? money(this.#chance.whole(1, 40) * 100_000) : null
      const settlement = makeSettlement({
        id: this.#next(),
        name: `Carrier ${n}`,
        tariff_id: this.#makeTariff('BUY').id,
        currency,
        max_debt,
      })
      this.available_funds.push({
        account_id: settlement.id,
        parent_id: OPERATOR,
        balance: money(0),
        credit_limit: money(0),
        lent: money(0),
        has_floor: false,
        max_debt,
        daily_spend_limit: null,
        monthly_spend_limit: null,
      })
      return settlement
    })
  }

  makeGateways(settlement_id: number, count: number): Gateway[] {
    return Array.from({ length: count }, () => {
      const id = this.#next()
      return makeGateway({
        id,
        name: `Gateway ${id}`,
        settlement_id,
        host: `198.51.100.${id % 250}`,
        channel_limit: this.#is(0.3) ? this.#chance.whole(1, 3) : null,
      })
    })
  }

  /** Money for a few calls, so that most of the time some account reaches its floor. */
  #makeFunds(account_id: number, parent_id: number, currency: string): void {
    const worth = Number(CURRENCIES[currency] ?? SYSTEM_FX) / 1e8
    const scaled = (value: number) => money(Math.round(value / worth))
    const { whole } = this.#chance
    this.available_funds.push({
      account_id,
      parent_id,
      balance: scaled(whole(0, 900) * 10_000),
      credit_limit: scaled(this.#is(0.3) ? whole(1, 100) * 10_000 : 0),
      lent: money(0),
      has_floor: true,
      max_debt: null,
      daily_spend_limit: this.#is(0.2) ? scaled(whole(1, 200) * 10_000) : null,
      monthly_spend_limit: this.#is(0.2) ? scaled(whole(100, 900) * 10_000) : null,
    })
  }

  /** One rate for every number, so that the tariff is enough to know the terms by. */
  #makeTariff(kind: Tariff['kind']): Tariff {
    const { pick, whole } = this.#chance
    const [first_increment, next_increment] = pick(INCREMENTS)
    const id = this.#next()
    const currency = this.#currency()
    const base = kind === 'BUY' ? 0.05 : 0.2
    const row: RateRow = {
      prefix: '',
      id: id * 10,
      rate: perMinute((base * (0.2 + this.#chance.next() * 2)).toFixed(8)),
      attempt_fee: amount(this.#is(0.15) ? '0.001' : '0'),
      additional_seconds: this.#is(0.1) ? whole(1, 5) : 0,
      min_charge: this.#is(0.1) ? amount('0.004') : null,
      max_charge: this.#is(0.1) ? amount('0.9') : null,
      steps: this.#is(0.15)
        ? [{ after_seconds: whole(20, 90), rate: perMinute('0.31'), increment: pick([1, 10]) }]
        : [],
    }
    const is_reversed = this.#reversals.next() < this.#reversed_share
    const tariff = makeTariff({
      id,
      name: `Tariff ${id}`,
      kind,
      currency,
      fx: CURRENCIES[currency] ?? SYSTEM_FX,
      first_increment,
      next_increment,
      connect_fee: amount(this.#is(0.25) ? '0.0123' : '0'),
      grace_seconds: this.#is(0.15) ? whole(1, 4) : 0,
      free_seconds: this.#is(0.15) ? whole(1, 20) : 0,
      min_duration_seconds: this.#is(0.15) ? whole(1, 45) : 0,
      surcharge_percent: share(this.#is(0.15) ? '7.5' : '0'),
      duration_rounding: pick(['UP', 'DOWN', 'HALF_UP']),
      rounding_mode: pick(['UP', 'DOWN', 'HALF_UP']),
      rounding_decimals: pick([6, 6, 6, 4, 2]),
      rates: [is_reversed ? { ...row, reverse_billing: true, attempt_fee: amount('0') } : row],
    })
    this.tariffs.push(tariff)
    return tariff
  }
}
