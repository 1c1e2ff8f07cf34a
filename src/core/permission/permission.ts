// What a user may do. A permission is a resource and an action; an endpoint names the one it needs.

export const PERMISSIONS = [
  'home.view',
  'wholesale_clients.view',
  'wholesale_clients.edit',
  'retail_clients.view',
  'retail_clients.edit',
  'registrations.view',
  'registrations.edit',
  'resellers.view',
  'resellers.edit',
  'reseller_figures.view',
  'tariffs.view',
  'tariffs.edit',
  'currencies.view',
  'currencies.edit',
  'packages.view',
  'packages.edit',
  'route_plans.view',
  'route_plans.edit',
  'route_tests.execute',
  'routing_logs.view',
  'number_lists.view',
  'number_lists.edit',
  'time_windows.view',
  'time_windows.edit',
  'translations.view',
  'translations.edit',
  'gateways.view',
  'gateways.edit',
  'gateway_groups.view',
  'gateway_groups.edit',
  'tunnels.view',
  'tunnels.edit',
  'failover_policies.view',
  'failover_policies.edit',
  'settlements.view',
  'settlements.edit',
  'active_calls.view',
  'active_calls.hang_up',
  'accounts.stop',
  'spend_warnings.view',
  'auth_failures.view',
  'bans.edit',
  'call_records.view',
  'payments.view',
  'payments.edit',
  're_ratings.view',
  're_ratings.edit',
  'ledger.view',
  'users.pick',
  'settings.view',
  'settings.edit',
  'system.view',
] as const

export type Permission = (typeof PERMISSIONS)[number]

export const USER_TYPES = ['ADMIN', 'RESELLER', 'WHOLESALE', 'RETAIL', 'SETTLEMENT'] as const
export type UserType = (typeof USER_TYPES)[number]

/** What every user of a type may do. What is not named here is refused. */
export function permissionsOf(type: UserType): readonly Permission[] {
  if (type === 'ADMIN') return PERMISSIONS
  if (type === 'RESELLER') return ['home.view', 'reseller_figures.view', 'spend_warnings.view']
  return ['home.view']
}
