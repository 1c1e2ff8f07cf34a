// The permissions of a user. A permission is a resource and an action; an endpoint names the one it
// needs.

/** `bulk` changes many rows at once, `execute` does what is no change of a row, such as a ping. */
export const ACTIONS = ['view', 'create', 'edit', 'delete', 'export', 'bulk', 'execute'] as const
export type Action = (typeof ACTIONS)[number]

const ALL = ['view', 'create', 'edit', 'delete', 'export'] as const

/** The actions that exist for each resource. The parts of a thing are changed by its `edit`. */
export const RESOURCES = {
  home: ['view'],
  search: ['view'],
  wholesale_clients: [...ALL, 'bulk'],
  // Wholesale clients request changes of their IP lists; to cancel one is `create` too.
  address_requests: ['create'],
  retail_clients: [...ALL, 'bulk'],
  unused_clients: ['view', 'export', 'bulk'],
  registrations: ['view', 'delete', 'export'],
  resellers: ALL,
  brands: ['view', 'edit'],
  reseller_figures: ['view'],
  accounts: ['view', 'execute'],
  // In the portal of an account: its company, its warning and the passwords of its SIP users.
  own_account: ['edit'],
  spend_warnings: ['view'],
  tariffs: [...ALL, 'bulk'],
  // A client or reseller sees those made for it.
  price_notifications: ['view', 'export'],
  currencies: ALL,
  code_deck: [...ALL, 'bulk'],
  packages: ALL,
  route_plans: ALL,
  route_tests: ['execute'],
  number_lists: [...ALL, 'bulk'],
  time_windows: ALL,
  translations: ALL,
  gateways: [...ALL, 'bulk', 'execute'],
  gateway_groups: ALL,
  tunnels: ALL,
  failover_policies: ALL,
  settlements: ALL,
  active_calls: ['view', 'export', 'execute'],
  call_records: ['view', 'export'],
  // Their text shows both sides of a call. Reading it as a file is logged.
  sip_messages: ['view'],
  // Listening is logged, each time.
  recordings: ['view'],
  // To delete what is not invoiced yet is `execute`.
  cdr_partitions: ['view', 'delete', 'export', 'execute'],
  reseller_records: ['view', 'export'],
  traffic_reports: ['view', 'export'],
  shared_views: ['create'],
  payments: ['view', 'create', 'edit', 'export'],
  ledger: ['view', 'export'],
  // To set those of clients, resellers and settlement accounts, which open their portals.
  portal_passwords: ['execute'],
  // To open the portal of an account below the own one, as it sees it.
  portal_sessions: ['execute'],
  // To issue, and to make void, is `execute`.
  invoices: [...ALL, 'execute'],
  // To compare, and to write to a dispute, is `edit`.
  reconciliations: ALL,
  re_ratings: ['view', 'create', 'delete', 'export', 'execute'],
  routing_logs: ['view', 'export'],
  // Which calls have their SIP messages stored.
  trace_rules: ALL,
  recording_rules: ALL,
  auth_failures: ['view', 'export'],
  activities: ['view', 'export'],
  bulk_changes: ['view', 'export'],
  bans: ['view', 'create', 'delete', 'export', 'bulk'],
  login_locks: ['view', 'delete', 'export'],
  firewall_zones: ALL,
  // To erase it is `delete`.
  personal_data: ['view', 'export', 'delete'],
  users: [...ALL, 'execute'],
  permission_groups: [...ALL, 'execute'],
  sessions: ['view', 'delete', 'export'],
  api_tokens: ['view', 'delete', 'export'],
  settings: ['view', 'edit'],
  // To test, to make a new secret and to begin again is `edit`.
  record_feed: ALL,
  // To acknowledge and to snooze is `edit`.
  alarms: ['view', 'edit', 'export'],
  alarm_rules: ALL,
  // To drain is `edit`, a new code is `create`.
  nodes: ALL,
  // To test it is `edit`.
  mail_server: ['view', 'edit'],
  // To take one off is `delete`: mails go there again.
  bounced_addresses: ['view', 'delete', 'export'],
  notification_rules: ALL,
  // To test, and to make a new secret, is `edit`.
  notification_webhooks: ALL,
  // To send again is `execute`.
  notification_deliveries: ['view', 'export', 'execute'],
  sip_ports: ['view', 'edit'],
  // To acknowledge a warning is `edit`.
  system: ['view', 'edit'],
  // To read /metrics, which programs do with an API token.
  metrics: ['view'],
  // The actions of the screen Management.
  reload_routes: ['execute'],
  ping_gateways: ['execute'],
  drain: ['execute'],
  hang_up_all: ['execute'],
  clear_registrations: ['execute'],
  lift_all_bans: ['execute'],
  rebuild_traffic: ['execute'],
  verify_books: ['execute'],
  rotate_logs: ['execute'],
  vacuum_database: ['execute'],
  restart_kamailio: ['execute'],
  restart_rtpengine: ['execute'],
  // To see the key of the backups, which opens all that is in them.
  backup_key: ['execute'],
} as const satisfies Readonly<Record<string, readonly Action[]>>

