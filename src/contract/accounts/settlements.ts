import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { billed, billing, portalLogin, profile } from './account-profile.ts'

export const settlementForm = z.strictObject({
  ...profile,
  ...billing,
  ...portalLogin,
  /** Empty: the partner does not sign in. */
  username: z.union([z.literal(''), is.username]),
  /** PREPAID: we paid ahead. POSTPAID: they bill us. */
  billing_type: z.enum(['PREPAID', 'POSTPAID']),
  /** How much they let us owe; null is without limit. */
  max_debt: needing('purchase', is.positiveMoney.nullable()),
  /** Minutes of a calendar month that we may send; null is without limit. */
  monthly_minutes_cap: z.number().int().min(1).max(100_000_000).nullable(),
  /** The wholesale client of the same partner, whose calls come to us. */
  client_id: is.id.nullable(),
  vat_percent: is.vatPercent,
  tariff_id: is.id,
})

export const settlement = settlementForm.omit({ password: true }).extend({
  ...billed,
  id: is.id,
  version: is.version,
  tariff_name: z.string(),
  currency: is.currency,
  /** Above zero: we owe them. Two looks at it are the cost of the calls in between. */
  balance: needing('purchase', is.sumText),
  /** The linked client; its balance is below zero when it owes us. */
  client_name: z.string().nullable(),
  client_currency: is.currency.nullable(),
  client_balance: needing('sale', is.sumText.nullable()),
  /** Talk of this month, that of calls that are going on too. */
  minutes_this_month: z.number(),
  gateways_count: z.number(),
  active_calls: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type Settlement = z.output<typeof settlement>

export const listSettlements = endpoint({
  method: 'GET',
  path: '/api/settlements',
  summary: 'Settlement accounts',
  needs: 'settlements.view',
  list: true,
  query: listQuery(['name', 'balance', 'gateways_count', 'status', 'active_calls', 'created_at'], {
    status: is.accountStatus.optional(),
    tariff_id: is.queryId.optional(),
    billing_type: z.enum(['PREPAID', 'POSTPAID']).optional(),
  }),
  answer: z.array(settlement),
})

export const getSettlement = endpoint({
  method: 'GET',
  path: '/api/settlements/:id',
  summary: 'One settlement account',
  needs: 'settlements.view',
  params: idParams,
  answer: settlement,
})

export const createSettlement = endpoint({
  method: 'POST',
  path: '/api/settlements',
  summary: 'Adds a settlement account, with a portal login if it shall have one',
  needs: 'settlements.create',
  may_need: ['portal_passwords.execute'],
  body: settlementForm,
  answer: settlement,
})

export const updateSettlement = endpoint({
  method: 'PUT',
  path: '/api/settlements/:id',
  summary: 'Changes a settlement account',
  needs: 'settlements.edit',
  may_need: ['portal_passwords.execute'],
  params: idParams,
  body: settlementForm.extend({ version: is.version }),
  answer: settlement,
})

export const deleteSettlement = endpoint({
  method: 'DELETE',
  path: '/api/settlements/:id',
  summary: 'Closes and hides a settlement account without balance and without gateways',
  needs: 'settlements.delete',
  params: idParams,
})
