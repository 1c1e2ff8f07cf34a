// A small snapshot for tests: a client with one address, two gateways of two settlement
// accounts, and one rate for every number. A test names what it changes. All of it is frozen.
import { RE2JS } from 're2js'
import { NEW_IP } from '#contract/blank-forms.ts'
import type { Subscription } from '#core/account/package.ts'
import { NetworkTable } from '#core/ip-network.ts'
import { type Fx, SYSTEM_FX } from '#core/money.ts'
import type { NumberList } from '#core/number/number-list.ts'
import { compileTranslation, type TranslationRow } from '#core/number/translation.ts'
import type { CallRule } from '#core/routing/call-rule.ts'
import type { Invite, Moment } from '#core/routing/decision.ts'
import { PercentCounters } from '#core/routing/percent-counters.ts'
import type { RoutePlan } from '#core/routing/route-plan.ts'
import {
  type Client,
  type ClientIp,
  type Gateway,
  type GatewayCondition,
  type GatewayGroup,
  type Load,
  type LoadKind,
  type Reseller,
  type RoutingSnapshot,
  type Settlement,
  type SipUser,
  settlementNetworksOf,
  type Tunnel,
  type Usage,
} from '#core/routing/snapshot.ts'
import type { TraceRule } from '#core/routing/trace-rules.ts'
import type { Tariff } from '#core/tariff/tariff.ts'
import type { TimeWindow } from '#core/time/time-window.ts'
import { makePlan } from './route-plans.ts'
import { cheapBuyTariff, dearBuyTariff, makeTariff } from './tariffs.ts'
import { perMinute, share } from './terms.ts'

/** 2026-06-01T00:00:00Z, when the calls of tests begin. */
export const START_MS = 1_780_272_000_000

export function makeClient(client: Partial<Client> = {}): Client {
  return {
    id: 10,
    name: 'Alpha Telecom',
    type: 'WHOLESALE',
    status: 'active',
    tariff_id: 1,
    route_plan_id: 1,
    vat_percent: share('0'),
    currency: 'USD',
    channel_limit: null,
    cps_limit: null,
    expires_at: null,
    reseller_ids: [],
    max_call_duration_seconds: 7200,
    max_sell_rate: null,
    per_call_cost_limit: null,
    min_profit_percent: null,
    on_net_rate: perMinute('0'),
    codecs: ['PCMA', 'PCMU', 'G729'],
    media_mode: 'PROXY',
    tags: [],
    dst_from: 'RURI',
    src_from: 'FROM',
    translation_id: null,
    dst_list_id: null,
    src_list_id: null,
    cli_policy: 'PASS',
    cli_list_id: null,
    allow_high_risk: false,
    ...client,
  }
}

const { ip: _, description: __, status: ___, ...blankIp } = NEW_IP

export function makeClientIp(row: Partial<ClientIp> = {}): ClientIp {
  return { id: 100, account_id: 10, ...blankIp, ...row }
}

export function makeSipUser(user: Partial<SipUser> = {}): SipUser {
  return {
    id: 70,
    status: 'active',
    account_id: 10,
    username: 'alice',
    number: '4930111',
    display_name: '',
    allowed_callers: [],
    channel_limit: null,
    networks: undefined,
    ...user,
  }
}

export function makeReseller(reseller: Partial<Reseller> = {}): Reseller {
  return {
    id: 11,
    name: 'Reseller One',
    status: 'active',
    level: 1,
    expires_at: null,
    loss_policy: 'WARN',
    tariff_id: 5,
    vat_percent: share('0'),
    currency: 'USD',
    channel_limit: null,
    cps_limit: null,
    ...reseller,
  }
}

/** A moment of a test: no chance is involved. */
export const at = (now_ms: number): Moment => ({ now_ms, random: () => 0 })

export function makeSettlement(settlement: Partial<Settlement> = {}): Settlement {
  return {
    id: 20,
    name: 'Carrier One',
    status: 'active',
    tariff_id: 2,
    vat_percent: share('0'),
    currency: 'USD',
    channel_limit: null,
    cps_limit: null,
    max_debt: null,
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
    per_number_channel_limit: null,
    priority: 100,
    weight: 100,
    strip_digits: 0,
    prepend: '',
    translation_id: null,
    dst_list_id: null,
    src_list_id: null,
    dst_prefixes: [],
    dst_min_length: 0,
    dst_max_length: 100,
    window_id: null,
    codecs: ['PCMU', 'PCMA'],
    media_mode: 'PROXY',
    invite_timeout_seconds: 4,
    pdd_timeout_seconds: 12,
    ring_timeout_seconds: 60,
    failover_policy_id: null,
    stop_after_ringing: true,
    pai_mode: 'none',
    rpid: false,
    privacy_mode: 'pass',
    cli_pool_id: null,
    from_user: '',
    from_domain: '',
    auth_username: '',
    auth_password: '',
    auth_realm: '',
    tunnel_id: null,
    last_resort: false,
    min_profit_percent: null,
    max_buy_rate: null,
    probe_percent: share('5'),
    ...gateway,
  }
}

export interface Parts {
  clients?: readonly Client[]
  /** Network and row of the IP list. */
  callers?: readonly (readonly [string, ClientIp])[]
  tariffs?: readonly Tariff[]
  route_plans?: readonly RoutePlan[]
  gateways?: readonly Gateway[]
  client_networks?: ReadonlyMap<number, readonly string[]>
  settlements?: readonly Settlement[]
  resellers?: readonly Reseller[]
  /** By client. */
  subscriptions?: ReadonlyMap<number, readonly Subscription[]>
  sip_users?: readonly SipUser[]
  gateway_groups?: readonly GatewayGroup[]
  tunnels?: readonly Tunnel[]
  windows?: readonly TimeWindow[]
  trace_rules?: readonly TraceRule[]
  recording_rules?: readonly CallRule[]
  number_lists?: readonly NumberList[]
  high_risk_list_id?: number
  translations?: readonly TranslationRow[]
  /** The value of a unit in the system currency, beside that one itself, USD. */
  currencies?: Readonly<Record<string, Fx>>
  max_call_duration_seconds?: number
  on_net_ring_seconds?: number
  limit_sip_code?: number
  is_draining?: boolean
}

