import type * as contract from '#contract/retail-clients.ts'
import { findClient, listClients } from '#db/clients.ts'
import { changeClient, closeClient, createClient } from './plumbing/clients.ts'
import type { HandlersOf } from './plumbing/handle.ts'
import { found } from './plumbing/problem.ts'

const kind = 'RETAIL'

export const retailClients: HandlersOf<typeof contract> = {
  listRetailClients: ({ database, caller, query }) =>
    listClients(database, caller.scope, kind, query),

  async getRetailClient({ database, caller, params }) {
    return found(await findClient(database, caller.scope, kind, params.id))
  },

  createRetailClient: ({ body, ...request }) => createClient(kind, request, body),

  updateRetailClient: ({ params, body, ...request }) =>
    changeClient(kind, request, params.id, body),

  deleteRetailClient: ({ params, ...request }) => closeClient(kind, request, params.id),
}
