// The calls to one number on both sides, as rows of a reconciliation.
import { type Money, money } from '../money.ts'
import { matchCalls, type TimedCall } from './match-calls.ts'
import { classOf, type ReconciliationOptions, type RowClass, type Side } from './reconciliation.ts'

export interface SideCall extends TimedCall {
  readonly amount: Money | null
}

export interface Rules
  extends Pick<
    ReconciliationOptions,
    'time_tolerance' | 'duration_tolerance' | 'amount_tolerance'
  > {
  /** Epoch seconds; until is not included. */
  readonly from: number
  readonly until: number
}

export interface ComparedRow<Call> {
  readonly class: RowClass
  readonly ours: Call | null
  readonly theirs: Call | null
  readonly difference: Money | null
}

const sideOf = ({ seconds, amount }: SideCall): Side => ({ calls: 1, seconds, amount })

/** The amount that the carrier charges more; null where it states no amounts. */
export function differenceOf(
  kind: RowClass,
  ours: Money | null | undefined,
  theirs: Money | null | undefined,
): Money | null {
  if (kind === 'OUTSIDE' || kind === 'INVALID') return null
  if (kind === 'ONLY_OURS') return money(-(ours ?? 0))
  return theirs === null || theirs === undefined ? null : money(theirs - (ours ?? 0))
}

/**
 * In the order of `compareCalls`. Calls outside of the period are there because a clock may differ:
 * ours count only beside one of theirs that is in the period.
 */
export function compareNumber<Call extends SideCall>(
  calls: readonly Call[],
  rules: Rules,
): ComparedRow<Call>[] {
  const isWithin = ({ at }: Call): boolean => at >= rules.from && at < rules.until
  const matches = matchCalls(calls, rules.time_tolerance)
  const rows: ComparedRow<Call>[] = []
  const add = (kind: RowClass, ours: Call | null, theirs: Call | null) => {
    const difference = differenceOf(kind, ours?.amount, theirs?.amount)
    rows.push({ class: kind, ours, theirs, difference })
  }
  for (const [at, call] of calls.entries()) {
    const other = calls[matches[at] ?? -1] ?? null
    const isPair = other !== null && (isWithin(call) || isWithin(other))
    if (isPair) {
      if (call.is_ours) add(classOf(sideOf(call), sideOf(other), rules), call, other)
    } else if (!call.is_ours) add(isWithin(call) ? 'ONLY_THEIRS' : 'OUTSIDE', null, call)
    else if (isWithin(call)) add('ONLY_OURS', call, null)
  }
  return rows
}
