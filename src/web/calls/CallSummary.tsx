// The summary of a call: its result, its numbers, its times, who ended it and why.

import type { ReactNode } from 'react'
import type { CallRecord, WholeCall } from '#contract/calls/call-records.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { formatDuration, NONE } from '../ui/values/format.ts'
import { CallResult } from './CallResult.tsx'
import { ClientLink } from './ClientLink.tsx'
import { faultMeaning, RELEASE_SIDES, refusalLabel, whyOf } from './call-labels.ts'
import { Copied, Fact } from './Fact.tsx'
import { mediaWords, SILENT_SIDE_LABELS } from './media/media-words.ts'
import { causeLabel, sipLabel } from './sip-codes.ts'
import styles from './WholeCall.module.css'

interface CallSummaryProps {
  readonly call: CallRecord
  readonly deck: WholeCall['deck_destination']
  /** Between the result and the facts. */
  readonly children: ReactNode
}

export function CallSummary({ call, deck, children }: CallSummaryProps) {
  return (
    <>
      <CallResult call={call} why={whyOf(call)} />
      {children}
      <dl className={styles.facts}>
        {FACTS.filter(([, field]) => call[field] !== undefined).map(([name, field, show, wide]) => {
          const shown = field === 'destination' && deck ? deckName(deck) : show(call)
          // A call without an answer lacks much; what it lacks is left out.
          const isLeftOut = shown === undefined || (shown === NONE && call.answered_at === null)
          return isLeftOut ? null : (
            <Fact key={`${name} ${field}`} name={name} wide={wide === 'wide'}>
              {shown}
            </Fact>
          )
        })}
      </dl>
    </>
  )
}

const copied = (text: string) => (text ? <Copied text={text} /> : NONE)
const time = (at: string | null) => (at === null ? NONE : <DateTime at={at} />)

const deckName = ({ name, prefix }: NonNullable<WholeCall['deck_destination']>) => (
  <span title="By the code deck: no rate was found">
    {name} <span className="muted mono">{prefix}</span>
  </span>
)

/** Its name, the field without which the user does not see it, and what is shown, if anything. */
type FactOfCall = readonly [
  name: string,
  field: keyof CallRecord,
  show: (call: CallRecord) => ReactNode,
  wide?: 'wide',
]

