// A small switchboard for tests: a client with one address, two gateways of two settlement
// accounts, and one rate for every number. A test names what it changes. All of it is frozen.
import { NetworkTable } from '#core/ip-network.ts'
import { type Rate, SYSTEM_FX } from '#core/money.ts'
import type { Invite } from '#core/routing/decision.ts'
import {
  type CostMultiplier,
  indexRules,
  type RoutePlan,
  type RouteRule,
  type RouteTarget,
} from '#core/routing/route-plan.ts'
import type {
  Client,
  ClientIp,
  Gateway,
  Load,
  Settlement,
  Switchboard,
  Usage,
} from '#core/routing/switchboard.ts'
import { type RateDetails, type RateSheet, RateSheetBuilder } from '#core/tariff/rate-sheet.ts'
import type { Tariff } from '#core/tariff/tariff.ts'
import { amount, perMinute, share } from './terms.ts'

/** 2026-06-01T00:00:00Z, when the calls of tests begin. */
export const START_MS = 1_780_272_000_000

/** A rate that takes everything but its price from the tariff. */
export const NO_DETAILS: RateDetails = {
  destination: '',
  blocked: false,
  first_rate: null,
  first_increment: null,
  next_increment: null,
  connect_fee: null,
  attempt_fee: amount('0'),
  grace_seconds: null,
  additional_seconds: 0,
  free_seconds: null,
  min_duration: null,
  min_charge: null,
  max_charge: null,
  steps: [],
  surcharge_percent: null,
  reverse_billing: false,
  window_id: null,
}

export interface RateRow extends Partial<RateDetails> {
  prefix: string
  rate: Rate
  id?: number
  starts?: number
  ends?: number | null
}

/** The sheet of these rates, in whatever order they come; ids count from 1 unless given. */
export function makeSheet(rows: readonly RateRow[]): RateSheet {
  const builder = new RateSheetBuilder()
  rows
    .map(({ id, prefix, rate, starts, ends, ...details }, at) => ({
      id: id ?? at + 1,
      prefix,
      rate,
      starts: starts ?? 0,
      ends: ends ?? null,
      details: { ...NO_DETAILS, ...details },
    }))
    .sort((a, b) => (a.prefix < b.prefix ? -1 : a.prefix > b.prefix ? 1 : a.starts - b.starts))
    .forEach((row) => {
      builder.add(row.id, row.prefix, row.starts, row.ends, row.rate, row.details)
    })
  return builder.build()
}

export function makeTariff(tariff: Partial<Tariff> & { rates?: readonly RateRow[] } = {}): Tariff {
  const { rates = [{ prefix: '', rate: perMinute('0.06') }], ...changes } = tariff
  return {
    id: 1,
    name: 'Retail world',
    kind: 'SELL',
    status: 'active',
    currency: 'USD',
    fx: SYSTEM_FX,
    first_increment: 1,
    next_increment: 1,
    connect_fee: amount('0'),
    grace_seconds: 0,
    free_seconds: 0,
    min_duration: 0,
    surcharge_percent: share('0'),
    duration_rounding: 'HALF_UP',
    rounding_mode: 'HALF_UP',
    rounding_decimals: 6,
    loss_protection: false,
    max_loss_percent: share('0'),
    average_duration: 60,
    sheet: makeSheet(rates),
    ...changes,
  }
}

export function makeClient(client: Partial<Client> = {}): Client {
  return {
    id: 10,
    name: 'Alpha Telecom',
    type: 'WHOLESALE',
    status: 'active',
    tariff_id: 1,
    route_plan_id: 1,
    vat_percent: share('0'),
    channel_limit: null,
    cps_limit: null,
    max_call_duration: 7200,
    max_sell_rate: null,
    codecs: ['PCMA', 'PCMU', 'G729'],
    media_mode: 'PROXY',
    ...client,
  }
}

export function makeClientIp(row: Partial<ClientIp> = {}): ClientIp {
  return { id: 100, account_id: 10, port: null, transport: null, tech_prefix: '', ...row }
}

export function makeSettlement(settlement: Partial<Settlement> = {}): Settlement {
  return {
    id: 20,
    name: 'Carrier One',
    status: 'active',
    tariff_id: 2,
    vat_percent: share('0'),
    channel_limit: null,
    cps_limit: null,
    ...settlement,
  }
}

export function makeGateway(gateway: Partial<Gateway> = {}): Gateway {
  return {
    id: 30,
    name: 'one-a',
    settlement_id: 20,
    status: 'active',
    host: '198.51.100.30',
    port: 5060,
    transport: 'UDP',
    channel_limit: null,
    cps_limit: null,
    strip_digits: 0,
    prepend: '',
    codecs: ['PCMU', 'PCMA'],
    media_mode: 'PROXY',
    invite_timeout: 4,
    ring_timeout: 60,
    ...gateway,
  }
}

export function makeTarget(target: Partial<RouteTarget> = {}): RouteTarget {
  const position = target.position ?? 1
  return {
    id: 60 + position,
    gateway_id: target.gateway_group_id ? null : 30,
    gateway_group_id: null,
    position,
    priority: 100,
    weight: 100,
    percent: 0,
    is_static: false,
    strip_digits: 0,
    prepend: '',
    translation_id: null,
    channel_limit: null,
    cost_multiplier: 10_000 as CostMultiplier,
    valid_from_ms: null,
    valid_until_ms: null,
    ...target,
  }
}

