// The rows of a tree on their way between two books: balances, packages, and open calls with what
// they hold and count. A carrier's part goes along as far as these calls use it, so that the parts
// of all books are the whole limit at any time.
import { strict as assert } from 'node:assert'
import type { SubscriptionSeconds } from '#core/account/package.ts'
import { addMoney, addSums, type Money, money, subtractMoney, subtractSums } from '#core/money.ts'
import type { Subject } from '#core/routing/call-limits.ts'
import type { Balance, OpenCall, Store } from '../store.ts'
import type { Tree } from './trees.ts'

export interface Parcel {
  readonly balances: readonly Balance[]
  readonly subscriptions: readonly SubscriptionSeconds[]
  readonly calls: readonly OpenCall[]
  /** The holds of the calls on settlement accounts, and as much of the greatest debt. */
  readonly held: ReadonlyMap<number, { readonly held: Money; readonly max_debt: Money }>
  /** Channels of limited gateways. */
  readonly channels: ReadonlyMap<Subject, number>
}

/** The rows of one book, and its parts of the channels of gateways. */
export interface BookRows {
  readonly store: Store
  readonly channels: Map<Subject, number>
}

/** Takes the tree out of a book. */
export function takeOut({ store, channels }: BookRows, tree: Tree): Parcel {
  const ids = new Set(tree.funds.map(({ account_id }) => account_id))
  const calls = [...store.open.values()].filter(({ account_id }) => ids.has(account_id))
  const parcel = structuredClone({
    balances: [...ids].map((id) => store.balances.get(id)!),
    subscriptions: tree.packages.map(({ id }) => store.subscriptions.get(id)!),
    calls,
    held: heldOfSettlements(store, calls),
    channels: channelsOf(channels, calls),
  })
  for (const id of ids) store.balances.delete(id)
  for (const { id } of tree.packages) store.subscriptions.delete(id)
  for (const { call_id, subjects } of calls) {
    store.open.delete(call_id)
    store.moveCounts(subjects, -1)
  }
  for (const [id, { held, max_debt }] of parcel.held) {
    const row = store.balances.get(id)!
    row.held = subtractSums(row.held, held)
    if (row.max_debt !== null) row.max_debt = subtractMoney(row.max_debt, max_debt)
  }
  for (const [subject, count] of parcel.channels) {
    channels.set(subject, channels.get(subject)! - count)
  }
  return parcel
}

/** Puts it into another one. */
export function putIn({ store, channels }: BookRows, sent: Parcel): void {
  const parcel = structuredClone(sent)
  for (const row of parcel.balances) store.balances.set(row.account_id, row)
  for (const row of parcel.subscriptions) store.subscriptions.set(row.id, row)
  for (const call of parcel.calls) {
    store.open.set(call.call_id, call)
    store.moveCounts(call.subjects, 1)
  }
  for (const [id, { held, max_debt }] of parcel.held) {
    const row = store.balances.get(id)
    assert(row, 'every book has a part of every carrier')
    row.held = addSums(row.held, held)
    if (row.max_debt !== null) row.max_debt = addMoney(row.max_debt, max_debt)
  }
  for (const [subject, count] of parcel.channels) {
    channels.set(subject, channels.get(subject)! + count)
  }
}

/** The calls hold of carriers that limit what we may owe them, and take that much of the limit. */
function heldOfSettlements(store: Store, calls: readonly OpenCall[]): Parcel['held'] {
  const sums = new Map<number, { held: Money; max_debt: Money }>()
  for (const { payer_ids, held } of calls) {
    for (const [at, id] of payer_ids.entries()) {
      const row = store.balances.get(id)
      if (!row || row.has_floor) continue
      const sum = addMoney(sums.get(id)?.held ?? money(0), held[at]!)
      sums.set(id, { held: sum, max_debt: sum })
    }
  }
  return sums
}

/** As many channels as the calls take; a call that was sent in spite of a limit takes none. */
function channelsOf(
  parts: ReadonlyMap<Subject, number>,
  calls: readonly OpenCall[],
): Parcel['channels'] {
  const counts = new Map<Subject, number>()
  for (const subject of calls.flatMap(({ subjects }) => subjects)) {
    const part = parts.get(subject)
    const count = (counts.get(subject) ?? 0) + 1
    if (part !== undefined && count <= part) counts.set(subject, count)
  }
  return counts
}
