// The amount at which a client is warned that its money runs out; the client sets it itself.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as is from '../primitives.ts'

export const lowBalanceForm = z.strictObject({
  /** With no more than this available; null is no warning. */
  low_balance_threshold: is.positiveMoney.nullable(),
})

export const getLowBalance = endpoint({
  method: 'GET',
  path: '/api/me/low-balance',
  summary: 'When a client is warned of a low balance, and how to pay if it is that low',
  needs: 'signed-in',
  /** Null for users who are no clients. */
  answer: z
    .object({
      low_balance_threshold: is.moneyText.nullable(),
      /** False for staff from whom charges are hidden. */
      is_low: z.boolean(),
      /** The bank details on its invoices; empty if there are none, or the balance is not low. */
      how_to_pay: z.string(),
    })
    .nullable(),
  passive: true,
})

export const setLowBalance = endpoint({
  method: 'PUT',
  path: '/api/me/low-balance',
  summary: 'Sets the available amount at which the client is warned; null is never',
  needs: 'own_account.edit',
  body: lowBalanceForm,
})
