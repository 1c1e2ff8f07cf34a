// The columns of active calls. Durations count up on their own.

import type { ActiveCall } from '#contract/calls/active-calls.ts'
import * as column from '../../columns/common-columns.tsx'
import { paths } from '../../navigation/paths.ts'
import { Link } from '../../session/Link.tsx'
import type { GridColumn } from '../../ui/grid/column.ts'
import { Badge, StatusDot } from '../../ui/values/Badge.tsx'
import { formatDuration, NONE } from '../../ui/values/format.ts'
import { Ticking } from '../../ui/values/Ticking.tsx'
import { ClientLink } from '../ClientLink.tsx'
import { destinationColumn, SETTLEMENT } from '../call-columns.tsx'
import { CALL_STATE_CHOICES } from '../call-labels.ts'

export function CallState({ call }: { call: ActiveCall }) {
  if (call.hang_up_asked) return <Badge tone="warning">Hanging up</Badge>
  const { tone, word } = CALL_STATE_CHOICES[call.state]
  return <StatusDot tone={tone}>{word}</StatusDot>
}

/** Since the answer; of what is not answered yet, greyed, since it began. */
export function CallDuration({ call: { answered_at, started_at } }: { call: ActiveCall }) {
  if (answered_at !== null) return <Ticking since={answered_at} />
  return (
    <span className="muted" title="Not answered yet">
      <Ticking since={started_at} />
    </span>
  )
}

export const ACTIVE_CALL_COLUMNS: readonly GridColumn<ActiveCall>[] = [
  {
    id: 'state',
    header: 'State',
    width: 104,
    minWidth: 112,
    cell: (row) => <CallState call={row} />,
  },
  {
    id: 'answered_at',
    header: 'Duration',
    width: 84,
    align: 'end',
    sort: 'answered_at',
    cell: (row) => <CallDuration call={row} />,
  },
  {
    id: 'client_name',
    header: 'Client',
    width: 112,
    sort: 'client_name',
    name: (row) => row.client_name,
    cell: (row, name) => <ClientLink call={row}>{name}</ClientLink>,
    filter: ({ account_id }) => ['account_id', account_id],
  },
  column.mono('caller_number', 'Caller', 112),
  column.mono('called_number', 'Called', 112, { sort: true }),
  column.mono('sent_caller_number', 'Caller (to gateway)', 112, {
    insteadOf: 'caller_number',
    hidden: true,
  }),
  column.mono('sent_number', 'Called (to gateway)', 112, {
    insteadOf: 'called_number',
    hidden: true,
  }),
  destinationColumn(122),
  {
    ...column.text('buy_destination', 'Destination (buy)', 122, { hidden: true }),
    insteadOf: 'destination',
    headerWithout: ['destination', 'Destination'],
    name: (row) => row.buy_destination,
    cell: (row, name) => (row.buy_destination ? name : NONE),
  },
  {
    id: 'gateway_name',
    header: 'Gateway',
    width: 100,
    sort: 'gateway_name',
    name: (row) => row.gateway_name,
    filter: ({ gateway_id }) => ['gateway_id', gateway_id],
    cell: (row, name) =>
      row.gateway_id === null ? (
        NONE
      ) : (
        <Link to={paths.admin.gateways.edit(row.gateway_id)}>{name}</Link>
      ),
  },
  SETTLEMENT,
  column.mono('source_ip', 'Source IP', 120, { hidden: true }),
  column.text('node_name', 'Node', 100, { hidden: true }),
  column.time('started_at', 'Started', 162, { sort: true, hidden: true }),
  column.duration('granted_seconds', 'Authorised', 82, { hidden: true }),
  column.money('held', 'Reserved', 82),
  {
    id: 'package_seconds_held',
    header: 'From package',
    width: 90,
    align: 'end',
    hidden: true,
    cell: ({ package_seconds_held }) =>
      package_seconds_held > 0 ? formatDuration(package_seconds_held) : NONE,
  },
  column.rate('sell_rate', 'Sell rate', 82, { headerWithout: ['client_name', 'Rate'] }),
  column.rate('buy_rate', 'Buy rate', 82, { headerWithout: ['destination', 'Rate'] }),
  // The operator has the buy rate.
  column.rate('cost_rate', 'Cost rate', 82, { insteadOf: 'buy_rate' }),
  column.rate('margin_rate', 'Margin per minute', 120, { insteadOf: 'buy_rate' }),
  column.mono('call_id', 'Call id', 160, { hidden: true }),
]
