import * as contract from '#contract/gateways.ts'
import { lockAccount } from '#db/account-profile.ts'
import type { Tx } from '#db/database.ts'
import {
  deleteGateway,
  findGateway,
  insertGateway,
  listGateways,
  updateGateway,
  usersOfGateway,
} from '#db/gateways.ts'
import type { Scope } from '#db/scope.ts'
import { findSettlement } from '#db/settlements.ts'
import { sendSignal } from '#db/signals.ts'
import { noteChange } from './plumbing/activity.ts'
import type { HandlersOf } from './plumbing/handle.ts'
import { refuseInUse } from './plumbing/in-use.ts'
import { badField, found, Problem } from './plumbing/problem.ts'
import { toInstant } from './plumbing/surroundings.ts'

const entity = 'gateway'
const form = contract.gatewayForm

/** The account must exist, and may not be deleted until its gateway is written. */
async function checkSettlement(tx: Tx, scope: Scope, settlement_id: number): Promise<void> {
  await lockAccount(tx, settlement_id)
  const settlement = await findSettlement(tx, scope, settlement_id)
  if (!settlement) throw badField('settlement_id', 'This settlement account does not exist.')
}

export const gateways: HandlersOf<typeof contract> = {
  listGateways: ({ database, caller, query }) => listGateways(database, caller.scope, query),

  async getGateway({ database, caller, params }) {
    return found(await findGateway(database, caller.scope, params.id))
  },

  createGateway: ({ database, body, ...doer }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = doer.caller
      await checkSettlement(tx, scope, body.settlement_id)
      const id = await insertGateway(tx, body)
      await noteChange(tx, doer, { entity, id, name: body.name, form, after: body })
      await sendSignal(tx, { changed: 'switchboard' })
      return found(await findGateway(tx, scope, id))
    }),

  updateGateway: ({ database, params: { id }, body, ...doer }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = doer.caller
      const { version, ...values } = body
      const before = found(await findGateway(tx, scope, id))
      await checkSettlement(tx, scope, body.settlement_id)
      if (!(await updateGateway(tx, id, version, values))) throw new Problem('changed-meanwhile')
      await noteChange(tx, doer, { entity, id, name: body.name, form, before, after: values })
      await sendSignal(tx, { changed: 'switchboard' })
      return found(await findGateway(tx, scope, id))
    }),

  deleteGateway: ({ database, params: { id }, now, ...doer }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findGateway(tx, doer.caller.scope, id))
      refuseInUse('The gateway', await usersOfGateway(tx, id))
      await deleteGateway(tx, id, toInstant(now()))
      await noteChange(tx, doer, { entity, id, name: before.name, form, before })
      await sendSignal(tx, { changed: 'switchboard' })
    }),
}
