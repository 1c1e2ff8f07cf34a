// Messages of Kamailio, decoded from frames. They are described in src/engine/kamailio/README.md;
// Kamailio's half of them is kamailio/messages.cfg.
import { z } from 'zod'
import type { AttemptEnd, NotSentReason } from '#core/call/attempt-end.ts'
import { plainUser } from '#core/number/uri-user.ts'
import type { Stamp } from './stamp.ts'
import type { AttemptQuestion, AttemptReport, CallEvent, SwitchInvite } from './switch-link.ts'
import type { CredentialsQuestion, SwitchNotice } from './switch-users.ts'

// Each field is one step of zod: a call brings some eighty of them.

/** Kamailio prints `<null>` for what it does not have. */
const said = (value: string): string => (value === '<null>' ? '' : value)
const text = z.string().transform(said)

/**
 * Free text travels in base64, because Kamailio 5.6 cannot escape JSON; control characters end
 * here.
 */
const decoded = (value: string): string =>
  said(
    Buffer.from(said(value), 'base64')
      .toString('utf8')
      .replace(/\p{Cc}/gu, ''),
  )
const freeText = z.string().transform(decoded)
const uriUser = z.string().transform((value) => plainUser(decoded(value)))

const stamp = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/)
  .transform(Number)

const stampOrNull = z
  .string()
  .regex(/^(<null>|\d{1,12}(\.\d{1,6})?)?$/)
  .transform((value): Stamp | null => Number(said(value)) || null)
  .default(null)

const numberOrNull = z
  .string()
  .regex(/^(<null>|\d{0,15})$/)
  .transform((value) => Number(said(value)) || null)
  .default(null)

/** The id of a gateway; 0 is a registered user. */
const idOrNull = z
  .string()
  .regex(/^(<null>|\d{0,15})$/)
  .transform((value) => (said(value) === '' ? null : Number(value)))
  .default(null)

const transport = z
  .string()
  .transform((name): 'UDP' | 'TCP' => (name.toLowerCase() === 'tcp' ? 'TCP' : 'UDP'))
const transaction = z.string().regex(/^\d+:\d+$/)

const invite = z.object({
  kind: z.literal('invite'),
  tx: transaction,
  dialog: z.string().regex(/^\d+:\d+:\d+$/),
  sip_call_id: freeText,
  source_ip: z.string(),
  source_port: z.number().int(),
  transport,
  dialled_number: uriUser,
  caller_number: uriUser,
  caller_name: z.string().transform((value) =>
    decoded(value)
      .replace(/^"(.*)"$/s, '$1')
      .replace(/\\(.)/gs, '$1'),
  ),
  user_agent: freeText,
  auth_username: freeText,
  to_number: uriUser,
  pai: freeText.default(''),
  rpid: freeText.default(''),
  privacy: freeText.default(''),
  diversion: freeText.default(''),
  foreign_route: freeText.default(''),
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
    // Not in the messages of an older configuration.
    freeText.optional(),
  ])
  .transform(
    ([
      gateway_id,
      sip_code,
      how,
      sent_at,
      ringing_at,
      ended_at,
      cause,
      pause,
      gateway_user_agent = '',
    ]): AttemptReport => ({
      gateway_id,
      attempt_end: attemptEnd(how, sip_code, ringing_at !== 0),
      not_sent_reason: how === NOT_SENT ? notSentReason(cause) : null,
      sip_code,
      sent_at: how === NOT_SENT ? null : sent_at,
      ringing_at: ringing_at === 0 ? null : ringing_at,
      ended_at,
      q850_cause: cause === 0 ? null : cause,
      gateway_user_agent,
      retry_after: pause === 0 ? null : pause,
    }),
  )

/** As the template counts in `NOTE_ATTEMPT`; 0 is a final answer. */
const [NO_RESPONSE, NO_FINAL_REPLY, CANCELLED, NOT_SENT] = [1, 2, 3, 4]

