// The accounts of a carrier as trees: a reseller of the first level with all below it, or a direct
// client alone. A tree is in one book; settlement accounts are in every book, in parts.
import type { Operation } from '#core/billing/operation.ts'
import type { Subject } from '#core/routing/call-limits.ts'
import type { AvailableFunds, SimulatedPackage, SimulatedWorld } from '../world.ts'

/** The id of the account at its top. */
export type TreeId = number

export interface Tree {
  readonly id: TreeId
  readonly funds: readonly AvailableFunds[]
  readonly packages: readonly SimulatedPackage[]
}

export class Trees {
  readonly all: ReadonlyMap<TreeId, Tree>
  readonly settlements: readonly AvailableFunds[]
  /** Channels of the limited gateways. */
  readonly channels: ReadonlyMap<Subject, number>
  readonly #tops = new Map<number, TreeId>()

  constructor({ available_funds, packages, snapshot }: SimulatedWorld) {
    this.settlements = available_funds.filter(({ has_floor }) => !has_floor)
    const parties = available_funds.filter(({ has_floor }) => has_floor)
    for (const { account_id, parent_id } of parties) {
      // A parent comes before its children.
      this.#tops.set(account_id, this.#tops.get(parent_id) ?? account_id)
    }
    const top = ({ account_id }: { readonly account_id: number }) => this.#tops.get(account_id)!
    this.all = new Map(
      [...Map.groupBy(parties, top)].map(([id, funds]) => [
        id,
        { id, funds, packages: packages.filter((one) => top(one) === id) },
      ]),
    )
    this.channels = new Map(
      [...snapshot.gateways.values()].flatMap(({ id, channel_limit }) =>
        channel_limit === null ? [] : [[`GATEWAY ${id}` as const, channel_limit]],
      ),
    )
  }

  treeOf = (account_id: number | null): TreeId | undefined => this.#tops.get(account_id ?? 0)

  /** None for a call of an unknown caller, whose record may be in any book. */
  treeOfOperation = (operation: Operation): TreeId | undefined =>
    operation.kind === 'refuse'
      ? this.treeOf(operation.record.account_id)
      : this.treeOf(operation.call.payers[0].account_id)
}

/** The share of one of `count` books in a whole number: together they are the whole. */
export const partOf = (whole: number, nth: number, count: number, turn: number): number =>
  Math.floor(whole / count) + ((nth + turn) % count < whole % count ? 1 : 0)
