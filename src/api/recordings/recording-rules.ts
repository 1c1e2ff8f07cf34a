import * as contract from '#contract/recordings/recording-rules.ts'
import {
  deleteRecordingRule,
  findRecordingRule,
  insertRecordingRule,
  listRecordingRules,
  updateRecordingRule,
} from '#db/recordings/recording-rules.ts'
import { checkCallRule, checkNewCallRule } from '../checks/call-rules.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'

const entity = 'recording_rule'
const form = contract.recordingRuleForm

export const recordingRules: HandlersOf<typeof contract> = {
  listRecordingRules: ({ database, caller, query }) =>
    listRecordingRules(database, caller.scope, query),

  async getRecordingRule({ database, caller, params }) {
    return found(await findRecordingRule(database, caller.scope, params.id))
  },

  createRecordingRule: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      await checkNewCallRule(tx, entity, actor.caller, body)
      const id = await insertRecordingRule(tx, body)
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return found(await findRecordingRule(tx, actor.caller.scope, id))
    }),

  updateRecordingRule: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, ...values } = body
      const before = found(await findRecordingRule(tx, scope, id))
      await checkCallRule(tx, entity, values)
      if (!(await updateRecordingRule(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await publishChange(tx, actor, { entity, id, name: body.name, form, before, after: values })
      return found(await findRecordingRule(tx, scope, id))
    }),

  deleteRecordingRule: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findRecordingRule(tx, actor.caller.scope, id))
      await deleteRecordingRule(tx, id)
      await publishChange(tx, actor, { entity, id, name: before.name, form, before })
    }),
}