export type Resource = keyof typeof RESOURCES
export type Permission = {
  [R in Resource]: `${R}.${(typeof RESOURCES)[R][number]}`
}[Resource]

export const PERMISSIONS: readonly Permission[] = Object.entries(RESOURCES).flatMap(
  ([resource, actions]) => actions.map((action) => `${resource}.${action}` as Permission),
)

/** The permission that the export of a list needs beside the one to see it. */
export function exportOf(needs: string): string {
  return needs.replace(/\.\w+$/, '.export')
}

export const USER_TYPES = ['ADMIN', 'RESELLER', 'WHOLESALE', 'RETAIL', 'SETTLEMENT'] as const
export type UserType = (typeof USER_TYPES)[number]

/** Permissions of every user with an account. */
const OF_ALL = [
  'home.view',
  'traffic_reports.view',
  'traffic_reports.export',
  'invoices.view',
  'invoices.export',
  'own_account.edit',
] as const

/** Permissions of every user whose account is sold calls. */
const NOTIFIED = [
  'price_notifications.view',
  'price_notifications.export',
  'alarms.view',
  'alarms.export',
] as const

/** Permissions about the staff of the own account; those about admins have the same names. */
export const OF_STAFF = [
  'users.view',
  'users.create',
  'users.edit',
  'users.delete',
  'users.export',
  'users.execute',
  'permission_groups.view',
  'permission_groups.create',
  'permission_groups.edit',
  'permission_groups.delete',
  'permission_groups.export',
  'permission_groups.execute',
  'sessions.view',
  'sessions.delete',
  'sessions.export',
  'api_tokens.view',
  'api_tokens.delete',
  'api_tokens.export',
] as const satisfies readonly Permission[]

const CLIENT: readonly Permission[] = [
  ...OF_ALL,
  ...OF_STAFF,
  'tariffs.view',
  'tariffs.export',
  'active_calls.view',
  'active_calls.export',
  'call_records.view',
  'call_records.export',
  'payments.view',
  'payments.export',
]

const RESELLER: readonly Permission[] = [
  ...OF_ALL,
  ...NOTIFIED,
  'invoices.create',
  'invoices.edit',
  'invoices.delete',
  'invoices.execute',
  'reseller_figures.view',
  'accounts.view',
  'spend_warnings.view',
  'reseller_records.view',
  'reseller_records.export',
  'active_calls.view',
  'active_calls.export',
  'active_calls.execute',
  'payments.view',
  'payments.create',
  'payments.edit',
  'payments.export',
  'ledger.view',
  'ledger.export',
  'wholesale_clients.view',
  'wholesale_clients.create',
  'wholesale_clients.edit',
  'wholesale_clients.delete',
  'wholesale_clients.export',
  'retail_clients.view',
  'retail_clients.create',
  'retail_clients.edit',
  'retail_clients.delete',
  'retail_clients.export',
  'portal_passwords.execute',
  'portal_sessions.execute',
  'resellers.view',
  'resellers.create',
  'resellers.edit',
  'resellers.delete',
  'resellers.export',
  'brands.view',
  'brands.edit',
  'tariffs.view',
  'tariffs.create',
  'tariffs.edit',
  'tariffs.delete',
  'tariffs.export',
  'tariffs.bulk',
  'packages.view',
  'packages.create',
  'packages.edit',
  'packages.delete',
  'packages.export',
  'currencies.view',
  'route_tests.execute',
  'activities.view',
  'activities.export',
  'notification_rules.view',
  'notification_rules.create',
  'notification_rules.edit',
  'notification_rules.delete',
  'notification_rules.export',
  'notification_webhooks.view',
  'notification_webhooks.create',
  'notification_webhooks.edit',
  'notification_webhooks.delete',
  'notification_webhooks.export',
  'notification_deliveries.view',
  'notification_deliveries.export',
  'notification_deliveries.execute',
  ...OF_STAFF,
]

const OF_TYPE: Readonly<Record<UserType, readonly Permission[]>> = {
  ADMIN: PERMISSIONS,
  RESELLER,
  WHOLESALE: [...CLIENT, ...NOTIFIED, 'address_requests.create'],
  RETAIL: [...CLIENT, ...NOTIFIED],
  SETTLEMENT: [...CLIENT, 'gateways.view', 'gateways.export'],
}

/** The permissions of every user of a type. All others are refused. */
export const permissionsOf = (type: UserType): readonly Permission[] => OF_TYPE[type]
