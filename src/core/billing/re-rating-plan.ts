// The changes to a batch of calls when their new prices are applied, decided on locked rows. Pure.

import { addSums, money, type Sum, SYSTEM_FX, subtractSums } from '../money.ts'
import { isSameCharge, type Movement, movementsOf, reRateCall } from './re-rate-call.ts'
import type {
  AppliedCalls,
  ChangeToApply,
  LockedBalance,
  NewEntry,
  StandingEntry,
  StoredCalls,
  StoredCharge,
  StoredRecord,
} from './re-rating-rows.ts'
import { takenBack, trafficAdditions } from './traffic-additions.ts'

/** A call is applied as a whole, or not at all if a balance is too low for its new price. */
export function planReRating(changes: readonly ChangeToApply[], stored: StoredCalls): AppliedCalls {
  const plan = new Plan(stored)
  for (const [call_id, of_call] of Map.groupBy(changes, (change) => change.call_id)) {
    plan.apply(call_id, of_call)
  }
  return plan.result()
}

class Plan {
  readonly #stored: StoredCalls
  readonly #rows: ReadonlyMap<number, LockedBalance>
  readonly #balances = new Map<number, Sum>()
  readonly #before: Calls = { records: [], charges: [] }
  readonly #after: Calls = { records: [], charges: [] }
  readonly #charges: StoredCharge[] = []
  readonly #entries: NewEntry[] = []
  readonly #problems: AppliedCalls['problems'][number][] = []

  constructor(stored: StoredCalls) {
    this.#stored = stored
    this.#rows = new Map(stored.balances.map((row) => [row.account_id, row]))
  }

  apply(call_id: string, changes: readonly ChangeToApply[]): void {
    const before = {
      records: this.#stored.records.filter((record) => record.call_id === call_id),
      charges: this.#stored.charges.filter((charge) => charge.call_id === call_id),
    }
    const isAsShown = (change: ChangeToApply) =>
      before.charges.some(
        (charge) => charge.account_id === change.account_id && isSameCharge(charge, shown(change)),
      )
    const prices = new Map(changes.filter(isAsShown).map((one) => [one.account_id, one]))
    for (const { account_id } of changes) {
      if (!prices.has(account_id)) this.#problems.push({ call_id, account_id, problem: 'CHANGED' })
    }
    if (prices.size === 0) return
    const fxOf = (account_id: number) => this.#rows.get(account_id)?.fx ?? SYSTEM_FX
    const after = reRateCall(before, prices, fxOf)
    const standing = this.#stored.entries.filter((entry) => entry.call_id === call_id)
    const moved = this.#move(call_id, standing, after.charges.flatMap(movementsOf))
    if (!moved) {
      const problem = 'BALANCE_LOW'
      for (const account_id of prices.keys()) this.#problems.push({ call_id, account_id, problem })
      return
    }
    for (const [account_id, balance] of moved.balances) this.#balances.set(account_id, balance)
    this.#entries.push(...moved.entries)
    add(this.#before, before)
    add(this.#after, after)
    this.#charges.push(...after.charges.filter(({ account_id }) => prices.has(account_id)))
  }

  /** The entries that correct the ledger; undefined when a balance is too low. */
  #move(call_id: string, standing: readonly StandingEntry[], wanted: readonly Movement[]) {
    const balances = new Map(this.#balances)
    const entries: NewEntry[] = []
    const write = (movement: Pick<NewEntry, keyof Movement>, reverses_id: number | null) => {
      const row = this.#rows.get(movement.account_id)
      // The operator has no balance.
      if (!row) return
      const balance_after = addSums(balances.get(row.account_id) ?? row.balance, movement.amount)
      balances.set(row.account_id, balance_after)
      entries.push({ ...pick(movement), balance_after, call_id, reverses_id })
    }
    const isIn = (list: readonly Movement[]) => (one: Movement) =>
      list.some((other) => keyOf(other) === keyOf(one) && other.amount === one.amount)
    for (const entry of standing) {
      if (isIn(wanted)(entry)) continue
      write({ ...entry, kind: 'REVERSAL', amount: money(0 - entry.amount) }, entry.id)
    }
    for (const movement of wanted) if (!isIn(standing)(movement)) write(movement, null)
    const isTooLow = [...balances].some(([account_id, balance]) =>
      isBelowFloor(this.#rows.get(account_id), balance),
    )
    return isTooLow ? undefined : { balances, entries }
  }

  result(): AppliedCalls {
    return {
      balances: this.#balances,
      records: this.#after.records,
      charges: this.#charges,
      entries: this.#entries,
      additions: [
        ...takenBack(trafficAdditions(this.#before.records, this.#before.charges)),
        ...trafficAdditions(this.#after.records, this.#after.charges),
      ],
      problems: this.#problems,
    }
  }
}

interface Calls {
  readonly records: StoredRecord[]
  readonly charges: StoredCharge[]
}

function add(
  to: Calls,
  call: { readonly records: readonly StoredRecord[]; readonly charges: readonly StoredCharge[] },
): void {
  to.records.push(...call.records)
  to.charges.push(...call.charges)
}

const shown = ({ old_net, old_amount, old_billed_seconds }: ChangeToApply) => ({
  net: old_net,
  amount: old_amount,
  billed_seconds: old_billed_seconds,
})

const keyOf = ({ kind, account_id, counter_account_id }: Movement) =>
  `${kind} ${account_id} ${counter_account_id}`

const pick = ({
  account_id,
  counter_account_id,
  kind,
  amount,
}: Pick<NewEntry, keyof Movement>) => ({
  account_id,
  counter_account_id,
  kind,
  amount,
})

/** No balance may fall below its limit; a credit is allowed even if it is below already. */
function isBelowFloor(row: LockedBalance | undefined, balance: Sum): boolean {
  if (!row?.has_floor || balance >= row.balance) return false
  return subtractSums(addSums(balance, row.credit_limit), row.held) < 0n
}
