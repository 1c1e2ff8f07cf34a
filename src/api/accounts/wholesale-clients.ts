import type * as contract from '#contract/accounts/wholesale-clients.ts'
import type { HandlersOf } from '../http/handle.ts'
import { changeClient, closeClient, createClient, listReadyClients, readClient } from './clients.ts'

const kind = 'WHOLESALE'

export const wholesaleClients: HandlersOf<typeof contract> = {
  listWholesaleClients: ({ database, caller, query }) =>
    listReadyClients(database, caller.scope, kind, query),

  getWholesaleClient: ({ database, params, ...request }) =>
    readClient(database, request, kind, params.id),

  createWholesaleClient: ({ body, ...request }) => createClient(kind, request, body),

  updateWholesaleClient: ({ params, body, ...request }) =>
    changeClient(kind, request, params.id, body),

  deleteWholesaleClient: ({ params, ...request }) => closeClient(kind, request, params.id),
}
