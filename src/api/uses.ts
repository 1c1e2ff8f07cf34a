import * as contract from '#contract/uses.ts'
import { formatMoney, type Sum } from '#core/money.ts'
import type { Permission } from '#core/permission/permission.ts'
import { findClient } from '#db/clients.ts'
import type { Database } from '#db/database.ts'
import { findGatewayGroup } from '#db/gateway-groups.ts'
import { findGateway } from '#db/gateways.ts'
import { findNumberList } from '#db/number-lists.ts'
import { findPackage } from '#db/packages.ts'
import { listUsersOf, type Used } from '#db/references.ts'
import { findReseller } from '#db/resellers.ts'
import { findRoutePlan } from '#db/route-plans.ts'
import type { Scope } from '#db/scope.ts'
import { findSettlement } from '#db/settlements.ts'
import { findStopPolicy } from '#db/stop-policies.ts'
import { findTariff } from '#db/tariffs.ts'
import { findTimeWindow } from '#db/time-windows.ts'
import { findTranslation } from '#db/translations.ts'
import { findTunnel } from '#db/tunnels.ts'
import type { Caller } from './plumbing/caller.ts'
import type { HandlersOf } from './plumbing/handle.ts'
import { found } from './plumbing/problem.ts'

/** More names than anybody goes through one by one. */
const NAMED_MAX = 50

const VIEW: Readonly<Record<contract.UserKind, Permission>> = {
  WHOLESALE: 'wholesale_clients.view',
  RETAIL: 'retail_clients.view',
  RESELLER: 'resellers.view',
  SETTLEMENT: 'settlements.view',
  CLIENT_IP: 'wholesale_clients.view',
  GATEWAY: 'gateways.view',
  GATEWAY_GROUP: 'gateway_groups.view',
  ROUTE_PLAN: 'route_plans.view',
  TARIFF: 'tariffs.view',
  TRANSLATION: 'translations.view',
}

interface Request {
  readonly database: Database
  readonly caller: Caller
  readonly params: { readonly id: number }
}

interface Party {
  readonly balance: Sum
  readonly active_calls: number
  readonly currency: string
}

/** An account goes only when nobody owes anybody anything, and none of its calls is going on. */
function obstaclesOf({ balance, active_calls, currency }: Party): string[] {
  const calls = active_calls === 1 ? '1 call of it is' : `${active_calls} calls of it are`
  return [
    ...(balance === 0n ? [] : [`Its balance is ${formatMoney(balance)} ${currency}, not 0.`]),
    ...(active_calls === 0 ? [] : [`${calls} going on.`]),
  ]
}

/** The users of what `find` finds for the caller; `table` is absent where nothing refers to it. */
const usesOf =
  <Row>(
    table: Used | undefined,
    find: (database: Database, scope: Scope, id: number) => Promise<Row | undefined>,
    obstacles: (row: Row) => string[] = () => [],
  ) =>
  async ({ database, caller, params: { id } }: Request): Promise<contract.Uses> => {
    const row = found(await find(database, caller.scope, id))
    const kinds = contract.USER_KINDS.filter((kind) => caller.permissions.includes(VIEW[kind]))
    const asked = { id, kinds, limit: NAMED_MAX }
    const used = table
      ? await listUsersOf(database, caller.scope, { table, ...asked })
      : { count: 0, users: [] }
    return { ...used, obstacles: obstacles(row) }
  }

export const uses: HandlersOf<typeof contract> = {
  getTariffUses: usesOf('tariff', findTariff),
  getPackageUses: usesOf('package', findPackage),
  getRoutePlanUses: usesOf('route_plan', findRoutePlan),
  getNumberListUses: usesOf('number_list', findNumberList),
  getTimeWindowUses: usesOf('time_window', findTimeWindow),
  getTranslationUses: usesOf('translation', findTranslation),
  getGatewayUses: usesOf('gateway', findGateway),
  getGatewayGroupUses: usesOf('gateway_group', findGatewayGroup),
  getTunnelUses: usesOf('tunnel', findTunnel),
  getStopPolicyUses: usesOf('stop_policy', findStopPolicy),
  getSettlementUses: usesOf('settlement', findSettlement, obstaclesOf),
  getResellerUses: usesOf('reseller', findReseller, obstaclesOf),
  getWholesaleClientUses: usesOf(
    undefined,
    (database, scope, id) => findClient(database, scope, 'WHOLESALE', id),
    obstaclesOf,
  ),
  getRetailClientUses: usesOf(
    undefined,
    (database, scope, id) => findClient(database, scope, 'RETAIL', id),
    obstaclesOf,
  ),
}
