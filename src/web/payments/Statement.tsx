// The statement of one account: its balance before and after each day, and what moved it.
import {
  getStatementPdf,
  listStatementDays,
  type StatementDay,
} from '#contract/invoices/statements.ts'
import { addSums, NO_SUM } from '#core/money.ts'
import { PdfButton } from '../actions/PdfButton.tsx'
import * as column from '../columns/common-columns.tsx'
import { download } from '../http/download.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useUser } from '../session/session.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { Day } from '../ui/values/Day.tsx'
import { DirectionAccount, DirectionRange } from './DirectionFilters.tsx'
import { DIRECTIONS, type PaymentViewProps, USUAL_RANGE } from './payment-views.ts'

const COLUMNS: readonly GridColumn<StatementDay>[] = [
  { id: 'day', header: 'Day', width: 130, sort: 'day', cell: ({ day }) => <Day on={day} /> },
  column.money('opening', 'Opening', 150),
  column.money('calls', 'Calls', 150),
  column.money('sales', 'Sales', 150),
  column.money('packages', 'Packages', 150),
  column.money('payments', 'Payments', 150),
  column.money('adjustments', 'Adjustments', 150),
  column.money('closing', 'Closing', 150),
]

const WITHOUT_SALES = COLUMNS.filter(({ id }) => id !== 'sales')

const MOVED = ['calls', 'sales', 'packages', 'payments', 'adjustments'] as const

/** Totals of the days on this page; opening and closing are those of its first and last day. */
function totalsOf(days: readonly StatementDay[]) {
  const ordered = days.toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (!first || !last) return undefined
  const amount = (value: typeof first.opening) => <Amount value={value} currency={first.currency} />
  const sums = MOVED.map((part) => [
    part,
    amount(days.reduce((sum, day) => addSums(sum, day[part]), NO_SUM)),
  ])
  return {
    day: 'Total',
    opening: amount(first.opening),
    ...Object.fromEntries(sums),
    closing: amount(last.closing),
  }
}

interface StatementProps extends PaymentViewProps {
  /** The title of a page of its own; a view of a report has the title of the report. */
  readonly title?: string
}

export function Statement(props: StatementProps) {
  const { direction, tabs, tools, title = DIRECTIONS[direction].title } = props
  const list = useListScreen(listStatementDays, { defaults: { range: USUAL_RANGE } })
  const own = useUser().account_id
  const chosen = list.has('account_id') ? list.bind('account_id').value : undefined
  const account_id = chosen === undefined ? own : Number(chosen)
  const { range, from, to } = list.filters
  const savePdf = (id: number) =>
    download(getStatementPdf, { params: { id }, query: { range, from, to } })
  const rows = list.rows ?? []
  // Resellers have sales, and no other account.
  const hasSales = rows.some(({ sales }) => sales !== 0n)
  const totals = totalsOf(rows)
  return (
    <ListPage
      title={title}
      tools={
        <>
          {tools}
          {account_id !== null && <PdfButton label="PDF" save={() => savePdf(account_id)} />}
        </>
      }
      name={`statement-${direction}`}
      list={list}
      columns={hasSales ? COLUMNS : WITHOUT_SALES}
      noun={['day', 'days']}
      rowId={({ day }) => day}
      empty={
        account_id === null
          ? 'Select an account to see its statement.'
          : 'Nothing moved the balance of this account in this time range.'
      }
      {...(totals && { totals })}
      filters={
        <>
          {tabs}
          <DirectionRange list={list} />
          <DirectionAccount direction={direction} list={list} />
        </>
      }
    />
  )
}
