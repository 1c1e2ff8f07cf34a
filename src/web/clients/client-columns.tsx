import {
  BILLING,
  CALLS,
  CPS,
  PROFILE,
  SPEND_LIMIT_COLUMNS,
  STATUS,
} from '../columns/account-columns.tsx'
import * as column from '../columns/common-columns.tsx'
import { MEDIA } from '../columns/media-columns.ts'
import { GAP_LABELS } from '../fields/readiness-labels.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Price } from '../ui/values/Amount.tsx'
import { StatusDot } from '../ui/values/Badge.tsx'
import { NONE } from '../ui/values/format.ts'
import type { Client } from './client-labels.ts'

interface ClientKind<Row extends Client> {
  readonly edit: (id: number) => string
  /** The columns that only clients of this kind have. */
  readonly extraColumns: readonly GridColumn<Row>[]
}

/** The columns of lists of clients of both kinds. */
export const clientColumns = <Row extends Client>({
  edit,
  extraColumns,
}: ClientKind<Row>): readonly GridColumn<Row>[] => [
  column.name(160, edit),
  STATUS,
  {
    id: 'gaps',
    header: 'Ready',
    width: 150,
    cell: ({ gaps }) => <ReadyState gaps={gaps} />,
    filter: ({ gaps }) => ['ready', String(gaps.length === 0)],
  },
  ...extraColumns,
  {
    id: 'parent_name',
    header: 'Reseller',
    width: 110,
    name: (row) => row.parent_name,
    cell: (row, name) => (row.parent_name === null ? <span className="muted">none</span> : name),
    filter: ({ parent_id }) => ['parent_id', parent_id],
  },
  column.link('tariff_name', 'Tariff', 130, (row) => paths.admin.tariffRates(row.tariff_id).list, {
    filter: ({ tariff_id }) => ['tariff_id', tariff_id],
  }),
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
  column.money('balance', 'Balance', 115, { sort: true }),
  column.money('credit_limit', 'Credit limit', 120, { hidden: true }),
  column.money('held', 'Reserved', 100, { hidden: true }),
  column.money('available', 'Available', 115, { sort: true }),
  CALLS,
  CPS,
  column.duration('max_call_duration_seconds', 'Max call duration', 110, { hidden: true }),
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
  ...MEDIA,
  {
    id: 'tags',
    header: 'Tags',
    width: 140,
    cell: (row) => row.tags.join(', ') || NONE,
    hidden: true,
  },
  column.time('expires_at', 'Expires', 160, { hidden: true }),
  {
    id: 'currency',
    header: 'Currency',
    width: 90,
    cell: (row) => row.currency,
    hidden: true,
  },
  ...SPEND_LIMIT_COLUMNS,
  ...PROFILE,
  column.created,
]

/** The first gap, and the number of the others. */
function ReadyState({ gaps }: Pick<Client, 'gaps'>) {
  const [first, ...others] = gaps.map((gap) => GAP_LABELS[gap])
  if (first === undefined) return <StatusDot tone="success">ready</StatusDot>
  return (
    <span title={[first, ...others].join(', ')}>
      <StatusDot tone="warning">
        {first}
        {others.length > 0 && ` +${others.length}`}
      </StatusDot>
    </span>
  )
}
