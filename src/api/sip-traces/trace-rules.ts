import * as contract from '#contract/sip-traces/trace-rules.ts'
import {
  deleteTraceRule,
  findTraceRule,
  insertTraceRule,
  listTraceRules,
  updateTraceRule,
} from '#db/sip-traces/trace-rules.ts'
import { checkCallRule, checkNewCallRule } from '../checks/call-rules.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'

const entity = 'trace_rule'
const form = contract.traceRuleForm

export const traceRules: HandlersOf<typeof contract> = {
  listTraceRules: ({ database, caller, query }) => listTraceRules(database, caller.scope, query),

  async getTraceRule({ database, caller, params }) {
    return found(await findTraceRule(database, caller.scope, params.id))
  },

  createTraceRule: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      await checkNewCallRule(tx, entity, actor.caller, body)
      const id = await insertTraceRule(tx, body)
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return found(await findTraceRule(tx, actor.caller.scope, id))
    }),

  updateTraceRule: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, ...values } = body
      const before = found(await findTraceRule(tx, scope, id))
      await checkCallRule(tx, entity, values)
      if (!(await updateTraceRule(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await publishChange(tx, actor, { entity, id, name: body.name, form, before, after: values })
      return found(await findTraceRule(tx, scope, id))
    }),

  deleteTraceRule: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findTraceRule(tx, actor.caller.scope, id))
      await deleteTraceRule(tx, id)
      await publishChange(tx, actor, { entity, id, name: before.name, form, before })
    }),
}
