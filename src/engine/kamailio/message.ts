// Bodies of frames <-> meaning. The messages are described in README.md beside this file;
// Kamailio's half of them is kamailio/kamailio.cfg.template, and both sides name the same VERSION
// in the hello.
import { z } from 'zod'
import { assert, unreachable } from '#core/assert.ts'
import type { AttemptEnd, NotSentReason } from '#core/call/attempt-end.ts'
import { routeMessage } from './route-message.ts'
import type { Stamp } from './stamp.ts'
import type { Attempt, AttemptQuestion, CallEvent, Decision, Invite } from './switch-link.ts'
import type { Credentials, CredentialsQuestion, Ping, SwitchSign } from './switch-users.ts'

const VERSION = 3

/** Kamailio prints `<null>` for what it does not have. */
const text = z.string().transform((value) => (value === '<null>' ? '' : value))

/**
 * Free text travels in base64, because Kamailio 5.6 cannot escape JSON; control characters end
 * here.
 */
const freeText = text.transform((value) =>
  Buffer.from(value, 'base64')
    .toString('utf8')
    .replace(/\p{Cc}/gu, '')
    .replace(/^<null>$/, ''),
)

const stampOrNull = text
  .pipe(z.string().regex(/^(\d{1,12}(\.\d{1,6})?)?$/))
  .transform((value): Stamp | null => (value === '' || Number(value) === 0 ? null : Number(value)))

const stamp = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/)
  .transform(Number)

const numberOrNull = text
  .pipe(z.string().regex(/^\d{0,15}$/))
  .transform((value) => (value === '' || value === '0' ? null : Number(value)))

/** Of a gateway; 0 is a registered user. */
const idOrNull = text
  .pipe(z.string().regex(/^\d{0,15}$/))
  .transform((value) => (value === '' ? null : Number(value)))

const transport = z
  .string()
  .transform((name): 'UDP' | 'TCP' => (name.toLowerCase() === 'tcp' ? 'TCP' : 'UDP'))
const transaction = z.string().regex(/^\d+:\d+$/)

const invite = z.object({
  kind: z.literal('invite'),
  tx: transaction,
  dialog: z.string().regex(/^\d+:\d+:\d+$/),
  sip_call_id: freeText,
  from_tag: freeText,
  source_ip: z.string(),
  source_port: z.number().int(),
  transport,
  dialled_number: freeText,
  caller_number: freeText,
  caller_name: freeText.transform((name) =>
    name.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/gs, '$1'),
  ),
  user_agent: freeText,
  auth_username: freeText,
  to_number: freeText,
  pai: freeText.default(''),
  rpid: freeText.default(''),
  privacy: freeText.default(''),
  diversion: freeText.default(''),
  from_domain: freeText.default(''),
  dialled_domain: freeText.default(''),
  local_address: z.string(),
  received_at: stamp,
})

const attemptQuestion = z.object({
  kind: z.literal('attempt'),
  tx: transaction,
  dialog: z.string().regex(/^\d+:\d+:\d+$/),
  call_id: text,
  sip_call_id: freeText,
  gateway_id: z.number().int(),
  received_at: stamp,
})

const attempt = z
  .tuple([
    z.number().int(),
    z.number().int(),
    z.number().int(),
    z.number(),
    z.number(),
    z.number(),
    z.number().int(),
    z.number().int(),
  ])
  .transform(
    ([gateway_id, sip_code, how, sent_at, ringing_at, ended_at, cause, pause]): Attempt => ({
      gateway_id,
      attempt_end: attemptEnd(how, sip_code, ringing_at !== 0),
      not_sent_reason: how === NOT_SENT ? notSentReason(cause) : null,
      sip_code,
      sent_at: how === NOT_SENT ? null : sent_at,
      ringing_at: ringing_at === 0 ? null : ringing_at,
      had_ringing: ringing_at !== 0,
      ended_at,
      q850_cause: cause === 0 ? null : cause,
      retry_after: pause === 0 ? null : pause,
    }),
  )

