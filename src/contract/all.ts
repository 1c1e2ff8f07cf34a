// Every endpoint by its name: the server registers these, the tests go through them.

import * as accountStops from './accounts/account-stops.ts'
import * as addressRequests from './accounts/address-requests.ts'
import * as brands from './accounts/brands.ts'
import * as connection from './accounts/connection.ts'
import * as ipList from './accounts/ip-list.ts'
import * as lowBalance from './accounts/low-balance.ts'
import * as ownProfile from './accounts/own-profile.ts'
import * as personalData from './accounts/personal-data.ts'
import * as registrations from './accounts/registrations.ts'
import * as resellers from './accounts/resellers.ts'
import * as retailClients from './accounts/retail-clients.ts'
import * as settlements from './accounts/settlements.ts'
import * as sipUsers from './accounts/sip-users.ts'
import * as spendWarnings from './accounts/spend-warnings.ts'
import * as unusedClients from './accounts/unused-clients.ts'
import * as wholesaleClients from './accounts/wholesale-clients.ts'
import * as alarmRules from './alarms/alarm-rules.ts'
import * as alarms from './alarms/alarms.ts'
import * as bell from './alarms/bell.ts'
import * as bulkChanges from './bulk-changes/bulk-changes.ts'
import * as activeCalls from './calls/active-calls.ts'
import * as callRecords from './calls/call-records.ts'
import * as resellerRecords from './calls/reseller-records.ts'
import * as routingLogs from './calls/routing-logs.ts'
import * as sipMessages from './calls/sip-messages.ts'
import * as home from './console/home.ts'
import * as lookups from './console/lookups.ts'
import * as savedViews from './console/saved-views.ts'
import * as search from './console/search.ts'
import * as settings from './console/settings.ts'
import * as uses from './console/uses.ts'
import type { Endpoint } from './endpoint.ts'
import * as exportJobs from './exports/export-jobs.ts'
import * as firstCall from './first-call/first-call.ts'
import * as invoicePayments from './invoices/invoice-payments.ts'
import * as invoiceProfiles from './invoices/invoice-profiles.ts'
import * as invoices from './invoices/invoices.ts'
import * as statements from './invoices/statements.ts'
import * as authFailures from './machine/auth-failures.ts'
import * as backups from './machine/backups.ts'
import * as bans from './machine/bans.ts'
import * as countryDatabase from './machine/country-database.ts'
import * as firewallTrial from './machine/firewall-trial.ts'
import * as firewallZones from './machine/firewall-zones.ts'
import * as jobs from './machine/jobs.ts'
import * as machine from './machine/machine.ts'
import * as nodes from './machine/nodes.ts'
import * as sipPorts from './machine/sip-ports.ts'
import * as tunnels from './machine/tunnels.ts'
import * as bouncedAddresses from './notifications/bounced-addresses.ts'
import * as documentMails from './notifications/document-mails.ts'
import * as mailServer from './notifications/mail-server.ts'
import * as notificationDeliveries from './notifications/notification-deliveries.ts'
import * as notificationRules from './notifications/notification-rules.ts'
import * as notificationWebhooks from './notifications/notification-webhooks.ts'
import * as packageSubscriptions from './packages/package-subscriptions.ts'
import * as packages from './packages/packages.ts'
import * as cdrPartitions from './partitions/cdr-partitions.ts'
import * as nettings from './payments/nettings.ts'
import * as paymentReports from './payments/payment-reports.ts'
import * as payments from './payments/payments.ts'
import * as activities from './people/activities.ts'
import * as apiTokens from './people/api-tokens.ts'
import * as loginLocks from './people/login-locks.ts'
import * as onBehalf from './people/on-behalf.ts'
import * as permissionGroups from './people/permission-groups.ts'
import * as secondFactor from './people/second-factor.ts'
import * as session from './people/session.ts'
import * as userSessions from './people/user-sessions.ts'
import * as users from './people/users.ts'
import * as priceNotifications from './price-notifications/price-notifications.ts'
import * as rateChanges from './rate-imports/rate-changes.ts'
import * as rateImportCodes from './rate-imports/rate-import-codes.ts'
import * as rateImportLosses from './rate-imports/rate-import-losses.ts'
import * as rateImports from './rate-imports/rate-imports.ts'
import * as reRatings from './re-ratings/re-ratings.ts'
import * as reconciliations from './reconciliations/reconciliations.ts'
import * as recordConsumers from './record-feed/record-consumers.ts'
import * as callRecordings from './recordings/call-recordings.ts'
import * as recordingRules from './recordings/recording-rules.ts'
import * as recordingState from './recordings/recording-state.ts'
import * as failoverPolicies from './routing/failover-policies.ts'
import * as gatewayGroups from './routing/gateway-groups.ts'
import * as gateways from './routing/gateways.ts'
import * as numberListItems from './routing/number-list-items.ts'
import * as numberLists from './routing/number-lists.ts'
import * as routePlans from './routing/route-plans.ts'
import * as routeTargets from './routing/route-targets.ts'
import * as routeTests from './routing/route-tests.ts'
import * as timeWindows from './routing/time-windows.ts'
import * as translations from './routing/translations.ts'
import * as traceRules from './sip-traces/trace-rules.ts'
import * as tracingState from './sip-traces/tracing-state.ts'
import * as codeDeck from './tariffs/code-deck.ts'
import * as currencies from './tariffs/currencies.ts'
import * as markups from './tariffs/markups.ts'
import * as numberRates from './tariffs/number-rates.ts'
import * as rateComparison from './tariffs/rate-comparison.ts'
import * as tariffRates from './tariffs/tariff-rates.ts'
import * as tariffs from './tariffs/tariffs.ts'
import * as trafficReports from './traffic/traffic-reports.ts'

const resources = {
  session,
  settings,
  jobs,
  machine,
  nodes,
  sipPorts,
  home,
  wholesaleClients,
  ipList,
  addressRequests,
  retailClients,
  sipUsers,
  unusedClients,
  personalData,
  registrations,
  authFailures,
  activities,
  bulkChanges,
  backups,
  bans,
  loginLocks,
  firewallTrial,
  countryDatabase,
  firewallZones,
  resellers,
  brands,
  tariffs,
  numberRates,
  markups,
  statements,
  tariffRates,
  priceNotifications,
  rateComparison,
  rateChanges,
  rateImportCodes,
  rateImportLosses,
  rateImports,
  codeDeck,
  currencies,
  packages,
  packageSubscriptions,
  resellerRecords,
  routePlans,
  routeTargets,
  routeTests,
  routingLogs,
  traceRules,
  recordingRules,
  callRecordings,
  recordingState,
  tracingState,
  sipMessages,
  numberLists,
  nettings,
  reconciliations,
  recordConsumers,
  alarms,
  bell,
  alarmRules,
  bouncedAddresses,
  documentMails,
  mailServer,
  notificationDeliveries,
  notificationRules,
  notificationWebhooks,
  numberListItems,
  timeWindows,
  translations,
  gateways,
  gatewayGroups,
  connection,
  ownProfile,
  lowBalance,
  failoverPolicies,
  firstCall,
  tunnels,
  settlements,
  accountStops,
  spendWarnings,
  activeCalls,
  callRecords,
  cdrPartitions,
  trafficReports,
  savedViews,
  exportJobs,
  payments,
  paymentReports,
  invoices,
  invoicePayments,
  invoiceProfiles,
  reRatings,
  lookups,
  search,
  uses,
  users,
  onBehalf,
  userSessions,
  apiTokens,
  secondFactor,
  permissionGroups,
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(resources)
    .flatMap((resource) => Object.entries<unknown>(resource))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
)
