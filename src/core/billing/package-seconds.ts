// The changes of a batch to the seconds of packages: promised to calls, given back, used up. The
// same for them as balances are for money.
import { freeSecondsOf, type SubscriptionSeconds } from '../account/package.ts'
import type { PackageHold } from '../account/payer.ts'
import type { Call } from '../call/call.ts'
import type { LockedCall, SubscriptionChange } from './call-batch-rows.ts'

type Held = PackageHold | null

export class PackageSeconds {
  readonly #before: ReadonlyMap<number, SubscriptionSeconds>
  readonly #rows: Map<number, SubscriptionSeconds>

  constructor(rows: readonly SubscriptionSeconds[]) {
    this.#before = new Map(rows.map((row) => [row.id, row]))
    this.#rows = new Map(this.#before)
  }

  /** The seconds of each subscription open to a call that holds `own` at this moment. */
  freeFor(own: Held, at_seconds: number): (subscription_id: number) => number {
    return (id) => {
      const held = own?.subscription_id === id ? own.seconds : 0
      return freeSecondsOf(this.#rows.get(id), held, at_seconds)
    }
  }

  /** Promises `after` in place of `before`. */
  hold(before: Held, after: Held): void {
    if (before) this.#change(before.subscription_id, -before.seconds, 0)
    if (after) this.#change(after.subscription_id, after.seconds, 0)
  }

  /** Gives back what the call held, but for what it has used. */
  settle(held: Held, used_seconds: number): void {
    if (held) this.#change(held.subscription_id, -held.seconds, -used_seconds)
  }

  #change(id: number, held: number, left: number): void {
    const row = this.#rows.get(id)
    if (!row) return
    const seconds_held = row.seconds_held + held
    this.#rows.set(id, { ...row, seconds_held, seconds_left: row.seconds_left + left })
  }

  changes(): SubscriptionChange[] {
    return [...this.#rows.values()].flatMap((row) => {
      const before = this.#before.get(row.id) ?? row
      const seconds_left = row.seconds_left - before.seconds_left
      const seconds_held = row.seconds_held - before.seconds_held
      return seconds_left === 0 && seconds_held === 0
        ? []
        : [{ id: row.id, seconds_left, seconds_held }]
    })
  }
}

/** The package seconds that the stored call holds. */
export function packageHoldOf({
  package_subscription_id: subscription_id,
  package_seconds_held: seconds,
}: LockedCall): Held {
  return subscription_id === null ? null : { subscription_id, seconds }
}

/** The columns of an open call. */
export const packageColumns = (held: Held) => ({
  package_subscription_id: held?.subscription_id ?? null,
  package_seconds_held: held?.seconds ?? 0,
})

/** From the grant on, a call keeps to the package that was chosen for it. */
export function settledOn(call: Call, held: Held): Call {
  const [client, ...resellers] = call.payers
  if (client.subscription_ids === undefined) return call
  const subscription_ids = held ? [held.subscription_id] : []
  return { ...call, payers: [{ ...client, subscription_ids }, ...resellers] }
}
