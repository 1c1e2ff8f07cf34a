// The end of a call: its records, one per attempt, and what each party is charged.
import type { Payer } from '../account/payer.ts'
import { boundedMoney, convertMoney, type Money, NO_MONEY, subtractMoney } from '../money.ts'
import type { Route } from '../routing/decision.ts'
import { CALLED_PARTY_CODES, type Refusal } from '../routing/refusal.ts'
import {
  attemptCharge,
  type Charge,
  chargeCall,
  packageUse,
  roundDuration,
} from '../tariff/charge-call.ts'
import { type Attempt, type Call, type CallEnd, routeOver } from './call.ts'
import {
  attemptOf,
  type CallRecord,
  type CallStatus,
  emptyRecord,
  purchaseOf,
  saleOf,
} from './call-record.ts'
import { type EarningsPart, operatorEarnings } from './earnings.ts'
import { faultSide } from './fault-side.ts'
import { oneWayAudio } from './one-way-audio.ts'

export interface PartyCharge {
  readonly payer: Payer
  readonly charge: Charge
  /** How many attempt fees the charge includes. */
  readonly attempts: number
  /** Seconds paid by a package of the client. */
  readonly package_seconds: number
  /** Added to the balance of the account: less for a client, more for a settlement account. */
  readonly balance_change: Money
  /** The credit of the reseller above, in its currency; 0 when the operator is above. */
  readonly income: Money
}

export interface ClosedCall {
  readonly records: readonly CallRecord[]
  readonly charges: readonly PartyCharge[]
}

/**
 * Closes a call. Clients and resellers pay for no more than the `granted_seconds` that
 * their holds cover, because the switch cuts with a tolerance of a second; the
 * settlement account is paid for all. `package_held` are seconds of a package that the call holds.
 */
export function closeCall(
  call: Call,
  end: CallEnd,
  granted_seconds: number,
  package_held = 0,
): ClosedCall {
  const duration_ms = talkTime(end)
  const route = end.answered_at === null ? undefined : routeOver(call, end.gateway_id)
  const charges = chargesOf(call, end, route, duration_ms, { granted_seconds, package_held })
  const failed = failedAttempts(end).map((attempt, at) => failedRecord(call, end, attempt, at + 1))
  const last_failed = failed.at(-1)
  const last =
    end.answered_at === null && last_failed
      ? last_failed
      : answeredRecord(call, end, route, failed.length + 1)
  const before = last === last_failed ? failed.slice(0, -1) : failed
  const record = lastRecord(call, end, last, { charges, before, duration_ms })
  return { records: [...before, record], charges }
}

const failedAttempts = (end: CallEnd): readonly Attempt[] =>
  end.attempts.filter(({ attempt_end }) => attempt_end !== 'ANSWERED')

/** Attempts that cost a fee: those that were sent. */
const failedAfterSending = (end: CallEnd): readonly Attempt[] =>
  failedAttempts(end).filter(({ attempt_end }) => attempt_end !== 'NOT_SENT')

/** In milliseconds. */
export function talkTime(end: CallEnd): number {
  if (end.answered_at === null) return 0
  return Math.max(0, Math.round((end.ended_at - end.answered_at) * 1000))
}

/**
 * The charges of all parties. Carriers that only failed are charged attempt fees only, and a call
 * that was not answered without such fees has no charges.
 */
