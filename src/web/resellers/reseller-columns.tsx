import type { Reseller } from '#contract/accounts/resellers.ts'
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import {
  BILLING,
  CALLS,
  CPS,
  PROFILE,
  SPEND_LIMIT_COLUMNS,
  STATUS,
} from '../columns/account-columns.tsx'
import * as column from '../columns/common-columns.tsx'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { formatDecimal, NONE } from '../ui/values/format.ts'

const { resellers, tariffRates } = paths.admin

const NAME: GridColumn<Reseller> = column.link(
  'name',
  'Name',
  160,
  (row) => resellers(row.level).edit(row.id),
  { sort: true },
)

const PARENT: GridColumn<Reseller> = {
  id: 'parent_name',
  header: 'Under',
  width: 130,
  name: ({ parent_name }) => parent_name ?? '',
  cell: ({ level, parent_id }, name) =>
    parent_id === null ? NONE : <Link to={resellers(level - 1).edit(parent_id)}>{name}</Link>,
}

const childrenBy = (link: Parameters<typeof column.countLink<'children_count', Reseller>>[3]) =>
  column.countLink('children_count', 'Children', 90, link, { sort: true })

const CHILDREN = childrenBy((row) => ({
  to: resellers(row.level + 1).list,
  filters: { parent_id: row.id },
}))
/** Where the user has no list of the next level. */
const CHILDREN_IN_TREE = childrenBy((row) => ({
  to: resellers(row.level).tree(row.id),
  filters: {},
}))

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
  column.link('tariff_name', 'Tariff', 110, (row) => tariffRates(row.tariff_id).list),
  column.money('balance', 'Balance', 135, { sort: true }),
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
  column.money('held', 'Reserved', 90),
  column.money('credit_limit', 'Credit limit', 105),
  column.money('lent', 'Lent', 90),
  CPS,
  { ...BILLING, hidden: true },
  column.money('low_balance_threshold', 'Low balance', 115, { hidden: true }),
  {
    id: 'expires_at',
    header: 'Expires',
    width: 160,
    hidden: true,
    cell: (row) => (row.expires_at === null ? NONE : <DateTime at={row.expires_at} />),
  },
  ...SPEND_LIMIT_COLUMNS,
  ...PROFILE,
  column.created,
]

/** The balance is at or below its warning threshold. */
const isLow = ({ available, low_balance_threshold }: Reseller): boolean =>
  available <= (low_balance_threshold ?? 0)

/** The first level has no parent, the last no children. */
const columnsWith = (children: GridColumn<Reseller>): (readonly GridColumn<Reseller>[])[] =>
  Array.from({ length: RESELLER_LEVELS }, (_, above) => [
    NAME,
    STATUS,
    ...(above > 0 ? [PARENT] : []),
    ...(above < RESELLER_LEVELS - 1 ? [children] : []),
    ...REST,
  ])

const COLUMNS = columnsWith(CHILDREN)
const COLUMNS_OF_RESELLER = columnsWith(CHILDREN_IN_TREE)

export const columnsOf = (level: number, seesAllLevels: boolean): readonly GridColumn<Reseller>[] =>
  (seesAllLevels ? COLUMNS : COLUMNS_OF_RESELLER)[level - 1] ?? REST
