// Everything that a call writes from its INVITE to its record, as operations of the charging queue
// one after the other: with the settings as they are set up, for a talk of 100 seconds.
import { NO_CHANGE } from '#core/billing/call-batch-rows.ts'
import type { Operation } from '#core/billing/operation.ts'
import type { Attempt, Call, CallEnd } from '#core/call/call.ts'
import { NO_LIMITS } from '#core/routing/call-limits.ts'
import { DEFAULT_SETTINGS } from '#db/settings.ts'
import { STEPS } from './money-world.ts'

const RINGS_AFTER = 1
const ANSWERS_AFTER = 3
const TALK_SECONDS = 100
const BUSY = 486

/** Held, ringing, answered, extended until its end, closed. */
export function answeredLife(call: Call): Operation[] {
  const { reservation_first_seconds, reservation_step_seconds } = DEFAULT_SETTINGS
  const gateway_id = call.routes[0]!.gateway_id
  const answered_at = call.started_at + ANSWERS_AFTER
  const answer = { ...NO_CHANGE, call_id: call.call_id, gateway_id, state: 'ANSWERED' } as const
  const expires_at = answered_at + reservation_first_seconds
  const extensions: Operation[] = []
  let granted = reservation_first_seconds
  while (granted < TALK_SECONDS) {
    const at = answered_at + granted
    granted += reservation_step_seconds
    const more = { wanted_seconds: granted, expires_at: answered_at + granted, at }
    extensions.push({ kind: 'extend', call, gateway_id, ...more })
  }
  return [
    reserve(call),
    ringing(call),
    { kind: 'progress', call, change: { ...answer, answered_at, expires_at } },
    ...extensions,
    { kind: 'close', call, end: endAfter(call, answered_at) },
  ]
}

/** Held, ringing, refused by the callee, closed. */
export const unansweredLife = (call: Call): Operation[] => [
  reserve(call),
  ringing(call),
  { kind: 'close', call, end: endAfter(call, null) },
]

const reserve = (call: Call): Operation => ({
  kind: 'reserve',
  call,
  limits: NO_LIMITS,
  dialog: call.call_id,
  wanted_seconds: DEFAULT_SETTINGS.reservation_first_seconds,
  expires_at: call.started_at + DEFAULT_SETTINGS.reservation_first_seconds,
  steps: STEPS,
})

function ringing(call: Call): Operation {
  const { call_id, started_at, routes } = call
  const where = { gateway_id: routes[0]!.gateway_id, ringing_at: started_at + RINGS_AFTER }
  return { kind: 'progress', call, change: { ...NO_CHANGE, call_id, state: 'RINGING', ...where } }
}

function endAfter(call: Call, answered_at: number | null): CallEnd {
  const gateway_id = call.routes[0]!.gateway_id
  const ringing_at = call.started_at + RINGS_AFTER
  const talk = answered_at === null ? 0 : TALK_SECONDS
  const ended_at = call.started_at + ANSWERS_AFTER + talk
  const refused: Attempt = {
    ...{ gateway_id, attempt_end: 'REFUSED', not_sent_reason: null, gateway_user_agent: '' },
    ...{ sip_code: BUSY, q850_cause: null, retry_after: null },
    ...{ sent_at: call.started_at, ringing_at, ended_at },
  }
  return {
    ...{ ringing_at, answered_at, ended_at, gateway_id },
    ...{ sip_code: answered_at === null ? BUSY : 200, q850_cause: null, reason: '' },
    released_by: answered_at === null ? 'CALLEE' : 'CALLER',
    attempts: answered_at === null ? [refused] : [],
    ...{ media: null, early_media: false, cut: null },
  }
}
