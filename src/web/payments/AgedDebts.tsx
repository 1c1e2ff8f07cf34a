// The current debts, by the days since they were debited: payments settle the oldest debits first.
import { type AgedDebt, listAgedDebts } from '#contract/payments/payment-reports.ts'
import * as column from '../columns/common-columns.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { currencySums } from './currency-sums.tsx'
import { DirectionFilters } from './DirectionFilters.tsx'
import { partyColumn } from './party-column.tsx'
import { DIRECTIONS, type PaymentViewProps } from './payment-views.ts'

const COLUMNS: readonly GridColumn<AgedDebt>[] = [
  partyColumn(),
  column.text('currency', 'Currency', 90),
  column.money('debt', 'Debt', 160, { sort: true }),
  column.money('days_30', '0–30 days', 150, { sort: true }),
  column.money('days_60', '31–60 days', 150, { sort: true }),
  column.money('days_90', '61–90 days', 150, { sort: true }),
  column.money('older', 'Over 90 days', 150, { sort: true }),
]

const FIGURES = ['debt', 'days_30', 'days_60', 'days_90', 'older'] as const

const keyOf = (row: AgedDebt): string => `${row.account_id}-${row.currency}`

export function AgedDebts({ direction, tabs, tools }: PaymentViewProps) {
  const list = useListScreen(listAgedDebts, { fixed: { direction } })
  const query = { ...list.filters, per: 'currency' } as const
  const { data: totals = [] } = useOne(listAgedDebts, { query }, list.live)
  return (
    <ListPage
      title={DIRECTIONS[direction].title}
      tools={tools}
      name={`ageing-${direction}`}
      list={list}
      columns={COLUMNS}
      noun={['debt', 'debts']}
      rowId={keyOf}
      empty="No open debts."
      totals={{ currency: 'Total', ...currencySums(FIGURES, totals) }}
      filters={
        <>
          {tabs}
          <DirectionFilters direction={direction} list={list} />
        </>
      }
    />
  )
}
