import * as contract from '#contract/routing/gateway-groups.ts'
import type { Tx } from '#db/database.ts'
import { lockedUsersOf } from '#db/references.ts'
import {
  deleteGatewayGroup,
  findGatewayGroup,
  insertGatewayGroup,
  listGatewayGroups,
  type MemberValues,
  updateGatewayGroup,
} from '#db/routing/gateway-groups.ts'
import type { Scope } from '#db/scope.ts'
import { refuseInUse } from '../checks/in-use.ts'
import { lockAllRows } from '../checks/references.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'

const entity = 'gateway_group'
const form = contract.gatewayGroupForm

async function checkMembers(tx: Tx, scope: Scope, members: readonly MemberValues[]) {
  const references = members.map(({ gateway_id }, at) => ({
    path: `members.${at}.gateway_id`,
    id: gateway_id,
  }))
  await lockAllRows(tx, scope, 'gateway', references)
}

/** The group as the form has it, without what was read beside its members. */
const asForm = <G extends { readonly members: readonly MemberValues[] }>(group: G) => ({
  ...group,
  members: group.members.map(({ gateway_id, priority, weight }) => ({
    gateway_id,
    priority,
    weight,
  })),
})

export const gatewayGroups: HandlersOf<typeof contract> = {
  listGatewayGroups: ({ database, caller, query }) =>
    listGatewayGroups(database, caller.scope, query),

  async getGatewayGroup({ database, caller, params }) {
    return found(await findGatewayGroup(database, caller.scope, params.id))
  },

  createGatewayGroup: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { members, ...group } = body
      await checkMembers(tx, scope, members)
      const id = await insertGatewayGroup(tx, group, members)
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return found(await findGatewayGroup(tx, scope, id))
    }),

  updateGatewayGroup: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, members, ...group } = body
      const before = asForm(found(await findGatewayGroup(tx, scope, id)))
      await checkMembers(tx, scope, members)
      if (!(await updateGatewayGroup(tx, id, version, group, members))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      const after = found(await findGatewayGroup(tx, scope, id))
      const change = { entity, id, name: body.name, form, before, after: asForm(after) }
      await publishChange(tx, actor, change)
      return after
    }),

  deleteGatewayGroup: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = asForm(found(await findGatewayGroup(tx, actor.caller.scope, id)))
      refuseInUse('The gateway group', await lockedUsersOf(tx, 'gateway_group', id))
      await deleteGatewayGroup(tx, id, toInstant(clock.now_ms()))
      await publishChange(tx, actor, { entity, id, name: before.name, form, before })
    }),
}
