// Blank values of the forms for new things; null where the user must choose.
import type { z } from 'zod'
import { DEFAULT_CODECS } from '#core/codec.ts'
import type { clientIpForm } from './accounts/ip-list.ts'
import type { gatewayForm } from './routing/gateways.ts'
import type { checkedRoutePlanForm } from './routing/route-plans.ts'
import type { tariffRateForm } from './tariffs/tariff-rates.ts'
import type { tariffForm } from './tariffs/tariffs.ts'

type Blank<Values> = { readonly [Name in keyof Values]: Values[Name] | null }

export const NEW_TARIFF: z.input<typeof tariffForm> = {
  name: '',
  kind: 'SELL',
  status: 'active',
  first_increment: 60,
  next_increment: 60,
  connect_fee: '0',
  grace_seconds: 0,
  free_seconds: 0,
  min_duration_seconds: 0,
  surcharge_percent: '0',
  duration_rounding: 'HALF_UP',
  rounding_mode: 'HALF_UP',
  rounding_decimals: 6,
  loss_protection: true,
  max_loss_percent: '0',
  average_duration_seconds: 200,
  notes: '',
}

/** A rate that takes everything from its tariff, before its price is typed. */
export const NEW_RATE: z.input<typeof tariffRateForm> = {
  prefix: '',
  destination: '',
  rate: '',
  first_rate: null,
  first_increment: null,
  next_increment: null,
  steps: [],
  connect_fee: null,
  attempt_fee: '0',
  grace_seconds: null,
  additional_seconds: 0,
  free_seconds: null,
  min_duration_seconds: null,
  min_charge: null,
  max_charge: null,
  surcharge_percent: null,
  reverse_billing: false,
  blocked: false,
  window_id: null,
  effective_from: null,
  effective_until: null,
  notes: '',
}

/** A profile before anything is typed. */
export const NEW_PROFILE = {
  name: '',
  company: '',
  address: '',
  country_iso2: '',
  tax_number: '',
  noc_email: '',
  billing_email: '',
  rates_email: '',
  phone: '',
  notes: '',
  status: 'active',
  channel_limit: null,
  cps_limit: null,
  billing_cycle: 'BY_HAND',
  billing_timezone: null,
  payment_terms_days: null,
  username: '',
} as const

/**
 * A row of the IP list before anything is typed: every call of the address is of the client, by its
 * own terms.
 */
export const NEW_IP: Omit<z.input<typeof clientIpForm>, 'account_id'> = {
  ip: '',
  port: null,
  transport: null,
  tech_prefix: '',
  description: '',
  status: 'active',
  dst_prefixes: [],
  src_prefixes: [],
  dst_min_length: 0,
  dst_max_length: 64,
  channel_limit: null,
  cps_limit: null,
  route_plan_id: null,
  tariff_id: null,
  auth_username: null,
}

/** A carrier that sends bills. */
export const NEW_SETTLEMENT = {
  ...NEW_PROFILE,
  billing_type: 'POSTPAID',
  max_debt: null,
  monthly_minutes_cap: null,
  client_id: null,
  vat_percent: '0',
  tariff_id: null,
} as const

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
} satisfies Blank<z.input<typeof gatewayForm>>

export const NEW_PLAN: z.input<typeof checkedRoutePlanForm> = {
  name: '',
  name_for_resellers: '',
  description: '',
  status: 'active',
  mode: 'ORDERED',
  max_attempts: 10,
  max_setup_seconds: 30,
  rate_delta: '0',
  profit_mode: 'PER_CALL',
  min_profit_percent: '0',
  min_profit_abs: '0',
  dst_list_id: null,
  src_list_id: null,
  parent_plan_id: null,
  rules: [],
}

export const newRule = (
  dst_prefix: string,
): z.input<typeof checkedRoutePlanForm>['rules'][number] => ({
  id: null,
  dst_prefix,
  src_prefix: '',
  src_list_id: null,
  client_id: null,
  reseller_id: null,
  tags: [],
  match_mode: 'LONGEST_ONLY',
  min_length: 0,
  max_length: 100,
  window_id: null,
  exclusive: false,
  description: '',
  action: 'ROUTE',
  block_sip_code: 403,
  block_reason: '',
  status: 'active',
  targets: [],
})
