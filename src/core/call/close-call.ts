// The end of a call: its records, one per attempt, and what each party is charged.
import type { Payer } from '../account/payer.ts'
import { type Money, NO_MONEY, subtractMoney } from '../money.ts'
import type { Route } from '../routing/decision.ts'
import type { Refusal } from '../routing/refusal.ts'
import { STOP_CODES } from '../routing/stop-codes.ts'
import { type Charge, chargeCall } from '../tariff/charge-call.ts'
import type { Call, CallEnd, FailedAttempt } from './call.ts'
import { type CallRecord, type CallStatus, emptyRecord, purchaseOf, saleOf } from './call-record.ts'

export interface PartyCharge {
  readonly payer: Payer
  readonly charge: Charge
  /** Added to the balance of the account: less for a client, more for a settlement account. */
  readonly balance_change: Money
}

export interface ClosedCall {
  readonly records: readonly CallRecord[]
  readonly charges: readonly PartyCharge[]
}

/**
 * Closes a call. Clients and resellers pay for no more than the `granted_seconds` that
 * their holds cover, because the switch cuts with a tolerance of a second; the
 * settlement account is paid for all.
 */
export function closeCall(call: Call, end: CallEnd, granted_seconds: number): ClosedCall {
  const duration_ms = talkTime(end)
  const route = call.routes.find((r) => r.gateway_id === end.gateway_id)
  const charges =
    end.answered_at === null ? [] : chargesOf(call, route, duration_ms, granted_seconds)
  const failed = end.attempts.map((attempt, at) => failedRecord(call, end, attempt, at + 1))
  const last_failed = failed.at(-1)
  const last =
    end.answered_at === null && last_failed
      ? last_failed
      : {
          ...commonRecord(call, end),
          ...(route ? purchaseOf(route) : {}),
          attempt_no: route ? failed.length + 1 : 0,
        }
  const before = last === last_failed ? failed.slice(0, -1) : failed
  return { records: [...before, lastRecord(call, end, last, charges, duration_ms)], charges }
}

function talkTime(end: CallEnd): number {
  if (end.answered_at === null) return 0
  return Math.max(0, Math.round((end.ended_at - end.answered_at) * 1000))
}

function chargesOf(
  call: Call,
  route: Route | undefined,
  duration_ms: number,
  granted_seconds: number,
): PartyCharge[] {
  const paid_ms = Math.min(duration_ms, granted_seconds * 1000)
  const sold = call.payers.map((payer): PartyCharge => {
    const charge = chargeCall(payer.price.terms, paid_ms)
    return { payer, charge, balance_change: subtractMoney(NO_MONEY, charge.amount) }
  })
  if (!route) return sold
  const bought = chargeCall(route.buy.price.terms, duration_ms)
  return [...sold, { payer: route.buy, charge: bought, balance_change: bought.amount }]
}

function commonRecord(call: Call, end: CallEnd): CallRecord {
  const { call_id, started_at, engine } = call
  return {
    ...emptyRecord(
      { call_id, started_at, ended_at: end.ended_at, engine },
      call.invite,
      call.identity,
    ),
    ...saleOf(call.payers[0].price),
    route_plan_id: call.route_plan_id,
    route_rule_id: call.route_rule_id,
    routing_ms: call.routing_ms,
  }
}

function failedRecord(
  call: Call,
  end: CallEnd,
  attempt: FailedAttempt,
  attempt_no: number,
): CallRecord {
  const route = call.routes.find((r) => r.gateway_id === attempt.gateway_id)
  return {
    ...commonRecord(call, end),
    ...(route ? purchaseOf(route) : {}),
    progress_at: attempt.ringing_at,
    ended_at: attempt.ended_at ?? end.ended_at,
    pdd_ms: delay(attempt.sent_at, attempt.ringing_at),
    sip_code: attempt.sip_code,
    q850_cause: attempt.q850_cause,
    attempt_no,
    is_last: false,
    status: 'FAILED',
  }
}

/** The row that stands for the call: its result and its money. */
function lastRecord(
  call: Call,
  end: CallEnd,
  attempt: CallRecord,
  charges: readonly PartyCharge[],
  duration_ms: number,
): CallRecord {
  const status = statusOf(end)
  const sell = charges.find((party) => party.payer.depth === 0)?.charge
  const top = charges.filter((party) => party.payer.depth >= 0).at(-1)?.charge
  const buy = charges.find((party) => party.payer.depth === -1)?.charge
  return {
    ...attempt,
    is_last: true,
    progress_at: end.ringing_at ?? attempt.progress_at,
    answered_at: end.answered_at,
    ended_at: end.ended_at,
    duration_ms,
    pdd_ms: delay(call.started_at, end.ringing_at ?? end.answered_at ?? attempt.progress_at),
    sell_amount: sell?.amount ?? (0 as Money),
    billed_seconds: sell?.billed_seconds ?? 0,
    buy_amount: buy?.amount ?? (0 as Money),
    buy_billed_seconds: buy?.billed_seconds ?? 0,
    // Without VAT, which is nobody's income; the top payer is the one who pays the operator.
    margin: subtractMoney(top?.net ?? (0 as Money), buy?.net ?? (0 as Money)),
    status,
    refusal: end.cut ?? refusalOf(status, end),
    release_side: end.released_by,
    sip_code: end.sip_code,
    q850_cause: end.q850_cause ?? attempt.q850_cause,
    sip_reason: end.reason,
  }
}

function statusOf(end: CallEnd): CallStatus {
  if (end.answered_at !== null) return 'ANSWERED'
  return end.sip_code === 487 ? 'CANCELLED' : 'FAILED'
}

function refusalOf(status: CallStatus, end: CallEnd): Refusal | null {
  return status === 'FAILED' && !STOP_CODES.includes(end.sip_code) ? 'ALL_ROUTES_FAILED' : null
}

/** Milliseconds between two times; null when one of them is not known. */
function delay(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, Math.round((to - from) * 1000))
}
