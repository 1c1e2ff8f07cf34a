// Every endpoint by its name: the server registers these, the tests go through them.
import * as accountStops from './account-stops.ts'
import * as activeCalls from './active-calls.ts'
import * as activities from './activities.ts'
import * as apiTokens from './api-tokens.ts'
import * as authFailures from './auth-failures.ts'
import * as bans from './bans.ts'
import * as bulkChanges from './bulk-changes.ts'
import * as callRecords from './call-records.ts'
import * as cdrPartitions from './cdr-partitions.ts'
import * as codeDeck from './code-deck.ts'
import * as connection from './connection.ts'
import * as countryDatabase from './country-database.ts'
import * as currencies from './currencies.ts'
import type { Endpoint } from './endpoint.ts'
import * as failoverPolicies from './failover-policies.ts'
import * as firewallTrial from './firewall-trial.ts'
import * as firewallZones from './firewall-zones.ts'
import * as firstCall from './first-call.ts'
import * as gatewayGroups from './gateway-groups.ts'
import * as gateways from './gateways.ts'
import * as home from './home.ts'
import * as invoicePayments from './invoice-payments.ts'
import * as invoices from './invoices.ts'
import * as ipList from './ip-list.ts'
import * as loginLocks from './login-locks.ts'
import * as lookups from './lookups.ts'
import * as machine from './machine.ts'
import * as markups from './markups.ts'
import * as nettings from './nettings.ts'
import * as numberListItems from './number-list-items.ts'
import * as numberLists from './number-lists.ts'
import * as numberRates from './number-rates.ts'
import * as packageSubscriptions from './package-subscriptions.ts'
import * as packages from './packages.ts'
import * as paymentReports from './payment-reports.ts'
import * as payments from './payments.ts'
import * as permissionGroups from './permission-groups.ts'
import * as priceNotifications from './price-notifications.ts'
import * as rateChanges from './rate-changes.ts'
import * as rateComparison from './rate-comparison.ts'
import * as rateImportLosses from './rate-import-losses.ts'
import * as rateImports from './rate-imports.ts'
import * as reRatings from './re-ratings.ts'
import * as reconciliations from './reconciliations.ts'
import * as registrations from './registrations.ts'
import * as resellerRecords from './reseller-records.ts'
import * as resellers from './resellers.ts'
import * as retailClients from './retail-clients.ts'
import * as routePlans from './route-plans.ts'
import * as routeTargets from './route-targets.ts'
import * as routeTests from './route-tests.ts'
import * as routingLogs from './routing-logs.ts'
import * as savedViews from './saved-views.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as settlements from './settlements.ts'
import * as sipPorts from './sip-ports.ts'
import * as sipUsers from './sip-users.ts'
import * as spendWarnings from './spend-warnings.ts'
import * as statements from './statements.ts'
import * as tariffRates from './tariff-rates.ts'
import * as tariffs from './tariffs.ts'
import * as timeWindows from './time-windows.ts'
import * as trafficReports from './traffic-reports.ts'
import * as translations from './translations.ts'
import * as tunnels from './tunnels.ts'
import * as unusedClients from './unused-clients.ts'
import * as userSessions from './user-sessions.ts'
import * as users from './users.ts'
import * as uses from './uses.ts'
import * as wholesaleClients from './wholesale-clients.ts'

const resources = {
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
  numberRates,
  markups,
  statements,
  tariffRates,
  priceNotifications,
  rateComparison,
  rateChanges,
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
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(resources)
    .flatMap((resource) => Object.entries<unknown>(resource))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
)
