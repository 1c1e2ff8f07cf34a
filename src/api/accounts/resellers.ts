import * as contract from '#contract/accounts/resellers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { daysLeft } from '#core/account/days-left.ts'
import type { Money } from '#core/money.ts'
import { findLosses, type Loss, lossOf } from '#core/tariff/losses.ts'
import { deleteAccount, lockReseller } from '#db/accounts/account-profile.ts'
import { lockBalance } from '#db/accounts/balances.ts'
import { deleteBrand } from '#db/accounts/brands.ts'
import { findPace } from '#db/accounts/pace.ts'
import { sumDaysOfReseller, topPayersOf } from '#db/accounts/reseller-figures.ts'
import {
  findClientPlans,
  namesForResellers,
  writeClientPlans,
} from '#db/accounts/reseller-plans.ts'
import {
  findReseller,
  findResellerBelow,
  findResellerLimits,
  insertReseller,
  isResellerInTree,
  listResellers,
  listTreeNodes,
  type ResellerValues,
  updateReseller,
} from '#db/accounts/resellers.ts'
import type { Database, Tx } from '#db/database.ts'
import { deletePortalLogin } from '#db/people/users.ts'
import { lockedUsersOf } from '#db/references.ts'
import { isOfAdmin, type Scope } from '#db/scope.ts'
import { readSettings } from '#db/settings.ts'
import { sendSignal } from '#db/signals.ts'
import { findPriceList, tariffsBelow } from '#db/tariffs/price-lists.ts'
import { refuseInUse } from '../checks/in-use.ts'
import { confirmCreditLimit } from '../checks/large-money.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import * as accounts from './accounts.ts'

const entity = 'reseller'
const form = contract.resellerForm
/** More than one looks at; who has more of them searches the lists. */
const NODES_MAX = 500

const resellerValuesOf = (body: BodyOf<typeof contract.updateReseller>): ResellerValues => ({
  allow_create_subreseller: body.allow_create_subreseller,
  max_clients: body.max_clients,
  low_balance_threshold: body.low_balance_threshold,
  expires_at: body.expires_at,
  loss_policy: body.loss_policy,
  commission_percent: body.commission_percent,
})

type NewForm = BodyOf<typeof contract.createReseller>

/** A commission counts from when it is given; another percentage changes nothing about that. */
const commissionFrom = (
  { commission_percent }: Pick<NewForm, 'commission_percent'>,
  now_ms: number,
  before: Pick<NewForm, 'commission_percent'> | undefined = undefined,
): Pick<ResellerValues, 'commission_from'> => {
  const isGiven = commission_percent > 0 && (before?.commission_percent ?? 0) === 0
  return isGiven ? { commission_from: toInstant(now_ms) } : {}
}

/** The reseller of a reseller is right below it. */
async function withOwner(tx: Tx, scope: Scope, body: NewForm): Promise<NewForm> {
  if (isOfAdmin(scope)) return body
  const { level } = await findResellerLimits(tx, scope.account_id)
  return { ...body, parent_id: scope.account_id, level: level + 1 }
}

/** The maximum of tariffs compared for the warning. */
const TARIFFS_MAX = 20
const LOSSES_MAX = 20

type NamedLoss = Loss & { readonly tariff_id: number; readonly tariff_name: string }

/** The losses of each of these tariffs against the cost tariff. */
async function compareLosses(
  database: Database,
  scope: Scope,
  tariff_id: number,
  sold_ids: readonly number[],
): Promise<NamedLoss[]> {
  const paid = found(await findPriceList(database, scope, tariff_id))
  const losses: NamedLoss[] = []
  for (const sold_id of sold_ids) {
    const sold = found(await findPriceList(database, scope, sold_id))
    const { id, name } = sold.tariff
    for (const loss of findLosses(sold, paid)) {
      losses.push({ ...loss, tariff_id: id, tariff_name: name })
    }
  }
  return losses.toSorted((a, b) => lossOf(b) - lossOf(a))
}

/**
 * The plans of a reseller are among those of the account above, and differ in their names for
 * resellers.
 */
async function checkPlans(
  tx: Tx,
  scope: Scope,
  { parent_id, client_plan_ids }: Pick<NewForm, 'parent_id' | 'client_plan_ids'>,
): Promise<void> {
  const fault = (message: string) => badField('client_plan_ids', message)
  const names = await namesForResellers(tx, scope, client_plan_ids)
  if (client_plan_ids.some((id) => !names.has(id))) throw fault('This route plan does not exist.')
  if ([...names.values()].includes('')) {
    throw fault('Enter a name for resellers in the route plan first.')
  }
  if (new Set(names.values()).size < names.size) {
    throw fault('Two of these route plans have the same name for resellers.')
  }
  if (parent_id === null) return
  const given = await findClientPlans(tx, parent_id)
  if (!client_plan_ids.every((id) => given.includes(id))) {
    throw fault('The reseller above does not have this route plan.')
  }
}

