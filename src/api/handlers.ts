// Every handler by the name of its endpoint. Each resource is typed against its contract file, so
// that a missing handler does not compile; one that is not listed here stops the server's start.
import { accountStops } from './account-stops.ts'
import { connection } from './accounts/connection.ts'
import { ipList } from './accounts/ip-list.ts'
import { resellers } from './accounts/resellers.ts'
import { retailClients } from './accounts/retail-clients.ts'
import { settlements } from './accounts/settlements.ts'
import { sipUsers } from './accounts/sip-users.ts'
import { wholesaleClients } from './accounts/wholesale-clients.ts'
import { activeCalls } from './active-calls.ts'
import { activities } from './activities.ts'
import { apiTokens } from './api-tokens.ts'
import { authFailures } from './auth-failures.ts'
import { bans } from './bans.ts'
import { bulkChanges } from './bulk-changes/bulk-changes.ts'
import { callRecords } from './call-records/call-records.ts'
import { resellerRecords } from './call-records/reseller-records.ts'
import { cdrPartitions } from './cdr-partitions.ts'
import { codeDeck } from './code-deck.ts'
import { countryDatabase } from './country-database.ts'
import { currencies } from './currencies.ts'
import { failoverPolicies } from './failover-policies.ts'
import { firewallTrial } from './firewall-trial.ts'
import { firewallZones } from './firewall-zones.ts'
import { firstCall } from './first-call/first-call.ts'
import { gatewayGroups } from './gateway-groups.ts'
import { gateways } from './gateways.ts'
import { home } from './home.ts'
import type { AnyHandler } from './http/handle.ts'
import { invoicePayments } from './invoices/invoice-payments.ts'
import { invoices } from './invoices/invoices.ts'
import { statements } from './invoices/statements.ts'
import { loginLocks } from './login-locks.ts'
import { lookups } from './lookups.ts'
import { machine } from './machine/machine.ts'
import { markups } from './markups/markups.ts'
import { numberListItems } from './number-list-items.ts'
import { numberLists } from './number-lists.ts'
import { numberRates } from './number-rates.ts'
import { packageSubscriptions } from './package-subscriptions.ts'
import { packages } from './packages.ts'
import { paymentReports } from './payment-reports.ts'
import { nettings } from './payments/nettings.ts'
import { payments } from './payments/payments.ts'
import { permissionGroups } from './permission-groups.ts'
import { priceNotifications } from './price-notifications/price-notifications.ts'
import { rateComparison } from './rate-comparison.ts'
import { rateChanges } from './rate-imports/rate-changes.ts'
import { rateImportLosses } from './rate-imports/rate-import-losses.ts'
import { rateImports } from './rate-imports/rate-imports.ts'
import { reRatings } from './re-ratings.ts'
import { reconciliations } from './reconciliations/reconciliations.ts'
import { registrations } from './registrations.ts'
import { routePlans } from './route-plans/route-plans.ts'
import { routeTargets } from './route-targets.ts'
import { routeTests } from './route-tests.ts'
import { routingLogs } from './routing-logs.ts'
import { savedViews } from './saved-views.ts'
import { search } from './search.ts'
import { secondFactor } from './second-factor.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { sipPorts } from './sip-ports.ts'
import { spendWarnings } from './spend-warnings.ts'
import { tariffRates } from './tariff-rates.ts'
import { tariffs } from './tariffs.ts'
import { timeWindows } from './time-windows.ts'
import { trafficReports } from './traffic-reports.ts'
import { translations } from './translations.ts'
import { tunnels } from './tunnels.ts'
import { unusedClients } from './unused-clients.ts'
import { userSessions } from './user-sessions.ts'
import { users } from './users.ts'
import { uses } from './uses.ts'

const resources: readonly Readonly<Record<string, AnyHandler>>[] = [
  session,
  settings,
  machine,
  sipPorts,
  home,
  wholesaleClients,
  ipList,
  retailClients,
  sipUsers,
  unusedClients,
  registrations,
  authFailures,
  activities,
  bulkChanges,
  bans,
  loginLocks,
  firewallTrial,
  countryDatabase,
  firewallZones,
  resellers,
  tariffs,
  statements,
  tariffRates,
  priceNotifications,
  rateComparison,
  rateChanges,
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
  numberLists,
  nettings,
  reconciliations,
  numberListItems,
  timeWindows,
  translations,
  gateways,
  gatewayGroups,
  connection,
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
  payments,
  paymentReports,
  invoices,
  invoicePayments,
  reRatings,
  lookups,
  search,
  uses,
  users,
  userSessions,
  apiTokens,
  secondFactor,
  permissionGroups,
]

export const HANDLERS: ReadonlyMap<string, AnyHandler> = new Map(
  resources.flatMap((resource) => Object.entries(resource)),
)
