// What the call was: its result, its numbers, its times, who ended it and why.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallRecord } from '#contract/call-records.ts'
import { paths } from '../navigation/paths.ts'
import { StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { formatDuration, NONE } from '../ui/format.ts'
import { ClientLink } from './ClientLink.tsx'
import { RELEASE_SIDES, RESULTS, refusalLabel, refusalMeaning } from './call-labels.ts'
import { Copied, Fact } from './Fact.tsx'
import { causeLabel, sipLabel, sipMeaning } from './sip-codes.ts'
import styles from './WholeCall.module.css'

export function CallSummary({ call }: { call: CallRecord }) {
  const { word, tone } = RESULTS[call.status]
  const why = (call.refusal && refusalMeaning(call.refusal)) ?? meaningOf(call)
  return (
    <>
      <p className={styles.result}>
        <StatusDot tone={tone}>
          <strong>{word}</strong>
        </StatusDot>
        {call.answered_at !== null && <b>{formatDuration(call.duration_ms / 1000)}</b>}
        {why && <span>{why}</span>}
      </p>
      <dl className={styles.facts}>
        <Fact name="Client">{clientOf(call)}</Fact>
        {call.reseller_names.length > 0 && (
          <Fact name="Reseller chain">{call.reseller_names.join(', ')}</Fact>
        )}
        {call.sip_username !== null && <Fact name="SIP user">{call.sip_username}</Fact>}
        <Fact name="Caller">
          <Copied text={call.caller_number} />
          {call.caller_name && ` ${call.caller_name}`}
        </Fact>
        <Fact name="Source IP">
          {call.source_ip ? <Copied text={`${call.source_ip}:${call.source_port ?? ''}`} /> : NONE}
        </Fact>
        <Fact name="Caller, sent">
          {[call.sent_caller_number, call.sent_caller_name].filter(Boolean).join(' ') || NONE}
        </Fact>
        <Fact name="Dialled">
          <Copied text={call.dialled_number} />
        </Fact>
        <Fact name="Called">
          <Copied text={call.called_number} />
        </Fact>
        <Fact name="Sent">
          <Copied text={call.sent_number} />
        </Fact>
        <Fact name="Destination">{destinationOf(call)}</Fact>
        <Fact name="Route plan">{call.route_plan_name ?? NONE}</Fact>
        <Fact name="Gateway">{gatewayOf(call)}</Fact>
        {call.tunnel_name !== null && <Fact name="Tunnel">{call.tunnel_name}</Fact>}
        <Fact name="Started">
          <DateTime at={call.started_at} />
        </Fact>
        <Fact name="Answered at">
          <DateTime at={call.answered_at} />
        </Fact>
        <Fact name="Ended at">
          <DateTime at={call.ended_at} />
        </Fact>
        <Fact name="Duration">{formatDuration(call.duration_ms / 1000)}</Fact>
        <Fact name="PDD">{milliseconds(call.call_pdd_ms)}</Fact>
        <Fact name="Routing time">{milliseconds(call.routing_ms)}</Fact>
        <Fact name="Released by">
          {call.release_side ? RELEASE_SIDES[call.release_side] : NONE}
        </Fact>
        <Fact name="SIP code">{call.sip_code === null ? NONE : sipLabel(call.sip_code)}</Fact>
        <Fact name="Q.850 cause">
          {call.q850_cause === null ? NONE : causeLabel(call.q850_cause)}
        </Fact>
        <Fact name="Refusal">{call.refusal ? refusalLabel(call.refusal) : NONE}</Fact>
        <Fact name="Call id">
          <Copied text={call.call_id} />
        </Fact>
        <CallMediaFacts call={call} />
        <Fact name="User agent">{call.user_agent || NONE}</Fact>
        {call.gateway_user_agent && (
          <Fact name="Gateway user agent">{call.gateway_user_agent}</Fact>
        )}
        {call.from_domain && <Fact name="From domain">{call.from_domain}</Fact>}
        {call.dialled_domain && <Fact name="Dialled domain">{call.dialled_domain}</Fact>}
        {call.local_address && <Fact name="Received on">{call.local_address}</Fact>}
        <CallerHeaders call={call} />
        <Fact name="SIP Call-ID" wide>
          <Copied text={call.sip_call_id} />
        </Fact>
      </dl>
    </>
  )
}

/** What the caller said about itself, as it came. */
function CallerHeaders({ call: { pai, rpid, diversion, privacy } }: { call: CallRecord }) {
  const headers = { PAI: pai, RPID: rpid, Diversion: diversion, Privacy: privacy }
  return Object.entries(headers).map(
    ([name, text]) =>
      text && (
        <Fact key={name} name={name} wide>
          <span className="mono">{text}</span>
        </Fact>
      ),
  )
}

/** The media quality, if rtpengine measured it. */
function CallMediaFacts({ call }: { call: CallRecord }) {
  const { media_mode, codec, callee_codec, media, early_media } = call
  const codecs = callee_codec && callee_codec !== codec ? `${codec} to ${callee_codec}` : codec
  const sideOf = (side: NonNullable<CallRecord['media']>['caller']) => {
    const { mos, jitter_ms, loss_percent, packets } = side
    const words = [
      mos !== null && `MOS ${mos.toFixed(1)}`,
      loss_percent !== null && `${loss_percent} % lost`,
      jitter_ms !== null && `${jitter_ms} ms jitter`,
      packets !== null && `${packets} packets`,
    ].filter(Boolean)
    return words.length === 0 ? NONE : words.join(', ')
  }
  return (
    <>
      <Fact name="Media">
        {media_mode === '' ? NONE : `${media_mode === 'DIRECT' ? 'Direct' : 'Relayed'} ${codecs}`}
      </Fact>
      <Fact name="Early media">{early_media ? 'Yes' : 'No'}</Fact>
      {media && (
        <>
          <Fact name="From the caller">{sideOf(media.caller)}</Fact>
          <Fact name="From the called party">{sideOf(media.callee)}</Fact>
        </>
      )}
    </>
  )
}

const meaningOf = ({ sip_code }: CallRecord) =>
  sip_code === null || sip_code === 200 ? undefined : sipMeaning(sip_code)

const milliseconds = (ms: number | null) => (ms === null ? NONE : `${ms} ms`)

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

function destinationOf({ destination, prefix }: CallRecord): ReactNode {
  if (prefix === null) return NONE
  return (
    <>
      {destination || NONE} <span className="muted mono">{prefix}</span>
    </>
  )
}
