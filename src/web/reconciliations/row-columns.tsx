import type { ReconciliationRow } from '#contract/reconciliations/reconciliations.ts'
import * as column from '../columns/common-columns.tsx'
import { FAULT_COLUMN } from '../files/fault-column.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { formatDecimal, NONE } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { CLASSES } from './reconciliation-labels.ts'

export const ROW_COLUMNS: readonly GridColumn<ReconciliationRow>[] = [
  {
    id: 'class',
    header: 'Class',
    width: 150,
    cell: (row) => <StatusLabel choices={CLASSES} value={row.class} />,
    filter: (row) => ['class', row.class],
  },
  column.mono('called_number', 'Called number', 150, { sort: true }),
  column.text('destination', 'Destination', 170, {
    filter: ({ destination }) => ['destination', destination],
  }),
  column.money('our_amount', 'Our amount', 130),
  column.money('their_amount', 'Their amount', 130),
  {
    ...column.money('difference', 'Difference', 130),
    cell: ({ difference, currency }) => (
      <Amount value={difference} currency={currency} bad="more" />
    ),
    sort: 'difference_size',
  },
  column.duration('our_seconds', 'Our duration', 110),
  column.duration('their_seconds', 'Their duration', 110),
  {
    id: 'call_id',
    header: 'Our call',
    width: 190,
    cell: ({ call_id }) =>
      call_id === null ? (
        NONE
      ) : (
        <Link
          to={withSearch(paths.admin.callRecords('wholesale'), { call: call_id })}
          className="mono"
        >
          {call_id}
        </Link>
      ),
  },
  column.time('our_at', 'Our time', 160),
  column.time('their_at', 'Their time', 160),
  {
    id: 'our_calls',
    header: 'Our calls',
    width: 100,
    align: 'end',
    hidden: true,
    cell: ({ our_calls }) => (our_calls === null ? NONE : formatDecimal(our_calls)),
  },
  {
    id: 'their_calls',
    header: 'Their calls',
    width: 100,
    align: 'end',
    hidden: true,
    cell: ({ their_calls }) => (their_calls === null ? NONE : formatDecimal(their_calls)),
  },
  {
    id: 'line',
    header: 'Line',
    width: 80,
    align: 'end',
    cell: ({ line }) => (line === null ? NONE : formatDecimal(line)),
  },
  FAULT_COLUMN,
]