function chargesOf(
  call: Call,
  end: CallEnd,
  route: Route | undefined,
  duration_ms: number,
  { granted_seconds, package_held }: { granted_seconds: number; package_held: number },
): PartyCharge[] {
  const is_answered = end.answered_at !== null
  const was_tried = is_answered || failedAfterSending(end).length > 0
  const paid_ms = is_answered ? Math.min(duration_ms, granted_seconds * 1000) : null
  const attempts = was_tried ? 1 : 0
  const sold = call.payers.map((payer, at) => {
    const talk = { duration_ms: paid_ms, package_held: at === 0 ? package_held : 0 }
    return soldTo(payer, call.payers[at + 1], talk, attempts)
  })
  const bought = purchasesOf(call, end, route).map(({ buy, attempts, is_answering }) => {
    const charge = chargeOf(buy, is_answering ? duration_ms : null, attempts)
    const paid = { package_seconds: 0, balance_change: charge.amount, income: NO_MONEY }
    return { payer: buy, charge, attempts, ...paid }
  })
  const parties = new Set(is_answered ? [...call.payers, route?.buy] : [])
  return [...sold, ...bought].filter(
    ({ payer, charge }) => charge.amount !== 0 || parties.has(payer),
  )
}

/** `duration_ms` is null for a call that was not answered: only attempt fees are due. */
function chargeOf(
  payer: Payer,
  duration_ms: number | null,
  attempts: number,
  package_seconds = 0,
): Charge {
  const { terms } = payer.price
  return duration_ms === null
    ? attemptCharge(terms, attempts)
    : chargeCall(terms, duration_ms, package_seconds, attempts)
}

/** The talk time of a party, and the package seconds it may use. */
interface Talk {
  /** Null for a call that was not answered. */
  readonly duration_ms: number | null
  readonly package_held: number
}

function usedOf({ price: { terms } }: Payer, { duration_ms, package_held }: Talk): number {
  if (duration_ms === null) return 0
  return packageUse(terms, roundDuration(duration_ms, terms.duration_rounding), package_held)
}

/** The attempt fee is paid once, for one gateway or several (docs/domain/billing.md, B9). */
function soldTo(
  payer: Payer,
  parent: Payer | undefined,
  talk: Talk,
  attempts: number,
): PartyCharge {
  const package_seconds = usedOf(payer, talk)
  const charge = chargeOf(payer, talk.duration_ms, attempts, package_seconds)
  const fx = payer.price.terms.party_fx
  return {
    payer,
    charge,
    attempts,
    package_seconds,
    balance_change: subtractMoney(NO_MONEY, charge.amount),
    income: parent ? convertMoney(charge.amount, fx, parent.price.terms.party_fx) : NO_MONEY,
  }
}

interface Purchase {
  readonly buy: Payer
  readonly attempts: number
  readonly is_answering: boolean
}

