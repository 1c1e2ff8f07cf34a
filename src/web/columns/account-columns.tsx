import { ACCOUNT_STATUSES, type Account, BILLING_TYPES } from '../fields/account-labels.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { formatDecimal } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import * as column from './common-columns.tsx'

export const STATUS: GridColumn<Account> = {
  id: 'status',
  header: 'Status',
  width: 100,
  sort: 'status',
  cell: (row) => <StatusLabel choices={ACCOUNT_STATUSES} value={row.status} />,
}

export const BILLING = column.choice('billing_type', 'Billing', 90, BILLING_TYPES)

/** How many calls there are, and how many there may be. */
export const CALLS: GridColumn<{ active_calls: number; channel_limit: number | null }> = {
  id: 'active_calls',
  header: 'Calls',
  width: 90,
  align: 'end',
  sort: 'active_calls',
  cell: ({ active_calls, channel_limit }) =>
    channel_limit === null
      ? formatDecimal(active_calls)
      : `${formatDecimal(active_calls)} / ${formatDecimal(channel_limit)}`,
}

export const CPS = column.integer('cps_limit', 'CPS limit', 90, { hidden: true })

export const SPEND_LIMIT_COLUMNS = [
  column.money('daily_spend_limit', 'Daily limit', 110, { hidden: true }),
  column.money('monthly_spend_limit', 'Monthly limit', 120, { hidden: true }),
]

/** The value of the profile, shown only when chosen. */
export const PROFILE: readonly GridColumn<Account>[] = [
  { id: 'username', header: 'Username', width: 130, cell: (row) => row.username, hidden: true },
  column.text('company', 'Company', 160, { hidden: true }),
  column.text('country_iso2', 'Country', 80, { hidden: true }),
  column.percent('vat_percent', 'VAT', 80, { hidden: true }),
]
