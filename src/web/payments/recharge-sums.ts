// The sums of the rows of Smart Recharge, and whether an amount is large.
import type { PaymentKind } from '#core/account/payment.ts'
import { addSums, convertExactly, NO_SUM, parseMoney, type Sum, SYSTEM_FX } from '#core/money.ts'
import type { Balances, RowState } from './recharge-rows.ts'

interface Recharge {
  readonly name: string
  readonly kind: PaymentKind
  readonly amount: Sum
  readonly currency: string
}

/** Above it, in the system currency, the confirmation is typed. */
const MUCH = 10_000_000_000n

const absolute = (sum: bigint) => (sum < 0n ? -sum : sum)

/** Sums up the rows with a known account and an amount. */
export function summarise(
  rows: readonly RowState[],
  balances: ReadonlyMap<number, Balances>,
): {
  readonly recharges: readonly Recharge[]
  readonly sums: ReadonlyMap<string, Sum>
  readonly isMuch: boolean
} {
  const recharges: Recharge[] = []
  const sums = new Map<string, Sum>()
  let isMuch = false
  for (const { values } of rows) {
    const account = balances.get(values.account_id ?? 0)?.parties?.account
    const amount = parseMoney(values.amount)
    if (!account || amount === undefined) continue
    const { name, currency, fx } = account
    recharges.push({ name, kind: values.kind, amount: addSums(NO_SUM, amount), currency })
    sums.set(currency, addSums(sums.get(currency) ?? NO_SUM, amount))
    if (absolute(convertExactly(amount, fx, SYSTEM_FX)) > MUCH) isMuch = true
  }
  return { recharges, sums, isMuch }
}
