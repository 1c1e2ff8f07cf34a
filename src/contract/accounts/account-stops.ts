// Ends all calls of an account with one click, for example after fraud.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import * as is from '../primitives.ts'

export const getAccountStop = endpoint({
  method: 'GET',
  path: '/api/account-stops/:id',
  summary: 'Calls that would end if a client or reseller was stopped',
  needs: 'accounts.execute',
  params: idParams,
  answer: z.object({
    id: is.id,
    kind: z.enum(['RESELLER', 'WHOLESALE', 'RETAIL']),
    name: z.string(),
    status: is.accountStatus,
    active_calls: z.number(),
    /** Those with the most calls, at most five; a client names itself. */
    clients: z.array(z.object({ id: is.id, name: z.string(), active_calls: z.number() })),
    clients_count: z.number(),
  }),
})
export type AccountStop = z.output<typeof getAccountStop.answer>

export const stopAccount = endpoint({
  method: 'POST',
  path: '/api/account-stops/:id',
  summary:
    'Blocks a client or reseller and hangs up all its calls, including those of accounts under it',
  needs: 'accounts.execute',
  params: idParams,
  answer: z.object({
    /** Calls that were not being ended already. */
    stopped_calls: z.number(),
  }),
})
