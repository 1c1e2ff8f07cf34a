import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/wholesale-clients.ts'
import { deleteAccount, lockAccount } from '#db/account-profile.ts'
import { lockBalance } from '#db/balances.ts'
import type { Tx } from '#db/database.ts'
import { routePlanExists } from '#db/route-plans.ts'
import type { Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { deletePortalLogin } from '#db/users.ts'
import {
  type ClientValues,
  countActiveCalls,
  deleteClientIpsOf,
  findWholesaleClient,
  insertWholesaleClient,
  listWholesaleClients,
  updateWholesaleClient,
} from '#db/wholesale-clients.ts'
import {
  accountValuesOf,
  addPortalLogin,
  changePortalLogin,
  checkCreditLimit,
  checkParent,
  checkTariff,
  hashOf,
  refuseWithMoney,
} from './plumbing/accounts.ts'
import { noteChange } from './plumbing/activity.ts'
import type { HandlersOf } from './plumbing/handle.ts'
import { badField, found, Problem } from './plumbing/problem.ts'
import { toInstant } from './plumbing/surroundings.ts'

type Form =
  | BodyOf<typeof contract.createWholesaleClient>
  | BodyOf<typeof contract.updateWholesaleClient>

const entity = 'wholesale_client'
const form = contract.wholesaleClientForm

interface Above {
  readonly parent_id: number | null
}

async function checkReferences(tx: Tx, scope: Scope, body: Form, before?: Above): Promise<void> {
  await checkParent(tx, scope, { parent_id: body.parent_id }, before)
  await checkTariff(tx, scope, body.tariff_id, 'SELL')
  const { route_plan_id } = body
  if (route_plan_id !== null && !(await routePlanExists(tx, scope, route_plan_id))) {
    throw badField('route_plan_id', 'This route plan does not exist.')
  }
}

const clientValuesOf = (body: Form): ClientValues => ({
  route_plan_id: body.route_plan_id,
  max_call_duration: body.max_call_duration,
  max_sell_rate: body.max_sell_rate,
  codecs: body.codecs,
  media_mode: body.media_mode,
})

export const wholesaleClients: HandlersOf<typeof contract> = {
  listWholesaleClients: ({ database, caller, query }) =>
    listWholesaleClients(database, caller.scope, query),

  async getWholesaleClient({ database, caller, params }) {
    return found(await findWholesaleClient(database, caller.scope, params.id))
  },

  async createWholesaleClient({ database, passwords, body, ...doer }) {
    const password_hash = await hashOf(passwords, body)
    return database.transaction().execute(async (tx) => {
      const { scope } = doer.caller
      await checkReferences(tx, scope, body)
      const account = accountValuesOf(body)
      const id = await insertWholesaleClient(tx, account, clientValuesOf(body), body.credit_limit)
      await addPortalLogin(tx, id, 'WHOLESALE', body, password_hash)
      await noteChange(tx, doer, { entity, id, name: body.name, form, after: body })
      await sendSignal(tx, { changed: 'switchboard' })
      return found(await findWholesaleClient(tx, scope, id))
    })
  },

  async updateWholesaleClient({ database, passwords, params: { id }, body, now, ...doer }) {
    const password_hash = await hashOf(passwords, body)
    return database.transaction().execute(async (tx) => {
      const { scope } = doer.caller
      const before = found(await findWholesaleClient(tx, scope, id))
      await checkReferences(tx, scope, body, before)
      checkCreditLimit(found(await lockBalance(tx, id)), body.credit_limit)
      const account = accountValuesOf(body)
      const client = clientValuesOf(body)
      const { version, credit_limit, name } = body
      if (!(await updateWholesaleClient(tx, id, version, account, client, credit_limit))) {
        throw new Problem('changed-meanwhile')
      }
      await changePortalLogin(tx, id, body, password_hash, toInstant(now()))
      await noteChange(tx, doer, { entity, id, name, form, before, after: body })
      await sendSignal(tx, { changed: 'switchboard' })
      return found(await findWholesaleClient(tx, scope, id))
    })
  },

  deleteWholesaleClient: ({ database, params: { id }, now, ...doer }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findWholesaleClient(tx, doer.caller.scope, id))
      await lockAccount(tx, id)
      refuseWithMoney(found(await lockBalance(tx, id)))
      if ((await countActiveCalls(tx, id)) > 0) {
        throw new Problem('in-use', { message: 'Calls of this client are going on.' })
      }
      const at = toInstant(now())
      await deleteAccount(tx, id, at)
      await deleteClientIpsOf(tx, id)
      await deletePortalLogin(tx, id, at)
      await noteChange(tx, doer, { entity, id, name: before.name, form, before })
      await sendSignal(tx, { changed: 'switchboard' })
    }),
}
