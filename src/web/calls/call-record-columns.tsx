// The columns of call records. The lists of calls and of failed calls show different ones first.

import type { ReactNode } from 'react'
import type { CallRecord } from '#contract/calls/call-records.ts'
import * as column from '../columns/common-columns.tsx'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import type { GridColumn, GridFilter } from '../ui/grid/column.ts'
import { StatusDot } from '../ui/values/Badge.tsx'
import { formatDuration, NONE } from '../ui/values/format.ts'
import { ClientLink } from './ClientLink.tsx'
import { destinationColumn, earned, FAILURE, MARGIN_PERCENT, SETTLEMENT } from './call-columns.tsx'
import { amount, CALL_DETAIL_COLUMNS } from './call-detail-columns.tsx'
import {
  attemptLabel,
  FAULT_LABELS,
  failureLabel,
  faultMeaning,
  meaningOf,
  RELEASE_SIDES,
  RESULTS,
  refusalLabel,
  refusalMeaning,
  whyOf,
} from './call-labels.ts'
import { SipAnswer } from './SipAnswer.tsx'
import { causeLabel, sipLabel } from './sip-codes.ts'
import { STARTED } from './started-column.tsx'

type Column = GridColumn<CallRecord>

const number = (value: string) => <span className="mono">{value || NONE}</span>
const formatMs = (ms: number | null) => (ms === null ? NONE : `${(ms / 1000).toFixed(2)} s`)

function Reason({ row: { refusal } }: { row: CallRecord }) {
  if (!refusal) return NONE
  return (
    <span title={`${refusalMeaning(refusal) ?? ''} (${refusal})`}>{refusalLabel(refusal)}</span>
  )
}

/** A settlement account sees the response of its gateway, and not the one to the caller. */
const codeOf = ({ sip_code, gateway_sip_code }: CallRecord) =>
  sip_code === undefined ? gateway_sip_code : sip_code

/** The most specific result: a gateway's response, or the reason of the switch. */
function Outcome({ row }: { row: CallRecord }) {
  const { status, refusal, failure } = row
  const { word, tone } = RESULTS[status]
  const code = codeOf(row)
  const says = status === 'FAILED' && code !== null ? sipLabel(code) : undefined
  const reason = refusal ? refusalLabel(refusal) : failure && failureLabel(failure)
  const words = (status === 'REJECTED' && reason) || (says ?? word)
  const isCut = status === 'ANSWERED' && refusal
  return (
    <span title={whyOf(row)}>
      <StatusDot tone={tone}>
        {isCut ? `${word}, ${lower(refusalLabel(refusal))}` : words}
      </StatusDot>
    </span>
  )
}

const lower = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

interface NamedProps {
  readonly row: CallRecord
  readonly name: ReactNode
}

function Client({ row, name }: NamedProps) {
  if (row.client_name === null) return <span className="muted">Unknown</span>
  return <ClientLink call={row}>{name}</ClientLink>
}

function Gateway({ row, name }: NamedProps) {
  if (row.gateway_id === null || row.gateway_name === null) return NONE
  return <Link to={paths.admin.gateways.edit(row.gateway_id)}>{name}</Link>
}

/** The most specific result is the filter for similar calls. */
function outcomeFilter({ status, refusal, sip_code }: CallRecord): GridFilter {
  if (refusal) return ['refusal', refusal]
  return status === 'FAILED' && sip_code ? ['sip_code', sip_code] : ['status', status]
}

/** A call that was refused early has no number but the dialled one. */
function Called({ row: { called_number, dialled_number } }: { row: CallRecord }) {
  if (called_number) return number(called_number)
  return (
    <span className="mono muted" title="As dialled: refused before the number was normalised">
      {dialled_number || NONE}
    </span>
  )
}

