import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/stop-policies.ts'
import { lockedUsersOf } from '#db/references.ts'
import {
  deleteStopPolicy,
  findStopPolicy,
  insertStopPolicy,
  listStopPolicies,
  updateStopPolicy,
} from '#db/routing/stop-policies.ts'
import { sendSignal } from '#db/signals.ts'
import { changedMeanwhile, noteChange } from './http/activity.ts'
import { toInstant } from './http/app-context.ts'
import type { HandlersOf } from './http/handle.ts'
import { refuseInUse } from './http/in-use.ts'
import { found, Problem } from './http/problem.ts'

const entity = 'stop_policy'
const form = contract.stopPolicyForm

const valuesOf = ({ name, description, rules }: BodyOf<typeof contract.createStopPolicy>) => ({
  name,
  description,
  rules: JSON.stringify(rules),
})

export const stopPolicies: HandlersOf<typeof contract> = {
  listStopPolicies: ({ database, caller, query }) =>
    listStopPolicies(database, caller.scope, query),

  async getStopPolicy({ database, caller, params }) {
    return found(await findStopPolicy(database, caller.scope, params.id))
  },

  createStopPolicy: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const id = await insertStopPolicy(tx, valuesOf(body))
      await noteChange(tx, actor, { entity, id, name: body.name, form, after: body })
      await sendSignal(tx, { changed: 'routing' })
      return found(await findStopPolicy(tx, actor.caller.scope, id))
    }),

  updateStopPolicy: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const before = found(await findStopPolicy(tx, scope, id))
      if (!(await updateStopPolicy(tx, id, body.version, valuesOf(body)))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await noteChange(tx, actor, { entity, id, name: body.name, form, before, after: body })
      await sendSignal(tx, { changed: 'routing' })
      return found(await findStopPolicy(tx, scope, id))
    }),

  deleteStopPolicy: ({ database, params: { id }, now, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findStopPolicy(tx, actor.caller.scope, id))
      if (before.is_default) {
        const message = 'The default policy cannot be deleted.'
        throw new Problem('in-use', { message })
      }
      refuseInUse('The stop policy', await lockedUsersOf(tx, 'stop_policy', id), '')
      await deleteStopPolicy(tx, id, toInstant(now()))
      await noteChange(tx, actor, { entity, id, name: before.name, form, before })
      await sendSignal(tx, { changed: 'routing' })
    }),
}