export const secondGateway = (gateway: Partial<Gateway> = {}): Gateway =>
  makeGateway({ id: 31, name: 'two-a', settlement_id: 21, host: '198.51.100.31', ...gateway })

export const secondSettlement = (settlement: Partial<Settlement> = {}): Settlement =>
  makeSettlement({ id: 21, name: 'Carrier Two', tariff_id: 3, ...settlement })

export const byId = <T extends { id: number }>(rows: readonly T[]): ReadonlyMap<number, T> =>
  new Map(rows.map((row) => [row.id, row]))

/** The parts that a test names are added to the defaults, or replace those with the same id. */
export function makeSnapshot(parts: Parts = {}): RoutingSnapshot {
  const callers = new NetworkTable<ClientIp>()
  for (const [network, row] of parts.callers ?? [['192.0.2.7', makeClientIp()] as const]) {
    callers.add(network, Object.freeze(row))
  }
  const tariffs = [makeTariff(), dearBuyTariff(), cheapBuyTariff(), ...(parts.tariffs ?? [])]
  const settlements = [makeSettlement(), secondSettlement(), ...(parts.settlements ?? [])]
  const number_lists = byId(parts.number_lists ?? [])
  const sip_users = parts.sip_users ?? []
  const gateways = byId([makeGateway(), secondGateway(), ...(parts.gateways ?? [])])
  return freezeDeep({
    clients: byId([makeClient(), ...(parts.clients ?? [])]),
    resellers: byId(parts.resellers ?? []),
    subscriptions: parts.subscriptions ?? new Map(),
    callers,
    client_networks: parts.client_networks ?? new Map(),
    sip_users: new Map(
      sip_users
        .filter(({ status }) => status === 'active')
        .map((user) => [user.username.toLowerCase(), user]),
    ),
    sip_numbers: new Map(sip_users.filter(({ number }) => number).map((one) => [one.number, one])),
    tariffs: byId(tariffs),
    currencies: new Map(Object.entries({ USD: SYSTEM_FX, ...parts.currencies })),
    route_plans: byId([makePlan(), ...(parts.route_plans ?? [])]),
    gateways,
    settlement_networks: settlementNetworksOf([...gateways.values()]),
    gateway_groups: byId(parts.gateway_groups ?? []),
    settlements: byId(settlements),
    failover_policies: new Map(),
    tunnels: byId(parts.tunnels ?? []),
    windows: byId(parts.windows ?? []),
    trace_rules: parts.trace_rules ?? [],
    recording_rules: parts.recording_rules ?? [],
    number_lists,
    high_risk_list_id: parts.high_risk_list_id ?? null,
    translations: byId(
      (parts.translations ?? []).map((row) => compileTranslation(row, number_lists)),
    ),
    max_call_duration_seconds: parts.max_call_duration_seconds ?? 7200,
    on_net_ring_seconds: parts.on_net_ring_seconds ?? 60,
    limit_sip_code: parts.limit_sip_code ?? 503,
    is_draining: parts.is_draining ?? false,
  })
}

/** Freezes a value and all that hangs on it. A frozen Map still takes rows: its setters throw. */
function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  // The engine refuses to freeze typed arrays that hold something; a pattern keeps notes in itself.
  if (ArrayBuffer.isView(value) || value instanceof RE2JS) return value
  if (value instanceof Map) {
    for (const row of value.values()) freezeDeep(row)
    for (const setter of ['set', 'delete', 'clear']) {
      Object.defineProperty(value, setter, {
        value() {
          throw new TypeError('The snapshot is frozen')
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
    to_number: '442071838750',
    diversion: '',
    caller_number: '12025550100',
    caller_name: 'Ann',
    pai: '',
    rpid: '',
    privacy: '',
    foreign_route: '',
    user_agent: 'PBX 1.0',
    auth_username: '',
    from_domain: '192.0.2.7',
    dialled_domain: '192.0.2.1',
    local_address: '192.0.2.1:5060',
    ...invite,
  }
}

/** How busy they are, as in `{ 'CLIENT 10': { calls: 1 } }`; all others are idle. */
export type Loads = Partial<Record<`${LoadKind} ${string}`, Partial<Load>>>

export interface UsageParts {
  /** Settlement accounts whose debt or minutes are used up. */
  readonly exhausted?: readonly number[]
  /** By gateway; the others are up, and nothing else is known of them. */
  readonly conditions?: Readonly<Record<number, Partial<GatewayCondition>>>
  readonly registered?: readonly string[]
}

export function makeUsage(loads: Loads = {}, parts: UsageParts = {}): Usage {
  return {
    load: (kind, id) => ({ calls: 0, starts: 0, ...loads[`${kind} ${id}`] }),
    isExhausted: (settlement_id) => parts.exhausted?.includes(settlement_id) ?? false,
    condition: (gateway_id) => ({
      health: 'UP',
      lock: null,
      is_paused: false,
      is_deprioritised: false,
      quality: null,
      ...parts.conditions?.[gateway_id],
    }),
    isRegistered: (username) => parts.registered?.includes(username) ?? false,
    percent_counters: new PercentCounters(),
  }
}
