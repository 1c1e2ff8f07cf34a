// Every URL of the console is built here; `$name` in a place's path is what these fill in.
import { AREA_PATHS } from './area-paths.ts'

type Id = number | string

/** The kinds of clients whose call records an admin looks at, or those of both. */
export type RecordKind = 'retail' | 'wholesale' | 'all'

const thing = <const Base extends string>(base: Base) => ({
  list: base,
  add: `${base}/add` as const,
  edit: (id: Id) => `${base}/${id}/edit`,
})

const invoicesAt = <const Base extends string>(base: Base) => ({
  list: base,
  one: (id: Id) => `${base}/${id}`,
})

/** The traffic reports. */
export type ReportKind = 'hourly' | 'daily' | 'monthly' | 'summary'

/** The panels of the operator's home page besides its overview. */
export type HomePanelName = 'statistics' | 'invoice' | 'recharge' | 'unused' | 'children'

export const paths = {
  admin: {
    ...AREA_PATHS.admin,
    homePanel: (panel: HomePanelName) => `/vsa?panel=${panel}`,
    wholesaleClients: thing('/vsa/wholesale-clients'),
    retailClients: thing('/vsa/retail-clients'),
    ipList: '/vsa/wholesale-clients/ip-list',
    registrations: '/vsa/registrations',
    resellers: (level: Id) => ({
      ...thing(`/vsa/resellers/${level}`),
      tree: (id: Id) => `/vsa/resellers/${level}/${id}/tree`,
    }),
    tariffs: {
      ...thing('/vsa/tariffs'),
      copy: (id: Id) => `/vsa/tariffs/${id}/copy`,
      markup: (id: Id) => `/vsa/tariffs/${id}/markup`,
      follow: (id: Id) => `/vsa/tariffs/${id}/follow`,
    },
    tariffRates: (tid: Id) => thing(`/vsa/tariffs/${tid}/rates`),
    rateImports: (tid: Id) => ({
      list: `/vsa/tariffs/${tid}/imports`,
      one: (id: Id) => `/vsa/tariffs/${tid}/imports/${id}`,
    }),
    numberRates: '/vsa/number-rates',
    rateComparison: '/vsa/rate-comparison',
    priceNotifications: '/vsa/price-notifications',
    packages: thing('/vsa/packages'),
    codeDeck: '/vsa/code-deck',
    currencies: '/vsa/currencies',
    reRatings: {
      list: '/vsa/re-ratings',
      add: '/vsa/re-ratings/add',
      one: (id: Id) => `/vsa/re-ratings/${id}`,
    },
    routePlans: thing('/vsa/route-plans'),
    numberLists: {
      ...thing('/vsa/number-lists'),
      items: (id: Id) => `/vsa/number-lists/${id}/items`,
    },
    timeWindows: thing('/vsa/time-windows'),
    translations: thing('/vsa/translations'),
    gateways: thing('/vsa/gateways'),
    gatewayGroups: thing('/vsa/gateway-groups'),
    settlements: thing('/vsa/settlements'),
    reconciliations: {
      list: '/vsa/reconciliations',
      one: (id: Id) => `/vsa/reconciliations/${id}`,
    },
    failoverPolicies: thing('/vsa/failover-policies'),
    tunnels: thing('/vsa/tunnels'),
    activeCalls: '/vsa/monitor/active-calls',
    alarms: '/vsa/monitor/alarms',
    alarmRules: thing('/vsa/monitor/alarm-rules'),
    callRecords: (kind: RecordKind | 'reseller') => `/vsa/cdr/${kind}`,
    failedCalls: (kind: RecordKind | 'reseller') => `/vsa/cdr/${kind}/failed`,
    trafficReport: (kind: ReportKind) => `/vsa/reports/${kind}`,
    paymentReport: '/vsa/reports/payments',
    receiveReport: '/vsa/reports/receives',
    ledger: '/vsa/account/ledger',
    invoices: invoicesAt('/vsa/account/invoices'),
    routeTester: '/vsa/route-tester',
    firstCall: '/vsa/first-call',
    routingErrors: '/vsa/logs/routing-errors',
    routingLogs: '/vsa/logs/routing-logs',
    traceRules: thing('/vsa/logs/sip-traces'),
    recordingRules: thing('/vsa/logs/recording-rules'),
    authFailures: '/vsa/logs/auth-failures',
    activities: '/vsa/logs/activities',
    bulkChanges: '/vsa/logs/bulk-changes',
    bans: '/vsa/logs/bans',
    management: '/vsa/settings/management',
    jobs: '/vsa/settings/jobs',
    backups: '/vsa/settings/backups',
    nodes: '/vsa/nodes',
    recordConsumers: thing('/vsa/settings/record-feed'),
    notificationRules: thing('/vsa/notifications/rules'),
    notificationWebhooks: thing('/vsa/notifications/webhooks'),
    notificationDeliveries: '/vsa/notifications/deliveries',
    mailServer: '/vsa/notifications/mail-server',
    bouncedAddresses: '/vsa/notifications/bounced-addresses',
    users: thing('/vsa/settings/users'),
    sessions: '/vsa/settings/sessions',
    apiTokens: '/vsa/settings/api-tokens',
    exports: '/vsa/exports',
    personalData: '/vsa/personal-data',
    cdrPartitions: '/vsa/settings/cdr-partitions',
    firewallZones: {
      ...thing('/vsa/settings/firewall-zones'),
      countries: (id: Id) => `/vsa/settings/firewall-zones/${id}/countries`,
      networks: (id: Id) => `/vsa/settings/firewall-zones/${id}/networks`,
    },
    permissionGroups: { ...thing('/vsa/settings/acl'), assign: '/vsa/settings/acl/assign' },
  },
  reseller: {
    ...AREA_PATHS.reseller,
    children: '/vsr/children',
    recharge: '/vsr/recharge',
    resellers: '/vsr/resellers',
    costTariff: '/vsr/cost-tariff',
    brand: '/vsr/settings/brand',
    activeCalls: '/vsr/monitor/active-calls',
    callRecords: '/vsr/cdr/reseller',
    failedCalls: '/vsr/cdr/reseller/failed',
    trafficReport: (kind: ReportKind) => `/vsr/reports/${kind}`,
    paymentReport: '/vsr/reports/payments',
    receiveReport: '/vsr/reports/receives',
    statement: '/vsr/statement',
    invoices: invoicesAt('/vsr/account/invoices'),
    ownInvoices: invoicesAt('/vsr/own-invoices'),
    invoiceSettings: '/vsr/invoice-settings',
    ownPriceNotifications: '/vsr/own-price-notifications',
  },
  client: {
    ...AREA_PATHS.client,
    tariffs: '/tariffs',
    gateways: '/gateways',
    activeCalls: '/monitor/active-calls',
    callRecords: '/cdr',
    failedCalls: '/cdr/failed',
    trafficReport: (kind: ReportKind) => `/reports/${kind}`,
    paymentReport: '/reports/payments',
    receiveReport: '/reports/receives',
    statement: '/statement',
    invoices: invoicesAt('/invoices'),
    priceNotifications: '/price-notifications',
  },
} as const

/** A list with filters set, such as the clients of a tariff. */
export function withSearch(path: string, search: Readonly<Record<string, Id>>): string {
  const text = new URLSearchParams(
    Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return `${path}?${text}`
}
