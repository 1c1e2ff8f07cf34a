import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import * as is from '../primitives.ts'
import { client, clientForm, clientQuery } from './client-profile.ts'

export const wholesaleClient = client.extend({
  ip_count: z.number(),
  /** Open address requests that are for the user to decide. */
  open_request_count: z.number(),
})
export type WholesaleClient = z.output<typeof wholesaleClient>

export const listWholesaleClients = endpoint({
  method: 'GET',
  path: '/api/wholesale-clients',
  summary: 'Wholesale clients',
  needs: 'wholesale_clients.view',
  list: true,
  query: clientQuery.extend({
    /** With open requests only. */
    requests: z.enum(['OPEN']).optional(),
  }),
  answer: z.array(wholesaleClient),
})

export const getWholesaleClient = endpoint({
  method: 'GET',
  path: '/api/wholesale-clients/:id',
  summary: 'One wholesale client',
  needs: 'wholesale_clients.view',
  params: idParams,
  answer: wholesaleClient,
})

export const createWholesaleClient = endpoint({
  method: 'POST',
  path: '/api/wholesale-clients',
  summary: 'Adds a wholesale client with its portal login',
  needs: 'wholesale_clients.create',
  may_need: ['portal_passwords.execute'],
  body: clientForm,
  answer: wholesaleClient,
})

export const updateWholesaleClient = endpoint({
  method: 'PUT',
  path: '/api/wholesale-clients/:id',
  summary: 'Changes a wholesale client; `version` must be the latest',
  needs: 'wholesale_clients.edit',
  may_need: ['portal_passwords.execute'],
  params: idParams,
  body: clientForm.extend({ version: is.version }),
  answer: wholesaleClient,
})

export const deleteWholesaleClient = endpoint({
  method: 'DELETE',
  path: '/api/wholesale-clients/:id',
  summary: 'Closes and hides a client without balance and without active calls',
  needs: 'wholesale_clients.delete',
  params: idParams,
})
