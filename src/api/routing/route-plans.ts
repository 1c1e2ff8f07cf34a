import * as contract from '#contract/routing/route-plans.ts'
import { isGiven } from '#db/accounts/reseller-plans.ts'
import type { Database } from '#db/database.ts'
import { lockedUsersOf } from '#db/references.ts'
import {
  deleteRoutePlan,
  findRoutePlan,
  insertRoutePlan,
  listRoutePlans,
  updateRoutePlan,
} from '#db/routing/route-plans.ts'
import { listRouteRules, writeRouteRules } from '#db/routing/route-rules.ts'
import type { Scope } from '#db/scope.ts'
import { refuseInUse } from '../checks/in-use.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'
import {
  checkFallback,
  checkReferences,
  checkRuleIds,
  differing,
  planAsForm,
  ruleAsForm,
} from './check-route-plan.ts'

const entity = 'route_plan'
const form = contract.routePlanForm

async function wholePlan(database: Database, scope: Scope, id: number) {
  const plan = found(await findRoutePlan(database, scope, id))
  return { ...plan, rules: await listRouteRules(database, scope, id) }
}

export const routePlans: HandlersOf<typeof contract> = {
  listRoutePlans: ({ database, caller, query }) => listRoutePlans(database, caller.scope, query),

  getRoutePlan: ({ database, caller, params }) => wholePlan(database, caller.scope, params.id),

  createRoutePlan: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { rules, ...plan } = body
      checkRuleIds(rules, new Set())
      await checkReferences(tx, scope, body)
      await checkFallback(tx, scope, null, plan.parent_plan_id)
      const id = await insertRoutePlan(tx, plan)
      await writeRouteRules(tx, id, rules)
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return wholePlan(tx, scope, id)
    }),

  copyRoutePlan: ({ database, params, body: { name }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { rules, ...old } = await wholePlan(tx, scope, params.id)
      // Resellers would see two plans of the same name.
      const values = { ...planAsForm(old), name, name_for_resellers: '' }
      const copies = rules.map((rule) => ({ ...ruleAsForm(rule), id: null }))
      const id = await insertRoutePlan(tx, values)
      await writeRouteRules(tx, id, copies)
      const after = { ...values, rules: copies }
      await publishChange(tx, actor, { entity, id, name, form, after })
      return wholePlan(tx, scope, id)
    }),

  updateRoutePlan: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, rules, ...plan } = body
      const old = await wholePlan(tx, scope, id)
      // An outdated plan is reported as such, not as a missing rule.
      if (old.version !== version) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      checkRuleIds(rules, new Set(old.rules.map((rule) => rule.id)))
      await checkReferences(tx, scope, body)
      await checkFallback(tx, scope, id, plan.parent_plan_id)
      if (!(await updateRoutePlan(tx, id, version, plan))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      if (plan.name_for_resellers === '' && (await isGiven(tx, id))) {
        throw badField('name_for_resellers', 'Required: resellers have this plan.')
      }
      await writeRouteRules(tx, id, rules)
      const before = { ...old, rules: differing(old.rules, rules) }
      const after = { ...plan, rules: differing(rules, old.rules) }
      await publishChange(tx, actor, { entity, id, name: body.name, form, before, after })
      return wholePlan(tx, scope, id)
    }),

  deleteRoutePlan: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const old = await wholePlan(tx, actor.caller.scope, id)
      refuseInUse('The route plan', await lockedUsersOf(tx, 'route_plan', id))
      await deleteRoutePlan(tx, id, toInstant(clock.now_ms()))
      const before = { ...old, rules: old.rules.map(ruleAsForm) }
      await publishChange(tx, actor, { entity, id, name: old.name, form, before })
    }),
}
