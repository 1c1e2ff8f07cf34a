// Templates for a new permission group: the desks that most operators have.
import {
  type Action,
  PERMISSIONS,
  type Permission,
  type Resource,
} from '#core/permission/permission.ts'
import { completePermissions } from '#core/permission/rights.ts'

interface GroupTemplate {
  readonly label: string
  readonly permissions: readonly Permission[]
  readonly hides_prices: boolean
  readonly hides_costs: boolean
}

/** Those of the actions that the resources have. */
const of = (actions: readonly Action[], ...resources: readonly Resource[]): Permission[] =>
  PERMISSIONS.filter((permission) =>
    resources.some((resource) => actions.some((action) => permission === `${resource}.${action}`)),
  )

const SEE = ['view', 'export'] as const
const WORK = ['view', 'create', 'edit', 'delete', 'export', 'bulk', 'execute'] as const
const GENERAL = of(['view'], 'home', 'search', 'accounts')

const CALLS = ['active_calls', 'call_records', 'traffic_reports'] as const
const CLIENTS = ['wholesale_clients', 'retail_clients', 'resellers'] as const

export const GROUP_TEMPLATES: readonly GroupTemplate[] = [
  {
    label: 'NOC: routing and calls, without prices and costs',
    permissions: [
      ...GENERAL,
      ...of(SEE, ...CALLS, 'wholesale_clients', 'retail_clients', 'registrations', 'settlements'),
      ...of(SEE, 'route_plans', 'number_lists', 'time_windows', 'translations'),
      ...of(SEE, 'gateways', 'gateway_groups', 'tunnels', 'failover_policies'),
      ...of(SEE, 'routing_logs', 'auth_failures', 'firewall_zones', 'login_locks', 'system'),
      ...of(['execute'], 'active_calls', 'gateways', 'route_tests', 'ping_gateways'),
      ...of(WORK, 'bans', 'alarms'),
      ...of(SEE, 'alarm_rules'),
    ],
    hides_prices: true,
    hides_costs: true,
  },
  {
    label: 'Billing clerk: invoices and payments of clients, without costs',
    permissions: [
      ...GENERAL,
      ...of(SEE, ...CALLS, ...CLIENTS, 'tariffs', 'packages', 'currencies', 'ledger'),
      ...of(['view'], 'spend_warnings'),
      ...of(SEE, 'alarms'),
      ...of(WORK, 'invoices'),
      ...of(['view', 'create', 'export'], 'payments'),
    ],
    hides_prices: false,
    hides_costs: true,
  },
  {
    label: 'Rates desk: tariffs, rate files and price notifications',
    permissions: [
      ...GENERAL,
      ...of(WORK, 'tariffs', 'code_deck', 'price_notifications'),
      ...of(SEE, ...CALLS, ...CLIENTS, 'settlements', 'gateways', 'packages', 'currencies'),
      ...of(SEE, 'bulk_changes', 're_ratings'),
    ],
    hides_prices: false,
    hides_costs: false,
  },
  {
    label: 'Auditor: sees everything and changes nothing',
    permissions: PERMISSIONS.filter((permission) => /\.(view|export)$/.test(permission)),
    hides_prices: false,
    hides_costs: false,
  },
]

/** The values of a template, with the permissions that the user may give. */
export const templateValuesOf = (
  { permissions, hides_prices, hides_costs }: GroupTemplate,
  held: readonly Permission[],
) => ({
  permissions: completePermissions(permissions).filter((permission) => held.includes(permission)),
  hides_prices,
  hides_costs,
})
