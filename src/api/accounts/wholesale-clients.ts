import type * as contract from '#contract/wholesale-clients.ts'
import { findClient, listClients } from '#db/accounts/clients.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'
import { changeClient, closeClient, createClient } from './clients.ts'

const kind = 'WHOLESALE'

export const wholesaleClients: HandlersOf<typeof contract> = {
  listWholesaleClients: ({ database, caller, query }) =>
    listClients(database, caller.scope, kind, query),

  async getWholesaleClient({ database, caller, params }) {
    return found(await findClient(database, caller.scope, kind, params.id))
  },

  createWholesaleClient: ({ body, ...request }) => createClient(kind, request, body),

  updateWholesaleClient: ({ params, body, ...request }) =>
    changeClient(kind, request, params.id, body),

  deleteWholesaleClient: ({ params, ...request }) => closeClient(kind, request, params.id),
}
