// The operations of the charging queue, and the rows that they touch.
import type { Grant, Payer } from '../account/payer.ts'
import type { Call, CallEnd } from '../call/call.ts'
import type { CallRecord } from '../call/call-record.ts'
import type { Route } from '../routing/decision.ts'
import type { LoggedStep } from '../routing/trace.ts'
import type { OpenCallChange } from './call-batch-rows.ts'

export type Operation =
  /** Holds money for a routed call and opens it; refused when a payer cannot pay. */
  | {
      readonly kind: 'reserve'
      readonly call: Call
      readonly dialog: string
      readonly wanted_seconds: number
      readonly expires_at: number
      readonly steps: readonly LoggedStep[]
    }
  /** Notes a call that was refused before money came into it. */
  | { readonly kind: 'refuse'; readonly record: CallRecord; readonly steps: readonly LoggedStep[] }
  /** Notes how far a call has come; once it is answered, the other carriers' holds are released. */
  | { readonly kind: 'progress'; readonly call: Call; readonly change: OpenCallChange }
  /** Holds more money, so that the call may last `wanted_seconds` in all. */
  | {
      readonly kind: 'extend'
      readonly call: Call
      /** Over which the call was answered. */
      readonly gateway_id: number
      readonly wanted_seconds: number
      readonly expires_at: number
      /** When it is asked for, in epoch seconds. */
      readonly at: number
    }
  /** Releases the holds, charges, and writes the records; nothing if the call is closed already. */
  | {
      readonly kind: 'close'
      readonly call: Call
      readonly end: CallEnd
      /** The switch had lost it: what it lasted beyond its grant is paid as far as money goes. */
      readonly was_lost?: boolean
    }

/**
 * The result of an operation: a grant for `reserve` and `extend`, with the call as it was opened;
 * whether the call was open for the rest.
 */
export type Outcome =
  | (Grant & { readonly call: Call })
  | { readonly kind: 'done'; readonly was_open: boolean }

/** The accounts whose balances must be locked before the operation is planned. */
export function accountsOf(operation: Operation): number[] {
  if (operation.kind === 'refuse') return []
  const { call } = operation
  const settlements = limitedSettlements(call.routes).map((payer) => payer.account_id)
  // Progress gives back what is held of carriers only.
  if (operation.kind === 'progress') return settlements
  const payers = call.payers.map((payer) => payer.account_id)
  // Every carrier that was tried may be paid, even if only an attempt fee.
  const paid = operation.kind === 'close' ? settlementsTried(call, operation.end) : []
  return [...payers, ...settlements, ...paid]
}

function settlementsTried(call: Call, end: CallEnd): number[] {
  const tried = new Set(end.attempts.map((attempt) => attempt.gateway_id))
  if (end.answered_at !== null && end.gateway_id !== null) tried.add(end.gateway_id)
  return call.routes.flatMap(({ gateway_id, buy }) =>
    buy && tried.has(gateway_id) ? [buy.account_id] : [],
  )
}

/** The settlement accounts of these routes that limit what we may owe them, each once. */
export function limitedSettlements(routes: readonly Route[]): Payer[] {
  const payers = new Map<number, Payer>()
  for (const { buy } of routes) if (buy?.has_limit) payers.set(buy.account_id, buy)
  return [...payers.values()]
}

/** The subscriptions whose seconds must be locked. */
export function subscriptionsOf(operation: Operation): readonly number[] {
  const moves = operation.kind !== 'refuse' && operation.kind !== 'progress'
  return (moves && operation.call.payers[0].subscription_ids) || []
}

/** The calls whose rows must be locked. */
export function callsOf(operation: Operation): string[] {
  const is_open = operation.kind !== 'refuse' && operation.kind !== 'reserve'
  return is_open ? [operation.call.call_id] : []
}

/** The client's side, and the carrier that carries the call if it limits what we may owe. */
export function payersOver(call: Call, gateway_id: number | null): Payer[] {
  const routes = call.routes.filter((route) => route.gateway_id === gateway_id)
  return [...call.payers, ...limitedSettlements(routes)]
}
