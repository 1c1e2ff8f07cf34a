// The rows that a batch of the engine reads and writes.
import type { MoneyEnd } from '../account/payer.ts'
import type { CallRecord } from '../call/call-record.ts'
import type { Money, Sum } from '../money.ts'
import type { Subject } from '../routing/call-limits.ts'
import type { LoggedStep } from '../routing/trace.ts'
import type { EncodedTerms } from '../tariff/stored-terms.ts'
import type { TrafficAddition } from './traffic-additions.ts'

export interface LockedCall {
  readonly call_id: string
  readonly payer_ids: number[]
  readonly held: Money[]
  readonly granted_seconds: number
  readonly package_subscription_id: number | null
  readonly package_seconds_held: number
  /** In whose limits it is counted. */
  readonly subjects: readonly Subject[]
}

/** How many calls count against the limits of a subject. */
export interface LockedCounter {
  readonly subject: Subject
  readonly calls: number
  /** When calls began within the last second or so, in epoch milliseconds; newest last. */
  readonly starts_ms: readonly number[]
  /** False for numbers, whose calls are counted when a limit needs it. */
  readonly is_stored: boolean
}

export interface LimitCounterChange {
  readonly subject: Subject
  /** Difference. */
  readonly calls: number
  /** As they are from now on. */
  readonly starts_ms: readonly number[]
}

export interface OpenCallRow {
  readonly call_id: string
  readonly engine: string
  readonly account_id: number
  readonly client_type: string
  readonly settlement_id: number | null
  readonly gateway_id: number
  readonly caller_number: string
  readonly called_number: string
  readonly destination: string
  readonly source_ip: string
  readonly started_at: number
  readonly granted_seconds: number
  readonly expires_at: number
  readonly dialog: string
  readonly sip_call_id: string
  readonly payer_ids: readonly number[]
  readonly held: readonly Money[]
  readonly package_subscription_id: number | null
  readonly package_seconds_held: number
  readonly subjects: readonly Subject[]
  /** Set when the money did not cover all wanted seconds. */
  readonly money_end: MoneyEnd | null
  /** An encoded call (core/call/stored-call.ts). */
  readonly decided: unknown
}

/** The changes of an open call; null leaves a column unchanged. */
export interface OpenCallChange {
  readonly call_id: string
  readonly state: 'RINGING' | 'ANSWERED' | null
  readonly gateway_id: number | null
  readonly settlement_id: number | null
  readonly ringing_at: number | null
  readonly answered_at: number | null
  readonly granted_seconds: number | null
  readonly expires_at: number | null
  readonly payer_ids: readonly number[] | null
  readonly held: readonly Money[] | null
  readonly package_subscription_id: number | null
  readonly package_seconds_held: number | null
  readonly subjects: readonly Subject[] | null
  readonly money_end: MoneyEnd | null
  readonly lost_at: number | null
}

/** A change that leaves everything as it is, to be spread into one that does not. */
export const NO_CHANGE = {
  state: null,
  gateway_id: null,
  settlement_id: null,
  ringing_at: null,
  answered_at: null,
  granted_seconds: null,
  expires_at: null,
  payer_ids: null,
  held: null,
  package_subscription_id: null,
  package_seconds_held: null,
  subjects: null,
  money_end: null,
  lost_at: null,
} as const

export interface BalanceChange {
  readonly account_id: number
  /** Differences. */
  readonly balance: Sum
  readonly held: Sum
  /** As they are from now on. */
  readonly spent_day: string
  readonly spent_today: Sum
  readonly spent_this_month: Sum
}

/** Differences of the seconds of a subscription. */
export interface SubscriptionChange {
  readonly id: number
  readonly seconds_left: number
  readonly seconds_held: number
}

export interface ChargeRow {
  readonly call_id: string
  readonly started_at: number
  readonly account_id: number
  readonly depth: number
  readonly parent_id: number
  readonly tariff_id: number
  readonly rate_id: number
  readonly prefix: string
  readonly terms: EncodedTerms
  readonly currency: string
  readonly attempts: number
  readonly income: Money
  readonly package_subscription_id: number | null
  readonly package_seconds: number
  readonly duration_seconds: number
  readonly billed_seconds: number
  readonly net: Money
  readonly vat: Money
  readonly amount: Money
}

export interface CallEntryRow {
  readonly account_id: number
  readonly counter_account_id: number
  readonly kind: 'CALL' | 'SALE'
  readonly amount: Money
  readonly balance_after: Sum
  readonly call_id: string
}

export interface RoutingLogRow {
  readonly call_id: string
  readonly started_at: number
  readonly steps: readonly LoggedStep[]
}

export interface BatchChanges {
  readonly balances: readonly BalanceChange[]
  readonly subscriptions: readonly SubscriptionChange[]
  readonly counters: readonly LimitCounterChange[]
  readonly opened: readonly OpenCallRow[]
  readonly changed: readonly OpenCallChange[]
  readonly closed: readonly string[]
  readonly records: readonly CallRecord[]
  readonly charges: readonly ChargeRow[]
  readonly entries: readonly CallEntryRow[]
  readonly logs: readonly RoutingLogRow[]
  readonly additions: readonly TrafficAddition[]
}
