// The rows that a batch of a re-rating reads and writes.
import type { Fx, Money, Sum } from '../money.ts'
import type {
  Movement,
  NewPrice,
  ReRatingProblem,
  WrittenCharge,
  WrittenRecord,
} from './re-rate-call.ts'
import type { ReportedRecord, TrafficAddition } from './traffic-additions.ts'

/** A change as it is applied, with the price that was shown. */
export interface ChangeToApply extends NewPrice {
  readonly call_id: string
  readonly account_id: number
  readonly started_at_text: string
  readonly old_net: Money
  readonly old_amount: Money
  readonly old_billed_seconds: number
}

export interface LockedBalance {
  readonly account_id: number
  readonly balance: Sum
  readonly credit_limit: Money
  readonly held: Sum
  readonly has_floor: boolean
  /** The present value of a unit of its currency. */
  readonly fx: Fx
}

export type StoredRecord = WrittenRecord & ReportedRecord & { readonly attempt_no: number }
export interface StoredCharge extends WrittenCharge {
  readonly call_id: string
  /** Epoch seconds. */
  readonly started_at: number
}

export interface StandingEntry extends Movement {
  readonly id: number
  readonly call_id: string
}

export interface StoredCalls {
  readonly balances: readonly LockedBalance[]
  readonly records: readonly StoredRecord[]
  readonly charges: readonly StoredCharge[]
  readonly entries: readonly StandingEntry[]
}

export interface NewEntry {
  readonly account_id: number
  readonly counter_account_id: number
  readonly kind: 'CALL' | 'SALE' | 'REVERSAL'
  readonly amount: Money
  readonly balance_after: Sum
  readonly call_id: string
  readonly reverses_id: number | null
}

export interface AppliedCalls {
  readonly balances: ReadonlyMap<number, Sum>
  readonly records: readonly StoredRecord[]
  readonly charges: readonly StoredCharge[]
  readonly entries: readonly NewEntry[]
  /** Differences. */
  readonly additions: readonly TrafficAddition[]
  readonly problems: readonly {
    readonly call_id: string
    readonly account_id: number
    readonly problem: ReRatingProblem
  }[]
}
