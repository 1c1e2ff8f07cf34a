import type { ReactNode } from 'react'
import type { Money, Sum } from '#core/money.ts'
import { formatAmount } from '../ui/values/format.ts'
import { StatTile } from '../ui/values/StatTile.tsx'

interface MoneyTileProps {
  readonly label: string
  readonly amount: Money | Sum | null
  readonly currency: string
  readonly danger?: boolean
  readonly note?: ReactNode
}

/** An amount of money on a home page, with two decimals. */
export function MoneyTile({ label, amount, currency, danger, note }: MoneyTileProps) {
  return (
    <StatTile
      label={label}
      value={formatAmount(amount, 2)}
      unit={currency}
      tone={danger ? 'danger' : undefined}
      note={note}
    />
  )
}
