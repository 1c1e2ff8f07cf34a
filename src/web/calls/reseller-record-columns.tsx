import { Link } from '@tanstack/react-router'
import type { ResellerRecord } from '#contract/reseller-records.ts'
import { paths } from '../areas/paths.ts'
import { StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { formatAmount, formatDecimal, formatDuration, formatPrice, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { CallLink } from './CallLink.tsx'
import { RESULTS, refusalWords } from './call-words.ts'

function Result({ row: { status, refusal } }: { row: ResellerRecord }) {
  const { word, tone } = RESULTS[status]
  return <StatusDot tone={tone}>{refusal ? refusalWords(refusal) : word}</StatusDot>
}

export const RESELLER_RECORD_COLUMNS: readonly GridColumn<ResellerRecord>[] = [
  {
    id: 'started_at',
    header: 'Started',
    width: 168,
    sort: 'started_at',
    cell: (row) => (
      <CallLink call_id={row.call_id}>
        <DateTime at={row.started_at} />
      </CallLink>
    ),
  },
  {
    id: 'reseller_name',
    header: 'Reseller',
    width: 140,
    cell: (row) => (
      <Link to={paths.admin.resellers(row.level).edit(row.reseller_id)}>{row.reseller_name}</Link>
    ),
  },
  { id: 'level', header: 'Level', width: 60, align: 'end', cell: (row) => row.level },
  { id: 'client_name', header: 'Client', width: 130, cell: (row) => row.client_name },
  {
    id: 'called_number',
    header: 'Called',
    width: 130,
    cell: (row) => <span className="mono">{row.called_number || NONE}</span>,
  },
  {
    id: 'destination',
    header: 'Destination',
    width: 130,
    cell: (row) => row.destination || NONE,
  },
  { id: 'status', header: 'Result', width: 160, cell: (row) => <Result row={row} /> },
  {
    id: 'duration_ms',
    header: 'Duration',
    width: 85,
    align: 'end',
    cell: (row) => formatDuration(Math.round(row.duration_ms / 1000)),
  },
  {
    id: 'billed_seconds',
    header: 'Billed',
    width: 75,
    align: 'end',
    cell: (row) => formatDecimal(row.billed_seconds),
  },
  {
    id: 'cost_rate',
    header: 'Cost rate',
    width: 90,
    align: 'end',
    cell: (row) => formatPrice(row.cost_rate),
  },
  {
    id: 'cost',
    header: 'Cost',
    width: 90,
    align: 'end',
    cell: (row) => formatAmount(row.cost),
  },
  {
    id: 'income',
    header: 'Income',
    width: 90,
    align: 'end',
    cell: (row) => formatAmount(row.income),
  },
  {
    id: 'margin',
    header: 'Margin',
    width: 90,
    align: 'end',
    cell: (row) => (
      <span className={row.margin < 0 ? 'danger' : undefined}>{formatAmount(row.margin)}</span>
    ),
  },
  { id: 'currency', header: 'Currency', width: 80, cell: (row) => row.currency },
]
