// The only component that shows money: always with its currency.
import type { Money, Rate, Sum } from '#core/money.ts'
import styles from './Amount.module.css'
import { formatAmount, formatExactAmount, formatPrice, NONE } from './format.ts'

interface AmountProps {
  readonly value: Money | Sum | null
  /** Empty for no payment; null for no account. */
  readonly currency: string | null
  /** Two for tiles, four for lists, six as the ledger has it. */
  readonly places?: 2 | 4 | 6
}

/** Below zero it is red as well as minus. */
export function Amount({ value, currency, places = 4 }: AmountProps) {
  if (value === null || (!currency && BigInt(value) === 0n)) return NONE
  const text = places === 6 ? formatExactAmount(value) : formatAmount(value, places)
  return (
    <span className={value < 0 ? `${styles.amount} danger` : styles.amount}>
      {text} <Currency code={currency} />
    </span>
  )
}

interface PriceProps {
  readonly value: Rate | null
  readonly currency: string | null
}

/** A rate per minute. */
export function Price({ value, currency }: PriceProps) {
  if (value === null) return NONE
  return (
    <span className={styles.amount}>
      {formatPrice(value)} <Currency code={currency} />
    </span>
  )
}

const Currency = ({ code }: { code: string | null }) => (
  <span className={styles.currency}>{code}</span>
)
