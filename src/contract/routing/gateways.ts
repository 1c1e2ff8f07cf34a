import { z } from 'zod'
import { LOCK_REASONS, LOCK_STATES } from '#core/gateway/gateway-lock.ts'
import { BROKEN_LIMITS } from '#core/gateway/gateway-quality.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { allNeeding, needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { priority, weight } from './gateway-groups.ts'

export const GATEWAY_STATUSES = ['active', 'blocked', 'maintenance'] as const

export const PAI_MODES = ['none', 'build', 'relay'] as const
export const PRIVACY_MODES = ['pass', 'hide', 'none'] as const
export const QUALITY_ACTIONS = ['ALARM', 'DEPRIORITISE', 'LOCK'] as const
export const PING_STATES = ['UP', 'DOWN', 'UNKNOWN'] as const
export const REGISTRATION_STATES = ['OFF', 'TRYING', 'REGISTERED', 'FAILED'] as const

const share = is.positivePercent.refine((value) => value <= 1_000_000, 'At most 100.')
const digitCount = z.number().int().min(0).max(100)

export const gatewayForm = z.strictObject({
  name: is.name(60),
  settlement_id: is.id,
  status: z.enum(GATEWAY_STATUSES),
  description: is.text(500),
  host: is.host,
  port: z.number().int().min(1).max(65535),
  transport: z.enum(['UDP', 'TCP']),
  tunnel_id: is.id.nullable(),
  priority,
  weight,
  /** Tried only when no other gateway is left. */
  last_resort: z.boolean(),

  channel_limit: z.number().int().min(1).max(100000).nullable(),
  cps_limit: z.number().int().min(1).max(10000).nullable(),
  /** Calls at once to the same number. */
  per_number_channel_limit: z.number().int().min(1).max(100000).nullable(),
  window_id: is.id.nullable(),
  max_buy_rate: needing('cost_limits', is.positiveRate.nullable()),
  min_profit_percent: needing('earnings', is.profitPercent.nullable()),

  /** The numbers that it takes; none is all. */
  dst_prefixes: z
    .array(z.string().regex(/^\d{1,15}$/, 'Digits only, at most 15.'))
    .max(1000)
    .refine((all) => new Set(all).size === all.length, 'Each prefix can be used once.'),
  dst_min_length: digitCount,
  dst_max_length: digitCount,
  dst_list_id: is.id.nullable(),
  strip_digits: z.number().int().min(0).max(15),
  prepend: z.string().regex(/^[0-9+*#]{0,20}$/, 'Digits only, +, * and #, at most 20.'),
  translation_id: is.id.nullable(),

  src_list_id: is.id.nullable(),
  /** A list of mode RANDOM, from which the caller's number is taken. */
  cli_pool_id: is.id.nullable(),
  pai_mode: z.enum(PAI_MODES),
  rpid: z.boolean(),
  privacy_mode: z.enum(PRIVACY_MODES),
  from_user: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9._+-]{0,64}$/, 'Letters, digits and . _ + -'),
  from_domain: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9.:_-]{0,253}$/, 'Enter a host name or an IP address.'),

  invite_timeout_seconds: is.seconds(1, 180),
  pdd_timeout_seconds: is.seconds(1, 180),
  ring_timeout_seconds: is.seconds(1, 180),
  /** Null is the default policy. */
  failover_policy_id: is.id.nullable(),
  stop_after_ringing: z.boolean(),

  options_ping: z.boolean(),
  ping_interval_seconds: is.seconds(5, 3600),
  fail_threshold: z.number().int().min(1).max(20),
  recover_threshold: z.number().int().min(1).max(20),

  min_asr: share.nullable(),
  min_acd_seconds: is.seconds(0, 86400).nullable(),
  max_pdd_seconds: is.seconds(1, 180).nullable(),
  max_short_call_ratio: share.nullable(),
  quality_window_hours: z.number().int().min(1).max(168),
  quality_min_calls: z.number().int().min(1).max(1_000_000),
  quality_action: z.enum(QUALITY_ACTIONS),
  auto_unlock_minutes: z.number().int().min(1).max(10080).nullable(),
  probe_percent: share.refine((value) => value > 0, 'More than 0.'),

  register: z.boolean(),
  register_expires_seconds: is.seconds(60, 86400),
  auth_username: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{0,64}$/, 'No spaces, at most 64 characters.'),
  /** Never answered; on a change, an absent one stays as it is. */
  auth_password: z
    .string()
    .regex(/^[\x20-\x7e]{0,128}$/, 'ASCII characters only, at most 128.')
    .optional(),
  auth_realm: z
    .string()
    .trim()
    .regex(/^[\x20\x21\x23-\x5b\x5d-\x7e]{0,253}$/, 'ASCII without quotes, at most 253.'),

  codecs: is.codecs,
  media_mode: z.enum(['PROXY', 'DIRECT']),
})

