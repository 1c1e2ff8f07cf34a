import { z } from 'zod'
import { endpoint, idParams } from './endpoint.ts'
import { listQuery } from './page.ts'
import * as is from './primitives.ts'

/** What is asked of every account, whatever its kind. */
export const profile = {
  name: is.name(80),
  company: is.text(200),
  address: is.text(500),
  country_iso2: z.string().regex(/^([A-Z]{2})?$/, 'Two capital letters such as DE.'),
  tax_number: is.text(40),
  noc_email: is.email,
  billing_email: is.email,
  rates_email: is.email,
  phone: is.text(40),
  notes: is.text(2000),
  status: is.accountStatus,
  channel_limit: z.number().int().min(1).max(100000).nullable(),
  cps_limit: z.number().int().min(1).max(10000).nullable(),
}

/** The portal login of an account. On a change, an absent password stays as it is. */
export const portalLogin = {
  username: is.username,
  password: is.password.optional(),
}

export const wholesaleClientForm = z.strictObject({
  ...profile,
  ...portalLogin,
  /** The reseller above; null is the operator. */
  parent_id: is.id.nullable(),
  billing_type: z.enum(['PREPAID', 'POSTPAID']),
  credit_limit: is.positiveMoney,
  vat_percent: is.positivePercent,
  tariff_id: is.id,
  route_plan_id: is.id.nullable(),
  max_call_duration: is.seconds(1, 86400),
  max_sell_rate: is.positiveRate.nullable(),
  codecs: is.codecs,
  media_mode: z.enum(['PROXY', 'DIRECT']),
})

export const wholesaleClient = wholesaleClientForm.omit({ password: true }).extend({
  id: is.id,
  version: is.version,
  parent_name: z.string().nullable(),
  tariff_name: z.string(),
  route_plan_name: z.string().nullable(),
  balance: is.moneyText,
  held: is.moneyText,
  available: is.moneyText,
  ip_count: z.number(),
  active_calls: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type WholesaleClient = z.output<typeof wholesaleClient>

export const listWholesaleClients = endpoint({
  method: 'GET',
  path: '/api/wholesale-clients',
  summary: 'Wholesale clients',
  needs: 'wholesale_clients.view',
  list: true,
  query: listQuery(['name', 'balance', 'available', 'created_at', 'status', 'active_calls'], {
    status: is.accountStatus.optional(),
    parent_id: is.queryId.optional(),
    tariff_id: is.queryId.optional(),
    route_plan_id: is.queryId.optional(),
    billing_type: z.enum(['PREPAID', 'POSTPAID']).optional(),
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
  needs: 'wholesale_clients.edit',
  body: wholesaleClientForm.required({ password: true }),
  answer: wholesaleClient,
})

export const updateWholesaleClient = endpoint({
  method: 'PUT',
  path: '/api/wholesale-clients/:id',
  summary: 'Changes a wholesale client; `version` must be the one that was read',
  needs: 'wholesale_clients.edit',
  params: idParams,
  body: wholesaleClientForm.extend({ version: is.version }),
  answer: wholesaleClient,
})

export const deleteWholesaleClient = endpoint({
  method: 'DELETE',
  path: '/api/wholesale-clients/:id',
  summary: 'Closes and hides a client without balance and without running calls',
  needs: 'wholesale_clients.edit',
  params: idParams,
})
