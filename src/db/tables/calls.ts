// Calls, what they cost, and their sums.

import type { ColumnType, Generated } from 'kysely'
import type { MoneyEnd } from '#core/account/payer.ts'
import type { ReRatingState } from '#core/billing/re-rate-call.ts'
import type { AttemptEnd, NotSentReason } from '#core/call/attempt-end.ts'
import type { FaultSide } from '#core/call/fault-side.ts'
import type { SilentSide } from '#core/call/one-way-audio.ts'
import type { Money, Rate } from '#core/money.ts'
import type { Defaulted, Id, Instant, Stamp, Stamped } from './columns.ts'

/** call_id passes 2^53: select it as text. */
export type CallId = ColumnType<never, string, string>

export interface OpenCallTable extends Stamped {
  call_id: CallId
  engine: string
  state: 'ROUTING' | 'RINGING' | 'ANSWERED'
  account_id: number
  client_type: string
  settlement_id: number | null
  gateway_id: number | null
  caller_number: string
  called_number: string
  destination: string
  source_ip: string
  started_at: Instant
  ringing_at: Instant | null
  answered_at: Instant | null
  granted_seconds: number
  expires_at: Instant
  dialog: string
  sip_call_id: string
  payer_ids: number[]
  held: Money[]
  package_subscription_id: Defaulted<number | null>
  package_seconds_held: Generated<number>
  subjects: Generated<string[]>
  money_end: Defaulted<MoneyEnd | null>
  lost_at: Instant | null
  hang_up_asked_at: Instant | null
  hang_up_asked_by: string | null
  close_failed_at: Instant | null
  close_error: Generated<string>
  decided: unknown
}

/** How many open calls count against the limits of a subject. */
export interface LimitCounterTable {
  subject: string
  calls: number
  /** Epoch milliseconds. */
  starts_ms: Generated<number[]>
}

export interface LimitHitTable {
  /** The start of a quarter of an hour. */
  bucket: Instant
  kind: 'RESELLER' | 'GATEWAY' | 'SETTLEMENT'
  subject_id: number
  hits: number
}

export interface CallRecordTable {
  started_at: Instant
  sent_at: Instant | null
  progress_at: Instant | null
  answered_at: Instant | null
  ended_at: Instant
  call_id: CallId
  account_id: number
  tariff_id: number | null
  rate_id: number | null
  sell_rate: Rate | null
  sell_amount: Money
  settlement_id: number | null
  gateway_id: number | null
  buy_tariff_id: number | null
  buy_rate_id: number | null
  buy_rate: Rate | null
  buy_amount: Money
  revenue: Money
  cost: Money
  route_plan_id: number | null
  route_rule_id: number | null
  client_ip_id: number | null
  duration_ms: number
  billed_seconds: number
  buy_billed_seconds: number
  pdd_ms: number | null
  call_pdd_ms: number | null
  routing_ms: number | null
  sip_code: number | null
  q850_cause: number | null
  gateway_sip_code: number | null
  gateway_q850_cause: number | null
  attempt_end: AttemptEnd | null
  not_sent_reason: NotSentReason | null
  source_port: number | null
  attempt_no: number
  is_last: boolean
  client_type: string
  status: 'ANSWERED' | 'FAILED' | 'CANCELLED' | 'REJECTED'
  refusal: string | null
  fault: FaultSide | null
  one_way_audio: SilentSide | null
  release_side: 'CALLER' | 'CALLEE' | 'SWITCH' | null
  source_ip: string | null
  gateway_address: string | null
  caller_number: string
  caller_name: string
  dialled_number: string
  called_number: string
  sent_number: string
  prefix: string | null
  buy_prefix: string | null
  destination: string
  sip_call_id: string
  user_agent: string
  sip_reason: string
  engine: string
  created_at: Stamp
}

export interface CallChargeTable {
  call_id: CallId
  started_at: Instant
  account_id: number
  depth: number
  tariff_id: number
  rate_id: number
  prefix: string
  terms: unknown
  duration_seconds: number
  billed_seconds: number
  net: Money
  vat: Money
  amount: Money
  created_at: Stamp
}

export interface RoutingLogTable {
  started_at: Instant
  call_id: CallId
  steps: unknown
}

export interface SipMessageTable {
  call_id: CallId
  at: Instant
  message_no: number
  transport: 'UDP' | 'TCP' | 'TLS'
  from_ip: string
  from_port: number
  to_ip: string
  to_port: number
  sip_call_id: string
  message: Buffer
  is_cut: Defaulted<boolean>
}

export interface ReRatingTable extends Stamped {
  id: Id
  reason: string
  state: Defaulted<ReRatingState>
  from_at: Instant
  until_at: Instant
  account_id: number | null
  tariff_id: number | null
  prefix: string
  new_tariff_id: number | null
  looked_until: Instant | null
  looked_until_call_id: ColumnType<never, string | null, string | null>
  charges_looked_at: Generated<number>
  changes_count: Generated<number>
  applied_count: Generated<number>
  problems_count: Generated<number>
  error: Generated<string>
  created_by: number
  applied_by: number | null
  applied_at: Instant | null
}