const FACTS: readonly FactOfCall[] = [
  ['Client', 'client_name', clientOf],
  ['Reseller chain', 'reseller_names', (call) => call.reseller_names.join(', ') || undefined],
  ['SIP user', 'sip_username', ({ sip_username }) => sip_username ?? undefined],
  [
    'Caller',
    'caller_number',
    ({ caller_number, caller_name }) => (
      <>
        {copied(caller_number)}
        {caller_name && ` ${caller_name}`}
      </>
    ),
  ],
  [
    'Source IP',
    'source_ip',
    (call) => (call.source_ip ? copied(`${call.source_ip}:${call.source_port ?? ''}`) : NONE),
  ],
  [
    'Caller (to gateway)',
    'sent_caller_number',
    (call) => [call.sent_caller_number, call.sent_caller_name].filter(Boolean).join(' ') || NONE,
  ],
  ['Dialled', 'dialled_number', (call) => copied(call.dialled_number)],
  ['Called', 'called_number', (call) => copied(call.called_number)],
  ['Called (to gateway)', 'sent_number', (call) => copied(call.sent_number)],
  ['Destination', 'destination', ({ destination, prefix }) => destinationOf(destination, prefix)],
  [
    'Destination',
    'buy_destination',
    ({ destination, buy_destination, buy_prefix }) =>
      destination === undefined ? destinationOf(buy_destination, buy_prefix) : undefined,
  ],
  ['Route plan', 'route_plan_name', (call) => call.route_plan_name ?? NONE],
  ['Gateway', 'gateway_name', gatewayOf],
  ['Tunnel', 'tunnel_name', (call) => call.tunnel_name ?? undefined],
  ['Started', 'started_at', (call) => time(call.started_at)],
  ['Answered at', 'answered_at', (call) => time(call.answered_at)],
  ['Ended at', 'ended_at', (call) => time(call.ended_at)],
  ['Duration', 'duration_ms', (call) => formatDuration(call.duration_ms / 1000)],
  ['PDD', 'call_pdd_ms', (call) => milliseconds(call.call_pdd_ms)],
  ['Routing time', 'routing_ms', (call) => milliseconds(call.routing_ms)],
  [
    'Released by',
    'release_side',
    ({ release_side }) => (release_side ? RELEASE_SIDES[release_side] : NONE),
  ],
  ['SIP code', 'sip_code', ({ sip_code }) => (sip_code === null ? NONE : sipLabel(sip_code))],
  [
    'Q.850 cause',
    'q850_cause',
    ({ q850_cause }) => (q850_cause === null ? NONE : causeLabel(q850_cause)),
  ],
  ['Refusal', 'refusal', ({ refusal }) => (refusal ? refusalLabel(refusal) : NONE)],
  ['Fault', 'fault', ({ fault }) => (fault ? faultMeaning(fault) : undefined)],
  ['Call id', 'call_id', (call) => copied(call.call_id)],
  ['Media', 'media_mode', mediaOf],
  ['Early media', 'early_media', ({ early_media }) => (early_media ? 'Yes' : 'No')],
  [
    'One-way audio',
    'one_way_audio',
    ({ one_way_audio }) => (one_way_audio ? SILENT_SIDE_LABELS[one_way_audio] : undefined),
  ],
  ['From the caller', 'media', ({ media }) => (media ? mediaWords(media.caller) : undefined)],
  ['From the called party', 'media', ({ media }) => (media ? mediaWords(media.callee) : undefined)],
  ['User agent', 'user_agent', (call) => call.user_agent || NONE],
  ['Gateway user agent', 'gateway_user_agent', (call) => call.gateway_user_agent || undefined],
  ['From domain', 'from_domain', (call) => call.from_domain || undefined],
  ['Dialled domain', 'dialled_domain', (call) => call.dialled_domain || undefined],
  ['Received on', 'local_address', (call) => call.local_address || undefined],
  // The identity headers of the caller, unchanged.
  ['PAI', 'pai', (call) => header(call.pai), 'wide'],
  ['RPID', 'rpid', (call) => header(call.rpid), 'wide'],
  ['Diversion', 'diversion', (call) => header(call.diversion), 'wide'],
  ['Privacy', 'privacy', (call) => header(call.privacy), 'wide'],
  ['SIP Call-ID', 'sip_call_id', (call) => copied(call.sip_call_id), 'wide'],
]

function header(text: string): ReactNode {
  return text ? <span className="mono">{text}</span> : undefined
}

function mediaOf({ media_mode, codec, callee_codec }: CallRecord): string {
  const codecs = callee_codec && callee_codec !== codec ? `${codec} to ${callee_codec}` : codec
  return media_mode === '' ? NONE : `${media_mode === 'DIRECT' ? 'Direct' : 'Relayed'} ${codecs}`
}

function milliseconds(ms: number | null): string {
  return ms === null ? NONE : `${ms} ms`
}

function clientOf(call: CallRecord): ReactNode {
  return call.client_name === null ? 'Unknown caller' : <ClientLink call={call} />
}

function gatewayOf({ gateway_id, gateway_name, settlement_name }: CallRecord): ReactNode {
  if (gateway_id === null) return NONE
  return (
    <>
      <Link to={paths.admin.gateways.edit(gateway_id)}>{gateway_name}</Link>
      {settlement_name && <span className="muted"> of {settlement_name}</span>}
    </>
  )
}

function destinationOf(destination: string, prefix: string | null): ReactNode {
  if (prefix === null) return NONE
  return (
    <>
      {destination || NONE} <span className="muted mono">{prefix}</span>
    </>
  )
}
