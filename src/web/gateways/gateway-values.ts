// The values of the gateway form, and which of its sections are folded.
import type { z } from 'zod'
import { NEW_GATEWAY } from '#contract/blank-forms.ts'
import type { gatewayForm } from '#contract/routing/gateways.ts'
import type { Bind } from '../ui/form/bind.ts'
import { type Fold, foldProps } from '../ui/form/fold.ts'

export type GatewayValues = z.input<typeof gatewayForm>

export interface GatewaySectionProps {
  readonly bind: Bind<GatewayValues>
}

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
