import type { RoutingError, RoutingLog } from '#contract/routing-logs.ts'
import { exclusionText } from '#core/routing/exclusions.ts'
import { Badge, StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import { formatDecimal, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { CallLink } from './CallLink.tsx'
import { RESULTS, refusalLabel } from './call-labels.ts'
import { causeLabel, sipLabel, sipMeaning } from './sip-codes.ts'

export const STAGE_CHOICES: readonly Choice<RoutingError['stage']>[] = [
  { value: 'AUTH', label: 'Authentication' },
  { value: 'NUMBER', label: 'Numbers' },
  { value: 'LIMIT', label: 'Limits' },
  { value: 'RATE', label: 'Rates' },
  { value: 'BALANCE', label: 'Money' },
  { value: 'ROUTE', label: 'Routes' },
  { value: 'GATEWAY', label: 'Gateways' },
  { value: 'SWITCH', label: 'Switch' },
  { value: 'END', label: 'Cut' },
]

type Call = RoutingError | RoutingLog

const number = (value: string) => <span className="mono">{value || NONE}</span>

const startedColumn = <Row extends Call>(): GridColumn<Row> => ({
  id: 'started_at',
  header: 'Started',
  width: 168,
  sort: 'started_at',
  cell: (row) => (
    <CallLink call_id={row.call_id}>
      <DateTime at={row.started_at} />
    </CallLink>
  ),
})

const callColumns = <Row extends Call>(): readonly GridColumn<Row>[] => [
  {
    id: 'client_name',
    header: 'Client',
    width: 130,
    name: (row) => row.client_name,
    cell: (row, name) => (row.client_name === null ? <span className="muted">Unknown</span> : name),
    // Account 0 is an unknown caller.
    filter: ({ account_id }) => ['account_id', account_id || null],
  },
  { id: 'source_ip', header: 'Source', width: 120, cell: (row) => number(row.source_ip ?? '') },
  { id: 'caller_number', header: 'Caller', width: 120, cell: (row) => number(row.caller_number) },
  {
    id: 'dialled_number',
    header: 'Dialled',
    width: 130,
    cell: (row) => number(row.dialled_number),
  },
]

function SipAnswer({ code }: { code: number | null }) {
  if (code === null) return NONE
  return <span title={sipMeaning(code)}>{sipLabel(code)}</span>
}

export const ROUTING_ERROR_COLUMNS: readonly GridColumn<RoutingError>[] = [
  startedColumn(),
  {
    id: 'stage',
    header: 'Stage',
    width: 130,
    least: 136,
    cell: (row) => <Badge tone="warning">{labelFor(STAGE_CHOICES, row.stage)}</Badge>,
  },
  {
    id: 'refusal',
    header: 'Reason',
    width: 210,
    cell: (row) => <span title={`${row.text} (${row.refusal})`}>{refusalLabel(row.refusal)}</span>,
  },
  ...callColumns<RoutingError>(),
  {
    id: 'called_number',
    header: 'Called',
    width: 130,
    cell: (row) => number(row.called_number),
    hidden: true,
  },
  {
    id: 'destination',
    header: 'Destination',
    width: 130,
    name: (row) => row.destination,
    cell: (row, name) => (row.destination ? name : NONE),
    hidden: true,
  },
  {
    id: 'sip_code',
    header: 'SIP code',
    width: 150,
    cell: (row) => <SipAnswer code={row.sip_code} />,
  },
  {
    id: 'q850_cause',
    header: 'Cause',
    width: 150,
    cell: (row) => (row.q850_cause === null ? NONE : causeLabel(row.q850_cause)),
    hidden: true,
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: 80,
    align: 'end',
    cell: (row) => formatDecimal(row.attempts),
  },
  {
    id: 'candidates',
    header: 'Candidates',
    width: 90,
    align: 'end',
    cell: (row) => (row.candidates === null ? NONE : formatDecimal(row.candidates)),
  },
  {
    id: 'last_reason',
    header: 'Last exclusion',
    width: 210,
    cell: (row) => (row.last_reason === null ? NONE : exclusionText(row.last_reason)),
  },
  {
    id: 'has_log',
    header: 'Log',
    width: 70,
    cell: (row) => (row.has_log ? <Badge>available</Badge> : NONE),
  },
]

export const ROUTING_LOG_COLUMNS: readonly GridColumn<RoutingLog>[] = [
  startedColumn(),
  ...callColumns<RoutingLog>(),
  {
    id: 'called_number',
    header: 'Called',
    width: 130,
    cell: (row) => number(row.called_number),
  },
  {
    id: 'status',
    header: 'Result',
    width: 190,
    least: 112,
    cell: (row) => {
      if (row.status === null) return <span className="muted">in progress</span>
      const { word, tone } = RESULTS[row.status]
      return <StatusDot tone={tone}>{row.refusal ? refusalLabel(row.refusal) : word}</StatusDot>
    },
  },
  {
    id: 'gateway_name',
    header: 'Gateway',
    width: 130,
    name: (row) => row.gateway_name,
    cell: (row, name) => (row.gateway_name === null ? NONE : name),
  },
  {
    id: 'sip_code',
    header: 'SIP code',
    width: 150,
    cell: (row) => <SipAnswer code={row.sip_code} />,
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: 80,
    align: 'end',
    cell: (row) => formatDecimal(row.attempts),
  },
  {
    id: 'steps',
    header: 'Steps',
    width: 70,
    align: 'end',
    cell: (row) => formatDecimal(row.steps),
  },
]
