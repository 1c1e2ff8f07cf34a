import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import * as is from '../primitives.ts'

export const listSpendWarnings = endpoint({
  method: 'GET',
  path: '/api/spend-warnings',
  summary: 'Accounts that have spent over a third of their daily limit within ten minutes',
  needs: 'spend_warnings.view',
  answer: z.object({
    /** At most five, those that have spent the most of their limit first. */
    accounts: z.array(
      z.object({
        id: is.id,
        kind: z.enum(['RESELLER', 'WHOLESALE', 'RETAIL']),
        /** Resellers only. */
        level: is.resellerLevel.nullable(),
        name: z.string(),
        currency: z.string(),
        daily_spend_limit: is.moneyText,
        /** In these ten minutes: calls that ended, and the holds of active calls. */
        spent: needing('sale', is.sumText),
        active_calls: z.number(),
      }),
    ),
    count: z.number(),
  }),
  passive: true,
})
