// An open call while a batch is planned: what it holds, and what the batch changes of it.
import type { Holds } from '../account/available-funds.ts'
import type { PackageHold } from '../account/payer.ts'
import { NO_MONEY } from '../money.ts'
import type { Subject } from '../routing/call-limits.ts'
import type { LockedCall, OpenCallChange, OpenCallRow } from './call-batch-rows.ts'
import { packageHoldOf } from './package-seconds.ts'

export interface OpenState {
  held: Holds
  package_hold: PackageHold | null
  granted_seconds: number
  subjects: readonly Subject[]
  /** Set for a call that this batch opens. */
  row: OpenCallRow | null
  change: OpenCallChange | null
}

export function openState(call: LockedCall): OpenState {
  const { payer_ids, held, granted_seconds, subjects } = call
  return {
    held: new Map(payer_ids.map((id, at) => [id, held[at] ?? NO_MONEY])),
    package_hold: packageHoldOf(call),
    granted_seconds,
    subjects,
    row: null,
    change: null,
  }
}

/** Fields that the later change does not set stay as in the earlier one. */
export function mergeChanges(
  earlier: OpenCallChange | null,
  later: OpenCallChange,
): OpenCallChange {
  if (!earlier) return later
  const said = Object.entries(later).filter(([, value]) => value !== null)
  return { ...earlier, ...Object.fromEntries(said) }
}
