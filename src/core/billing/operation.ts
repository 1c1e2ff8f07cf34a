// The operations of the charging queue, and the rows that they touch.
import type { Grant, Payer } from '../account/payer.ts'
import type { Call, CallEnd } from '../call/call.ts'
import type { CallRecord } from '../call/call-record.ts'
import type { CallLimits, Subject, SubjectLimit } from '../routing/call-limits.ts'
import type { Route } from '../routing/decision.ts'
import type { Load } from '../routing/snapshot.ts'
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
      readonly limits: CallLimits
      readonly steps: readonly LoggedStep[]
    }
  /** Moves a call that is not answered to another gateway, if the limits there allow one more. */
  | {
      readonly kind: 'attempt'
      readonly call: Call
      readonly gateway_id: number
      readonly limits: readonly SubjectLimit[]
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
 * the load of the limits that prevent it; whether the call was open for the rest.
 */
export type Outcome =
  | (Grant & { readonly call: Call })
  | { readonly kind: 'crowded'; readonly loads: ReadonlyMap<Subject, Load> }
  | { readonly kind: 'done'; readonly was_open: boolean }

/** The settlement accounts of these routes that limit what we may owe them, each once. */
export function limitedSettlements(routes: readonly Route[]): Payer[] {
  const payers = new Map<number, Payer>()
  for (const { buy } of routes) if (buy?.has_limit) payers.set(buy.account_id, buy)
  return [...payers.values()]
}

/** All limits that the operation may have to check. */
export function limitsToCheck(operation: Operation): readonly SubjectLimit[] {
  if (operation.kind === 'attempt') return operation.limits
  if (operation.kind !== 'reserve') return []
  return [...operation.limits.parties, ...operation.limits.routes.flat()]
}

/** The limits in which the call is counted when it begins with the first of these routes. */
export function limitsAtStart(
  { call: decided, limits }: Operation & { kind: 'reserve' },
  { routes: [first] }: Pick<Call, 'routes'>,
): readonly SubjectLimit[] {
  const at = decided.routes.findIndex(({ gateway_id }) => gateway_id === first?.gateway_id)
  return [...limits.parties, ...(limits.routes[at] ?? [])]
}

/** The client's side, and the carrier that carries the call if it limits what we may owe. */
export function payersOver(call: Call, gateway_id: number | null): Payer[] {
  const routes = call.routes.filter((route) => route.gateway_id === gateway_id)
  return [...call.payers, ...limitedSettlements(routes)]
}
