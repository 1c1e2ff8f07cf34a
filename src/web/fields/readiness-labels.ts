import type { ReadinessGap, ReadinessItem } from '#core/account/client-readiness.ts'

export const ITEM_LABELS: Readonly<Record<ReadinessItem, string>> = {
  account: 'Account',
  source: 'Callers',
  tariff: 'Tariff',
  route_plan: 'Route plan',
  funds: 'Funds',
  resellers: 'Resellers',
  bans: 'Bans',
  above: 'Above you',
}

/** Short enough for a list. */
export const GAP_LABELS: Readonly<Record<ReadinessGap, string>> = {
  ACCOUNT_BLOCKED: 'not active',
  ACCOUNT_EXPIRED: 'expired',
  NO_ADDRESS: 'no address',
  NO_SIP_USER: 'no SIP user',
  TARIFF_BLOCKED: 'tariff blocked',
  NO_RATES: 'no rates',
  NO_ROUTE_PLAN: 'no route plan',
  ROUTE_PLAN_BLOCKED: 'route plan blocked',
  NO_GATEWAY: 'no usable gateway',
  GATEWAYS_DOWN: 'gateways down or locked',
  NO_FUNDS: 'no funds',
  SPEND_LIMIT: 'spend limit reached',
  RESELLER_BLOCKED: 'reseller not active',
  RESELLER_NO_RATES: 'reseller without rates',
  RESELLER_NO_FUNDS: 'reseller without funds',
  BANNED: 'address banned',
  STOPPED_ABOVE: 'calls stopped',
}

/** Why a gap stops calls, where its label does not say it. */
export const GAP_HELP: Partial<Readonly<Record<ReadinessGap, string>>> = {
  NO_RATES: 'The tariff has no rate in effect that allows calls.',
  NO_GATEWAY:
    'No rule of the plan leads to an active gateway whose settlement account is active and has ' +
    'buy rates.',
  STOPPED_ABOVE:
    'Your own balance or rates, or the routes of your provider, let no call through. ' +
    'A test of a call says why.',
  GATEWAYS_DOWN: 'Every gateway of the plan is down by OPTIONS ping, or locked.',
}

export const READY = [
  { value: 'true', label: 'Ready for calls' },
  { value: 'false', label: 'Not ready' },
]
