import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import * as is from '../primitives.ts'
import { cap } from './account-profile.ts'
import { client, clientForm, clientQuery } from './client-profile.ts'

export const retailClient = client.extend({
  sip_user_count: z.number(),
  /** The number of registered phones of its SIP users. */
  registered_count: z.number(),
})
export type RetailClient = z.output<typeof retailClient>

export const listRetailClients = endpoint({
  method: 'GET',
  path: '/api/retail-clients',
  summary: 'Retail clients; a search also finds names and numbers of their SIP users',
  needs: 'retail_clients.view',
  list: true,
  query: clientQuery,
  answer: z.array(retailClient),
})

export const getRetailClientDefaults = endpoint({
  method: 'GET',
  path: '/api/retail-clients/defaults',
  summary: 'Defaults of a new retail client',
  needs: 'retail_clients.create',
  query: z.strictObject({ currency: is.currency.optional() }),
  answer: z.object({ daily_spend_limit: is.moneyText.nullable() }),
})

export const getRetailClient = endpoint({
  method: 'GET',
  path: '/api/retail-clients/:id',
  summary: 'One retail client',
  needs: 'retail_clients.view',
  params: idParams,
  answer: retailClient,
})

export const createRetailClient = endpoint({
  method: 'POST',
  path: '/api/retail-clients',
  summary: 'Adds a retail client with its portal login',
  needs: 'retail_clients.create',
  may_need: ['portal_passwords.execute'],
  body: clientForm.extend({
    /** Absent it is that of the settings; null is no limit. */
    daily_spend_limit: cap.nullable().optional(),
  }),
  answer: retailClient,
})

export const updateRetailClient = endpoint({
  method: 'PUT',
  path: '/api/retail-clients/:id',
  summary: 'Changes a retail client; `version` must be the latest',
  needs: 'retail_clients.edit',
  may_need: ['portal_passwords.execute'],
  params: idParams,
  body: clientForm.extend({ version: is.version }),
  answer: retailClient,
})

export const deleteRetailClient = endpoint({
  method: 'DELETE',
  path: '/api/retail-clients/:id',
  summary: 'Closes and hides a client without balance and without active calls',
  needs: 'retail_clients.delete',
  params: idParams,
})
