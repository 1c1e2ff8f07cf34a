// The sums of payments, by one or two keys.
import { useMemo } from 'react'
import {
  listPaymentGroups,
  type PaymentGroup,
  type PaymentGroupRow,
} from '#contract/payments/payment-reports.ts'
import { getPaymentTotals } from '#contract/payments/payments.ts'
import * as column from '../columns/common-columns.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { useKit } from '../ui/Kit.tsx'
import { Amount } from '../ui/values/Amount.tsx'
import { type DateLook, formatDate, NONE } from '../ui/values/format.ts'
import { DirectionFilters } from './DirectionFilters.tsx'
import { partyColumn } from './party-column.tsx'
import { METHODS, PAYMENT_KIND_CHOICES } from './payment-labels.ts'
import { DIRECTIONS, type PaymentViewProps, USUAL_RANGE } from './payment-views.ts'

type Column = GridColumn<PaymentGroupRow>

const GROUPS: readonly Choice<PaymentGroup>[] = [
  { value: 'month', label: 'Month' },
  { value: 'party', label: 'Account' },
  { value: 'kind', label: 'Kind' },
  { value: 'method', label: 'Method' },
]

const KEY_COLUMNS: Readonly<Record<PaymentGroup, (look: DateLook) => Column>> = {
  month: (look) => ({
    id: 'month',
    header: 'Month',
    width: 120,
    sort: 'month',
    cell: ({ month }) => (month === null ? NONE : formatDate(month, 'month', look)),
  }),
  party: () => partyColumn(),
  kind: () => ({
    id: 'kind',
    header: 'Kind',
    width: 140,
    sort: 'kind',
    cell: ({ kind }) => labelFor(PAYMENT_KIND_CHOICES, kind ?? ''),
    filter: ({ kind }) => (kind ? ['kind', kind] : undefined),
  }),
  method: () => ({
    id: 'method',
    header: 'Method',
    width: 160,
    sort: 'method',
    cell: ({ method }) => labelFor(METHODS, method ?? ''),
    filter: ({ method }) => (method ? ['method', method] : undefined),
  }),
}

const FIGURES: readonly Column[] = [
  column.text('currency', 'Currency', 90),
  column.integer('payments', 'Payments', 100, { sort: true }),
  column.paid('paid', 'Paid', 160),
  column.paid('reversed', 'Reversed', 150),
  column.paid('net', 'Net', 160, { sort: true }),
]

const keyOf = (row: PaymentGroupRow): string =>
  JSON.stringify([row.account_id, row.method, row.kind, row.month, row.currency])

export function PaymentGroups({ direction, tabs, tools }: PaymentViewProps) {
  const { timeZone, dateFormat } = useKit()
  const list = useListScreen(listPaymentGroups, {
    fixed: { direction },
    defaults: { range: USUAL_RANGE, group: 'month' },
  })
  const { group = 'month', then_by } = list.query
  const { group: _, then_by: __, ...filters } = list.filters
  const { data: totals = [] } = useOne(getPaymentTotals, { query: filters }, list.live)
  const groups = GROUPS.filter(({ value }) => list.reads('group', value))
  const columns = useMemo(() => {
    const keys = [...new Set(then_by ? [group, then_by] : [group])]
    const look = { timeZone, dateFormat }
    return [...keys.map((key) => KEY_COLUMNS[key](look)), ...FIGURES]
  }, [group, then_by, timeZone, dateFormat])
  const sums = (figure: 'paid' | 'reversed' | 'net') =>
    totals.map(({ currency, ...total }) => (
      <div key={currency}>
        <Amount value={total[figure]} currency={currency} places="paid" />
      </div>
    ))
  return (
    <ListPage
      title={DIRECTIONS[direction].title}
      tools={tools}
      key={`${group}-${then_by}`}
      name={`payment-sums-${group}-${then_by ?? ''}`}
      list={list}
      columns={columns}
      noun={['row', 'rows']}
      rowId={keyOf}
      empty="No payments in this time range."
      totals={{
        currency: 'Total',
        paid: sums('paid'),
        reversed: sums('reversed'),
        net: sums('net'),
      }}
      filters={
        <>
          {tabs}
          <SelectFilter label="Group by" choices={groups} {...list.bind('group')} />
          <SelectFilter
            label="Then by"
            choices={groups.filter(({ value }) => value !== group)}
            {...list.bind('then_by')}
          />
          <TextFilter label="Search payments" search {...list.bind('q')} />
          <DirectionFilters direction={direction} list={list} range={list} />
          <SelectFilter label="Method" choices={METHODS} {...list.bind('method')} />
          <SelectFilter label="Kind" choices={PAYMENT_KIND_CHOICES} {...list.bind('kind')} />
        </>
      }
    />
  )
}
