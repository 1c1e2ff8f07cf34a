// The frozen picture of everything that routing needs, swapped as a whole when something changes.
import type { NetworkTable } from '../ip-network.ts'
import type { Percent, Rate } from '../money.ts'
import type { Tariff } from '../tariff/tariff.ts'
import type { RoutePlan } from './route-plan.ts'

export type Transport = 'UDP' | 'TCP'
export type MediaMode = 'PROXY' | 'DIRECT'

export interface Client {
  readonly id: number
  readonly name: string
  readonly type: 'WHOLESALE'
  readonly status: 'active' | 'blocked' | 'closed'
  readonly tariff_id: number
  readonly route_plan_id: number | null
  readonly vat_percent: Percent
  readonly channel_limit: number | null
  readonly cps_limit: number | null
  readonly max_call_duration: number
  readonly max_sell_rate: Rate | null
  readonly codecs: readonly string[]
  readonly media_mode: MediaMode
}

/** A row of the IP list. */
export interface ClientIp {
  readonly id: number
  readonly account_id: number
  readonly port: number | null
  readonly transport: Transport | null
  readonly tech_prefix: string
}

export interface Settlement {
  readonly id: number
  readonly name: string
  readonly status: 'active' | 'blocked' | 'closed'
  readonly tariff_id: number
  readonly vat_percent: Percent
  readonly channel_limit: number | null
  readonly cps_limit: number | null
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
  readonly strip_digits: number
  readonly prepend: string
  readonly codecs: readonly string[]
  readonly media_mode: MediaMode
  /** Seconds without any answer, and seconds until the call is answered. */
  readonly invite_timeout: number
  readonly ring_timeout: number
}

export interface Switchboard {
  readonly clients: ReadonlyMap<number, Client>
  /** Active rows of the IP list. */
  readonly callers: NetworkTable<ClientIp>
  readonly tariffs: ReadonlyMap<number, Tariff>
  readonly route_plans: ReadonlyMap<number, RoutePlan>
  readonly gateways: ReadonlyMap<number, Gateway>
  readonly settlements: ReadonlyMap<number, Settlement>
  /** Seconds, for every call. */
  readonly max_call_duration: number
}

/** How busy a party is, counted by whoever decides. */
export interface Load {
  /** Calls that are going on, those being set up included. */
  readonly calls: number
  /** Calls that began within the last second. */
  readonly starts: number
}

/** What changes with every call and is therefore not in the switchboard. */
export interface Usage {
  load(kind: 'client' | 'gateway' | 'settlement', id: number): Load
  /** True when what we owe a settlement account has reached what it allows. */
  isExhausted(settlement_id: number): boolean
}

/** Whether one call more would pass a limit; null is no limit. */
export function isFull(
  limits: { channel_limit: number | null; cps_limit: number | null },
  load: Load,
): 'channels' | 'cps' | false {
  if (limits.channel_limit !== null && load.calls >= limits.channel_limit) return 'channels'
  if (limits.cps_limit !== null && load.starts >= limits.cps_limit) return 'cps'
  return false
}
