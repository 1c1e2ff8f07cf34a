// Forms of the console filled in with valid values; a test changes what it is about.
import { randomUUID } from 'node:crypto'
import type { createClientIp } from '#contract/accounts/ip-list.ts'
import type { createReseller } from '#contract/accounts/resellers.ts'
import type { createSettlement } from '#contract/accounts/settlements.ts'
import type { createSipUser } from '#contract/accounts/sip-users.ts'
import type { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { createTunnel } from '#contract/machine/tunnels.ts'
import type { createPackage } from '#contract/packages/packages.ts'
import type { createPayment } from '#contract/payments/payments.ts'
import type { createGateway } from '#contract/routing/gateways.ts'
import type { createRoutePlan } from '#contract/routing/route-plans.ts'
import type { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import type { createTariff } from '#contract/tariffs/tariffs.ts'
import { money, percent, rate } from '#core/money.ts'
import type { CostMultiplier } from '#core/routing/route-plan.ts'
import { PASSWORD } from './password.ts'

export const tariffForm = {
  name: 'Gold',
  kind: 'SELL',
  currency: 'USD',
  status: 'active',
  first_increment: 1,
  next_increment: 1,
  connect_fee: money(0),
  grace_seconds: 0,
  free_seconds: 0,
  min_duration_seconds: 0,
  surcharge_percent: percent(0),
  duration_rounding: 'UP',
  rounding_mode: 'UP',
  rounding_decimals: 6,
  loss_protection: true,
  max_loss_percent: percent(0),
  average_duration_seconds: 200,
  notes: '',
} satisfies BodyOf<typeof createTariff>

export const rateForm = {
  prefix: '44',
  destination: 'United Kingdom',
  rate: rate(1_230_000),
  first_rate: null,
  first_increment: null,
  next_increment: null,
  steps: [],
  connect_fee: null,
  attempt_fee: money(0),
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
} satisfies BodyOf<typeof createTariffRate>

/** 600 seconds to the United Kingdom for 5 a month. */
export const packageForm: BodyOf<typeof createPackage> = {
  name: 'United Kingdom',
  status: 'active',
  prefixes: ['44'],
  seconds: 600,
  price: money(5_000_000),
  currency: 'USD',
  cycle: 'MONTH',
  has_rollover: false,
  priority: 100,
  notes: '',
}

/** Money that comes in, in whole units of the currency. */
export const rechargeForm = (account_id: number, units: number): BodyOf<typeof createPayment> => ({
  kind: 'RECHARGE',
  account_id,
  amount: money(Math.round(units * 1_000_000)),
  method: 'bank',
  reference: '',
  note: '',
  private_note: '',
  idempotency_key: randomUUID(),
})

const profile = {
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
  password: PASSWORD,
} as const

/** For clients of both kinds. */
export const clientForm = (
  tariff_id: number,
  name = 'Acme',
): BodyOf<typeof createWholesaleClient> => ({
  ...profile,
  name,
  username: name.toLowerCase(),
  parent_id: null,
  billing_type: 'PREPAID',
  credit_limit: money(0),
  vat_percent: percent(0),
  tariff_id,
  route_plan_id: null,
  max_call_duration_seconds: 7200,
  max_sell_rate: null,
  codecs: ['PCMA', 'PCMU'],
  media_mode: 'PROXY',
  expires_at: null,
  tags: [],
  dst_from: 'RURI',
  src_from: 'FROM',
  translation_id: null,
  dst_list_id: null,
  src_list_id: null,
  cli_policy: 'PASS',
  cli_list_id: null,
  allow_high_risk: false,
  min_profit_percent: null,
  per_call_cost_limit: null,
  daily_spend_limit: null,
  monthly_spend_limit: null,
  on_net_rate: rate(0),
})

export const clientIpForm = (account_id: number, ip: string): BodyOf<typeof createClientIp> => ({
  account_id,
  ip,
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
})

export const sipUserForm = (account_id: number): BodyOf<typeof createSipUser> => ({
  account_id,
  username: null,
  number: '',
  display_name: '',
  allowed_callers: [],
  max_contacts: 1,
  channel_limit: 2,
  expires_min_seconds: 60,
  expires_max_seconds: 3600,
  allowed_networks: [],
  status: 'active',
  description: '',
})

/** A reseller of level 1, unless a reseller is above. */
export const resellerForm = (
  tariff_id: number,
  name = 'Top',
  above: { readonly id: number; readonly level: number } | null = null,
): BodyOf<typeof createReseller> => ({
  ...profile,
  name,
  username: name.toLowerCase(),
  level: (above?.level ?? 0) + 1,
  parent_id: above?.id ?? null,
  billing_type: 'PREPAID',
  credit_limit: money(0),
  vat_percent: percent(0),
  tariff_id,
  allow_create_subreseller: true,
  max_clients: null,
  low_balance_threshold: null,
  client_plan_ids: [],
  commission_percent: percent(0),
  daily_spend_limit: null,
  monthly_spend_limit: null,
  loss_policy: 'WARN',
  expires_at: null,
})

export const settlementForm = (
  tariff_id: number,
  name = 'Carrier',
): BodyOf<typeof createSettlement> => ({
  ...profile,
  name,
  username: name.toLowerCase(),
  billing_type: 'POSTPAID',
  max_debt: null,
  monthly_minutes_cap: null,
  client_id: null,
  vat_percent: percent(0),
  tariff_id,
})

export const gatewayForm = (settlement_id: number, name = 'Carrier 1') =>
  ({
    name,
    settlement_id,
    status: 'active',
    description: '',
    host: '127.0.0.1',
    port: 5070,
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
    options_ping: false,
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
    probe_percent: percent(50_000),
    register: false,
    register_expires_seconds: 3600,
    auth_username: '',
    auth_realm: '',
    codecs: ['PCMA', 'PCMU'],
    media_mode: 'PROXY',
  }) satisfies BodyOf<typeof createGateway>

export const tunnelForm = (name = 'Loopback', local_ip = '127.0.0.77') =>
  ({
    name,
    kind: 'BIND_IP',
    local_ip,
    sip_port: 5060,
    advertised_ip: null,
    interface: '',
    status: 'active',
    description: '',
  }) satisfies BodyOf<typeof createTunnel>

type RoutePlanForm = BodyOf<typeof createRoutePlan>
type RouteRuleForm = RoutePlanForm['rules'][number]

export const routeTargetForm = (gateway_id: number): RouteRuleForm['targets'][number] => ({
  gateway_id,
  gateway_group_id: null,
  priority: 100,
  weight: 100,
  percent: 0,
  is_static: false,
  strip_digits: 0,
  prepend: '',
  translation_id: null,
  channel_limit: null,
  cost_multiplier: 10_000 as CostMultiplier,
  valid_from: null,
  valid_until: null,
  status: 'active',
})

export const routeRuleForm = (dst_prefix: string, gateway_ids: number[]): RouteRuleForm => ({
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
  targets: gateway_ids.map(routeTargetForm),
})

export const routePlanForm = (gateway_ids: number[], name = 'Everywhere'): RoutePlanForm => ({
  name,
  name_for_resellers: '',
  description: '',
  status: 'active',
  mode: 'LCR',
  max_attempts: 10,
  max_setup_seconds: 30,
  rate_delta: rate(0),
  profit_mode: 'PER_CALL',
  min_profit_percent: percent(0),
  min_profit_abs: money(0),
  dst_list_id: null,
  src_list_id: null,
  parent_plan_id: null,
  rules: [routeRuleForm('', gateway_ids)],
})
