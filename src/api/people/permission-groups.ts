import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/people/permission-groups.ts'
import { completePermissions } from '#core/permission/rights.ts'
import type { Tx } from '#db/database.ts'
import { lockAdmins } from '#db/people/admins.ts'
import {
  allPermissionGroups,
  deletePermissionGroup,
  findPermissionGroup,
  insertPermissionGroup,
  listMembers,
  listPermissionGroups,
  updatePermissionGroup,
} from '#db/people/permission-groups.ts'
import { setGroupsOfUser } from '#db/people/staff.ts'
import { isOfAdmin, type Scope } from '#db/scope.ts'
import {
  refuseForeignPermissions,
  refuseToGive,
  refuseToTouch,
  rightsOfGroup,
  rightsOfUser,
} from '../checks/grants.ts'
import { refuseInUse } from '../checks/in-use.ts'
import { lockAllRows } from '../checks/references.ts'
import { type Actor, changedMeanwhile, noteActivity, noteChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'

const entity = 'permission_group'
const form = contract.permissionGroupForm

type Form = BodyOf<typeof contract.createPermissionGroup>

/** Without permissions that no longer exist, or that the account no longer has. */
const known = <T extends { readonly permissions: readonly string[] }>(
  { most_permissions }: Caller,
  group: T,
) => ({
  ...group,
  permissions: completePermissions(group.permissions).filter((one) =>
    most_permissions.includes(one),
  ),
})

/** Only groups of admins have a scope. */
const withFixed = (scope: Scope, body: Form): Form =>
  isOfAdmin(scope) ? body : { ...body, scope: 'EVERYTHING', account_ids: [] }

async function checkedValues(tx: Tx, { caller }: Actor, asked: Form): Promise<Form> {
  const body = withFixed(caller.scope, asked)
  const values = { ...body, permissions: completePermissions(body.permissions) }
  if (body.scope !== 'LISTED') values.account_ids = []
  else if (body.account_ids.length === 0) {
    throw badField('account_ids', 'Select at least one.')
  }
  const accounts = values.account_ids.map((id, place) => ({ path: `account_ids.${place}`, id }))
  await lockAllRows(tx, caller.scope, 'account', accounts)
  refuseForeignPermissions(caller, 'permissions', values.permissions)
  refuseToGive(caller, 'permissions', rightsOfGroup(caller, values))
  return values
}

/** Checks the rights that a change of a group gives its users, together with their other groups. */
async function refuseToStrengthen(tx: Tx, { caller }: Actor, group_id: number): Promise<void> {
  const groups = await allPermissionGroups(tx, caller.scope)
  for (const member of await listMembers(tx, caller.scope)) {
    if (!member.group_ids.includes(group_id) || member.has_all_rights) continue
    refuseToTouch(caller, `The user ${member.username}`, rightsOfUser(caller, groups, member))
  }
}

async function lockedGroup(tx: Tx, scope: Scope, id: number) {
  await lockAdmins(tx)
  return found(await findPermissionGroup(tx, scope, id))
}

export const permissionGroups: HandlersOf<typeof contract> = {
  async listPermissionGroups({ database, caller, query }) {
    const { rows, page } = await listPermissionGroups(database, caller.scope, query)
    return { rows: rows.map((row) => known(caller, row)), page }
  },

  async getPermissionGroup({ database, caller, params }) {
    return known(caller, found(await findPermissionGroup(database, caller.scope, params.id)))
  },

  createPermissionGroup: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { caller } = actor
      const values = await checkedValues(tx, actor, body)
      const id = await insertPermissionGroup(tx, caller.scope, values)
      await noteChange(tx, actor, { entity, id, name: body.name, form, after: values })
      return known(caller, found(await findPermissionGroup(tx, caller.scope, id)))
    }),

  updatePermissionGroup: ({ database, params: { id }, body: { version, ...body }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { caller } = actor
      const before = await lockedGroup(tx, caller.scope, id)
      refuseToTouch(caller, `The group ${before.name}`, rightsOfGroup(caller, before))
      const values = await checkedValues(tx, actor, body)
      if (!(await updatePermissionGroup(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await refuseToStrengthen(tx, actor, id)
      const change = {
        entity,
        id,
        name: body.name,
        form,
        before: known(caller, before),
        after: values,
      }
      await noteChange(tx, actor, change)
      return known(caller, found(await findPermissionGroup(tx, caller.scope, id)))
    }),

  deletePermissionGroup: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { caller } = actor
      const { scope } = caller
      const before = await lockedGroup(tx, scope, id)
      const members = (await listMembers(tx, scope)).filter((one) => one.group_ids.includes(id))
      const names = members.map(({ username }) => username)
      refuseInUse('The group', names, ' Remove its users first.')
      await deletePermissionGroup(tx, id, toInstant(clock.now_ms()))
      await noteChange(tx, actor, {
        entity,
        id,
        name: before.name,
        form,
        before: known(caller, before),
      })
    }),

  async getAssignments({ database, caller }) {
    const groups = await allPermissionGroups(database, caller.scope)
    const users = await listMembers(database, caller.scope)
    return { users, groups: groups.map((group) => known(caller, group)) }
  },

  setAssignments: ({ database, body: { changes }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { caller } = actor
      await lockAdmins(tx)
      const groups = await allPermissionGroups(tx, caller.scope)
      const members = await listMembers(tx, caller.scope)
      for (const { user_id, group_ids } of changes) {
        const before = found(members.find(({ id }) => id === user_id))
        if (!group_ids.every((id) => groups.some((group) => group.id === id))) {
          throw badField('changes', 'This permission group does not exist.')
        }
        if (user_id === caller.user_id) {
          throw badField('changes', 'Another user must change your own groups.')
        }
        refuseToTouch(caller, `The user ${before.username}`, rightsOfUser(caller, groups, before))
        refuseToGive(caller, 'changes', rightsOfUser(caller, groups, { ...before, group_ids }))
        await setGroupsOfUser(tx, user_id, group_ids)
        await noteActivity(tx, actor, {
          action: 'UPDATE',
          entity: 'user',
          entity_id: String(user_id),
          entity_name: before.username,
          changes: { group_ids: [before.group_ids, group_ids] },
        })
      }
    }),
}