/** As the template counts in `NOTE_ATTEMPT`; 0 is a final answer. */
const [NO_REPLY, NO_FINAL_REPLY, CANCELLED, NOT_SENT] = [1, 2, 3, 4]

function attemptEnd(how: number, sip_code: number, had_ringing: boolean): AttemptEnd {
  switch (how) {
    case NO_REPLY:
    case NO_FINAL_REPLY:
      if (had_ringing) return 'RANG_OUT'
      return how === NO_REPLY ? 'NO_REPLY' : 'NO_RINGING'
    case CANCELLED:
      return 'CANCELLED'
    case NOT_SENT:
      return 'NOT_SENT'
    default:
      return sip_code < 300 ? 'ANSWERED' : 'REFUSED'
  }
}

/** The template says it with a cause of its own. */
const notSentReason = (cause: number): NotSentReason => NOT_SENT_CAUSES[cause] ?? 'SEND_FAILED'

const NOT_SENT_CAUSES: Readonly<Record<number, NotSentReason>> = {
  20: 'NOT_REGISTERED',
  34: 'NO_PLACE',
  38: 'TUNNEL_DOWN',
  88: 'NO_COMMON_CODEC',
}

const nothing = z.literal(null).default(null)

const event = z.object({
  kind: z.enum(['ringing', 'answered', 'ended', 'failed', 'orphan_bye']),
  key: z.string().regex(/^[0-9a-z.-]{1,80}$/),
  live: z
    .literal(1)
    .optional()
    .transform((live) => live === 1),
  call_id: text.default(''),
  dialog: z.string().default(''),
  sip_call_id: freeText,
  started_at: stampOrNull.or(nothing),
  ringing_at: stampOrNull.or(nothing),
  answered_at: stampOrNull.or(nothing),
  ended_at: stampOrNull.or(nothing),
  gateway_id: idOrNull.or(nothing),
  sip_code: numberOrNull.or(nothing),
  q850_cause: numberOrNull.or(nothing),
  reason: freeText.default(''),
  released_by: text
    .pipe(z.enum(['', 'caller', 'callee', 'switch']))
    .transform((side) => (side === '' ? null : side))
    .or(nothing),
  early_media: text.default('').transform((value) => value === '1'),
  attempts: z.array(attempt).default([]),
  /** With `ended`, if media was relayed: whose side is whose. */
  caller_tag: freeText.default(''),
})

const credentials = z.object({
  kind: z.literal('credentials'),
  tx: transaction,
  method: z.enum(['REGISTER', 'INVITE']),
  username: freeText,
  source_ip: z.string(),
  source_port: z.number().int(),
  transport,
  user_agent: freeText,
  received_at: stamp,
})

const telephone = {
  source_ip: z.string(),
  source_port: z.number().int(),
  transport,
  user_agent: freeText,
}

const signs = [
  z.object({
    ...telephone,
    kind: z.literal('registered'),
    username: freeText,
    contact: freeText,
    expires_at: z.number().int(),
  }),
  z.object({ kind: z.literal('unregistered'), username: freeText, contact: freeText }),
  z.object({
    ...telephone,
    kind: z.literal('auth_failed'),
    method: z.enum(['REGISTER', 'INVITE']),
    reason: z.enum(['wrong_password', 'nonce', 'other_user', 'not_allowed']),
    username: freeText,
    realm: freeText.default(''),
    sip_call_id: freeText,
    from: freeText,
    to: freeText.default(''),
    ruri: freeText,
    at: stamp,
    suppressed: z.number().int(),
  }),
  z.object({
    kind: z.literal('pong'),
    id: freeText,
    sip_code: z.number().int(),
    ms: z.number().int(),
  }),
] as const

const incoming = z.discriminatedUnion('kind', [
  invite,
  credentials,
  attemptQuestion,
  event,
  ...signs,
])

export type Incoming =
  | { readonly what: 'invite'; readonly invite: Invite }
  | { readonly what: 'credentials'; readonly question: CredentialsQuestion }
  | { readonly what: 'attempt'; readonly question: AttemptQuestion }
  | { readonly what: 'sign'; readonly sign: SwitchSign }
  | { readonly what: 'event'; readonly event: CallEvent; readonly caller_tag: string }
  | { readonly what: 'malformed'; readonly why: string }

