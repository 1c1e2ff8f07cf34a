import { convertExactly, type Fx, type Money, type Sum, SYSTEM_FX, toSum } from '#core/money.ts'

interface Debts {
  /** Our debt to the carrier, in its currency. */
  readonly owed_to_them: Sum
  /** Its debt to us as a client, in the currency of the client. */
  readonly owed_to_us: Sum
}

/** The debt of each side after `amount`, in the currency of the carrier, is set off. */
export const leftAfter = (debts: Debts, amount: Money, rate: Fx): Debts => ({
  owed_to_them: toSum(debts.owed_to_them - BigInt(amount)),
  owed_to_us: toSum(debts.owed_to_us - convertExactly(amount, rate, SYSTEM_FX)),
})

/** The most that can be set off: what the side that owes less owes, in the carrier's currency. */
export function mostToSetOff({ owed_to_them, owed_to_us }: Debts, rate: Fx): Sum {
  const theirs = (owed_to_us * BigInt(SYSTEM_FX)) / BigInt(rate)
  const most = theirs < owed_to_them ? theirs : owed_to_them
  return toSum(most > 0n ? most : 0n)
}
