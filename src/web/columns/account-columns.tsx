// The columns that lists of clients and of settlement accounts share.
import { formatPercent, type Money } from '#core/money.ts'
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TONES,
  type Account,
  BILLING_TYPES,
} from '../fields/account-labels.ts'
import { Amount } from '../ui/Amount.tsx'
import { StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { formatDecimal, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'

export const STATUS: GridColumn<Account> = {
  id: 'status',
  header: 'Status',
  width: 100,
  sort: 'status',
  cell: (row) => (
    <StatusDot tone={ACCOUNT_TONES[row.status]}>{labelFor(ACCOUNT_STATUSES, row.status)}</StatusDot>
  ),
}

export const BILLING: GridColumn<Account> = {
  id: 'billing_type',
  header: 'Billing',
  width: 90,
  cell: (row) => labelFor(BILLING_TYPES, row.billing_type),
}

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

export const CPS: GridColumn<{ cps_limit: number | null }> = {
  id: 'cps_limit',
  header: 'CPS limit',
  width: 90,
  align: 'end',
  cell: ({ cps_limit }) => (cps_limit === null ? NONE : formatDecimal(cps_limit)),
  hidden: true,
}

export const SPEND_LIMITS: readonly GridColumn<{
  currency: string
  daily_spend_limit: Money | null
  monthly_spend_limit: Money | null
}>[] = [
  {
    id: 'daily_spend_limit',
    header: 'Daily limit',
    width: 110,
    align: 'end',
    cell: (row) => <Amount value={row.daily_spend_limit} currency={row.currency} />,
    hidden: true,
  },
  {
    id: 'monthly_spend_limit',
    header: 'Monthly limit',
    width: 120,
    align: 'end',
    cell: (row) => <Amount value={row.monthly_spend_limit} currency={row.currency} />,
    hidden: true,
  },
]

export const CREATED: GridColumn<{ created_at: string }> = {
  id: 'created_at',
  header: 'Created',
  width: 160,
  sort: 'created_at',
  cell: (row) => <DateTime at={row.created_at} />,
  hidden: true,
}

/** The value of the profile, shown only when chosen. */
export const PROFILE: readonly GridColumn<Account>[] = [
  { id: 'username', header: 'Username', width: 130, cell: (row) => row.username, hidden: true },
  {
    id: 'company',
    header: 'Company',
    width: 160,
    cell: (row) => row.company || NONE,
    hidden: true,
  },
  {
    id: 'country_iso2',
    header: 'Country',
    width: 80,
    cell: (row) => row.country_iso2 || NONE,
    hidden: true,
  },
  {
    id: 'vat_percent',
    header: 'VAT',
    width: 80,
    align: 'end',
    cell: (row) => `${formatPercent(row.vat_percent)} %`,
    hidden: true,
  },
]
