// What is asked about a call, and what is answered.
import type { Payer } from '../account/payer.ts'
import type { Refusal } from './refusal.ts'
import type { MediaMode, Transport } from './switchboard.ts'
import type { TraceStep } from './trace.ts'

/** What the caller sent, texts as received. */
export interface Invite {
  readonly sip_call_id: string
  readonly source_ip: string
  readonly source_port: number
  readonly transport: Transport
  readonly dialled_number: string
  readonly caller_number: string
  readonly caller_name: string
  readonly user_agent: string
}

/** One way to the called party, with everything that its attempt needs and costs. */
export interface Route {
  readonly gateway_id: number
  readonly gateway_name: string
  readonly settlement_id: number
  readonly host: string
  readonly port: number
  readonly transport: Transport
  readonly sent_number: string
  readonly codecs: readonly string[]
  readonly media_mode: MediaMode
  readonly invite_timeout: number
  readonly ring_timeout: number
  /** The settlement account that is paid if this route answers. */
  readonly buy: Payer
}

/** What is known of the caller, whether or not the call is routed. */
export interface Identity {
  readonly account_id: number
  readonly client_type: string
  readonly client_ip_id: number
  readonly called_number: string
}

export interface Routed {
  readonly kind: 'routed'
  readonly identity: Identity
  readonly payers: readonly [Payer, ...Payer[]]
  readonly routes: readonly [Route, ...Route[]]
  readonly route_plan_id: number
  readonly route_rule_id: number
  /** The longest that the call may last whatever the money, in seconds. */
  readonly max_call_duration: number
  readonly trace: readonly TraceStep[]
}

export interface Refused {
  readonly kind: 'refused'
  readonly refusal: Refusal
  /** Absent parts were not reached. */
  readonly identity: Partial<Identity>
  readonly payers: readonly Payer[]
  readonly trace: readonly TraceStep[]
}

export type Decision = Routed | Refused
