// The values of the gateway form, and which of its sections are folded.
import type { z } from 'zod'
import type { gatewayForm } from '#contract/gateways.ts'
import { DEFAULT_CODECS } from '#core/codec.ts'
import type { Blank } from '../forms/use-checked-form.ts'
import type { Bind } from '../ui/form/bind.ts'
import { type Fold, foldProps } from '../ui/form/fold.ts'

export type GatewayValues = z.input<typeof gatewayForm>

export interface GatewaySectionProps {
  readonly bind: Bind<GatewayValues>
}

export const NEW_GATEWAY = {
  name: '',
  settlement_id: null,
  status: 'active',
  description: '',
  host: '',
  port: 5060,
  transport: 'UDP',
  tunnel_id: null,
  priority: 100,
  weight: 100,
  last_resort: false,
  channel_limit: null,
  cps_limit: null,
  per_number_channel_limit: null,
  window_id: null,
  max_buy_rate: null,
  min_profit_percent: null,
  dst_prefixes: [],
  dst_min_length: 0,
  dst_max_length: 100,
  dst_list_id: null,
  strip_digits: 0,
  prepend: '',
  translation_id: null,
  src_list_id: null,
  cli_pool_id: null,
  pai_mode: 'none',
  rpid: false,
  privacy_mode: 'pass',
  from_user: '',
  from_domain: '',
  invite_timeout_seconds: 4,
  pdd_timeout_seconds: 12,
  ring_timeout_seconds: 60,
  failover_policy_id: null,
  stop_after_ringing: true,
  options_ping: true,
  ping_interval_seconds: 60,
  fail_threshold: 3,
  recover_threshold: 2,
  min_asr: null,
  min_acd_seconds: null,
  max_pdd_seconds: null,
  max_short_call_ratio: null,
  quality_window_hours: 24,
  quality_min_calls: 100,
  quality_action: 'ALARM',
  auto_unlock_minutes: null,
  probe_percent: '5',
  register: false,
  register_expires_seconds: 3600,
  auth_username: '',
  auth_realm: '',
  codecs: [...DEFAULT_CODECS],
  media_mode: 'PROXY',
} satisfies Blank<GatewayValues>

/** The sections that are folded while they are as in a new gateway. */
export const FOLDED = {
  choice: {
    title: 'Routing preference',
    help: 'Used when the route plan does not fix the order of gateways.',
    summary: 'Priority 100, weight 100, all hours, any rate.',
    fields: [
      'priority',
      'weight',
      'last_resort',
      'window_id',
      'max_buy_rate',
      'min_profit_percent',
    ],
  },
  accepted: {
    title: 'Accepted numbers',
    help: 'Other numbers go to other gateways of the rule.',
    summary: 'All called numbers and callers.',
    fields: ['dst_prefixes', 'dst_min_length', 'dst_max_length', 'dst_list_id', 'src_list_id'],
  },
  caller: {
    title: 'Caller ID',
    help: 'Caller details sent to this carrier. Headers from the caller are not passed on.',
    summary: 'Caller number in From, privacy passed on, no extra headers.',
    fields: ['cli_pool_id', 'pai_mode', 'rpid', 'privacy_mode', 'from_user', 'from_domain'],
  },
  timers: {
    title: 'Timers and failover',
    help: 'When a timer expires or the failover policy allows it, the next gateway is tried.',
    summary: '4 s without a reply, 12 s without ringing, 60 s ringing; default failover policy.',
    fields: [
      'invite_timeout_seconds',
      'pdd_timeout_seconds',
      'ring_timeout_seconds',
      'failover_policy_id',
      'stop_after_ringing',
    ],
  },
  health: {
    title: 'Health',
    help: 'OPTIONS ping. A gateway that is down gets no calls until it replies again.',
    summary: 'Pinged every 60 s; down after 3 failed pings, up after 2 replies.',
    fields: ['options_ping', 'ping_interval_seconds', 'fail_threshold', 'recover_threshold'],
  },
  quality: {
    title: 'Quality',
    help: 'Limits for ASR, ACD and PDD, and what happens to a gateway that misses them.',
    summary: 'No limits.',
    fields: [
      'min_asr',
      'min_acd_seconds',
      'max_pdd_seconds',
      'max_short_call_ratio',
      'quality_window_hours',
      'quality_min_calls',
      'quality_action',
      'auto_unlock_minutes',
      'probe_percent',
    ],
  },
  registration: {
    title: 'Registration and digest',
    help: 'For carriers that require registration or digest authentication.',
    summary: 'IP authentication.',
    fields: [
      'register',
      'register_expires_seconds',
      'auth_username',
      'auth_password',
      'auth_realm',
    ],
  },
} as const satisfies Readonly<Record<string, Fold<GatewayValues>>>

/** Properties of the `FoldedSection`. */
export const foldingOf = (
  section: keyof typeof FOLDED,
  initial: object,
  errors: Readonly<Record<string, unknown>>,
) => foldProps(FOLDED[section], { blank: NEW_GATEWAY, initial, errors })

export type Folding = ReturnType<typeof foldingOf>
