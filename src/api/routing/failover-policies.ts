import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/routing/failover-policies.ts'
import { lockedUsersOf } from '#db/references.ts'
import {
  deleteFailoverPolicy,
  findFailoverPolicy,
  insertFailoverPolicy,
  listFailoverPolicies,
  updateFailoverPolicy,
} from '#db/routing/failover-policies.ts'
import { refuseInUse } from '../checks/in-use.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'

const entity = 'failover_policy'
const form = contract.failoverPolicyForm

const valuesOf = ({ name, description, rules }: BodyOf<typeof contract.createFailoverPolicy>) => ({
  name,
  description,
  rules: JSON.stringify(rules),
})

export const failoverPolicies: HandlersOf<typeof contract> = {
  listFailoverPolicies: ({ database, caller, query }) =>
    listFailoverPolicies(database, caller.scope, query),

  async getFailoverPolicy({ database, caller, params }) {
    return found(await findFailoverPolicy(database, caller.scope, params.id))
  },

  createFailoverPolicy: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const id = await insertFailoverPolicy(tx, valuesOf(body))
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return found(await findFailoverPolicy(tx, actor.caller.scope, id))
    }),

  updateFailoverPolicy: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const before = found(await findFailoverPolicy(tx, scope, id))
      if (!(await updateFailoverPolicy(tx, id, body.version, valuesOf(body)))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await publishChange(tx, actor, { entity, id, name: body.name, form, before, after: body })
      return found(await findFailoverPolicy(tx, scope, id))
    }),

  deleteFailoverPolicy: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findFailoverPolicy(tx, actor.caller.scope, id))
      if (before.is_default) {
        const message = 'The default policy cannot be deleted.'
        throw new Problem('in-use', { message })
      }
      refuseInUse('The failover policy', await lockedUsersOf(tx, 'failover_policy', id), '')
      await deleteFailoverPolicy(tx, id, toInstant(clock.now_ms()))
      await publishChange(tx, actor, { entity, id, name: before.name, form, before })
    }),
}
