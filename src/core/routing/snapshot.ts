// The frozen picture of everything that routing needs, swapped as a whole when something changes.
import type { Subscription } from '../account/package.ts'
import type { LossPolicy } from '../account/reseller.ts'
import type { CompiledFailoverPolicy } from '../gateway/failover-policy.ts'
import type { Quality } from '../gateway/gateway-quality.ts'
import { type NetworkTable, parseAddress } from '../ip-network.ts'
import type { Fx, Money, Percent, Rate } from '../money.ts'
import type { CliPolicy } from '../number/caller-id.ts'
import type { NumberList } from '../number/number-list.ts'
import type { CompiledTranslation } from '../number/translation.ts'
import type { Tariff } from '../tariff/tariff.ts'
import type { TimeWindow } from '../time/time-window.ts'
import type { CallRule } from './call-rule.ts'
import type { PercentCounters } from './percent-counters.ts'
import type { RoutePlan } from './route-plan.ts'
import type { TraceRule } from './trace-rules.ts'

export type Transport = 'UDP' | 'TCP'
export type MediaMode = 'PROXY' | 'DIRECT'

/** A client or reseller: what its price and its limits depend on. */
export interface Party {
  readonly id: number
  readonly name: string
  readonly status: 'active' | 'blocked' | 'closed'
  readonly tariff_id: number
  readonly vat_percent: Percent
  readonly currency: string
  readonly channel_limit: number | null
  readonly cps_limit: number | null
}

export interface Reseller extends Party {
  readonly level: number
  /** Epoch seconds; nothing is sold from then on. */
  readonly expires_at: number | null
  readonly loss_policy: LossPolicy
}

export interface Client extends Party {
  readonly type: 'WHOLESALE' | 'RETAIL'
  /** Epoch seconds; no call of the client is taken from then on. */
  readonly expires_at: number | null
  /** The resellers above it, the nearest first. */
  readonly reseller_ids: readonly number[]
  readonly route_plan_id: number | null
  readonly max_call_duration_seconds: number
  readonly max_sell_rate: Rate | null
  readonly per_call_cost_limit: Money | null
  readonly min_profit_percent: Percent | null
  readonly on_net_rate: Rate
  readonly codecs: readonly string[]
  readonly media_mode: MediaMode
  /** Words by which rules of a route plan choose. */
  readonly tags: readonly string[]
  readonly dst_from: 'RURI' | 'TO' | 'DIVERSION'
  readonly src_from: 'FROM' | 'FROM_NAME' | 'PAI' | 'RPID'
  readonly translation_id: number | null
  readonly dst_list_id: number | null
  readonly src_list_id: number | null
  readonly cli_policy: CliPolicy
  /** The numbers that FORCE picks from. */
  readonly cli_list_id: number | null
  /** Whether it may call the numbers of the high-risk list. */
  readonly allow_high_risk: boolean
}

/** A row of the IP list. */
export interface ClientIp {
  readonly id: number
  readonly account_id: number
  readonly port: number | null
  readonly transport: Transport | null
  readonly tech_prefix: string
  /** Empty fits every number. */
  readonly dst_prefixes: readonly string[]
  readonly src_prefixes: readonly string[]
  /** Digits of the dialled number, its tech prefix not counted. */
  readonly dst_min_length: number
  readonly dst_max_length: number
  readonly channel_limit: number | null
  readonly cps_limit: number | null
  /** In place of the client's own. */
  readonly route_plan_id: number | null
  readonly tariff_id: number | null
  /** The name that must have proven its password, beside the address. */
  readonly auth_username: string | null
}

/** A SIP user of a retail client, with name and password. */
export interface SipUser {
  readonly id: number
  readonly status: 'active' | 'blocked'
  readonly account_id: number
  readonly username: string
  /** Under which it is called, and which it shows; empty if it has none. */
  readonly number: string
  readonly display_name: string
  readonly allowed_callers: readonly string[]
  readonly channel_limit: number | null
  /** Undefined is from everywhere. */
  readonly networks: NetworkTable<true> | undefined
}

export interface Settlement extends Party {
  /** How much it lets us owe; null is without limit. */
  readonly max_debt: Money | null
}

export interface Gateway {
  readonly id: number
  readonly name: string
  readonly settlement_id: number
  readonly status: 'active' | 'blocked' | 'maintenance'
  readonly host: string
  readonly port: number
  readonly transport: Transport
  readonly channel_limit: number | null
  readonly cps_limit: number | null
  /** Calls to the same number at once. */
  readonly per_number_channel_limit: number | null
  readonly priority: number
  readonly weight: number
  readonly strip_digits: number
  readonly prepend: string
  readonly translation_id: number | null
  readonly dst_list_id: number | null
  readonly src_list_id: number | null
  /** Empty takes every number. */
  readonly dst_prefixes: readonly string[]
  readonly dst_min_length: number
  readonly dst_max_length: number
  readonly window_id: number | null
  readonly codecs: readonly string[]
  readonly media_mode: MediaMode
  /** Seconds without any answer, without ringing, and until the call is answered. */
  readonly invite_timeout_seconds: number
  readonly pdd_timeout_seconds: number
  readonly ring_timeout_seconds: number
  readonly failover_policy_id: number | null
  readonly stop_after_ringing: boolean
  readonly pai_mode: 'none' | 'build' | 'relay'
  readonly rpid: boolean
  readonly privacy_mode: 'pass' | 'hide' | 'none'
  readonly cli_pool_id: number | null
  readonly from_user: string
  readonly from_domain: string
  readonly auth_username: string
  readonly auth_password: string
  readonly auth_realm: string
  readonly tunnel_id: number | null
  /** Tried only after all others. */
  readonly last_resort: boolean
  readonly min_profit_percent: Percent | null
  readonly max_buy_rate: Rate | null
  /** Share of the calls while the gateway is on trial after a lock; 1e-4 %. */
  readonly probe_percent: Percent
}