function attemptEnd(how: number, sip_code: number, had_ringing: boolean): AttemptEnd {
  switch (how) {
    case NO_RESPONSE:
    case NO_FINAL_REPLY:
      if (had_ringing) return 'NO_ANSWER'
      return how === NO_RESPONSE ? 'NO_RESPONSE' : 'PDD_TIMEOUT'
    case CANCELLED:
      return 'CANCELLED'
    case NOT_SENT:
      return 'NOT_SENT'
    default:
      return sip_code < 300 ? 'ANSWERED' : 'REFUSED'
  }
}

/** The configuration reports it with its own cause. */
const notSentReason = (cause: number): NotSentReason => NOT_SENT_CAUSES[cause] ?? 'SEND_FAILED'

const NOT_SENT_CAUSES: Readonly<Record<number, NotSentReason>> = {
  20: 'NOT_REGISTERED',
  34: 'NO_CHANNEL',
  38: 'TUNNEL_DOWN',
  88: 'NO_COMMON_CODEC',
}

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
  started_at: stampOrNull,
  ringing_at: stampOrNull,
  answered_at: stampOrNull,
  ended_at: stampOrNull,
  gateway_id: idOrNull,
  sip_code: numberOrNull,
  q850_cause: numberOrNull,
  reason: freeText.default(''),
  released_by: z
    .enum(['', '<null>', 'caller', 'callee', 'switch'])
    .transform((side) => (side === '' || side === '<null>' ? null : side))
    .default(null),
  early_media: z
    .string()
    .transform((value) => value === '1')
    .default(false),
  attempts: z.array(attempt).default([]),
  /** With `answered`, if media is relayed: the caller's. */
  from_tag: freeText.optional(),
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

const source = {
  source_ip: z.string(),
  source_port: z.number().int(),
  transport,
  user_agent: freeText,
}

const notices = [
  z.object({
    ...source,
    kind: z.literal('registered'),
    username: freeText,
    contact: freeText,
    expires_at: z.number().int(),
  }),
  z.object({ kind: z.literal('unregistered'), username: freeText, contact: freeText }),
  z.object({
    ...source,
    kind: z.literal('auth_failed'),
    method: z.enum(['REGISTER', 'INVITE']),
    reason: z.enum(['wrong_password', 'no_qop', 'wrong_uri', 'other_user', 'not_allowed']),
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
    kind: z.literal('zone'),
    method: z.enum(['REGISTER', 'INVITE']),
    source_ip: z.string(),
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
  z.object({ kind: z.literal('read'), question: z.number().int() }),
  ...notices,
])

export type Incoming =
  | { readonly what: 'invite'; readonly invite: SwitchInvite }
  | { readonly what: 'credentials'; readonly question: CredentialsQuestion }
  | { readonly what: 'attempt'; readonly question: AttemptQuestion }
  | { readonly what: 'notice'; readonly notice: SwitchNotice }
  | { readonly what: 'event'; readonly event: CallEvent; readonly caller_tag: string }
  /** All before this question of ours was read (window.ts). */
  | { readonly what: 'read'; readonly question: number }
  | { readonly what: 'malformed'; readonly why: string }

export function readMessage(message: string): Incoming {
  let json: unknown
  try {
    json = JSON.parse(message)
  } catch {
    return { what: 'malformed', why: 'not JSON' }
  }
  const read = incoming.safeParse(json)
  if (!read.success) return { what: 'malformed', why: z.prettifyError(read.error) }
  return meaningOf(read.data)
}

function meaningOf(fields: z.infer<typeof incoming>): Incoming {
  switch (fields.kind) {
    case 'invite': {
      const { kind: _, ...invite } = fields
      return { what: 'invite', invite }
    }
    case 'credentials': {
      const { kind: _, ...question } = fields
      return { what: 'credentials', question }
    }
    case 'attempt': {
      const { kind: _, ...question } = fields
      return { what: 'attempt', question }
    }
    case 'read':
      return { what: 'read', question: fields.question }
    case 'registered':
    case 'unregistered':
    case 'auth_failed':
    case 'zone':
    case 'pong':
      return { what: 'notice', notice: fields }
    default: {
      const { caller_tag, ...event } = fields
      return { what: 'event', event: { ...event, media: null }, caller_tag }
    }
  }
}