export function makeRule(rule: Partial<RouteRule> = {}): RouteRule {
  return {
    id: 50,
    position: 1,
    dst_prefix: '',
    src_prefix: '',
    src_list_id: null,
    client_id: null,
    reseller_id: null,
    tags: [],
    match_mode: 'LONGEST_ONLY',
    min_length: 0,
    max_length: 100,
    window_id: null,
    exclusive: false,
    action: 'ROUTE',
    block_sip_code: 403,
    block_reason: '',
    targets: [makeTarget(), makeTarget({ gateway_id: 31, position: 2 })],
    ...rule,
  }
}

export function makePlan(
  plan: Partial<Omit<RoutePlan, 'rules'>> & { rules?: readonly RouteRule[] } = {},
): RoutePlan {
  const { rules = [makeRule()], ...changes } = plan
  return {
    id: 1,
    name: 'World',
    status: 'active',
    mode: 'ORDERED',
    max_attempts: 10,
    max_setup_seconds: 30,
    rate_delta: perMinute('0'),
    profit_mode: 'OFF',
    min_profit_percent: share('0'),
    min_profit_abs: amount('0'),
    dst_list_id: null,
    src_list_id: null,
    parent_plan_id: null,
    rules: indexRules(rules),
    ...changes,
  }
}

export interface Parts {
  clients?: readonly Client[]
  /** Network and row of the IP list. */
  callers?: readonly (readonly [string, ClientIp])[]
  tariffs?: readonly Tariff[]
  route_plans?: readonly RoutePlan[]
  gateways?: readonly Gateway[]
  settlements?: readonly Settlement[]
  max_call_duration?: number
}

/** The first gateway costs 0.03 a minute, the second one 0.02; the client pays 0.06. */
export const dearBuyTariff = (tariff: Parameters<typeof makeTariff>[0] = {}): Tariff =>
  makeTariff({
    id: 2,
    name: 'Carrier One',
    kind: 'BUY',
    rates: [{ prefix: '', rate: perMinute('0.03'), id: 201 }],
    ...tariff,
  })

export const cheapBuyTariff = (tariff: Parameters<typeof makeTariff>[0] = {}): Tariff =>
  makeTariff({
    id: 3,
    name: 'Carrier Two',
    kind: 'BUY',
    rates: [{ prefix: '', rate: perMinute('0.02'), id: 301 }],
    ...tariff,
  })

export const secondGateway = (gateway: Partial<Gateway> = {}): Gateway =>
  makeGateway({ id: 31, name: 'two-a', settlement_id: 21, host: '198.51.100.31', ...gateway })

export const secondSettlement = (settlement: Partial<Settlement> = {}): Settlement =>
  makeSettlement({ id: 21, name: 'Carrier Two', tariff_id: 3, ...settlement })

const byId = <T extends { id: number }>(rows: readonly T[]): ReadonlyMap<number, T> =>
  new Map(rows.map((row) => [row.id, row]))

/** What a test names stands beside the defaults, or in place of the one with the same id. */
export function makeSwitchboard(parts: Parts = {}): Switchboard {
  const callers = new NetworkTable<ClientIp>()
  for (const [network, row] of parts.callers ?? [['192.0.2.7', makeClientIp()] as const]) {
    callers.add(network, Object.freeze(row))
  }
  const tariffs = [makeTariff(), dearBuyTariff(), cheapBuyTariff(), ...(parts.tariffs ?? [])]
  const settlements = [makeSettlement(), secondSettlement(), ...(parts.settlements ?? [])]
  return freezeDeep({
    clients: byId([makeClient(), ...(parts.clients ?? [])]),
    callers,
    tariffs: byId(tariffs),
    route_plans: byId([makePlan(), ...(parts.route_plans ?? [])]),
    gateways: byId([makeGateway(), secondGateway(), ...(parts.gateways ?? [])]),
    settlements: byId(settlements),
    max_call_duration: parts.max_call_duration ?? 7200,
  })
}

/** Freezes a value and all that hangs on it. A frozen Map still takes rows: its setters throw. */
function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  // The engine refuses to freeze typed arrays that hold something.
  if (ArrayBuffer.isView(value)) return value
  if (value instanceof Map) {
    for (const row of value.values()) freezeDeep(row)
    for (const setter of ['set', 'delete', 'clear']) {
      Object.defineProperty(value, setter, {
        value() {
          throw new TypeError('The switchboard is frozen')
        },
      })
    }
  }
  Object.freeze(value)
  for (const part of Object.values(value)) freezeDeep(part)
  return value
}

export function makeInvite(invite: Partial<Invite> = {}): Invite {
  return {
    sip_call_id: 'abc@192.0.2.7',
    source_ip: '192.0.2.7',
    source_port: 5060,
    transport: 'UDP',
    dialled_number: '442071838750',
    caller_number: '12025550100',
    caller_name: 'Ann',
    user_agent: 'PBX 1.0',
    ...invite,
  }
}

type Busy = 'client' | 'gateway' | 'settlement'

/** How busy the parties are, as in `{ 'client 10': { calls: 1 } }`; all others are idle. */
export function makeUsage(
  loads: Partial<Record<`${Busy} ${number}`, Partial<Load>>> = {},
  exhausted: readonly number[] = [],
): Usage {
  return {
    load: (kind, id) => ({ calls: 0, starts: 0, ...loads[`${kind} ${id}`] }),
    isExhausted: (settlement_id) => exhausted.includes(settlement_id),
  }
}