export function readMessage(body: string): Incoming {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return { what: 'malformed', why: 'not JSON' }
  }
  const read = incoming.safeParse(json)
  if (!read.success) return { what: 'malformed', why: z.prettifyError(read.error) }
  return meaningOf(read.data)
}

function meaningOf(message: z.infer<typeof incoming>): Incoming {
  switch (message.kind) {
    case 'invite': {
      const { kind: _, ...invite } = message
      return { what: 'invite', invite }
    }
    case 'credentials': {
      const { kind: _, ...question } = message
      return { what: 'credentials', question }
    }
    case 'attempt': {
      const { kind: _, ...question } = message
      return { what: 'attempt', question }
    }
    case 'registered':
    case 'unregistered':
    case 'auth_failed':
    case 'pong':
      return { what: 'sign', sign: message }
    default: {
      const { caller_tag, ...event } = message
      return { what: 'event', event: { ...event, media: null }, caller_tag }
    }
  }
}

export const HEARTBEAT = 'P'

/** Kamailio finds words quickly, and would take JSON apart again for each field. */
function words(...all: readonly (string | number)[]): string {
  assert(!all.some((word) => /[|\p{Cc}]/u.test(String(word))), 'a word holds no bar and no control')
  return all.join('|')
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

export function hello(secret: string, name: string): string {
  assert(/^[A-Za-z0-9]+$/.test(secret), 'the secret of the switch holds letters and digits only')
  assert(/^[A-Za-z0-9._-]+$/.test(name), 'an engine is named with letters, digits, dots and dashes')
  return `H${secret}:${VERSION}:${name}`
}

/** Each frame costs Kamailio a task, so that one tells of many. */
export const ACKNOWLEDGED_MAX = 50

export function acknowledgement(keys: readonly string[]): string {
  return words('acknowledge', ...keys)
}

export function limit(dialog: string, seconds: number): string {
  assert(Number.isInteger(seconds) && seconds >= 1, 'a limit is at least one whole second')
  const { entry, id } = dialogParts(dialog)
  return words('limit', entry, id, seconds)
}

export function cancellation(dialog: string, sip_call_id: string): string {
  return words('cancel', dialogParts(dialog).cseq, base64(sip_call_id))
}

/** `<hash entry>:<hash id>:<CSeq of the INVITE>`, as the template composes it. */
export function dialogParts(dialog: string): { entry: number; id: number; cseq: string } {
  const parts = /^(\d+):(\d+):(\d+)$/.exec(dialog)
  assert(parts?.[3] !== undefined, `a dialog is named entry:id:cseq, not "${dialog}"`)
  return { entry: Number(parts[1]), id: Number(parts[2]), cseq: parts[3] }
}

export function credentialsMessage(tx: string, known: Credentials): string {
  assert(/^[0-9a-f]{32}$/.test(known.ha1), 'a hash of a password is 32 hex digits')
  const { ha1, max_contacts, expires_min, expires_max, is_allowed } = known
  return words('credentials', tx, ha1, max_contacts, expires_min, expires_max, Number(is_allowed))
}

export function attemptMessage(tx: string, may_try: boolean): string {
  return words('attempt', tx, Number(may_try))
}

export function pingMessage(ping: Ping): string {
  return words('ping', base64(ping.id), ping.uri, ping.socket ?? '')
}

export function decisionMessage(tx: string, decision: Decision): string {
  switch (decision.kind) {
    case 'challenge':
      return words('challenge', tx)
    case 'refuse': {
      const { call_id, sip_code, reason, q850_cause, retry_after } = decision
      return words('refuse', tx, call_id, sip_code, reason, q850_cause, retry_after ?? 0)
    }
    case 'route': {
      const { call_id, max_seconds, max_setup_seconds, routes } = decision
      const head = words('route', tx, call_id, max_seconds, max_setup_seconds)
      return [head, ...routes.map((route) => JSON.stringify(routeMessage(route)))].join('\n')
    }
    default:
      return unreachable(decision)
  }
}
