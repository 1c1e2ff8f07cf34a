// The course of a call as messages between its parties, made from the records of its attempts.
import type { CallRecord } from '#contract/calls/call-records.ts'
import { sipLabel } from '../sip-codes.ts'

export interface Message {
  readonly at: string
  readonly text: string
  /** The caller's side, or that of a gateway. */
  readonly lane: 'caller' | 'gateway'
  readonly gateway: string | undefined
  /** To the switch, or away from it. */
  readonly to_switch: boolean
}

const fromCaller = (at: string, text: string): Message => ({
  at,
  text,
  lane: 'caller',
  gateway: undefined,
  to_switch: true,
})
const toCaller = (at: string, text: string): Message => ({
  ...fromCaller(at, text),
  to_switch: false,
})

const gatewayMessage = (attempt: CallRecord, at: string, text: string, to_switch: boolean) => ({
  at,
  text,
  lane: 'gateway' as const,
  // A SIP user has only its name, which is its address.
  gateway: attempt.gateway_name ?? attempt.gateway_address ?? 'gateway',
  to_switch,
})

/** The messages between caller and gateways, in the order of time. */
export function ladderOf(attempts: readonly CallRecord[]): readonly Message[] {
  const last = attempts.at(-1)
  if (!last) return []
  const { started_at, routing_ms, gateway_address } = last
  const decided_at = new Date(Date.parse(started_at) + (routing_ms ?? 0)).toISOString()
  const invite = fromCaller(started_at, `INVITE ${last.dialled_number}`)
  if (gateway_address === null) return [invite, toCaller(last.ended_at, answerOf(last))]
  const tries = attempts.flatMap((attempt, i) =>
    attempt.attempt_end === 'NOT_SENT'
      ? []
      : // Without a stamp: the end of the previous attempt.
        messagesOfTry(attempt, attempt.sent_at ?? attempts[i - 1]?.ended_at ?? decided_at),
  )
  return [invite, ...tries, ...endOf(last)]
}

function messagesOfTry(attempt: CallRecord, sent_at: string): Message[] {
  const { progress_at, answered_at, ended_at, gateway_sip_code: code } = attempt
  const rang = progress_at !== null && progress_at >= sent_at
  return [
    gatewayMessage(attempt, sent_at, `INVITE ${attempt.sent_number}`, false),
    ...(rang ? [gatewayMessage(attempt, progress_at, '180 Ringing', true)] : []),
    ...(rang ? [toCaller(progress_at, '180 Ringing')] : []),
    ...(attempt.attempt_end === 'NO_ANSWER' || attempt.attempt_end === 'PDD_TIMEOUT'
      ? [gatewayMessage(attempt, ended_at, 'CANCEL', false)]
      : []),
    ...(answered_at === null && attempt.attempt_end !== 'CANCELLED' && code !== null
      ? [gatewayMessage(attempt, ended_at, sipLabel(code), true)]
      : []),
    ...(answered_at === null
      ? []
      : [gatewayMessage(attempt, answered_at, '200 OK', true), toCaller(answered_at, '200 OK')]),
  ]
}

const answerOf = ({ sip_code, sip_reason }: CallRecord) =>
  sip_code === null ? sip_reason : sipLabel(sip_code)

function endOf(last: CallRecord): Message[] {
  const { answered_at, ended_at, release_side, status } = last
  if (answered_at === null && status === 'CANCELLED') {
    return [
      fromCaller(ended_at, 'CANCEL'),
      gatewayMessage(last, ended_at, 'CANCEL', false),
      toCaller(ended_at, answerOf(last)),
    ]
  }
  if (answered_at === null) return [toCaller(ended_at, answerOf(last))]
  const byeOfCaller = fromCaller(ended_at, 'BYE')
  const byeToGateway = gatewayMessage(last, ended_at, 'BYE', false)
  const byeOfGateway = gatewayMessage(last, ended_at, 'BYE', true)
  const byeToCaller = toCaller(ended_at, 'BYE')
  if (release_side === 'CALLER') return [byeOfCaller, byeToGateway]
  return release_side === 'CALLEE' ? [byeOfGateway, byeToCaller] : [byeToCaller, byeToGateway]
}
