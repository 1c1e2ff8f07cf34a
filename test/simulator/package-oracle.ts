// The rest of packages and the seconds that calls hold of it, kept beside the code under test.
import { strict as assert } from 'node:assert'
import type { PackageHold, Payer } from '#core/account/payer.ts'
import type { BatchChanges } from '#core/billing/call-batch-rows.ts'
import type { Prices } from './prices.ts'
import type { Store } from './store.ts'
import type { SimulatedPackage } from './world.ts'

type Held = PackageHold | null

export interface PackageRow {
  left: number
  held: number
}

export class PackageOracle {
  readonly rows = new Map<number, PackageRow>()
  readonly #prices: Prices

  constructor(packages: readonly SimulatedPackage[], prices: Prices) {
    this.#prices = prices
    for (const { id, seconds } of packages) this.rows.set(id, { left: seconds, held: 0 })
  }

  /** The seconds of a package that are free for a call that holds `own`. */
  free(id: number, own: Held): number {
    const { left, held } = this.#row(id)
    return left - held + (own?.subscription_id === id ? own.seconds : 0)
  }

  /** That the first of the candidates was taken with which the call could begin. */
  checkChoice(
    candidates: readonly number[],
    chosen: Held,
    own: Held,
    canBegin: (package_seconds: number) => boolean,
  ): void {
    for (const id of candidates) {
      if (chosen?.subscription_id === id) return
      const free = this.free(id, own)
      assert(free <= 0 || !canBegin(free), `package ${id} is left out, and has ${free} s`)
    }
    assert(chosen === null, 'a package pays that does not reach the number')
  }

  /** That the package holds what a call of these seconds uses. */
  checkHold(client: Payer, seconds: number, chosen: Held, own: Held): void {
    const held = this.holdOf(client, chosen?.subscription_id, seconds, own)
    assert.equal(chosen?.seconds, held?.seconds, 'held of it')
  }

  /** The seconds reserved in the package for a call of this length; null without a package. */
  holdOf(client: Payer, id: number | undefined, seconds: number, own: Held): Held {
    if (id === undefined) return null
    const used = this.#prices.packageUse(client, seconds * 1000, this.free(id, own))
    return { subscription_id: id, seconds: used }
  }

  hold(before: Held, after: Held): void {
    if (before) this.#row(before.subscription_id).held -= before.seconds
    if (after) this.#row(after.subscription_id).held += after.seconds
  }

  /** The call is over: what it has used is gone. Answers that. */
  use(client: Payer, duration_ms: number | null, held: Held): number {
    this.hold(held, null)
    if (!held || duration_ms === null) return 0
    const used = this.#prices.packageUse(client, duration_ms, held.seconds)
    assert(used <= held.seconds, 'no more is used than was held')
    this.#row(held.subscription_id).left -= used
    return used
  }

  checkCharge(charge: BatchChanges['charges'][number], used: number, held: Held): void {
    assert.equal(charge.package_seconds, used, 'what the package has paid')
    const subscription = used > 0 ? held?.subscription_id : null
    assert.equal(charge.package_subscription_id, subscription, 'which package has paid')
  }

  compare(store: Store): void {
    for (const [id, { left, held }] of this.rows) {
      const row = store.subscriptions.get(id)
      assert.deepEqual([row?.seconds_left, row?.seconds_held], [left, held], `package ${id}`)
    }
  }

  #row(id: number): PackageRow {
    const row = this.rows.get(id)
    assert(row, `package ${id} is known`)
    return row
  }
}
