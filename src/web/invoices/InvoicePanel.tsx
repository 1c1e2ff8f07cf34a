// The amounts to bill and to pay: invoices by state, and the cost of each client's calls this
// month, which no invoice bills yet.
import { IconCash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { listUnbilledUsage, type UnbilledUsage } from '#contract/payments/payment-reports.ts'
import * as column from '../columns/common-columns.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { currencySums } from '../payments/currency-sums.tsx'
import { partyColumn } from '../payments/party-column.tsx'
import { usePayment } from '../payments/use-payment.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { formatDecimal, NONE } from '../ui/values/format.ts'
import { InvoiceTotals } from './InvoiceTotals.tsx'
import { useBulkDrafts } from './use-bulk-drafts.tsx'

const BILLING = [
  { value: 'POSTPAID', label: 'Postpaid' },
  { value: 'PREPAID', label: 'Prepaid' },
]
const MONTHS = [
  { value: 'this_month', label: 'This month' },
  { value: 'last_month', label: 'Last month' },
]

const columnsOf = (range: string): readonly GridColumn<UnbilledUsage>[] => [
  partyColumn(),
  {
    id: 'billing_type',
    header: 'Billing',
    width: 110,
    cell: ({ billing_type }) => (billing_type ? labelFor(BILLING, billing_type) : NONE),
    filter: ({ billing_type }) => (billing_type ? ['billing_type', billing_type] : undefined),
  },
  {
    id: 'calls',
    header: 'Calls',
    width: 100,
    align: 'end',
    sort: 'calls',
    cell: ({ account_id, calls }) => (
      <ListLink
        to={paths.admin.callRecords('all')}
        filters={{ ...(account_id !== null && { account_id }), range }}
      >
        {formatDecimal(calls)}
      </ListLink>
    ),
  },
  column.integer('answered', 'Answered', 100, { sort: true }),
  column.duration('seconds', 'Talk time', 120, { sort: true }),
  column.money('charged', 'Charged, incl. VAT', 170, { sort: true }),
  column.money('balance', 'Balance', 150, { sort: true }),
]
const COLUMNS: Readonly<Record<string, readonly GridColumn<UnbilledUsage>[]>> = {
  this_month: columnsOf('this_month'),
  last_month: columnsOf('last_month'),
}

const FIGURES = ['charged', 'balance'] as const

const keyOf = (row: UnbilledUsage): string => `${row.account_id}-${row.currency}`

export function InvoicePanel({ tabs }: { tabs: ReactNode }) {
  const list = useListScreen(listUnbilledUsage, { defaults: { range: 'this_month' } })
  const seesInvoices = useMay('invoices.view')
  const { pay, dialog } = usePayment('RECHARGE')
  const drafts = useBulkDrafts(list.rows)
  const query = { ...list.filters, per: 'currency' } as const
  const { data: totals = [] } = useOne(listUnbilledUsage, { query }, list.live)
  return (
    <>
      <ListPage
        title="Invoice"
        breadcrumb={tabs}
        name="unbilled-usage"
        list={list}
        columns={COLUMNS[list.search.range ?? 'this_month'] ?? []}
        noun={['client', 'clients']}
        rowId={keyOf}
        {...(drafts.selection && { selection: drafts.selection, selectionBar: drafts.bar })}
        empty="No calls to bill in this month."
        totals={{ account_name: 'Total', ...currencySums(FIGURES, totals) }}
        {...(pay && {
          actions: ({ account_id, account_name }: UnbilledUsage) =>
            account_id === null
              ? []
              : [
                  {
                    label: 'Recharge',
                    icon: <IconCash size={15} />,
                    onClick: () => pay({ id: account_id, name: account_name ?? '' }),
                  },
                ],
        })}
        filters={
          <>
            <SelectFilter label="Month" choices={MONTHS} always {...list.bind('range')} />
            <SelectFilter label="Billing" choices={BILLING} {...list.bind('billing_type')} />
          </>
        }
      >
        {seesInvoices && <InvoiceTotals to={paths.admin.invoices.list} />}
      </ListPage>
      {dialog}
      {drafts.dialog}
    </>
  )
}
