import { Link } from '@tanstack/react-router'
import type { WholesaleClient } from '#contract/wholesale-clients.ts'
import { Amount } from '../accounts/Amount.tsx'
import { BILLING, CALLS, CPS, CREATED, PROFILE, STATUS } from '../accounts/account-columns.tsx'
import { paths } from '../areas/paths.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { MEDIA_MODES } from '../pickers/MediaFields.tsx'
import { wordFor } from '../ui/form/words.ts'
import { formatAmount, formatDecimal, formatDuration, formatPrice } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'

export const COLUMNS: readonly GridColumn<WholesaleClient>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 180,
    sort: 'name',
    cell: (row) => <Link to={paths.admin.wholesaleClients.edit(row.id)}>{row.name}</Link>,
  },
  STATUS,
  {
    id: 'parent_name',
    header: 'Reseller',
    width: 130,
    cell: (row) => row.parent_name ?? <span className="muted">none</span>,
  },
  {
    id: 'tariff_name',
    header: 'Tariff',
    width: 130,
    cell: (row) => <Link to={paths.admin.tariffRates(row.tariff_id).list}>{row.tariff_name}</Link>,
  },
  {
    id: 'route_plan_name',
    header: 'Route plan',
    width: 130,
    cell: (row) =>
      row.route_plan_id === null ? (
        <span className="muted">none: no calls</span>
      ) : (
        <Link to={paths.admin.routePlans.edit(row.route_plan_id)}>{row.route_plan_name}</Link>
      ),
  },
  BILLING,
  {
    id: 'balance',
    header: 'Balance',
    width: 115,
    align: 'end',
    sort: 'balance',
    cell: (row) => <Amount value={row.balance} />,
  },
  {
    id: 'credit_limit',
    header: 'Credit limit',
    width: 120,
    align: 'end',
    cell: (row) => formatAmount(row.credit_limit),
    hidden: true,
  },
  {
    id: 'held',
    header: 'Held',
    width: 100,
    align: 'end',
    cell: (row) => formatAmount(row.held),
  },
  {
    id: 'available',
    header: 'Available',
    width: 115,
    align: 'end',
    sort: 'available',
    cell: (row) => <Amount value={row.available} />,
  },
  CALLS,
  CPS,
  {
    id: 'ip_count',
    header: 'IPs',
    width: 60,
    align: 'end',
    cell: (row) => (
      <ListLink to={paths.admin.ipList} filters={{ account_id: row.id }}>
        {formatDecimal(row.ip_count)}
      </ListLink>
    ),
  },
  {
    id: 'max_call_duration',
    header: 'Longest call',
    width: 110,
    align: 'end',
    cell: (row) => formatDuration(row.max_call_duration),
    hidden: true,
  },
  {
    id: 'max_sell_rate',
    header: 'Highest rate',
    width: 110,
    align: 'end',
    cell: (row) => formatPrice(row.max_sell_rate),
    hidden: true,
  },
  {
    id: 'codecs',
    header: 'Codecs',
    width: 180,
    cell: (row) => row.codecs.join(', '),
    hidden: true,
  },
  {
    id: 'media_mode',
    header: 'Media',
    width: 140,
    cell: (row) => wordFor(MEDIA_MODES, row.media_mode),
    hidden: true,
  },
  ...PROFILE,
  CREATED,
]
