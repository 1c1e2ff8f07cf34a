// Which calls have their SIP messages stored.
import { z } from 'zod'
import { callRuleForm, callRuleStatus, storedCallRule } from '../call-rule.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

/** A gateway of the rule is among those that may be tried. */
export const traceRuleForm = callRuleForm.extend({
  /** Messages of answered calls are not stored. */
  failed_only: z.boolean(),
  /** The share of these calls. */
  percent: z.number().int().min(1).max(100),
  /** When it ends by itself; null is never. */
  until_at: is.instant.nullable(),
})

export const traceRule = traceRuleForm.extend({ ...storedCallRule, has_ended: z.boolean() })
export type TraceRule = z.output<typeof traceRule>

export const listTraceRules = endpoint({
  method: 'GET',
  path: '/api/trace-rules',
  summary: 'Rules for which calls SIP messages are stored',
  needs: 'trace_rules.view',
  list: true,
  query: listQuery(['name', 'status', 'percent', 'until_at', 'created_at'], {
    status: callRuleStatus.optional(),
  }),
  answer: z.array(traceRule),
})

export const getTraceRule = endpoint({
  method: 'GET',
  path: '/api/trace-rules/:id',
  summary: 'One trace rule',
  needs: 'trace_rules.view',
  params: idParams,
  answer: traceRule,
})

export const createTraceRule = endpoint({
  method: 'POST',
  path: '/api/trace-rules',
  summary: 'Adds a trace rule, for calls that begin from now on',
  needs: 'trace_rules.create',
  body: traceRuleForm,
  answer: traceRule,
})

export const updateTraceRule = endpoint({
  method: 'PUT',
  path: '/api/trace-rules/:id',
  summary: 'Changes a trace rule',
  needs: 'trace_rules.edit',
  params: idParams,
  body: traceRuleForm.extend({ version: is.version }),
  answer: traceRule,
})

export const deleteTraceRule = endpoint({
  method: 'DELETE',
  path: '/api/trace-rules/:id',
  summary: 'Deletes a trace rule; stored messages stay',
  needs: 'trace_rules.delete',
  params: idParams,
})
