import { isIP } from 'node:net'
import * as contract from '#contract/ip-list.ts'
import { lockAccount } from '#db/account-profile.ts'
import {
  deleteClientIp,
  findClientIp,
  insertClientIp,
  listClientIps,
  updateClientIp,
} from '#db/client-ips.ts'
import type { Tx } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { findWholesaleClient } from '#db/wholesale-clients.ts'
import { noteChange } from './plumbing/activity.ts'
import type { HandlersOf } from './plumbing/handle.ts'
import { badField, found, Problem } from './plumbing/problem.ts'

const entity = 'client_ip'
const form = contract.clientIpForm

/** The client must exist, and may not be deleted until its address is written. */
async function checkClient(tx: Tx, scope: Scope, account_id: number): Promise<void> {
  await lockAccount(tx, account_id)
  const client = await findWholesaleClient(tx, scope, account_id)
  if (!client) throw badField('account_id', 'This client does not exist.')
}

export const ipList: HandlersOf<typeof contract> = {
  async listClientIps({ database, caller, query }) {
    if (query.holds && !isIP(query.holds)) throw badField('holds', 'Not an address.')
    return listClientIps(database, caller.scope, query)
  },

  async getClientIp({ database, caller, params }) {
    return found(await findClientIp(database, caller.scope, params.id))
  },

  createClientIp: ({ database, body, ...doer }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = doer.caller
      await checkClient(tx, scope, body.account_id)
      const id = await insertClientIp(tx, body)
      await noteChange(tx, doer, { entity, id, name: body.ip, form, after: body })
      await sendSignal(tx, { changed: 'switchboard' })
      return found(await findClientIp(tx, scope, id))
    }),

  updateClientIp: ({ database, params: { id }, body, ...doer }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = doer.caller
      const { version, ...values } = body
      const before = found(await findClientIp(tx, scope, id))
      await checkClient(tx, scope, body.account_id)
      if (!(await updateClientIp(tx, id, version, values))) throw new Problem('changed-meanwhile')
      await noteChange(tx, doer, { entity, id, name: body.ip, form, before, after: values })
      await sendSignal(tx, { changed: 'switchboard' })
      return found(await findClientIp(tx, scope, id))
    }),

  deleteClientIp: ({ database, params: { id }, ...doer }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findClientIp(tx, doer.caller.scope, id))
      await deleteClientIp(tx, id)
      await noteChange(tx, doer, { entity, id, name: before.ip, form, before })
      await sendSignal(tx, { changed: 'switchboard' })
    }),
}
