import type { ReRatingChange } from '#contract/re-ratings/re-ratings.ts'
import * as column from '../columns/common-columns.tsx'
import { paths, withSearch } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { formatDecimal, NONE } from '../ui/values/format.ts'
import { CHARGE_CHANGE_STATE_CHOICES } from './re-rating-labels.ts'

function State({ problem, applied_at }: ReRatingChange) {
  if (applied_at !== null) return <Badge tone="success">Applied</Badge>
  if (problem !== null)
    return <Badge tone="danger">{labelFor(CHARGE_CHANGE_STATE_CHOICES, problem)}</Badge>
  return <Badge>Pending</Badge>
}

const mono = (text: string | null) => <span className="mono">{text ?? NONE}</span>
const seconds = (value: number | null) => (value === null ? NONE : formatDecimal(value))

export const CHANGE_COLUMNS: readonly GridColumn<ReRatingChange>[] = [
  column.time('started_at', 'Call', 160, { sort: true }),
  {
    id: 'call_id',
    header: 'Call id',
    width: 190,
    cell: (row) => (
      <Link
        className="mono"
        to={withSearch(paths.admin.callRecords('wholesale'), { call: row.call_id })}
      >
        {row.call_id}
      </Link>
    ),
  },
  {
    id: 'called_number',
    header: 'Called number',
    width: 150,
    cell: (row) => mono(row.called_number),
  },
  { id: 'account_name', header: 'Account', width: 160, cell: (row) => row.account_name },
  { id: 'state', header: 'State', width: 150, cell: (row) => <State {...row} /> },
  {
    id: 'old_amount',
    header: 'Before',
    width: 110,
    align: 'end',
    cell: (row) => <Amount value={row.old_amount} currency={row.currency} places={6} />,
  },
  {
    id: 'new_amount',
    header: 'After',
    width: 110,
    align: 'end',
    cell: (row) => <Amount value={row.new_amount} currency={row.currency} places={6} />,
  },
  {
    id: 'difference',
    header: 'Difference',
    width: 120,
    align: 'end',
    sort: 'difference',
    cell: (row) => (
      <b>
        <Amount value={row.difference} currency={row.currency} places={6} />
      </b>
    ),
  },
  column.rate('old_rate', 'Rate before', 130),
  column.rate('new_rate', 'Rate after', 130),
  {
    id: 'old_billed_seconds',
    header: 'Billed before',
    width: 115,
    align: 'end',
    cell: (row) => seconds(row.old_billed_seconds),
  },
  {
    id: 'new_billed_seconds',
    header: 'Billed after',
    width: 115,
    align: 'end',
    cell: (row) => seconds(row.new_billed_seconds),
  },
  { id: 'old_prefix', header: 'Prefix before', width: 110, cell: (row) => mono(row.old_prefix) },
  { id: 'new_prefix', header: 'Prefix after', width: 110, cell: (row) => mono(row.new_prefix) },
]
