// The messages of the virtual switch about a call: the invite, its attempts, and its events.
import type {
  AttemptQuestion,
  AttemptReport,
  CallEvent,
  RelayedMedia,
  SwitchDialog,
  SwitchInvite,
} from '#engine/kamailio/switch-link.ts'
import type { SimulatedCall } from './simulated-call.ts'

export const inviteOf = (call: SimulatedCall): SwitchInvite => ({
  tx: '1:1',
  dialog: call.dialog,
  sip_call_id: call.sip_call_id,
  source_ip: call.source_ip,
  source_port: 5060,
  transport: 'UDP',
  dialled_number: '442071838750',
  caller_number: '4930123456',
  caller_name: '',
  user_agent: '',
  auth_username: '',
  to_number: '442071838750',
  pai: '',
  rpid: '',
  privacy: '',
  foreign_route: '',
  diversion: '',
  from_domain: '10.0.0.9',
  dialled_domain: '10.0.0.1',
  local_address: '10.0.0.1:5060',
  received_at: call.started_at,
})

/** A request without a reply yet. */
export const attemptAt = (gateway_id: number, sent_at: number): AttemptReport => ({
  gateway_id,
  attempt_end: 'NO_RESPONSE',
  not_sent_reason: null,
  gateway_user_agent: '',
  sip_code: 408,
  sent_at,
  ringing_at: null,
  ended_at: 0,
  q850_cause: null,
  retry_after: null,
})

export const eventOf = (call: SimulatedCall, kind: CallEvent['kind'], key: string): CallEvent => ({
  key,
  kind,
  live: false,
  call_id: call.call_id,
  dialog: call.dialog,
  sip_call_id: call.sip_call_id,
  started_at: call.started_at,
  ringing_at: call.ringing_at,
  answered_at: call.answered_at,
  ended_at: null,
  gateway_id: call.gateway_id,
  sip_code: call.answered_at === null ? null : 200,
  q850_cause: null,
  reason: '',
  released_by: null,
  attempts: [...call.attempts],
  media: null,
  early_media: false,
})

export const questionOf = (
  call: SimulatedCall,
  gateway_id: number,
  now: number,
): AttemptQuestion => ({
  tx: '1:1',
  dialog: call.dialog,
  call_id: call.call_id,
  sip_call_id: call.sip_call_id,
  gateway_id,
  received_at: now,
})

export const mediaOf = (call: SimulatedCall | undefined, now: number): RelayedMedia =>
  call?.state === 'TALK'
    ? { kind: 'relayed', last_packet_at: now, is_held: false }
    : { kind: 'gone' }

/** All that is left of a call whose dialog is lost. */
export const UNKNOWN = {
  call_id: '',
  dialog: '',
  started_at: null,
  ringing_at: null,
  answered_at: null,
  gateway_id: null,
  sip_code: null,
  attempts: [],
} as const

export function toDialog(call: SimulatedCall): SwitchDialog {
  const { dialog, call_id, sip_call_id, gateway_id, started_at, answered_at } = call
  const state = call.state === 'TALK' ? 'ANSWERED' : 'SETUP'
  const is_held = false
  return { dialog, call_id, sip_call_id, gateway_id, started_at, answered_at, state, is_held }
}

/** Few lengths, so that the exact oracle can remember what each costs; some lie at borders. */
export const TALKS_MS = [
  ...[0, 400, 999, 1000, 3_300, 5_500, 12_000, 29_999, 30_001, 59_500, 61_200],
  ...[100_000, 150_000, 200_000, 250_000],
]
export const JITTERS_MS = [0, 250, 700]
