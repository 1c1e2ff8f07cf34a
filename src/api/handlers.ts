// Every handler by the name of its endpoint. Each resource is typed against its contract file, so
// that a missing handler does not compile; one that is not listed here stops the server's start.

import { accountStops } from './accounts/account-stops.ts'
import { addressRequests } from './accounts/address-requests.ts'
import { brands } from './accounts/brands.ts'
import { connection } from './accounts/connection.ts'
import { ipList } from './accounts/ip-list.ts'
import { lowBalance } from './accounts/low-balance.ts'
import { ownProfile } from './accounts/own-profile.ts'
import { personalData } from './accounts/personal-data.ts'
import { registrations } from './accounts/registrations.ts'
import { resellers } from './accounts/resellers.ts'
import { retailClients } from './accounts/retail-clients.ts'
import { settlements } from './accounts/settlements.ts'
import { sipUsers } from './accounts/sip-users.ts'
import { spendWarnings } from './accounts/spend-warnings.ts'
import { unusedClients } from './accounts/unused-clients.ts'
import { wholesaleClients } from './accounts/wholesale-clients.ts'
import { alarmRules } from './alarms/alarm-rules.ts'
import { alarms } from './alarms/alarms.ts'
import { bell } from './alarms/bell.ts'
import { bulkChanges } from './bulk-changes/bulk-changes.ts'
import { activeCalls } from './calls/active-calls.ts'
import { callRecords } from './calls/call-records.ts'
import { resellerRecords } from './calls/reseller-records.ts'
import { routingLogs } from './calls/routing-logs.ts'
import { sipMessages } from './calls/sip-messages.ts'
import { home } from './console/home.ts'
import { lookups } from './console/lookups.ts'
import { savedViews } from './console/saved-views.ts'
import { search } from './console/search.ts'
import { settings } from './console/settings.ts'
import { uses } from './console/uses.ts'
import { exportJobs } from './exports/export-jobs.ts'
import { firstCall } from './first-call/first-call.ts'
import type { AnyHandler } from './http/handle.ts'
import { invoicePayments } from './invoices/invoice-payments.ts'
import { invoiceProfiles } from './invoices/invoice-profiles.ts'
import { invoices } from './invoices/invoices.ts'
import { statements } from './invoices/statements.ts'
import { authFailures } from './machine/auth-failures.ts'
import { backups } from './machine/backups.ts'
import { bans } from './machine/bans.ts'
import { countryDatabase } from './machine/country-database.ts'
import { firewallTrial } from './machine/firewall-trial.ts'
import { firewallZones } from './machine/firewall-zones.ts'
import { jobs } from './machine/jobs.ts'
import { machine } from './machine/machine.ts'
import { nodes } from './machine/nodes.ts'
import { sipPorts } from './machine/sip-ports.ts'
import { tunnels } from './machine/tunnels.ts'
import { bouncedAddresses } from './notifications/bounced-addresses.ts'
import { documentMails } from './notifications/document-mails.ts'
import { mailServer } from './notifications/mail-server.ts'
import { notificationDeliveries } from './notifications/notification-deliveries.ts'
import { notificationRules } from './notifications/notification-rules.ts'
import { notificationWebhooks } from './notifications/notification-webhooks.ts'
import { packageSubscriptions } from './packages/package-subscriptions.ts'
import { packages } from './packages/packages.ts'
import { cdrPartitions } from './partitions/cdr-partitions.ts'
import { nettings } from './payments/nettings.ts'
import { paymentReports } from './payments/payment-reports.ts'
import { payments } from './payments/payments.ts'
import { activities } from './people/activities.ts'
import { apiTokens } from './people/api-tokens.ts'
import { loginLocks } from './people/login-locks.ts'
import { onBehalf } from './people/on-behalf.ts'
import { permissionGroups } from './people/permission-groups.ts'
import { secondFactor } from './people/second-factor.ts'
import { session } from './people/session.ts'
import { userSessions } from './people/user-sessions.ts'
import { users } from './people/users.ts'
import { priceNotifications } from './price-notifications/price-notifications.ts'
import { rateChanges } from './rate-imports/rate-changes.ts'
import { rateImportCodes } from './rate-imports/rate-import-codes.ts'
import { rateImportLosses } from './rate-imports/rate-import-losses.ts'
import { rateImports } from './rate-imports/rate-imports.ts'
import { reRatings } from './re-ratings/re-ratings.ts'
import { reconciliations } from './reconciliations/reconciliations.ts'
import { recordConsumers } from './record-feed/record-consumers.ts'
import { callRecordings } from './recordings/call-recordings.ts'
import { recordingRules } from './recordings/recording-rules.ts'
import { recordingState } from './recordings/recording-state.ts'
import { failoverPolicies } from './routing/failover-policies.ts'
import { gatewayGroups } from './routing/gateway-groups.ts'
import { gateways } from './routing/gateways.ts'
import { numberListItems } from './routing/number-list-items.ts'
import { numberLists } from './routing/number-lists.ts'
import { routePlans } from './routing/route-plans.ts'
import { routeTargets } from './routing/route-targets.ts'
import { routeTests } from './routing/route-tests.ts'
import { timeWindows } from './routing/time-windows.ts'
import { translations } from './routing/translations.ts'
import { traceRules } from './sip-traces/trace-rules.ts'
import { tracingState } from './sip-traces/tracing-state.ts'
import { codeDeck } from './tariffs/code-deck.ts'
import { currencies } from './tariffs/currencies.ts'
import { markups } from './tariffs/markups.ts'
import { numberRates } from './tariffs/number-rates.ts'
import { rateComparison } from './tariffs/rate-comparison.ts'
import { tariffRates } from './tariffs/tariff-rates.ts'
import { tariffs } from './tariffs/tariffs.ts'
import { trafficReports } from './traffic/traffic-reports.ts'

const resources: readonly Readonly<Record<string, AnyHandler>>[] = [
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
  statements,
  tariffRates,
  priceNotifications,
  rateComparison,
  rateChanges,
  rateImportCodes,
  rateImportLosses,
  rateImports,
  codeDeck,
  numberRates,
  markups,
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
  sipMessages,
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
]

export const HANDLERS: ReadonlyMap<string, AnyHandler> = new Map(
  resources.flatMap((resource) => Object.entries(resource)),
)
