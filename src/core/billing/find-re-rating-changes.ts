// The findings of the preview of a re-rating: the charges that would be others (ADR-0015). Pure.
import type { IsWindowOpen } from '../tariff/rate-sheet.ts'
import type { Tariff } from '../tariff/tariff.ts'
import { isWindowOpen, type TimeWindow } from '../time/time-window.ts'
import { isSameCharge, type NewPrice, priceAgain, type WrittenCharge } from './re-rate-call.ts'

/** A call that the preview looks at. */
export interface LookedAtCall {
  readonly call_id: string
  /** Epoch seconds. */
  readonly started_at: number
  readonly started_at_text: string
  readonly called_number: string
  readonly duration_ms: number
  readonly is_answered: boolean
  /** That answered, or was tried last. */
  readonly settlement_id: number | null
}

export interface LookedAtCharge extends WrittenCharge {
  readonly call_id: string
  readonly currency: string
}

export interface FoundChange {
  readonly call: LookedAtCall
  readonly charge: LookedAtCharge
  /** Undefined where the tariff has no rate. */
  readonly price: NewPrice | undefined
}

/** Each charge by the rates and windows of the time of its call. */
export function findReRatingChanges(
  calls: readonly LookedAtCall[],
  charges: readonly LookedAtCharge[],
  new_tariff_id: number | null,
  tariffs: ReadonlyMap<number, Tariff>,
  windows: ReadonlyMap<number, TimeWindow>,
): FoundChange[] {
  const callOf = new Map(calls.map((call) => [call.call_id, call]))
  return charges.flatMap((charge) => {
    const call = callOf.get(charge.call_id)
    if (!call) return []
    // Only the gateway that answered, or was tried last, is paid for the talk.
    const has_talked =
      call.is_answered && (charge.depth >= 0 || call.settlement_id === charge.account_id)
    const talk = { ...call, duration_ms: has_talked ? call.duration_ms : null }
    const isOpen = openAt(windows, Math.floor(call.started_at) * 1000)
    const price = priceAgain(charge, talk, new_tariff_id, tariffs, isOpen)
    return price && isSameCharge(price, charge) ? [] : [{ call, charge, price }]
  })
}

const openAt =
  (windows: ReadonlyMap<number, TimeWindow>, at_ms: number): IsWindowOpen =>
  (window_id) => {
    const window = windows.get(window_id)
    return window !== undefined && isWindowOpen(window, at_ms)
  }
