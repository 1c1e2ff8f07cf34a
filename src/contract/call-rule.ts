// The lists by which trace rules and recording rules choose calls.
import { z } from 'zod'
import * as is from './primitives.ts'

export const CALL_RULES_MAX = 100
export const CALL_RULE_STATUSES = ['active', 'paused'] as const

const once = <Value>(values: readonly Value[]) => new Set(values).size === values.length
const ids = z.array(is.id).max(200, 'At most 200.').refine(once, 'Each can be used once.')
const prefixes = z
  .array(
    z
      .string()
      .trim()
      .regex(/^\+?\d{1,20}$/, 'Digits only, at most 20.'),
  )
  .max(200, 'At most 200.')
  .refine(once, 'Each can be used once.')

export const callRuleStatus = z.enum(CALL_RULE_STATUSES)

/** An empty list is all; a call must match all lists. */
export const callRuleForm = z.strictObject({
  name: is.name(80),
  status: callRuleStatus,
  /** Clients, and resellers with all below them. */
  account_ids: ids,
  gateway_ids: ids,
  /** Prefixes of the normalised number. */
  called_prefixes: prefixes,
  caller_prefixes: prefixes,
})

const named = z.array(z.object({ id: is.id, name: z.string() }))

export const storedCallRule = {
  id: is.id,
  version: is.version,
  accounts: named,
  gateways: named,
  created_at: is.instant,
  updated_at: is.instant,
}