/** The current state, as the engine reports it. */
const state = {
  ping_state: z.enum(PING_STATES),
  ping_since: is.instant.nullable(),
  ping_at: is.instant.nullable(),
  ping_ms: z.number().nullable(),
  registration_state: z.enum(REGISTRATION_STATES),
  registration_since: is.instant.nullable(),
  registered_until: is.instant.nullable(),
  lock_state: z.enum(LOCK_STATES),
  locked_at: is.instant.nullable(),
  /** It has sent 503 with Retry-After. */
  paused_until: is.instant.nullable(),
}

/** How it is judged: the calls that count, and the limit that they break. */
const quality = {
  ping_asked_at: is.instant.nullable(),
  lock_reason: z.enum(LOCK_REASONS).nullable(),
  unlock_at: is.instant.nullable(),
  judged_calls: z.number(),
  judged_asr: is.percentText.nullable(),
  judged_acd_seconds: z.number().nullable(),
  judged_pdd_ms: z.number().nullable(),
  judged_short_call_ratio: is.percentText.nullable(),
  broken_limit: z.enum(BROKEN_LIMITS).nullable(),
}

const load = {
  active_calls: z.number(),
  /** Calls of today, in the time zone of the user. */
  attempts_today: z.number(),
  answered_today: z.number(),
  /** Calls of the last hour, by quarters; the last two are means, null without calls. */
  attempts_hour: z.number(),
  answered_hour: z.number(),
  acd_hour_seconds: z.number().nullable(),
  pdd_ms_hour: z.number().nullable(),
}

const {
  auth_password: _,
  name,
  status,
  host,
  port,
  transport,
  channel_limit,
  max_buy_rate,
  min_profit_percent,
  ...configuration
} = gatewayForm.shape

/** A settlement account sees where its calls go and how they fare; the rest is the operator's. */
export const gateway = z.object({
  id: is.id,
  version: is.version,
  name,
  status,
  host,
  port,
  transport,
  channel_limit,
  max_buy_rate,
  min_profit_percent,
  ...load,
  ...state,
  ...allNeeding('operations', {
    ...configuration,
    ...quality,
    has_auth_password: z.boolean(),
    settlement_name: z.string(),
    /** Route plans and gateway groups. */
    used_by_count: z.number(),
    updated_at: is.instant,
  }),
  created_at: is.instant,
})
export type Gateway = z.output<typeof gateway>

export const listGateways = endpoint({
  method: 'GET',
  path: '/api/gateways',
  summary: 'Gateways',
  needs: 'gateways.view',
  list: true,
  query: listQuery(
    [
      'name',
      'settlement_name',
      'host',
      'status',
      'priority',
      'ping_state',
      'lock_state',
      'active_calls',
      'asr_hour',
      'attempts_today',
      'created_at',
    ],
    {
      status: z.enum(GATEWAY_STATUSES).optional(),
      settlement_id: needing('operations', is.queryId.optional()),
      ping_state: z.enum(PING_STATES).optional(),
      lock_state: z.enum(LOCK_STATES).optional(),
      failover_policy_id: needing('operations', is.queryId.optional()),
      tunnel_id: needing('operations', is.queryId.optional()),
      ids: is.queryIds.optional(),
    },
  ),
  answer: z.array(gateway),
})

export const getGateway = endpoint({
  method: 'GET',
  path: '/api/gateways/:id',
  summary: 'One gateway',
  needs: 'gateways.view',
  params: idParams,
  answer: gateway,
})

export const createGateway = endpoint({
  method: 'POST',
  path: '/api/gateways',
  summary: 'Adds a gateway',
  needs: 'gateways.create',
  body: gatewayForm,
  answer: gateway,
})

export const updateGateway = endpoint({
  method: 'PUT',
  path: '/api/gateways/:id',
  summary: 'Changes a gateway',
  needs: 'gateways.edit',
  params: idParams,
  body: gatewayForm.extend({ version: is.version }),
  answer: gateway,
})

export const deleteGateway = endpoint({
  method: 'DELETE',
  path: '/api/gateways/:id',
  summary: 'Deletes a gateway that no route plan and no gateway group uses',
  needs: 'gateways.delete',
  params: idParams,
})

export const lockGateway = endpoint({
  method: 'POST',
  path: '/api/gateways/:id/lock',
  summary: 'Locks a gateway: no new calls until it is unlocked',
  needs: 'gateways.execute',
  params: idParams,
  answer: gateway,
})

export const unlockGateway = endpoint({
  method: 'POST',
  path: '/api/gateways/:id/unlock',
  summary: 'Unlocks a gateway; its quality figures start again',
  needs: 'gateways.execute',
  params: idParams,
  answer: gateway,
})

export const pingGateway = endpoint({
  method: 'POST',
  path: '/api/gateways/:id/ping',
  summary: 'Pings a gateway by OPTIONS now; its state has the result',
  needs: 'gateways.execute',
  params: idParams,
  answer: gateway,
})
