// The same move in the rows of the oracles, which keep their own: naively, one call at a time.

import { money } from '#core/money.ts'
import type { Oracle } from '../oracle.ts'
import { type Account, type OpenCall, spentOn } from '../oracle-rows.ts'
import type { PackageRow } from '../package-oracle.ts'
import type { Tree } from './trees.ts'

export interface OracleParcel {
  readonly accounts: ReadonlyMap<number, Account>
  readonly packages: ReadonlyMap<number, PackageRow>
  readonly calls: readonly OpenCall[]
  /** The day whose spending its accounts have. */
  readonly day: string
}

export function releaseRows(oracle: Oracle, tree: Tree, today: string): OracleParcel {
  oracle.turnDay(today)
  const accounts = new Map<number, Account>()
  for (const { account_id } of tree.funds) {
    accounts.set(account_id, oracle.accounts.get(account_id)!)
    oracle.accounts.delete(account_id)
  }
  const packages = new Map<number, PackageRow>()
  for (const { id } of tree.packages) {
    packages.set(id, oracle.packages.rows.get(id)!)
    oracle.packages.rows.delete(id)
  }
  const calls = [...oracle.open.values()].filter(({ call }) =>
    accounts.has(call.payers[0].account_id),
  )
  for (const open of calls) {
    oracle.open.delete(open.call.call_id)
    moveHolds(oracle, open, -1n)
  }
  return { accounts, packages, calls, day: today }
}

export function receiveRows(oracle: Oracle, parcel: OracleParcel, today: string): void {
  // A day may have begun on the way, for the book or for the tree.
  oracle.turnDay(today)
  for (const [id, account] of parcel.accounts) {
    spentOn(account, parcel.day, today)
    oracle.accounts.set(id, account)
  }
  for (const [id, row] of parcel.packages) oracle.packages.rows.set(id, row)
  for (const open of parcel.calls) {
    oracle.open.set(open.call.call_id, open)
    moveHolds(oracle, open, 1n)
  }
}

/** The holds of a call on settlement accounts, with that part of their limits. */
function moveHolds(oracle: Oracle, { holds }: OpenCall, sign: 1n | -1n): void {
  for (const [id, held] of holds) {
    const account = oracle.accounts.get(id)
    if (!account || account.funds.has_floor) continue
    account.held += sign * held
    const { max_debt } = account.funds
    if (max_debt === null) continue
    account.funds = { ...account.funds, max_debt: money(max_debt + Number(sign * held)) }
  }
}
