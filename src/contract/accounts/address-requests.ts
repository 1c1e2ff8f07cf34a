// Additions to its IP list and removals that a wholesale client requests, and the decision of the
// account above it.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const addressRequestForm = z.strictObject({
  kind: z.enum(['ADD', 'REMOVE']),
  network: is.network,
  note: is.text(200),
})

const state = z.enum(['OPEN', 'ACCEPTED', 'REFUSED'])
/** Why a request is refused; the client sees it. */
const reason = is.name(200)

/** As the client sees its own. */
export const ownAddressRequest = z.object({
  ...addressRequestForm.shape,
  id: is.id,
  state,
  reason: reason.nullable(),
  at: is.instant,
  decided_at: is.instant.nullable(),
})
export type OwnAddressRequest = z.output<typeof ownAddressRequest>

export const addressRequest = ownAddressRequest.extend({
  account_id: is.id,
  client_name: z.string(),
})
export type AddressRequest = z.output<typeof addressRequest>

/** The maximum that a client has open at once. */
export const OPEN_REQUESTS_MAX = 10

export const createAddressRequest = endpoint({
  method: 'POST',
  path: '/api/connection/address-requests',
  summary: 'Requests that an address is added to or removed from the own IP list',
  needs: 'address_requests.create',
  body: addressRequestForm,
  answer: ownAddressRequest,
})

export const cancelAddressRequest = endpoint({
  method: 'DELETE',
  path: '/api/connection/address-requests/:id',
  summary: 'Cancels an own request that is still open',
  needs: 'address_requests.create',
  params: idParams,
})

export const listAddressRequests = endpoint({
  method: 'GET',
  path: '/api/address-requests',
  summary: 'Address requests of the wholesale clients right below the own account',
  needs: 'wholesale_clients.view',
  list: true,
  query: listQuery(['at', 'client_name'], {
    account_id: is.queryId.optional(),
    state: state.optional(),
  }),
  answer: z.array(addressRequest),
})

export const acceptAddressRequest = endpoint({
  method: 'POST',
  path: '/api/address-requests/:id/acceptance',
  summary: 'Changes the IP list as requested',
  needs: 'wholesale_clients.edit',
  params: idParams,
  answer: addressRequest,
})

export const refuseAddressRequest = endpoint({
  method: 'POST',
  path: '/api/address-requests/:id/refusal',
  summary: 'Refuses a request, with a reason for the client',
  needs: 'wholesale_clients.edit',
  params: idParams,
  body: z.strictObject({ reason }),
  answer: addressRequest,
})
