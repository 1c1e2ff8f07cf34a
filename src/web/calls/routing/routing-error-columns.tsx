import type { RoutingError, RoutingLog } from '#contract/calls/routing-logs.ts'
import { exclusionText } from '#core/routing/exclusions.ts'
import * as column from '../../columns/common-columns.tsx'
import { labelFor } from '../../ui/form/labels.ts'
import type { Choice } from '../../ui/form/SelectField.tsx'
import type { GridColumn } from '../../ui/grid/column.ts'
import { Badge, StatusDot } from '../../ui/values/Badge.tsx'
import { NONE } from '../../ui/values/format.ts'
import { destinationColumn } from '../call-columns.tsx'
import { RESULTS, refusalLabel } from '../call-labels.ts'
import { SipAnswer } from '../SipAnswer.tsx'
import { causeLabel } from '../sip-codes.ts'
import { STARTED } from '../started-column.tsx'

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

const CALL_COLUMNS: readonly GridColumn<RoutingError | RoutingLog>[] = [
  {
    id: 'client_name',
    header: 'Client',
    width: 130,
    name: (row) => row.client_name,
    cell: (row, name) => (row.client_name === null ? <span className="muted">Unknown</span> : name),
    // Account 0 is an unknown caller.
    filter: ({ account_id }) => ['account_id', account_id || null],
  },
  column.mono('source_ip', 'Source', 120),
  column.mono('caller_number', 'Caller', 120),
  column.mono('dialled_number', 'Dialled', 130),
]

export const ROUTING_ERROR_COLUMNS: readonly GridColumn<RoutingError>[] = [
  STARTED,
  {
    id: 'stage',
    header: 'Stage',
    width: 130,
    minWidth: 136,
    cell: (row) => <Badge tone="warning">{labelFor(STAGE_CHOICES, row.stage)}</Badge>,
  },
  {
    id: 'refusal',
    header: 'Reason',
    width: 210,
    cell: (row) => <span title={`${row.text} (${row.refusal})`}>{refusalLabel(row.refusal)}</span>,
  },
  ...CALL_COLUMNS,
  column.mono('called_number', 'Called', 130, { hidden: true }),
  destinationColumn(130, { hidden: true }),
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
  column.integer('attempts', 'Attempts', 80),
  column.integer('candidates', 'Candidates', 90),
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
  STARTED,
  ...CALL_COLUMNS,
  column.mono('called_number', 'Called', 130),
  {
    id: 'status',
    header: 'Result',
    width: 190,
    minWidth: 112,
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
  column.integer('attempts', 'Attempts', 80),
  column.integer('steps', 'Steps', 70),
]
