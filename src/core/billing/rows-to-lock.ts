// The rows that must be locked before a batch of operations is planned.
import type { Call, CallEnd } from '../call/call.ts'
import { partiesOf, placesOf } from '../call/call-subjects.ts'
import type { Subject } from '../routing/call-limits.ts'
import { limitedSettlements, limitsToCheck, type Operation } from './operation.ts'

export interface RowsToLock {
  readonly account_ids: readonly number[]
  readonly call_ids: readonly string[]
  readonly subscription_ids: readonly number[]
  /** Their counters, beside those of the calls. */
  readonly subjects: readonly Subject[]
  /** Numbers whose calls over a gateway are counted. */
  readonly numbers: readonly Subject[]
}

/** Each of them once. */
export const rowsToLock = (operations: readonly Operation[]): RowsToLock => ({
  account_ids: once(operations.flatMap(accountsOf)),
  call_ids: once(operations.flatMap(callsOf)),
  subscription_ids: once(operations.flatMap(subscriptionsOf)),
  subjects: once(operations.flatMap(subjectsOver)),
  numbers: once(operations.flatMap(numbersOver)),
})

const once = <Id>(ids: readonly Id[]): Id[] => [...new Set(ids)]

function accountsOf(operation: Operation): number[] {
  if (operation.kind === 'refuse' || operation.kind === 'attempt') return []
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

function subscriptionsOf(operation: Operation): readonly number[] {
  switch (operation.kind) {
    case 'reserve':
    case 'extend':
    case 'close':
      return operation.call.payers[0].subscription_ids ?? []
    default:
      return []
  }
}

function subjectsOver(operation: Operation): readonly Subject[] {
  switch (operation.kind) {
    case 'reserve': {
      const { call } = operation
      const places = call.routes.flatMap(({ gateway_id }) => placesOf(call, gateway_id))
      return [...partiesOf(call), ...places]
    }
    case 'attempt':
      return placesOf(operation.call, operation.gateway_id)
    case 'progress':
      return placesOf(operation.call, operation.change.gateway_id)
    default:
      return []
  }
}

function numbersOver(operation: Operation): Subject[] {
  const subjects = limitsToCheck(operation).map(({ subject }) => subject)
  return subjects.filter((subject) => subject.startsWith('NUMBER '))
}

function callsOf(operation: Operation): string[] {
  const is_open = operation.kind !== 'refuse' && operation.kind !== 'reserve'
  return is_open ? [operation.call.call_id] : []
}
