// Permissions in words: what the rows and columns of the matrix say.
import type { z } from 'zod'
import type { PermissionGroup, permissionGroupForm } from '#contract/people/permission-groups.ts'
import {
  ACTIONS,
  type Action,
  type Permission,
  RESOURCES,
  type Resource,
  type UserType,
} from '#core/permission/permission.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const GROUP_SCOPES: readonly Choice<PermissionGroup['scope']>[] = [
  { value: 'EVERYTHING', label: 'All' },
  { value: 'OWN', label: 'Own accounts of the user' },
  { value: 'LISTED', label: 'Listed accounts' },
]

export const NEW_GROUP: z.input<typeof permissionGroupForm> = {
  name: '',
  description: '',
  permissions: [],
  scope: 'EVERYTHING',
  account_ids: [],
  masked_digits: 0,
  refuses_export: false,
  requires_second_factor: false,
  hides_prices: false,
  hides_costs: false,
}

/** The money that `hides_costs` hides from users of the type. */
export const costsOf = (type: UserType): string =>
  type === 'SETTLEMENT' ? 'income' : 'cost and margin'

/** The word over a column. */
export const ACTION_LABELS: Readonly<Record<Action, string>> = {
  view: 'View',
  create: 'Add',
  edit: 'Edit',
  delete: 'Delete',
  export: 'Export',
  bulk: 'Bulk',
  execute: 'Execute',
}

/** In the order of the menu; what Execute and Bulk are for a resource is in the third part. */
const ROWS: Readonly<Record<string, readonly (readonly [Resource, string, string?])[]>> = {
  General: [
    ['home', 'Home'],
    ['search', 'Search'],
    [
      'accounts',
      'All accounts',
      'View: names in fields. Execute: stop calls, reset second factors',
    ],
    ['own_account', 'Own account', 'Edit: company, low balance, SIP passwords, in its portal'],
    ['spend_warnings', 'Fast spending'],
    [
      'portal_passwords',
      'Passwords of portal logins',
      'Execute: set them. Needs all that portals show, with export and nothing hidden',
    ],
    ['portal_sessions', 'Portals of accounts', 'Execute: open them, with no more than own rights'],
  ],
  Clients: [
    ['wholesale_clients', 'Wholesale clients', 'Bulk: change or delete many, and addresses'],
    [
      'address_requests',
      'Address requests',
      'Add: in the portal of a client. Decided by Edit above',
    ],
    ['retail_clients', 'Retail clients and SIP users', 'Bulk: change or delete many clients'],
    ['unused_clients', 'Unused clients', 'Bulk: block'],
    ['registrations', 'Registrations'],
  ],
  Resellers: [
    ['resellers', 'Resellers'],
    ['brands', 'Brands of resellers', 'Edit: images and domain checks too'],
    ['reseller_figures', 'Figures of resellers'],
  ],
  Tariffs: [
    ['tariffs', 'Tariffs and rates', 'Bulk: change or delete many rates'],
    ['price_notifications', 'Price notifications'],
    ['currencies', 'Currencies'],
    ['code_deck', 'Code deck', 'Bulk: import, and take over names of rates'],
    ['packages', 'Packages'],
    ['reconciliations', 'Reconciliations', 'Edit: compare, stop and dispute'],
    ['re_ratings', 'Re-ratings', 'Execute: apply and stop'],
  ],
  'Route Plan': [
    ['route_plans', 'Route plans'],
    ['route_tests', 'Route tester'],
    ['number_lists', 'Number lists', 'Bulk: import items, change or delete many'],
    ['time_windows', 'Time windows'],
    ['translations', 'Translations'],
  ],
  Terminations: [
    ['gateways', 'Gateways', 'Bulk: change or delete many. Execute: lock, unlock, ping'],
    ['gateway_groups', 'Gateway groups'],
    ['settlements', 'Settlements'],
    ['failover_policies', 'Failover policies'],
    ['tunnels', 'Tunnels'],
  ],
  Calls: [
    ['call_records', 'Call records'],
    ['sip_messages', 'SIP messages', 'View: of traced calls, with numbers and addresses'],
    ['recordings', 'Recordings', 'View: listen to recorded calls; each access is logged'],
    ['reseller_records', 'Reseller calls'],
    ['active_calls', 'Active calls', 'Execute: hang up'],
  ],
  Account: [
    ['payments', 'Payments', 'Edit: reverse'],
    [
      'invoices',
      'Invoices',
      'View: statements too. Add: drafts. Edit: mark as sent. Execute: issue, make void',
    ],
    ['ledger', 'Ledger'],
  ],
  Reports: [
    ['traffic_reports', 'Traffic reports'],
    ['shared_views', 'Shared views', 'Add: share a saved view with admins'],
  ],
  Logs: [
    ['alarms', 'Alarms', 'Edit: acknowledge and snooze'],
    ['routing_logs', 'Routing logs and errors'],
    ['trace_rules', 'Trace rules'],
    ['recording_rules', 'Recording rules'],
    ['auth_failures', 'Auth failures'],
    ['bans', 'Bans', 'Bulk: unban many'],
    ['login_locks', 'Login locks', 'Delete: lift'],
    ['activities', 'Activities'],
    ['bulk_changes', 'Bulk changes', 'View is needed to change many'],
  ],
  Settings: [
    ['users', 'Users', 'Execute: reset passwords and second factors'],
    ['sessions', 'Sessions', 'Delete: end'],
    ['api_tokens', 'API tokens of all users', 'Delete: revoke'],
    ['permission_groups', 'Permission groups', 'Execute: assign'],
    ['firewall_zones', 'Firewall zones'],
    ['settings', 'Settings'],
    ['personal_data', 'Personal data', 'Delete: erase an account'],
    ['cdr_partitions', 'CDR partitions', 'Execute: delete what is not invoiced'],
    ['record_feed', 'Record feed', 'Edit: test, new secret and begin again too'],
    ['alarm_rules', 'Alarm rules', 'Add: try a rule too'],
    ['mail_server', 'E-mail server', 'Edit: test too'],
    ['bounced_addresses', 'Bounced addresses', 'Delete: mails go there again'],
    ['notification_rules', 'Notification rules'],
    ['notification_webhooks', 'Notification webhooks', 'Edit: test and new secret too'],
    ['notification_deliveries', 'Delivery log', 'Execute: send again'],
    ['nodes', 'Nodes', 'Add: new codes too. Edit: rename and drain'],
    ['sip_ports', 'SIP ports'],
    ['system', 'Management: state of the machine', 'Edit: acknowledge warnings'],
    ['metrics', 'Metrics for Prometheus'],
  ],
  Management: [
    ['reload_routes', 'Reload routes'],
    ['ping_gateways', 'Ping all gateways'],
    ['drain', 'Drain: refuse new calls'],
    ['hang_up_all', 'Hang up all calls'],
    ['clear_registrations', 'Clear all registrations'],
    ['lift_all_bans', 'Lift all bans'],
    ['rebuild_traffic', 'Rebuild report sums'],
    ['verify_books', 'Verify the books'],
    ['rotate_logs', 'Rotate log files'],
    ['vacuum_database', 'Vacuum the database'],
    ['restart_kamailio', 'Restart Kamailio'],
    ['restart_rtpengine', 'Restart rtpengine'],
    ['backup_key', 'See the key of the backups'],
  ],
}

