// The changes of a batch to balances: what is held for calls, what they cost, and the entries of
// the ledger that say so.
import { availableFunds, type Balance, type Holds, onDay } from '../account/available-funds.ts'
import type { AvailableFunds, Payer } from '../account/payer.ts'
import { addSums, type Money, NO_MONEY, type Sum, subtractMoney, subtractSums } from '../money.ts'
import type { BalanceChange, CallEntryRow } from './call-batch-rows.ts'

/** A charge of a call, or the income from it. */
type Movement = Pick<CallEntryRow, 'account_id' | 'counter_account_id' | 'kind' | 'call_id'> & {
  readonly amount: Money
}

export class BatchBalances {
  readonly #before: ReadonlyMap<number, Balance>
  readonly #rows: Map<number, Balance>
  readonly #today: string
  readonly #entries: CallEntryRow[] = []

  /** `today` is the calendar day in the zone in which caps of spending are counted. */
  constructor(rows: readonly Balance[], today: string) {
    this.#today = today
    this.#before = new Map(rows.map((row) => [row.account_id, row]))
    this.#rows = new Map(rows.map((row) => [row.account_id, onDay(row, today)]))
  }

  /** The available funds of a payer for a call that holds `own` already. */
  readonly fundsFor =
    (own: Holds) =>
    (payer: Payer): AvailableFunds | null =>
      availableFunds(payer, this.#rows.get(payer.account_id), own)

  /** Holds `after` in place of `before`. */
  hold(before: Holds, after: Holds): void {
    for (const account_id of new Set([...before.keys(), ...after.keys()])) {
      const row = this.#rows.get(account_id)
      if (!row) continue
      const more = subtractMoney(
        after.get(account_id) ?? NO_MONEY,
        before.get(account_id) ?? NO_MONEY,
      )
      this.#rows.set(account_id, { ...row, held: addSums(row.held, more) })
    }
  }

  /** Changes the balance, with its entry; nothing for an account that is not locked. */
  move({ account_id, amount, ...about }: Movement): void {
    const row = this.#rows.get(account_id)
    if (!row || amount === 0) return
    const balance = addSums(row.balance, amount)
    // The credit of a call to the party below is spent too. Money received makes no room under a
    // cap: the next day would not know of it.
    const is_spent = row.has_floor && amount < 0
    const spent = (before: Sum) => (is_spent ? subtractSums(before, amount) : before)
    this.#rows.set(account_id, {
      ...row,
      balance,
      spent_today: spent(row.spent_today),
      spent_this_month: spent(row.spent_this_month),
    })
    this.#entries.push({ account_id, amount, balance_after: balance, ...about })
  }

  entries = (): readonly CallEntryRow[] => this.#entries

  changes(): BalanceChange[] {
    return [...this.#rows.values()].flatMap((row) => {
      const before = this.#before.get(row.account_id) ?? row
      const balance = subtractSums(row.balance, before.balance)
      const held = subtractSums(row.held, before.held)
      if (balance === 0n && held === 0n) return []
      const { account_id, spent_today, spent_this_month } = row
      return [{ account_id, balance, held, spent_day: this.#today, spent_today, spent_this_month }]
    })
  }
}