export const resellers: HandlersOf<typeof contract> = {
  listResellers: ({ database, caller, query }) => listResellers(database, caller.scope, query),

  async getReseller({ database, caller, params }) {
    return found(await findResellerBelow(database, caller.scope, params.id))
  },

  async createReseller({ database, passwords, body: asked, clock, ...actor }) {
    accounts.checkBillingType(asked)
    const password_hash = await accounts.firstHashOf({ passwords, clock, ...actor }, asked)
    return database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const body = await withOwner(tx, scope, asked)
      const { level, parent_id, name } = body
      await accounts.checkParent(tx, scope, { level, parent_id })
      await accounts.checkTariff(tx, scope, body.tariff_id, 'RESELLER_COST')
      await checkPlans(tx, scope, body)
      await accounts.checkNarrower(tx, scope, body)
      const limits = { before: 0 as Money, after: body.credit_limit }
      await confirmCreditLimit(tx, { ...actor, clock }, body.currency, limits)
      const since = commissionFrom(body, clock.now_ms())
      const values = { ...resellerValuesOf({ ...body, version: 1 }), ...since, level }
      const id = await insertReseller(
        tx,
        accounts.accountValuesOf(body),
        values,
        accounts.moneyLimitsOf(body),
      )
      await accounts.checkLending(tx, actor.caller, body)
      await writeClientPlans(tx, id, body.client_plan_ids)
      await accounts.addPortalLogin(tx, id, 'RESELLER', body, password_hash)
      const { body: form } = contract.createReseller
      await publishChange(tx, actor, { entity, id, name, form, after: body })
      return found(await findReseller(tx, scope, id))
    })
  },

  async updateReseller({ database, passwords, params: { id }, body: asked, clock, ...actor }) {
    accounts.checkBillingType(asked)
    const password_hash = await accounts.hashOf({ passwords, clock, ...actor }, asked)
    return database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const before = found(await findResellerBelow(tx, scope, id))
      const body = isOfAdmin(scope) ? asked : { ...asked, parent_id: before.parent_id }
      const { version, parent_id, name } = body
      await accounts.checkParent(tx, scope, { level: before.level, parent_id }, before)
      await accounts.checkTariff(tx, scope, body.tariff_id, 'RESELLER_COST', before)
      await checkPlans(tx, scope, body)
      await accounts.checkNarrower(tx, scope, { ...body, currency: before.currency }, before)
      await accounts.prepareCredit(tx, { ...actor, clock }, id, before, body)
      const account = accounts.accountValuesOf(body)
      const values = { ...resellerValuesOf(body), ...commissionFrom(body, clock.now_ms(), before) }
      if (!(await updateReseller(tx, id, version, account, values, accounts.moneyLimitsOf(body)))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await accounts.checkCredit(tx, actor.caller, before, body)
      await writeClientPlans(tx, id, body.client_plan_ids)
      await accounts.changePortalLogin(tx, id, body, password_hash, toInstant(clock.now_ms()))
      await publishChange(tx, actor, { entity, id, name, form, before, after: body })
      await sendSignal(tx, { changed: 'money', account_id: id })
      return found(await findReseller(tx, scope, id))
    })
  },

  deleteReseller: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findResellerBelow(tx, actor.caller.scope, id))
      // The balance first, as everywhere where both are locked: payments hold it too.
      accounts.refuseWithMoney(
        actor.caller,
        { id, kind: 'RESELLER' },
        found(await lockBalance(tx, id)),
      )
      found(await lockReseller(tx, actor.caller.scope, id))
      refuseInUse('The reseller', await lockedUsersOf(tx, 'reseller', id))
      const at = toInstant(clock.now_ms())
      await deleteAccount(tx, id, at)
      await deletePortalLogin(tx, id, at)
      await deleteBrand(tx, id)
      await publishChange(tx, actor, { entity, id, name: before.name, form, before })
    }),

  async getResellerTree({ database, caller, params: { id } }) {
    if (!(await isResellerInTree(database, caller.scope, id))) throw new Problem('not-found')
    return listTreeNodes(database, caller.scope, id, NODES_MAX)
  },

  getWholeTree: ({ database, caller: { scope } }) =>
    listTreeNodes(database, scope, 'top', NODES_MAX),

  async checkMargins({ database, caller: { scope }, params: { id }, query }) {
    const reseller = found(await findReseller(database, scope, id))
    const { tariff_id = reseller.tariff_id, child_tariff_id } = query
    const sold_ids =
      child_tariff_id === undefined ? await tariffsBelow(database, scope, id) : [child_tariff_id]
    const compared = sold_ids.slice(0, TARIFFS_MAX)
    const losses = await compareLosses(database, scope, tariff_id, compared)
    const { currency } = await readSettings(database)
    return {
      losses: losses.slice(0, LOSSES_MAX),
      count: losses.length,
      currency,
      left_out: sold_ids.length - compared.length,
    }
  },

  async getResellerFigures({ database, caller: { scope, timezone }, params: { id } }) {
    const reseller = found(await findReseller(database, scope, id))
    const [days, top_payers, pace] = await Promise.all([
      sumDaysOfReseller(database, scope, timezone, id),
      topPayersOf(database, scope, timezone, id),
      findPace(database, scope, id),
    ])
    const lasts_days = daysLeft(reseller.available, pace)
    return { ...reseller, lasts_days, calls_now: reseller.active_calls, days, top_payers }
  },
}