/** Each settlement account that was tried, once: its gateways have one price. */
function purchasesOf(call: Call, end: CallEnd, route: Route | undefined): Purchase[] {
  const failed = failedAfterSending(end).map(({ gateway_id }) => routeOver(call, gateway_id))
  const tried = [...failed, route]
  const purchases = new Map<number, Purchase>()
  for (const one of tried) {
    const buy = one?.buy
    if (!buy) continue
    const before = purchases.get(buy.account_id)
    purchases.set(buy.account_id, {
      buy: one === route || !before ? buy : before.buy,
      attempts: (before?.attempts ?? 0) + 1,
      is_answering: before?.is_answering === true || one === route,
    })
  }
  return [...purchases.values()]
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

function failedRecord(call: Call, end: CallEnd, attempt: Attempt, attempt_no: number): CallRecord {
  const route = routeOver(call, attempt.gateway_id)
  const was_bought = route?.buy && attempt.attempt_end !== 'NOT_SENT'
  return {
    ...commonRecord(call, end),
    ...(route ? purchaseOf(was_bought ? route : { ...route, buy: null }) : {}),
    ...attemptOf(attempt),
    buy_amount: was_bought ? attemptCharge(route.buy.price.terms, 1).amount : NO_MONEY,
    ended_at: attempt.ended_at ?? end.ended_at,
    pdd_ms: delay(attempt.sent_at, attempt.ringing_at),
    attempt_no,
    is_last: false,
    status: 'FAILED',
  }
}

/** The attempt that connected the call, or a call for which no gateway was tried. */
function answeredRecord(
  call: Call,
  end: CallEnd,
  route: Route | undefined,
  attempt_no: number,
): CallRecord {
  const common = commonRecord(call, end)
  if (!route) return common
  const attempt = end.attempts.find(({ attempt_end }) => attempt_end === 'ANSWERED')
  const known = attempt
    ? {
        ...attemptOf(attempt),
        pdd_ms: delay(attempt.sent_at, attempt.ringing_at ?? end.answered_at),
      }
    : { attempt_end: 'ANSWERED' as const, gateway_sip_code: 200, progress_at: end.ringing_at }
  return { ...common, ...purchaseOf(route), ...known, attempt_no }
}

interface Sums {
  readonly charges: readonly PartyCharge[]
  /** The records of the attempts before the last one. */
  readonly before: readonly CallRecord[]
  readonly duration_ms: number
}

/** The row that represents the call: its result and its money. */
function lastRecord(call: Call, end: CallEnd, attempt: CallRecord, sums: Sums): CallRecord {
  const status = statusOf(end)
  const sell = sums.charges.find((party) => party.payer.depth === 0)?.charge
  const was_bought = attempt.attempt_end !== 'NOT_SENT'
  const refusal = end.cut ?? refusalOf(status, end, attempt)
  const seller = was_bought ? attempt.settlement_id : null
  const buy = sums.charges.find((party) => party.payer.account_id === seller)?.charge
  return {
    ...attempt,
    is_last: true,
    answered_at: end.answered_at,
    ended_at: end.ended_at,
    duration_ms: sums.duration_ms,
    call_pdd_ms: delay(call.started_at, end.ringing_at ?? attempt.progress_at ?? end.answered_at),
    sell_amount: sell?.amount ?? NO_MONEY,
    billed_seconds: sell?.billed_seconds ?? 0,
    buy_amount: lastPurchase(buy, attempt, sums.before),
    buy_billed_seconds: buy?.billed_seconds ?? 0,
    ...operatorEarnings(sums.charges.map(partOf)),
    status,
    refusal,
    fault: faultSide({ ...attempt, status, refusal }),
    release_side: end.released_by,
    sip_code: end.sip_code,
    q850_cause: end.q850_cause,
    sip_reason: end.reason,
    codec: end.media?.caller.codec ?? '',
    media: end.media,
    one_way_audio: oneWayAudio(end),
    early_media: end.early_media,
  }
}

/**
 * The charge of the account less the amounts of its earlier attempts, so that the records add up.
 */
function lastPurchase(
  buy: Charge | undefined,
  attempt: CallRecord,
  before: readonly CallRecord[],
): Money {
  if (!buy) return NO_MONEY
  const left = before
    .filter((record) => record.settlement_id === attempt.settlement_id)
    .reduce<number>((left, record) => left - record.buy_amount, buy.amount)
  return boundedMoney(left)
}

const partOf = ({ payer, charge }: PartyCharge): EarningsPart => ({
  depth: payer.depth,
  net: charge.net,
  fx: payer.price.terms.party_fx,
})

/** A gateway may send 487 on its own: then the call was not cancelled. */
function statusOf(end: CallEnd): CallStatus {
  if (end.answered_at !== null) return 'ANSWERED'
  return end.sip_code === 487 && end.released_by !== 'CALLEE' ? 'CANCELLED' : 'FAILED'
}

/** By the response of the gateway: a policy may change the one to the caller. */
function refusalOf(
  status: CallStatus,
  end: CallEnd,
  { attempt_end, gateway_sip_code }: CallRecord,
): Refusal | null {
  if (status !== 'FAILED') return null
  if (attempt_end === 'NO_ANSWER') return 'RING_TIMEOUT'
  return CALLED_PARTY_CODES.includes(gateway_sip_code ?? end.sip_code) ? null : 'ALL_ROUTES_FAILED'
}

/** Milliseconds between two times; null when one of them is not known. */
function delay(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, Math.round((to - from) * 1000))
}
