import { type Sum, toSum } from '#core/money.ts'
import { Amount } from '../ui/values/Amount.tsx'

interface DebtProps {
  readonly value: Sum
  readonly currency: string
}

/** Our debt to a settlement account, with a word for the direction. */
export function Debt({ value, currency }: DebtProps) {
  if (value === 0n) return <span className="muted">settled</span>
  return (
    <>
      <span className="muted">{value > 0 ? 'we owe' : 'prepaid'}</span>{' '}
      <Amount value={value > 0 ? value : toSum(-value)} currency={currency} />
    </>
  )
}
