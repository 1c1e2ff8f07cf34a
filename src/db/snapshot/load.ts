// Rows of the database as the frozen picture that decisions are made on.

import {
  type CompiledFailoverPolicy,
  compileFailoverPolicy,
  DEFAULT_FAILOVER_POLICY,
} from '#core/gateway/failover-policy.ts'
import { NetworkTable } from '#core/ip-network.ts'
import type { NumberList } from '#core/number/number-list.ts'
import { compileTranslation } from '#core/number/translation.ts'
import { indexRules, type RoutePlan } from '#core/routing/route-plan.ts'
import {
  type Client,
  type ClientIp,
  type RoutingSnapshot,
  type SipUser,
  settlementNetworksOf,
} from '#core/routing/snapshot.ts'
import type { SqlConnection } from '../database.ts'
import { loadRoutePlans, type RoutePlanRow, type settingsOfCalls } from './configuration.ts'
import {
  type ClientIpRow,
  type ClientRow,
  loadClientIps,
  loadClients,
  loadCurrencies,
  loadResellers,
  loadSettlements,
  loadSipUsers,
  loadSubscriptions,
  type ResellerRow,
  type SipUserRow,
} from './parties.ts'
import {
  type FailoverPolicyRow,
  loadFailoverPolicies,
  loadGatewayGroups,
  loadGateways,
  loadHighRiskListId,
  loadRecordingRules,
  loadTimeWindows,
  loadTraceRules,
  loadTranslations,
  loadTunnels,
} from './routing.ts'

export type Configuration = Omit<
  RoutingSnapshot,
  'tariffs' | keyof ReturnType<typeof settingsOfCalls>
>

/** Everything but the tariffs and the items of number lists, which are loaded one by one. */
export async function loadConfiguration(
  client: SqlConnection,
  number_lists: ReadonlyMap<number, NumberList>,
): Promise<Configuration> {
  const resellers = byId(await loadResellers(client))
  const users = (await loadSipUsers(client)).map(toSipUser)
  const active_users = users.filter(({ status }) => status === 'active')
  const translations = await loadTranslations(client)
  const client_ips = await loadClientIps(client)
  const gateways = await loadGateways(client)
  return {
    clients: byId((await loadClients(client)).map((row) => toClient(row, resellers))),
    resellers,
    subscriptions: Map.groupBy(await loadSubscriptions(client), (row) => row.account_id),
    callers: callersOf(client_ips),
    client_networks: networksOf(client_ips),
    sip_users: new Map(active_users.map((user) => [user.username.toLowerCase(), user])),
    sip_numbers: new Map(users.flatMap((user) => (user.number ? [[user.number, user]] : []))),
    currencies: await loadCurrencies(client),
    route_plans: byId((await loadRoutePlans(client)).map(toRoutePlan)),
    gateways: byId(gateways),
    settlement_networks: settlementNetworksOf(gateways),
    gateway_groups: byId(await loadGatewayGroups(client)),
    settlements: byId(await loadSettlements(client)),
    failover_policies: policiesOf(await loadFailoverPolicies(client)),
    tunnels: byId(await loadTunnels(client)),
    windows: byId(await loadTimeWindows(client)),
    trace_rules: await loadTraceRules(client),
    recording_rules: await loadRecordingRules(client),
    number_lists,
    high_risk_list_id: await loadHighRiskListId(client),
    translations: byId(translations.map((row) => compileTranslation(row, number_lists))),
  }
}

function toClient(
  { parent_id, ...row }: ClientRow,
  resellers: ReadonlyMap<number, ResellerRow>,
): Client {
  const reseller_ids: number[] = []
  // The database bounds the levels, so this loop ends.
  let above = resellers.get(parent_id)
  while (above) {
    reseller_ids.push(above.id)
    above = resellers.get(above.parent_id)
  }
  return { ...row, reseller_ids }
}

function callersOf(rows: readonly ClientIpRow[]): NetworkTable<ClientIp> {
  const callers = new NetworkTable<ClientIp>()
  for (const { ip, ...row } of rows) callers.add(ip, row)
  return callers
}

/** A row that requires a password does not identify by address alone. */
function networksOf(rows: readonly ClientIpRow[]): ReadonlyMap<number, readonly string[]> {
  const known = rows.filter(({ auth_username }) => auth_username === null)
  const by_client = Map.groupBy(known, ({ account_id }) => account_id)
  return new Map([...by_client].map(([id, own]) => [id, [...new Set(own.map(({ ip }) => ip))]]))
}

function toSipUser({ networks, ...row }: SipUserRow): SipUser {
  if (networks.length === 0) return { ...row, networks: undefined }
  const table = new NetworkTable<true>()
  for (const network of networks) table.add(network, true)
  return { ...row, networks: table }
}

function policiesOf(
  rows: readonly FailoverPolicyRow[],
): ReadonlyMap<number, CompiledFailoverPolicy> {
  const policies = new Map(rows.map((row) => [row.id, compileFailoverPolicy(row)]))
  const fallback = policies.get(rows.find((row) => row.is_default)?.id ?? 0)
  if (fallback) policies.set(DEFAULT_FAILOVER_POLICY, fallback)
  return policies
}

function toRoutePlan(row: RoutePlanRow): RoutePlan {
  return { ...row, rules: indexRules(row.rules) }
}

function byId<T extends { readonly id: number }>(rows: readonly T[]): ReadonlyMap<number, T> {
  return new Map(rows.map((row) => [row.id, row]))
}
