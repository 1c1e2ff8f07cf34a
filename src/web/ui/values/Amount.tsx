// The only component that shows money: always with its currency, unless the heading of the column
// has it.
import { useContext } from 'react'
import { decimalsOf } from '#core/billing/printed-amounts.ts'
import type { Money, Rate, Sum } from '#core/money.ts'
import { useKit } from '../Kit.tsx'
import styles from './Amount.module.css'
import { formatAmount, formatExactAmount, formatPrice, isExactWith, NONE } from './format.ts'
import { SaidCurrency } from './said-currency.ts'

/** By ISO 4217; nothing has been paid then. */
const NO_CURRENCY = 'XXX'

interface AmountProps {
  readonly value: Money | Sum | null
  /** Empty for no payment; null for no account. */
  readonly currency: string | null
  /**
   * Those with which people pay in the currency, for documents and payments; two for tiles, six as
   * the ledger has it; else as many as the settings say.
   */
  readonly places?: 'paid' | 2 | 6
  /** The direction that is bad for us, shown red: below zero, or `more` when our costs rise. */
  readonly bad?: 'less' | 'more'
}

/** A rounded amount has a tooltip with all decimals. */
export function Amount({ value, currency, places, bad = 'less' }: AmountProps) {
  const { amountDecimals } = useKit()
  if (value === null || (!currency && BigInt(value) === 0n)) return NONE
  const shown = places === 'paid' ? decimalsOf(currency ?? NO_CURRENCY) : (places ?? amountDecimals)
  const isBad = bad === 'less' ? value < 0 : value > 0
  return (
    <span
      className={isBad ? `${styles.amount} danger` : styles.amount}
      title={isExactWith(value, shown) ? undefined : formatExactAmount(value)}
    >
      {formatAmount(value, shown)}
      <Currency code={currency} />
    </span>
  )
}

interface PriceProps {
  readonly value: Rate | null
  readonly currency: string | null
  /** The least number of decimals, where prices are compared in a column. */
  readonly decimals?: number | undefined
}

/** A rate per minute. */
export function Price({ value, currency, decimals }: PriceProps) {
  if (value === null) return NONE
  return (
    <span className={styles.amount}>
      {formatPrice(value, decimals)}
      <Currency code={currency} />
    </span>
  )
}

function Currency({ code }: { code: string | null }) {
  const said = useContext(SaidCurrency)
  return said === code ? null : <span className={styles.currency}> {code}</span>
}
