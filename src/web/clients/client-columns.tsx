import { Link } from '@tanstack/react-router'
import {
  BILLING,
  CALLS,
  CPS,
  CREATED,
  PROFILE,
  SPEND_LIMITS,
  STATUS,
} from '../columns/account-columns.tsx'
import { paths } from '../navigation/paths.ts'
import { MEDIA_MODES } from '../pickers/MediaFields.tsx'
import { Amount, Price } from '../ui/Amount.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { formatDuration, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import type { Client } from './client-labels.ts'

interface ClientKind<Row extends Client> {
  readonly edit: (id: number) => string
  /** What only clients of this kind have. */
  readonly own: readonly GridColumn<Row>[]
}

/** The columns of lists of clients of both kinds. */
export const clientColumns = <Row extends Client>({
  edit,
  own,
}: ClientKind<Row>): readonly GridColumn<Row>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 160,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => <Link to={edit(row.id)}>{name}</Link>,
  },
  STATUS,
  ...own,
  {
    id: 'parent_name',
    header: 'Reseller',
    width: 110,
    name: (row) => row.parent_name,
    cell: (row, name) => (row.parent_name === null ? <span className="muted">none</span> : name),
    filter: ({ parent_id }) => ['parent_id', parent_id],
  },
  {
    id: 'tariff_name',
    header: 'Tariff',
    width: 130,
    name: (row) => row.tariff_name,
    filter: ({ tariff_id }) => ['tariff_id', tariff_id],
    cell: (row, name) => <Link to={paths.admin.tariffRates(row.tariff_id).list}>{name}</Link>,
  },
  {
    id: 'route_plan_name',
    header: 'Route plan',
    width: 130,
    name: (row) => row.route_plan_name,
    filter: ({ route_plan_id }) => ['route_plan_id', route_plan_id],
    cell: (row, name) =>
      row.route_plan_id === null ? (
        <span className="muted">none: calls refused</span>
      ) : (
        <Link to={paths.admin.routePlans.edit(row.route_plan_id)}>{name}</Link>
      ),
  },
  { ...BILLING, hidden: true },
  {
    id: 'balance',
    header: 'Balance',
    width: 115,
    align: 'end',
    sort: 'balance',
    cell: (row) => <Amount value={row.balance} currency={row.currency} />,
  },
  {
    id: 'credit_limit',
    header: 'Credit limit',
    width: 120,
    align: 'end',
    cell: (row) => <Amount value={row.credit_limit} currency={row.currency} />,
    hidden: true,
  },
  {
    id: 'held',
    header: 'Reserved',
    width: 100,
    align: 'end',
    cell: (row) => <Amount value={row.held} currency={row.currency} />,
    hidden: true,
  },
  {
    id: 'available',
    header: 'Available',
    width: 115,
    align: 'end',
    sort: 'available',
    cell: (row) => <Amount value={row.available} currency={row.currency} />,
  },
  CALLS,
  CPS,
  {
    id: 'max_call_duration_seconds',
    header: 'Max call duration',
    width: 110,
    align: 'end',
    cell: (row) => formatDuration(row.max_call_duration_seconds),
    hidden: true,
  },
  {
    id: 'max_sell_rate',
    header: 'Max rate',
    width: 110,
    align: 'end',
    cell: (row) => <Price value={row.max_sell_rate} currency={row.currency} />,
    hidden: true,
  },
  {
    id: 'allow_high_risk',
    header: 'High-risk numbers',
    width: 150,
    cell: (row) => (row.allow_high_risk ? 'allowed' : 'refused'),
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
    cell: (row) => labelFor(MEDIA_MODES, row.media_mode),
    hidden: true,
  },
  {
    id: 'tags',
    header: 'Tags',
    width: 140,
    cell: (row) => row.tags.join(', ') || NONE,
    hidden: true,
  },
  {
    id: 'expires_at',
    header: 'Expires',
    width: 160,
    cell: (row) => <DateTime at={row.expires_at} />,
    hidden: true,
  },
  {
    id: 'currency',
    header: 'Currency',
    width: 90,
    cell: (row) => row.currency,
    hidden: true,
  },
  ...SPEND_LIMITS,
  ...PROFILE,
  CREATED,
]