export interface GatewayGroup {
  readonly id: number
  readonly name: string
  readonly status: 'active' | 'blocked'
  readonly members: readonly {
    readonly gateway_id: number
    readonly priority: number
    readonly weight: number
  }[]
}

/** Where calls leave this machine. */
export interface Tunnel {
  readonly id: number
  readonly name: string
  readonly status: 'active' | 'blocked'
  readonly local_ip: string
  readonly sip_port: number
}

export interface RoutingSnapshot {
  readonly clients: ReadonlyMap<number, Client>
  readonly resellers: ReadonlyMap<number, Reseller>
  /** Active ones, by the client that has them. */
  readonly subscriptions: ReadonlyMap<number, readonly Subscription[]>
  /** Active rows of the IP list. */
  readonly callers: NetworkTable<ClientIp>
  /** The networks of those rows, by client, except of rows that require a password. */
  readonly client_networks: ReadonlyMap<number, readonly string[]>
  /** Hosts of all gateways of a carrier that are addresses; where a name leads is not known. */
  readonly settlement_networks: ReadonlyMap<number, readonly string[]>
  /** Active ones, by their name in small letters. */
  readonly sip_users: ReadonlyMap<string, SipUser>
  /** All, by number: a blocked one too, since its number must not be sent to a gateway. */
  readonly sip_numbers: ReadonlyMap<string, SipUser>
  readonly tariffs: ReadonlyMap<number, Tariff>
  /** The value of one unit of a currency in the system currency, in 1e-8. */
  readonly currencies: ReadonlyMap<string, Fx>
  readonly route_plans: ReadonlyMap<number, RoutePlan>
  readonly gateways: ReadonlyMap<number, Gateway>
  readonly gateway_groups: ReadonlyMap<number, GatewayGroup>
  readonly settlements: ReadonlyMap<number, Settlement>
  readonly failover_policies: ReadonlyMap<number, CompiledFailoverPolicy>
  readonly tunnels: ReadonlyMap<number, Tunnel>
  readonly windows: ReadonlyMap<number, TimeWindow>
  readonly number_lists: ReadonlyMap<number, NumberList>
  /** The one that rejects premium rate and satellite numbers. */
  readonly high_risk_list_id: number | null
  readonly translations: ReadonlyMap<number, CompiledTranslation>
  /** Seconds, for every call. */
  readonly max_call_duration_seconds: number
  /** The longest ringing of a SIP user. */
  readonly on_net_ring_seconds: number
  /** The response when a limit is reached. */
  readonly limit_sip_code: number
  readonly trace_rules: readonly TraceRule[]
  readonly recording_rules: readonly CallRule[]
  /** New calls are refused, active ones continue. */
  readonly is_draining: boolean
}

/** `settlement_networks` of these gateways. */
export function settlementNetworksOf(
  gateways: readonly Gateway[],
): RoutingSnapshot['settlement_networks'] {
  const numeric = gateways.filter(({ host }) => parseAddress(host))
  const by_settlement = Map.groupBy(numeric, ({ settlement_id }) => settlement_id)
  return new Map(
    [...by_settlement].map(([id, own]) => [id, [...new Set(own.map(({ host }) => host))]]),
  )
}

/** The resellers above a client, the nearest first. */
export function resellersOf({ resellers }: RoutingSnapshot, { reseller_ids }: Client): Reseller[] {
  return reseller_ids.flatMap((id) => resellers.get(id) ?? [])
}

/** The load of parties and gateways, counted by the engine that decides. */
export interface Load {
  /** Calls that are going on, those being set up included. */
  readonly calls: number
  /** Calls that began within the last second. */
  readonly starts: number
}

/** Everything whose calls are counted. */
export type LoadKind =
  | 'CLIENT'
  | 'CLIENT_IP'
  | 'SIP_USER'
  | 'RESELLER'
  | 'SETTLEMENT'
  | 'GATEWAY'
  | 'TARGET'
  | 'NUMBER'

/** The measured condition of a gateway, besides its settings by an admin. */
export interface GatewayCondition {
  readonly health: 'UP' | 'DOWN' | 'UNKNOWN'
  /** PROBING takes a few calls, to see whether the lock can end. */
  readonly lock: 'LOCKED' | 'PROBING' | null
  /** It has sent 503 with Retry-After. */
  readonly is_paused: boolean
  readonly is_deprioritised: boolean
  readonly quality: Quality | null
}

/** The load and the money that change with every call and are therefore not in the snapshot. */
export interface Usage {
  /** `id` of a 'NUMBER' is the gateway and the called number: `30 4420...`. */
  load(kind: LoadKind, id: number | string): Load
  /** True when we owe a settlement account all that it allows, or its minutes are used up. */
  isExhausted(settlement_id: number): boolean
  condition(gateway_id: number): GatewayCondition
  /** Whether the SIP user has a registration. */
  isRegistered(username: string): boolean
  readonly percent_counters: Pick<PercentCounters, 'creditsOf' | 'probedCalls'>
}

export type LimitKind = 'CHANNELS' | 'CPS'

/** Whether one call more would pass a limit; null is no limit, for which nothing is counted. */
export function isFull(
  usage: Usage,
  kind: LoadKind,
  id: number | string,
  { channel_limit, cps_limit }: { channel_limit: number | null; cps_limit: number | null },
): LimitKind | false {
  if (channel_limit === null && cps_limit === null) return false
  const { calls, starts } = usage.load(kind, id)
  if (channel_limit !== null && calls >= channel_limit) return 'CHANNELS'
  return cps_limit !== null && starts >= cps_limit ? 'CPS' : false
}
