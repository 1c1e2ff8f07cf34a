import { type Money, type Sum, toSum } from '#core/money.ts'
import { formatAmount } from '../ui/format.ts'

/** An amount in a list; below zero it is red as well as minus. */
export function Amount({ value }: { value: Money | Sum }) {
  return <span className={value < 0 ? 'danger' : undefined}>{formatAmount(value)}</span>
}

/** What we owe a settlement account, with the word that says who owes whom. */
export function Debt({ value }: { value: Sum }) {
  if (value === 0n) return <span className="muted">settled</span>
  return value > 0 ? (
    <>
      <span className="muted">we owe</span> {formatAmount(value)}
    </>
  ) : (
    <>
      <span className="muted">paid ahead</span> {formatAmount(toSum(-value))}
    </>
  )
}
