import { Link } from '@tanstack/react-router'
import type { Reseller } from '#contract/resellers.ts'
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import {
  BILLING,
  CALLS,
  CPS,
  CREATED,
  PROFILE,
  SPEND_LIMITS,
  STATUS,
} from '../columns/account-columns.tsx'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { Amount } from '../ui/Amount.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { formatDecimal, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'

const { resellers, tariffRates } = paths.admin

const NAME: GridColumn<Reseller> = {
  id: 'name',
  header: 'Name',
  width: 160,
  sort: 'name',
  name: (row) => row.name,
  cell: (row, name) => <Link to={resellers(row.level).edit(row.id)}>{name}</Link>,
}

const PARENT: GridColumn<Reseller> = {
  id: 'parent_name',
  header: 'Under',
  width: 130,
  cell: ({ level, parent_id, parent_name }) =>
    parent_id === null ? (
      NONE
    ) : (
      <Link to={resellers(level - 1).edit(parent_id)}>{parent_name}</Link>
    ),
}

const CHILDREN: GridColumn<Reseller> = {
  id: 'children_count',
  header: 'Children',
  width: 90,
  align: 'end',
  sort: 'children_count',
  cell: (row) => (
    <ListLink to={resellers(row.level + 1).list} filters={{ parent_id: row.id }}>
      {formatDecimal(row.children_count)}
    </ListLink>
  ),
}

const REST: readonly GridColumn<Reseller>[] = [
  {
    id: 'clients_count',
    header: 'Clients',
    width: 85,
    align: 'end',
    sort: 'clients_count',
    cell: (row) => (
      <Link to={resellers(row.level).tree(row.id)}>
        {row.max_clients === null
          ? formatDecimal(row.clients_count)
          : `${formatDecimal(row.clients_count)} / ${formatDecimal(row.max_clients)}`}
      </Link>
    ),
  },
  {
    id: 'tariff_name',
    header: 'Tariff',
    width: 110,
    name: (row) => row.tariff_name,
    cell: (row, name) => <Link to={tariffRates(row.tariff_id).list}>{name}</Link>,
  },
  {
    id: 'balance',
    header: 'Balance',
    width: 135,
    align: 'end',
    sort: 'balance',
    cell: (row) => <Amount value={row.balance} currency={row.currency} />,
  },
  {
    id: 'available',
    header: 'Available',
    width: 105,
    align: 'end',
    sort: 'available',
    cell: (row) => (
      <span className={isLow(row) ? 'danger' : undefined}>
        <Amount value={row.available} currency={row.currency} />
      </span>
    ),
  },
  CALLS,
  {
    id: 'held',
    header: 'Reserved',
    width: 90,
    align: 'end',
    cell: (row) => <Amount value={row.held} currency={row.currency} />,
  },
  {
    id: 'credit_limit',
    header: 'Credit limit',
    width: 105,
    align: 'end',
    cell: (row) => <Amount value={row.credit_limit} currency={row.currency} />,
  },
  CPS,
  { ...BILLING, hidden: true },
  {
    id: 'low_balance_threshold',
    header: 'Low balance',
    width: 115,
    align: 'end',
    hidden: true,
    cell: (row) => <Amount value={row.low_balance_threshold} currency={row.currency} />,
  },
  {
    id: 'expires_at',
    header: 'Expires',
    width: 160,
    hidden: true,
    cell: (row) => (row.expires_at === null ? NONE : <DateTime at={row.expires_at} />),
  },
  ...SPEND_LIMITS,
  ...PROFILE,
  CREATED,
]

/** The balance is at or below its warning threshold. */
const isLow = ({ available, low_balance_threshold }: Reseller): boolean =>
  available <= (low_balance_threshold ?? 0)

/** The first level has no parent, the last no children. */
const COLUMNS = Array.from(
  { length: RESELLER_LEVELS },
  (_, above): readonly GridColumn<Reseller>[] => [
    NAME,
    STATUS,
    ...(above > 0 ? [PARENT] : []),
    ...(above < RESELLER_LEVELS - 1 ? [CHILDREN] : []),
    ...REST,
  ],
)

export const columnsOf = (level: number): readonly GridColumn<Reseller>[] =>
  COLUMNS[level - 1] ?? REST