export interface MatrixRow {
  readonly resource: Resource
  readonly label: string
  readonly hint: string | undefined
  readonly section: string
}

/** Resources without a row above come last under their own name, so that none is missing. */
const listed = Object.entries(ROWS).flatMap(([section, rows]) =>
  rows.map(([resource, label, hint]): MatrixRow => ({ resource, label, hint, section })),
)
const known: ReadonlySet<Resource> = new Set(listed.map(({ resource }) => resource))
const nameOf = (resource: string) => {
  const text = resource.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
export const MATRIX: readonly MatrixRow[] = [
  ...listed,
  ...(Object.keys(RESOURCES) as Resource[])
    .filter((resource) => !known.has(resource))
    .map((resource) => ({ resource, label: nameOf(resource), hint: undefined, section: 'More' })),
]

/** The permission of a cell; undefined where the resource has no such action. */
export function permissionAt(resource: Resource, action: Action): Permission | undefined {
  const actions: readonly Action[] = RESOURCES[resource]
  return actions.includes(action) ? (`${resource}.${action}` as Permission) : undefined
}

const WORDS: ReadonlyMap<string, string> = new Map(
  MATRIX.flatMap(({ resource, label }) =>
    ACTIONS.flatMap((action) => {
      const permission = permissionAt(resource, action)
      return permission ? [[permission, `${label}: ${ACTION_LABELS[action]}`] as const] : []
    }),
  ),
)

/** Such as "Gateways: Edit". */
export const permissionWords = (permission: string): string => WORDS.get(permission) ?? permission

export const PERMISSION_CHOICES: readonly Choice[] = [...WORDS].map(([value, label]) => ({
  value,
  label,
}))
