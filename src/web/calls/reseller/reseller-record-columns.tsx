import type { ResellerRecord } from '#contract/calls/reseller-records.ts'
import * as column from '../../columns/common-columns.tsx'
import { paths } from '../../navigation/paths.ts'
import { Link } from '../../session/Link.tsx'
import type { GridColumn } from '../../ui/grid/column.ts'
import { Amount } from '../../ui/values/Amount.tsx'
import { StatusDot } from '../../ui/values/Badge.tsx'
import { formatDuration, NONE } from '../../ui/values/format.ts'
import { destinationColumn, earned, FAILURE, MARGIN_PERCENT } from '../call-columns.tsx'
import { RESULTS, refusalLabel } from '../call-labels.ts'
import { STARTED } from '../started-column.tsx'

function Result({ row: { status, refusal } }: { row: ResellerRecord }) {
  const { word, tone } = RESULTS[status]
  return <StatusDot tone={tone}>{refusal ? refusalLabel(refusal) : word}</StatusDot>
}

type Column = GridColumn<ResellerRecord>

const columnsWith = (failure: Column): readonly Column[] => [
  STARTED,
  {
    id: 'reseller_name',
    header: 'Reseller',
    width: 140,
    name: (row) => row.reseller_name,
    filter: ({ reseller_id }) => ['reseller_id', reseller_id],
    cell: (row, name) => (
      <Link to={paths.admin.resellers(row.level).edit(row.reseller_id)}>{name}</Link>
    ),
  },
  { id: 'level', header: 'Level', width: 60, align: 'end', cell: (row) => row.level },
  {
    id: 'client_name',
    header: 'Client',
    width: 130,
    name: (row) => row.client_name,
    cell: (_, name) => name,
  },
  {
    id: 'called_number',
    header: 'Called',
    width: 130,
    cell: (row) => <span className="mono">{row.called_number || row.dialled_number || NONE}</span>,
  },
  destinationColumn(130),
  {
    id: 'status',
    header: 'Result',
    width: 160,
    minWidth: 112,
    cell: (row) => <Result row={row} />,
  },
  failure,
  {
    id: 'duration_ms',
    header: 'Duration',
    width: 85,
    align: 'end',
    cell: (row) => formatDuration(Math.round(row.duration_ms / 1000)),
  },
  column.integer('billed_seconds', 'Billed', 75, { hidden: true }),
  column.rate('cost_rate', 'Cost rate', 110, { hidden: true }),
  earned('revenue', 'Revenue'),
  earned('cost', 'Cost'),
  earned('margin', 'Margin'),
  MARGIN_PERCENT,
  {
    id: 'child_amount',
    header: 'Paid by the one below, incl. VAT',
    width: 190,
    align: 'end',
    hidden: true,
    cell: (row) => <Amount value={row.child_amount} currency={row.child_currency} />,
  },
]

export const RESELLER_RECORD_COLUMNS = columnsWith({ ...FAILURE, hidden: true })

/** For those whose results do not have the refusal. */
export const RESELLER_FAILURE_COLUMNS = columnsWith(FAILURE)
