import { Link } from '@tanstack/react-router'
import type { ResellerRecord } from '#contract/reseller-records.ts'
import { paths } from '../navigation/paths.ts'
import { Amount, Price } from '../ui/Amount.tsx'
import { StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { formatDecimal, formatDuration, formatShare, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { CallLink } from './CallLink.tsx'
import { RESULTS, refusalLabel } from './call-labels.ts'

function Result({ row: { status, refusal } }: { row: ResellerRecord }) {
  const { word, tone } = RESULTS[status]
  return <StatusDot tone={tone}>{refusal ? refusalLabel(refusal) : word}</StatusDot>
}

const earned = (id: 'revenue' | 'cost' | 'margin', header: string): GridColumn<ResellerRecord> => ({
  id,
  header,
  width: 100,
  align: 'end',
  cell: ({ [id]: value, currency }) => <Amount value={value} currency={currency} />,
})

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
  {
    id: 'destination',
    header: 'Destination',
    width: 130,
    name: (row) => row.destination,
    cell: (row, name) => (row.destination ? name : NONE),
  },
  { id: 'status', header: 'Result', width: 160, least: 112, cell: (row) => <Result row={row} /> },
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
    hidden: true,
    cell: (row) => formatDecimal(row.billed_seconds),
  },
  {
    id: 'cost_rate',
    header: 'Cost rate',
    width: 110,
    align: 'end',
    hidden: true,
    cell: (row) => <Price value={row.cost_rate} currency={row.cost_rate_currency} />,
  },
  earned('revenue', 'Revenue'),
  earned('cost', 'Cost'),
  earned('margin', 'Margin'),
  {
    id: 'margin_percent',
    header: 'Margin %',
    width: 84,
    align: 'end',
    hidden: true,
    cell: (row) => formatShare(row.margin_percent),
  },
  {
    id: 'child_amount',
    header: 'Paid by the one below, incl. VAT',
    width: 190,
    align: 'end',
    hidden: true,
    cell: (row) => <Amount value={row.child_amount} currency={row.child_currency} />,
  },
]
