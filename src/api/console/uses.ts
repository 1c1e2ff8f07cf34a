import * as contract from '#contract/console/uses.ts'
import { formatMoney, type Sum } from '#core/money.ts'
import type { Permission, UserType } from '#core/permission/permission.ts'
import { findClient } from '#db/accounts/clients.ts'
import { findReseller } from '#db/accounts/resellers.ts'
import { findSettlement } from '#db/accounts/settlements.ts'
import type { Database } from '#db/database.ts'
import { findPackage } from '#db/packages/packages.ts'
import { listUsersOf, type Used } from '#db/references.ts'
import { findFailoverPolicy } from '#db/routing/failover-policies.ts'
import { findGatewayGroup } from '#db/routing/gateway-groups.ts'
import { findGateway } from '#db/routing/gateways.ts'
import { findNumberList } from '#db/routing/number-lists.ts'
import { findRoutePlan } from '#db/routing/route-plans.ts'
import { findTimeWindow } from '#db/routing/time-windows.ts'
import { findTranslation } from '#db/routing/translations.ts'
import { findTunnel } from '#db/routing/tunnels.ts'
import type { Scope } from '#db/scope.ts'
import { countDeletedInCurrency, findCurrency } from '#db/tariffs/currencies.ts'
import { findTariff } from '#db/tariffs/tariffs.ts'
import { seesBalanceOf } from '../checks/seen-balance.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'

/** The maximum of names in the list. */
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
  PACKAGE: 'packages.view',
}

interface Request {
  readonly database: Database
  readonly caller: Caller
  readonly params: { readonly id: number }
}

interface Party {
  readonly id: number
  readonly balance: Sum
  readonly active_calls: number
  readonly currency: string
}

/** An account is deleted only with a zero balance and without active calls. */
const obstaclesOf = (kind: UserType) => (party: Party, caller: Caller) => {
  const { id, balance, active_calls, currency } = party
  const money = seesBalanceOf(caller, { id, kind }) ? `${formatMoney(balance)} ${currency}, ` : ''
  const calls = active_calls === 1 ? '1 call is' : `${active_calls} calls are`
  return [
    ...(balance === 0n ? [] : [`Its balance is ${money}not 0.`]),
    ...(active_calls === 0 ? [] : [`${calls} in progress.`]),
  ]
}

const asked = (caller: Caller) => ({
  kinds: contract.USER_KINDS.filter((kind) => caller.permissions.includes(VIEW[kind])),
  limit: NAMED_MAX,
})

/** The users of what `find` finds for the caller; `table` is absent where nothing refers to it. */
const usesOf =
  <Row>(
    table: Used | undefined,
    find: (database: Database, scope: Scope, id: number) => Promise<Row | undefined>,
    obstacles: (row: Row, caller: Caller) => string[] = () => [],
  ) =>
  async ({ database, caller, params: { id } }: Request): Promise<contract.Uses> => {
    const row = found(await find(database, caller.scope, id))
    // How many others use it is no matter of a client or a carrier.
    const isOfOperator = caller.account_id === null
    const used =
      table && isOfOperator
        ? await listUsersOf(database, caller.scope, { table, id, ...asked(caller) })
        : { count: 0, kinds: [], users: [] }
    return { ...used, obstacles: obstacles(row, caller) }
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
  getFailoverPolicyUses: usesOf('failover_policy', findFailoverPolicy),
  getSettlementUses: usesOf('settlement', findSettlement, obstaclesOf('SETTLEMENT')),
  getResellerUses: usesOf('reseller', findReseller, obstaclesOf('RESELLER')),
  getWholesaleClientUses: usesOf(
    undefined,
    (database, scope, id) => findClient(database, scope, 'WHOLESALE', id),
    obstaclesOf('WHOLESALE'),
  ),
  getRetailClientUses: usesOf(
    undefined,
    (database, scope, id) => findClient(database, scope, 'RETAIL', id),
    obstaclesOf('RETAIL'),
  ),

  async getCurrencyUses({ database, caller, params: { code } }) {
    const { is_system } = found(await findCurrency(database, code))
    const question = { table: 'currency', id: code, ...asked(caller) } as const
    const used = await listUsersOf(database, caller.scope, question)
    const deleted = await countDeletedInCurrency(database, code)
    const left =
      deleted === 1
        ? 'A deleted account, tariff or package is in it.'
        : `${deleted} deleted accounts, tariffs or packages are in it.`
    return {
      ...used,
      obstacles: [
        ...(is_system ? ['It is the system currency.'] : []),
        ...(deleted > 0 ? [left] : []),
      ],
    }
  },
}
