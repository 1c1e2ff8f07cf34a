import * as contract from '#contract/route-plans.ts'
import type { Tx } from '#db/database.ts'
import {
  deleteRoutePlan,
  findRoutePlan,
  insertRoutePlan,
  listRoutePlans,
  lockGateways,
  type RuleValues,
  updateRoutePlan,
  usersOfRoutePlan,
} from '#db/route-plans.ts'
import { sendSignal } from '#db/signals.ts'
import { noteChange } from './plumbing/activity.ts'
import type { HandlersOf } from './plumbing/handle.ts'
import { refuseInUse } from './plumbing/in-use.ts'
import { badField, found, Problem } from './plumbing/problem.ts'
import { toInstant } from './plumbing/surroundings.ts'

const entity = 'route_plan'
const form = contract.routePlanForm

async function checkGateways(tx: Tx, rules: readonly RuleValues[]): Promise<void> {
  const ids = rules.flatMap((rule) => rule.targets.map((target) => target.gateway_id))
  const existing = await lockGateways(tx, [...new Set(ids)])
  for (const [at, rule] of rules.entries()) {
    const missing = rule.targets.findIndex((target) => !existing.has(target.gateway_id))
    if (missing < 0) continue
    throw badField(`rules.${at}.targets.${missing}.gateway_id`, 'This gateway does not exist.')
  }
}

/** A rule as the form has it, without what was read beside it. */
const asForm = ({ dst_prefix, description, action, status, targets }: RuleValues): RuleValues => ({
  dst_prefix,
  description,
  action,
  status,
  targets: targets.map((target) => ({ gateway_id: target.gateway_id, status: target.status })),
})

/**
 * Only the rules that differ from those of the other side, so that the log of a long plan stays
 * short.
 */
function differing(rules: readonly RuleValues[], others: readonly RuleValues[]): RuleValues[] {
  const known = new Set(others.map((rule) => JSON.stringify(asForm(rule))))
  return rules.map(asForm).filter((rule) => !known.has(JSON.stringify(rule)))
}

export const routePlans: HandlersOf<typeof contract> = {
  listRoutePlans: ({ database, caller, query }) => listRoutePlans(database, caller.scope, query),

  async getRoutePlan({ database, caller, params }) {
    return found(await findRoutePlan(database, caller.scope, params.id))
  },

  createRoutePlan: ({ database, body, ...doer }) =>
    database.transaction().execute(async (tx) => {
      const { rules, ...plan } = body
      await checkGateways(tx, rules)
      const id = await insertRoutePlan(tx, plan, rules)
      await noteChange(tx, doer, { entity, id, name: body.name, form, after: body })
      await sendSignal(tx, { changed: 'switchboard' })
      return found(await findRoutePlan(tx, doer.caller.scope, id))
    }),

  updateRoutePlan: ({ database, params: { id }, body, ...doer }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = doer.caller
      const { version, rules, ...plan } = body
      const old = found(await findRoutePlan(tx, scope, id))
      await checkGateways(tx, rules)
      if (!(await updateRoutePlan(tx, id, version, plan, rules))) {
        throw new Problem('changed-meanwhile')
      }
      const before = { ...old, rules: differing(old.rules, rules) }
      const after = { ...plan, rules: differing(rules, old.rules) }
      await noteChange(tx, doer, { entity, id, name: body.name, form, before, after })
      await sendSignal(tx, { changed: 'switchboard' })
      return found(await findRoutePlan(tx, scope, id))
    }),

  deleteRoutePlan: ({ database, params: { id }, now, ...doer }) =>
    database.transaction().execute(async (tx) => {
      const old = found(await findRoutePlan(tx, doer.caller.scope, id))
      refuseInUse('The route plan', await usersOfRoutePlan(tx, id))
      await deleteRoutePlan(tx, id, toInstant(now()))
      const before = { ...old, rules: old.rules.map(asForm) }
      await noteChange(tx, doer, { entity, id, name: old.name, form, before })
      await sendSignal(tx, { changed: 'switchboard' })
    }),
}
