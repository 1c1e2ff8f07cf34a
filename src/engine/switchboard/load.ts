// Rows of the database as the frozen picture that decisions are made on.
import type pg from 'pg'
import { NetworkTable } from '#core/ip-network.ts'
import { indexRules, type RoutePlan } from '#core/routing/route-plan.ts'
import type { ClientIp, Switchboard } from '#core/routing/switchboard.ts'
import {
  loadClientIps,
  loadClients,
  loadGateways,
  loadRoutePlans,
  loadSettlements,
  type RoutePlanRow,
} from '#db/switchboard.ts'

/** Everything but the tariffs, which are loaded one by one, and the settings. */
export async function loadConfiguration(
  client: pg.Client,
): Promise<Omit<Switchboard, 'tariffs' | 'max_call_duration'>> {
  const clients = await loadClients(client)
  const ips = await loadClientIps(client)
  const settlements = await loadSettlements(client)
  const gateways = await loadGateways(client)
  const plans = await loadRoutePlans(client)
  const callers = new NetworkTable<ClientIp>()
  for (const { ip, ...row } of ips) callers.add(ip, row)
  return {
    clients: byId(clients),
    callers,
    settlements: byId(settlements),
    gateways: byId(gateways),
    route_plans: byId(plans.map(toRoutePlan)),
  }
}

function toRoutePlan(row: RoutePlanRow): RoutePlan {
  return { ...row, rules: indexRules(row.rules) }
}

function byId<T extends { readonly id: number }>(rows: readonly T[]): ReadonlyMap<number, T> {
  return new Map(rows.map((row) => [row.id, row]))
}
