// Where calls may go, and by which numbers.

import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Codec } from '#core/codec.ts'
import type { FailoverAction } from '#core/gateway/failover-policy.ts'
import type { LockReason, LockState } from '#core/gateway/gateway-lock.ts'
import type { BrokenLimit, QualitySums } from '#core/gateway/gateway-quality.ts'
import type { Money, Percent, Rate } from '#core/money.ts'
import type { ListAction } from '#core/number/number-list.ts'
import type { TranslationRule } from '#core/number/translation.ts'
import type { CostMultiplier, RoutePlan, RouteRule } from '#core/routing/route-plan.ts'
import type { TimeRange } from '#core/time/time-window.ts'
import type { MediaMode } from './accounts.ts'
import type { Defaulted, Id, Instant, Stamped } from './columns.ts'

export interface FailoverPolicyTable extends Stamped {
  id: Id
  owner_id: number
  name: string
  description: string
  is_default: Generated<boolean>
  rules: JSONColumnType<
    {
      codes: number[]
      causes: number[] | null
      action: FailoverAction
      reply_code: number | null
    }[]
  >
  version: Generated<number>
  deleted_at: Instant | null
}

export interface TunnelTable extends Stamped {
  id: Id
  owner_id: number
  name: string
  kind: 'BIND_IP' | 'WIREGUARD' | 'GRE' | 'IPSEC'
  local_ip: string
  sip_port: number
  advertised_ip: string | null
  interface: string
  status: 'active' | 'blocked'
  description: string
  version: Generated<number>
  deleted_at: Instant | null
}

export interface GatewayTable extends Stamped {
  id: Id
  settlement_id: number
  name: string
  status: 'active' | 'blocked' | 'maintenance'
  host: string
  port: number
  transport: 'UDP' | 'TCP'
  channel_limit: number | null
  cps_limit: number | null
  per_number_channel_limit: number | null
  priority: Generated<number>
  weight: Generated<number>
  strip_digits: number
  prepend: string
  translation_id: number | null
  dst_list_id: number | null
  src_list_id: number | null
  dst_prefixes: Defaulted<string[]>
  dst_min_length: Generated<number>
  dst_max_length: Generated<number>
  window_id: number | null
  codecs: Codec[]
  media_mode: MediaMode
  invite_timeout_seconds: number
  pdd_timeout_seconds: Generated<number>
  ring_timeout_seconds: number
  failover_policy_id: number | null
  stop_after_ringing: Generated<boolean>
  last_resort: Generated<boolean>
  options_ping: Generated<boolean>
  ping_interval_seconds: Generated<number>
  fail_threshold: Generated<number>
  recover_threshold: Generated<number>
  register: Generated<boolean>
  register_expires_seconds: Generated<number>
  auth_username: Generated<string>
  auth_password: Generated<string>
  auth_realm: Generated<string>
  from_user: Generated<string>
  from_domain: Generated<string>
  pai_mode: Defaulted<'none' | 'build' | 'relay'>
  rpid: Generated<boolean>
  privacy_mode: Defaulted<'pass' | 'hide' | 'none'>
  cli_pool_id: number | null
  tunnel_id: number | null
  min_asr: Percent | null
  min_acd_seconds: number | null
  max_pdd_seconds: number | null
  max_short_call_ratio: Percent | null
  quality_window_hours: Generated<number>
  quality_min_calls: Generated<number>
  quality_action: Defaulted<'ALARM' | 'LOCK' | 'DEPRIORITISE'>
  auto_unlock_minutes: number | null
  probe_percent: Defaulted<Percent>
  min_profit_percent: Percent | null
  max_buy_rate: Rate | null
  description: string
  version: Generated<number>
  deleted_at: Instant | null
}

export interface GatewayStateTable extends Stamped {
  gateway_id: number
  ping_state: Defaulted<'UP' | 'DOWN' | 'UNKNOWN'>
  ping_since: Instant | null
  ping_at: Instant | null
  ping_ms: number | null
  ping_failures: Generated<number>
  ping_successes: Generated<number>
  ping_asked_at: Instant | null
  registration_state: Defaulted<'OFF' | 'TRYING' | 'REGISTERED' | 'FAILED'>
  registration_since: Instant | null
  registered_until: Instant | null
  lock_state: Defaulted<LockState>
  locked_at: Instant | null
  lock_reason: LockReason | null
  unlock_at: Instant | null
  paused_until: Instant | null
  judged_from: Instant | null
  judged_base: ColumnType<QualitySums | null, string | null, string | null>
  calls: Generated<number>
  asr: Percent | null
  acd_seconds: number | null
  pdd_ms: number | null
  short_call_ratio: Percent | null
  broken_limit: BrokenLimit | null
}

export interface GatewayGroupTable extends Stamped {
  id: Id
  owner_id: number
  name: string
  description: string
  status: 'active' | 'blocked'
  version: Generated<number>
  deleted_at: Instant | null
}

export interface GatewayGroupMemberTable {
  group_id: number
  gateway_id: number
  priority: number
  weight: number
}

export interface RoutePlanTable extends Stamped {
  id: Id
  owner_id: number
  name: string
  name_for_resellers: string
  description: string
  status: 'active' | 'blocked'
  mode: RoutePlan['mode']
  max_attempts: number
  max_setup_seconds: number
  rate_delta: Rate
  profit_mode: RoutePlan['profit_mode']
  min_profit_percent: Percent
  min_profit_abs: Money
  dst_list_id: number | null
  src_list_id: number | null
  parent_plan_id: number | null
  version: Generated<number>
  deleted_at: Instant | null
}

export interface RouteRuleTable extends Stamped {
  id: Id
  route_plan_id: number
  position: number
  dst_prefix: string
  src_prefix: string
  src_list_id: number | null
  client_id: number | null
  reseller_id: number | null
  tags: string[]
  match_mode: RouteRule['match_mode']
  min_length: number
  max_length: number
  window_id: number | null
  exclusive: boolean
  description: string
  action: 'ROUTE' | 'BLOCK'
  block_sip_code: RouteRule['block_sip_code']
  block_reason: string
  status: 'active' | 'blocked'
  version: Generated<number>
}

export interface RouteTargetTable extends Stamped {
  id: Id
  route_rule_id: number
  gateway_id: number | null
  gateway_group_id: number | null
  position: number
  priority: number
  weight: number
  percent: number
  is_static: boolean
  strip_digits: number
  prepend: string
  translation_id: number | null
  channel_limit: number | null
  cost_multiplier: CostMultiplier
  valid_from: Instant | null
  valid_until: Instant | null
  status: 'active' | 'blocked'
}

/** The columns that hours, lists of numbers and translations share. */
interface Listed extends Stamped {
  id: Id
  owner_id: number
  name: string
  description: string
  status: 'active' | 'blocked'
  version: Generated<number>
  deleted_at: Instant | null
}

export interface TimeWindowTable extends Listed {
  timezone: string
  ranges: ColumnType<TimeRange[], string, string>
}

export interface NumberListTable extends Listed {
  mode: 'STRICT' | 'PREFIX' | 'RANDOM'
  default_action: ListAction
  is_high_risk: Generated<boolean>
  items_version: Generated<number>
}

export interface NumberListItemTable extends Stamped {
  id: Id
  number_list_id: number
  key: string
  min_length: number
  max_length: number
  action: ListAction
  tag: string
  description: string
  version: Generated<number>
}

export interface TranslationTable extends Listed {
  rules: ColumnType<TranslationRule[], string, string>
}
