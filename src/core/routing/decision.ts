// Input and result of the routing decision.
import type { Payer } from '../account/payer.ts'
import type { GatewayExclusion } from './exclusions.ts'
import type { PercentTurns } from './percent-counters.ts'
import type { Refusal } from './refusal.ts'
import type { LimitKind, LoadKind, MediaMode, Party, Transport } from './snapshot.ts'
import type { TraceStep } from './trace.ts'

/** The INVITE of the caller. Numbers are user parts of a URI, headers are as received. */
export interface Invite {
  readonly sip_call_id: string
  readonly source_ip: string
  readonly source_port: number
  readonly transport: Transport
  readonly dialled_number: string
  /** User part of To: the number dialled before the call was forwarded. */
  readonly to_number: string
  readonly caller_number: string
  readonly caller_name: string
  /** Headers about the caller, several of one kind with commas between; empty without. */
  readonly pai: string
  readonly rpid: string
  readonly privacy: string
  readonly diversion: string
  /** A Route header that leads to another host; empty without one. */
  readonly foreign_route: string
  readonly user_agent: string
  /** The SIP user whose password the caller has proved; empty for none. */
  readonly auth_username: string
  /** Hosts of the From header and of the request URI; empty where the URI has none (`tel:`). */
  readonly from_domain: string
  readonly dialled_domain: string
  /** Address and port of ours on which the call came in. */
  readonly local_address: string
}

/** Time and chance, handed in so that a decision can be repeated. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly now_ms: number
  /** From 0 to below 1, as Math.random. */
  random(): number
}

/** The gateway id of an on-net call. */
export const ON_NET = 0

/** One way to the called party, with everything that its attempt costs and sends. */
export interface Route {
  /** `ON_NET` for a call to a SIP user: without settlement account and price. */
  readonly gateway_id: number
  readonly gateway_name: string
  readonly settlement_id: number | null
  readonly target_id: number | null
  /** Channel limit of the target, as it was when the call was decided. */
  readonly target_channel_limit: number | null
  /** The name of the called SIP user, or host and port of the gateway. */
  readonly address: string
  readonly sent_number: string
  readonly sent_caller_number: string
  readonly sent_caller_name: string
  /** Asserted identity and diversion, for gateways that get them. */
  readonly sent_pai: string
  readonly sent_diversion: string
  readonly codecs: readonly string[]
  readonly media_mode: MediaMode
  /** Whether the call is recorded if it is answered here. */
  readonly is_recorded?: true
  /** Absent when the gateway is called from the switch's own address. */
  readonly tunnel_id?: number
  /** The settlement account that is paid if this route answers. */
  readonly buy: Payer | null
}

/** The identity of the caller, as far as known, whether or not the call is routed. */
export interface Identity {
  readonly account_id: number
  readonly client_type: string
  readonly client_ip_id: number | null
  readonly sip_user_id: number | null
  /** The called SIP user of an on-net call. */
  readonly called_user_id?: number
  /** The resellers above the client, the nearest first. */
  readonly reseller_ids: readonly number[]
  readonly called_number: string
  /** The caller as it is routed, after policy and translation. */
  readonly routed_caller_number: string
}

/** The limits of whatever a call counts against, and the refusal when one is reached. */
export interface Counted {
  readonly kind: LoadKind
  readonly id: number | string
  readonly name: string | null
  readonly limits: Pick<Party, 'channel_limit' | 'cps_limit'>
  readonly when_full: Readonly<Record<LimitKind, Refusal>>
}

export interface Routed {
  readonly kind: 'routed'
  readonly identity: Identity
  readonly payers: readonly [Payer, ...Payer[]]
  readonly routes: readonly [Route, ...Route[]]
  readonly route_plan_id: number | null
  readonly route_rule_id: number | null
  /** The longest call, independent of the money, in seconds. */
  readonly max_call_duration_seconds: number
  /** Over all attempts together, until the call is answered, in seconds. */
  readonly max_setup_seconds: number
  readonly percent_turns: PercentTurns
  /** Those of the caller and of a called SIP user. */
  readonly limits: readonly Counted[]
  readonly trace: readonly TraceStep[]
}

export interface Refused {
  readonly kind: 'refused'
  readonly refusal: Refusal
  /** The code of a rule of the route plan, instead of the refusal's own code. */
  readonly sip_code?: number
  /** Absent parts were not reached. */
  readonly identity: Partial<Identity>
  readonly payers: readonly Payer[]
  /** The plan of the call, and its first matching rule. */
  readonly route_plan_id: number | null
  readonly route_rule_id: number | null
  readonly percent_turns: PercentTurns
  readonly trace: readonly TraceStep[]
}

/** The address is unknown: the caller may prove a name and a password. */
export interface Challenged {
  readonly kind: 'challenged'
}

export type Decision = Routed | Refused | Challenged

/** One stage of the decision refuses the call: why, and what is known by then. */
export interface RefusedStage {
  readonly kind: 'refused'
  readonly refusal: Refusal
  /** Whose account or limit it is, when it is not the client's. */
  readonly party?: string | null
  readonly sip_code?: number | undefined
  readonly exclusion?: GatewayExclusion | undefined
  readonly payers?: readonly Payer[]
  readonly route_plan_id?: number
  readonly route_rule_id?: number | null
  readonly percent_turns?: PercentTurns
  readonly trace?: readonly TraceStep[]
}

/** The stage that routes the call, over gateways or to a SIP user. */
export type RoutedStage = Pick<
  Routed,
  'routes' | 'route_plan_id' | 'route_rule_id' | 'max_setup_seconds' | 'percent_turns' | 'trace'
> & { readonly kind: 'routed' }
