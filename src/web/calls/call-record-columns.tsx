// The columns of call records. The lists of calls and of failed calls show different ones first.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallRecord } from '#contract/call-records.ts'
import { paths } from '../navigation/paths.ts'
import { Amount, Price } from '../ui/Amount.tsx'
import { StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { formatDecimal, formatDuration, formatShare, NONE } from '../ui/format.ts'
import type { GridColumn, GridFilter } from '../ui/grid/column.ts'
import { CallLink } from './CallLink.tsx'
import { ClientLink } from './ClientLink.tsx'
import { CALL_DETAIL_COLUMNS } from './call-detail-columns.tsx'
import {
  attemptLabel,
  RELEASE_SIDES,
  RESULTS,
  refusalLabel,
  refusalMeaning,
} from './call-labels.ts'
import { causeLabel, sipLabel, sipMeaning } from './sip-codes.ts'

type Column = GridColumn<CallRecord>

const number = (value: string) => <span className="mono">{value || NONE}</span>
const formatMs = (ms: number | null) => (ms === null ? NONE : `${(ms / 1000).toFixed(2)} s`)

function SipAnswer({ code }: { code: number | null }) {
  if (code === null) return NONE
  return <span title={sipMeaning(code)}>{sipLabel(code)}</span>
}

function Reason({ row: { refusal } }: { row: CallRecord }) {
  if (refusal === null) return NONE
  return (
    <span title={`${refusalMeaning(refusal) ?? ''} (${refusal})`}>{refusalLabel(refusal)}</span>
  )
}

/** The most specific result: a gateway's response, or the reason of the switch. */
function Outcome({ row }: { row: CallRecord }) {
  const { status, refusal, sip_code } = row
  const { word, tone } = RESULTS[status]
  const says = status === 'FAILED' && sip_code !== null ? sipLabel(sip_code) : undefined
  const words = status === 'REJECTED' && refusal ? refusalLabel(refusal) : (says ?? word)
  const isCut = status === 'ANSWERED' && refusal !== null
  const why = refusal ? refusalMeaning(refusal) : sip_code && sipMeaning(sip_code)
  return (
    <span title={why || undefined}>
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
  if (refusal !== null) return ['refusal', refusal]
  return status === 'FAILED' && sip_code !== null ? ['sip_code', sip_code] : ['status', status]
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

const earned = (id: 'revenue' | 'cost' | 'margin', header: string): Column => ({
  id,
  header,
  width: 100,
  align: 'end',
  cell: ({ [id]: value, currency }) => <Amount value={value} currency={currency} />,
})

const COLUMNS: readonly Column[] = [
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
    id: 'client_name',
    header: 'Client',
    width: 108,
    name: (row) => row.client_name,
    cell: (row, name) => <Client row={row} name={name} />,
    // Account 0 is an unknown caller.
    filter: ({ account_id }) => ['account_id', account_id || null],
  },
  {
    id: 'caller_number',
    header: 'Caller',
    width: 112,
    cell: (row) => number(row.caller_number),
  },
  { id: 'called_number', header: 'Called', width: 112, cell: (row) => <Called row={row} /> },
  {
    id: 'dialled_number',
    header: 'Dialled',
    width: 130,
    cell: (row) => number(row.dialled_number),
  },
  { id: 'sent_number', header: 'Sent', width: 130, cell: (row) => number(row.sent_number) },
  { id: 'prefix', header: 'Prefix', width: 80, cell: (row) => number(row.prefix ?? '') },
  {
    id: 'destination',
    header: 'Destination',
    width: 112,
    name: (row) => row.destination,
    cell: (row, name) => (row.destination ? name : NONE),
  },
  {
    id: 'gateway_name',
    header: 'Gateway',
    width: 92,
    name: (row) => row.gateway_name,
    cell: (row, name) => <Gateway row={row} name={name} />,
    filter: ({ gateway_id }) => ['gateway_id', gateway_id],
  },
  {
    id: 'settlement_name',
    header: 'Settlement',
    width: 120,
    name: (row) => row.settlement_name,
    cell: (row, name) => (row.settlement_name === null ? NONE : name),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 172,
    least: 112,
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
    header: 'Gateway response',
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
  {
    id: 'attempt_no',
    header: 'Attempts',
    width: 84,
    align: 'end',
    cell: (row) => formatDecimal(row.attempt_no),
  },
  {
    id: 'call_pdd_ms',
    header: 'PDD',
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
  {
    id: 'billed_seconds',
    header: 'Billed',
    width: 84,
    align: 'end',
    cell: (row) => formatDuration(row.billed_seconds),
  },
  earned('revenue', 'Revenue'),
  earned('cost', 'Cost'),
  earned('margin', 'Margin'),
  {
    id: 'margin_percent',
    header: 'Margin %',
    width: 84,
    align: 'end',
    cell: (row) => formatShare(row.margin_percent),
  },
  {
    id: 'sell_rate',
    header: 'Sell rate',
    width: 110,
    align: 'end',
    cell: (row) => <Price value={row.sell_rate} currency={row.sell_rate_currency} />,
  },
  {
    id: 'sell_amount',
    header: 'Client pays, incl. VAT',
    width: 150,
    align: 'end',
    cell: (row) => <Amount value={row.sell_amount} currency={row.sell_currency} />,
  },
  {
    id: 'buy_billed_seconds',
    header: 'Billed (buy)',
    width: 90,
    align: 'end',
    cell: (row) => formatDuration(row.buy_billed_seconds),
  },
  {
    id: 'buy_rate',
    header: 'Buy rate',
    width: 110,
    align: 'end',
    cell: (row) => <Price value={row.buy_rate} currency={row.buy_rate_currency} />,
  },
  {
    id: 'buy_amount',
    header: 'Settlement charge, incl. VAT',
    width: 150,
    align: 'end',
    cell: (row) => <Amount value={row.buy_amount} currency={row.buy_currency} />,
  },
  { id: 'source_ip', header: 'Source IP', width: 120, cell: (row) => number(row.source_ip ?? '') },
  {
    id: 'gateway_address',
    header: 'Gateway IP',
    width: 150,
    cell: (row) => number(row.gateway_address ?? ''),
  },
  {
    id: 'answered_at',
    header: 'Answered at',
    width: 150,
    cell: (row) => <DateTime at={row.answered_at} />,
  },
  { id: 'ended_at', header: 'Ended at', width: 150, cell: (row) => <DateTime at={row.ended_at} /> },
  { id: 'user_agent', header: 'User agent', width: 140, cell: (row) => row.user_agent || NONE },
  {
    id: 'sip_call_id',
    header: 'SIP Call-ID',
    width: 160,
    cell: (row) => <span title={row.sip_call_id}>{number(row.sip_call_id)}</span>,
  },
  ...CALL_DETAIL_COLUMNS,
  { id: 'call_id', header: 'Call id', width: 160, cell: (row) => number(row.call_id) },
]

const showing = (shown: readonly string[]): readonly Column[] =>
  COLUMNS.map((column) => (shown.includes(column.id) ? column : { ...column, hidden: true }))

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
  'status',
  'sip_code',
  'refusal',
  'attempt_no',
  'source_ip',
])
