// Failover policies: what happens to a call that a gateway has refused.
import { z } from 'zod'
import { FAILOVER_ACTIONS } from '#core/gateway/failover-policy.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

const once = (values: readonly number[]) => new Set(values).size === values.length

const replyCode = z
  .number()
  .int()
  .min(400, 'A code from 400 to 699.')
  .max(699, 'A code from 400 to 699.')

const rule = z
  .strictObject({
    codes: z
      .array(z.number().int().min(300, 'Codes from 300 to 699.').max(699, 'Codes from 300 to 699.'))
      .min(1, 'At least one SIP code.')
      .max(50)
      .refine(once, 'Each code can be used once.'),
    /** Q.850; null is any cause, and none. */
    causes: z
      .array(z.number().int().min(1, 'Causes from 1 to 127.').max(127, 'Causes from 1 to 127.'))
      .min(1, 'At least one cause, or any.')
      .max(50)
      .refine(once, 'Each cause can be used once.')
      .nullable(),
    action: z.enum(FAILOVER_ACTIONS),
    /** In place of the codes; null is as it came. */
    reply_code: replyCode.nullable(),
  })
  .refine(({ causes, reply_code }) => causes === null || reply_code === null, {
    path: ['reply_code'],
    message: 'Only in a rule for any cause.',
  })

export const failoverPolicyForm = z.strictObject({
  name: is.name(80),
  description: is.text(500),
  /** The first that fits an answer counts. */
  rules: z.array(rule).max(100),
})

export const failoverPolicy = z.object({
  ...failoverPolicyForm.omit({ rules: true }).shape,
  id: is.id,
  version: is.version,
  /** Applies to the gateways that name no policy. */
  is_default: z.boolean(),
  rules_count: z.number(),
  /** Gateways. */
  used_by_count: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type FailoverPolicy = z.output<typeof failoverPolicy>

export const wholeFailoverPolicy = failoverPolicy.extend({ rules: failoverPolicyForm.shape.rules })
export type WholeFailoverPolicy = z.output<typeof wholeFailoverPolicy>

export const listFailoverPolicies = endpoint({
  method: 'GET',
  path: '/api/failover-policies',
  summary: 'Failover policies',
  needs: 'failover_policies.view',
  list: true,
  query: listQuery(['name', 'rules_count', 'used_by_count', 'created_at'], {}),
  answer: z.array(failoverPolicy),
})

export const getFailoverPolicy = endpoint({
  method: 'GET',
  path: '/api/failover-policies/:id',
  summary: 'One failover policy with its rules',
  needs: 'failover_policies.view',
  params: idParams,
  answer: wholeFailoverPolicy,
})

export const createFailoverPolicy = endpoint({
  method: 'POST',
  path: '/api/failover-policies',
  summary: 'Adds a failover policy',
  needs: 'failover_policies.create',
  body: failoverPolicyForm,
  answer: wholeFailoverPolicy,
})

export const updateFailoverPolicy = endpoint({
  method: 'PUT',
  path: '/api/failover-policies/:id',
  summary: 'Changes a failover policy',
  needs: 'failover_policies.edit',
  params: idParams,
  body: failoverPolicyForm.extend({ version: is.version }),
  answer: wholeFailoverPolicy,
})

export const deleteFailoverPolicy = endpoint({
  method: 'DELETE',
  path: '/api/failover-policies/:id',
  summary: 'Deletes a failover policy that no gateway uses and that is not the default',
  needs: 'failover_policies.delete',
  params: idParams,
})