const COLUMNS: readonly Column[] = [
  STARTED,
  {
    id: 'client_name',
    header: 'Client',
    width: 108,
    // A call is known by its numbers: so its money is in sight at 1440 pixels.
    minWidth: 108,
    name: (row) => row.client_name,
    cell: (row, name) => <Client row={row} name={name} />,
    // Account 0 is an unknown caller.
    filter: ({ account_id }) => ['account_id', account_id || null],
  },
  column.mono('caller_number', 'Caller', 112),
  { id: 'called_number', header: 'Called', width: 112, cell: (row) => <Called row={row} /> },
  column.mono('dialled_number', 'Dialled', 130),
  column.mono('sent_number', 'Called (to gateway)', 130, { insteadOf: 'called_number' }),
  column.mono('prefix', 'Prefix', 80),
  destinationColumn(112),
  {
    ...column.text('buy_destination', 'Destination (buy)', 112, { insteadOf: 'destination' }),
    headerWithout: ['destination', 'Destination'],
    name: (row) => row.buy_destination,
    cell: (row, name) => (row.buy_destination ? name : NONE),
  },
  {
    id: 'gateway_name',
    header: 'Gateway',
    width: 92,
    name: (row) => row.gateway_name,
    cell: (row, name) => <Gateway row={row} name={name} />,
    filter: ({ gateway_id }) => ['gateway_id', gateway_id],
  },
  SETTLEMENT,
  {
    id: 'outcome',
    header: 'Outcome',
    width: 172,
    minWidth: 100,
    cell: (row) => <Outcome row={row} />,
    filter: outcomeFilter,
  },
  {
    id: 'status',
    header: 'Result',
    width: 96,
    cell: ({ status }) => <StatusDot tone={RESULTS[status].tone}>{RESULTS[status].word}</StatusDot>,
  },
  {
    id: 'sip_code',
    header: 'SIP code',
    width: 172,
    cell: (row) => <SipAnswer code={row.sip_code} />,
  },
  {
    id: 'gateway_sip_code',
    insteadOf: 'sip_code',
    header: 'Gateway response',
    headerWithout: ['sip_code', 'SIP code'],
    width: 172,
    cell: (row) => <SipAnswer code={row.gateway_sip_code} />,
  },
  {
    id: 'attempt_end',
    header: 'Last attempt',
    width: 172,
    cell: (row) => attemptLabel(row),
  },
  { id: 'refusal', header: 'Refusal', width: 150, cell: (row) => <Reason row={row} /> },
  {
    id: 'fault',
    header: 'Fault',
    help: 'The side at fault that the call failed or was cut',
    width: 90,
    cell: ({ fault }) =>
      fault ? <span title={faultMeaning(fault)}>{FAULT_LABELS[fault]}</span> : NONE,
    filter: ({ fault }) => ['fault', fault],
  },
  { ...FAILURE, insteadOf: 'refusal' },
  {
    id: 'reason',
    insteadOf: 'refusal',
    header: 'Reason',
    width: 320,
    name: (row) => meaningOf(row) ?? NONE,
    cell: (_, name) => name,
  },
  {
    id: 'q850_cause',
    header: 'Q.850 cause',
    width: 150,
    cell: (row) => (row.q850_cause === null ? NONE : causeLabel(row.q850_cause)),
  },
  {
    id: 'release_side',
    header: 'Released by',
    width: 100,
    cell: (row) => (row.release_side ? RELEASE_SIDES[row.release_side] : NONE),
  },
  column.integer('attempt_no', 'Attempts', 84),
  {
    id: 'call_pdd_ms',
    header: 'PDD',
    help: 'Post-dial delay: the time until it rang or was answered',
    width: 72,
    align: 'end',
    cell: (row) => formatMs(row.call_pdd_ms),
  },
  {
    id: 'pdd_ms',
    header: 'Gateway PDD',
    width: 150,
    align: 'end',
    cell: (row) => formatMs(row.pdd_ms),
  },
  {
    id: 'duration_ms',
    header: 'Duration',
    width: 92,
    align: 'end',
    cell: (row) => formatDuration(row.duration_ms / 1000),
  },
  column.duration('billed_seconds', 'Billed', 84),
  earned('revenue', 'Revenue'),
  earned('cost', 'Cost'),
  earned('margin', 'Margin'),
  MARGIN_PERCENT,
  column.rate('sell_rate', 'Sell rate', 110, { headerWithout: ['client_name', 'Rate'] }),
  amount('sell_amount', 'Charge, incl. VAT', { insteadOf: 'revenue' }),
  column.duration('buy_billed_seconds', 'Billed (buy)', 90, {
    headerWithout: ['billed_seconds', 'Billed'],
  }),
  column.rate('buy_rate', 'Buy rate', 110, { headerWithout: ['caller_number', 'Rate'] }),
  amount('buy_amount', 'Settlement charge, incl. VAT', {
    insteadOf: 'cost',
    headerWithout: ['caller_number', 'Amount owed to you, incl. VAT'],
  }),
  column.mono('source_ip', 'Source IP', 120),
  column.mono('gateway_address', 'Gateway IP', 150),
  column.time('answered_at', 'Answered at', 150),
  column.time('ended_at', 'Ended at', 150),
  column.text('user_agent', 'User agent', 140),
  {
    id: 'sip_call_id',
    header: 'SIP Call-ID',
    width: 160,
    cell: (row) => <span title={row.sip_call_id}>{number(row.sip_call_id)}</span>,
  },
  ...CALL_DETAIL_COLUMNS,
  column.mono('call_id', 'Call id', 160),
]

const showing = (shown: readonly string[]): readonly Column[] =>
  COLUMNS.map((one) => (shown.includes(one.id) ? one : { ...one, hidden: true }))

const ALWAYS = ['started_at', 'client_name', 'caller_number', 'called_number', 'gateway_name']

export const CALL_COLUMNS = showing([
  ...ALWAYS,
  'destination',
  'outcome',
  'duration_ms',
  'revenue',
  'cost',
  'margin',
])

export const FAILED_CALL_COLUMNS = showing([
  ...ALWAYS,
  'destination',
  'status',
  'sip_code',
  'refusal',
  'fault',
  'attempt_no',
  'source_ip',
])
