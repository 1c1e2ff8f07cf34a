// Forms of the console: the blank ones with valid values. A test changes what it is about.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { createClientIp } from '#contract/accounts/ip-list.ts'
import type { createReseller } from '#contract/accounts/resellers.ts'
import type { createSettlement } from '#contract/accounts/settlements.ts'
import type { createSipUser } from '#contract/accounts/sip-users.ts'
import type { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import {
  NEW_GATEWAY,
  NEW_IP,
  NEW_PLAN,
  NEW_PROFILE,
  NEW_RATE,
  NEW_SETTLEMENT,
  NEW_TARIFF,
  newRule,
} from '#contract/blank-forms.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { createTunnel } from '#contract/machine/tunnels.ts'
import type { createPackage } from '#contract/packages/packages.ts'
import type { createPayment } from '#contract/payments/payments.ts'
import type { createGatewayGroup } from '#contract/routing/gateway-groups.ts'
import type { createGateway } from '#contract/routing/gateways.ts'
import type { createRoutePlan } from '#contract/routing/route-plans.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import type { createTariff } from '#contract/tariffs/tariffs.ts'
import { money, percent, rate } from '#core/money.ts'
import { NEW_CLIENT } from '#web/clients/client-labels.ts'
import { NEW_SIP_USER } from '#web/clients/sip-users/sip-labels.ts'
import { PASSWORD } from './password.ts'
import { makeTarget } from './route-plans.ts'

export const tariffForm = {
  ...NEW_TARIFF,
  name: 'Gold',
  currency: 'USD',
  first_increment: 1,
  next_increment: 1,
  connect_fee: money(0),
  surcharge_percent: percent(0),
  duration_rounding: 'UP',
  rounding_mode: 'UP',
  max_loss_percent: percent(0),
} satisfies BodyOf<typeof createTariff>

export const rateForm = z.decode(createTariffRate.body, {
  ...NEW_RATE,
  prefix: '44',
  destination: 'United Kingdom',
  rate: '0.0123',
})

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

/** With a password, and without terms of billing, as a reseller adds its clients. */
function accountForm<Form extends typeof NEW_PROFILE>(blank: Form) {
  const { billing_cycle: _, billing_timezone: __, payment_terms_days: ___, ...form } = blank
  return { ...form, password: PASSWORD }
}

/** For clients of both kinds. */
export const clientForm = (
  tariff_id: number,
  name = 'Acme',
): BodyOf<typeof createWholesaleClient> => ({
  ...accountForm(NEW_CLIENT),
  name,
  username: name.toLowerCase(),
  credit_limit: money(0),
  vat_percent: percent(0),
  tariff_id,
  codecs: ['PCMA', 'PCMU'],
  on_net_rate: rate(0),
})

export const clientIpForm = (account_id: number, ip: string): BodyOf<typeof createClientIp> => ({
  ...NEW_IP,
  account_id,
  ip,
})

export const sipUserForm = (account_id: number): BodyOf<typeof createSipUser> => ({
  ...NEW_SIP_USER,
  account_id,
  username: null,
})

/** A reseller of level 1, unless a reseller is above. */
export const resellerForm = (
  tariff_id: number,
  name = 'Top',
  above: { readonly id: number; readonly level: number } | null = null,
): BodyOf<typeof createReseller> => ({
  ...accountForm(NEW_PROFILE),
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
  ...accountForm(NEW_SETTLEMENT),
  name,
  username: name.toLowerCase(),
  vat_percent: percent(0),
  tariff_id,
})

export const gatewayForm = (settlement_id: number, name = 'Carrier 1') =>
  ({
    ...NEW_GATEWAY,
    name,
    settlement_id,
    host: '127.0.0.1',
    port: 5070,
    options_ping: false,
    probe_percent: percent(50_000),
    codecs: ['PCMA', 'PCMU'],
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

export function routeTargetForm(gateway_id: number): RouteRuleForm['targets'][number] {
  const { id: _, position: __, valid_from_ms: ___, valid_until_ms: ____, ...form } = makeTarget()
  return { ...form, gateway_id, valid_from: null, valid_until: null }
}

export const routeRuleForm = (dst_prefix: string, gateway_ids: number[]): RouteRuleForm => ({
  ...newRule(dst_prefix),
  targets: gateway_ids.map(routeTargetForm),
})

export const routePlanForm = (gateway_ids: number[], name = 'Everywhere'): RoutePlanForm => ({
  ...NEW_PLAN,
  name,
  mode: 'LCR',
  rate_delta: rate(0),
  min_profit_percent: percent(0),
  min_profit_abs: money(0),
  rules: [routeRuleForm('', gateway_ids)],
})

export const gatewayGroupForm = (
  gateway_ids: readonly number[],
  name: string,
): BodyOf<typeof createGatewayGroup> => ({
  name,
  description: '',
  status: 'active',
  members: gateway_ids.map((gateway_id) => ({ gateway_id, priority: 100, weight: 100 })),
})
