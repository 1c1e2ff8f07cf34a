import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/people/users.ts'
import type { Tx } from '#db/database.ts'
import { hasLastingAdmin, lockAdmins } from '#db/people/admins.ts'
import { allPermissionGroups } from '#db/people/permission-groups.ts'
import { revokeSessionsOf } from '#db/people/sessions.ts'
import {
  countStaff,
  deleteStaffUser,
  findStaffUser,
  insertStaffUser,
  listStaff,
  setGroupsOfUser,
  updateStaffUser,
} from '#db/people/staff.ts'
import { setPasswordHash } from '#db/people/users.ts'
import { isOfAdmin, type Scope } from '#db/scope.ts'
import { isTimeZone } from '#db/settings.ts'
import { refuseStronger, refuseToGive, rightsOfUser } from '../checks/grants.ts'
import { lockAllReferred, lockAllRows } from '../checks/references.ts'
import {
  type Actor,
  changedMeanwhile,
  noteActivity,
  noteChange,
  SECRET_CHANGED,
} from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { inNetworks } from '../http/network.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { checkPassword } from '../sign-in/password.ts'

const entity = 'user'
const form = contract.userForm

type Values = Omit<BodyOf<typeof contract.createUser>, 'password'>
type StaffUser = NonNullable<Awaited<ReturnType<typeof findStaffUser>>>

/** Only admins have all rights, or a scope of their own accounts. */
const withFixed = <V extends Values>(scope: Scope, values: V): V =>
  isOfAdmin(scope) ? values : { ...values, has_all_rights: false, own_account_ids: [] }

const idsAt = (field: string, ids: readonly number[]) =>
  ids.map((id, place) => ({ path: `${field}.${place}`, id }))

/** The references of the form exist, and its rights are those of the caller at most. */
async function checkValues(tx: Tx, { caller }: Actor, values: Values): Promise<void> {
  const { timezone, group_ids, own_account_ids } = values
  if (timezone !== null && !(await isTimeZone(tx, timezone))) {
    throw badField('timezone', 'Unknown time zone.')
  }
  const groups = await allPermissionGroups(tx, caller.scope)
  const known = new Set(groups.map(({ id }) => id))
  await lockAllReferred(idsAt('group_ids', group_ids), 'permission group', async () => known)
  await lockAllRows(tx, caller.scope, 'account', idsAt('own_account_ids', own_account_ids))
  const field = values.has_all_rights ? 'has_all_rights' : 'group_ids'
  refuseToGive(caller, field, rightsOfUser(caller, groups, values))
}

/** Under the lock of those who add users. */
async function refuseMoreStaff(tx: Tx, scope: Scope): Promise<void> {
  const most = contract.STAFF_PER_ACCOUNT
  if (isOfAdmin(scope) || (await countStaff(tx, scope)) < most) return
  throw new Problem('in-use', { message: `There are ${most} users already. Delete one first.` })
}

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b).join()

/** A user cannot block the own access, or change the own rights. */
function checkSelf({ caller, origin }: Actor, before: StaffUser, values: Values): void {
  if (before.id !== caller.user_id) return
  const mine = 'Another user must change this for you.'
  if (values.status !== 'active') throw badField('status', mine)
  if (values.has_all_rights !== before.has_all_rights) throw badField('has_all_rights', mine)
  if (sorted(values.group_ids) !== sorted(before.group_ids)) throw badField('group_ids', mine)
  if (sorted(values.own_account_ids) !== sorted(before.own_account_ids)) {
    throw badField('own_account_ids', mine)
  }
  if (values.expires_at !== before.expires_at) throw badField('expires_at', mine)
  const { allowed_networks } = values
  if (allowed_networks.length > 0 && !inNetworks(allowed_networks)(origin.ip)) {
    throw badField('allowed_networks', `Your own address ${origin.ip} is not among them.`)
  }
}

/** After a change, in its transaction. */
async function refuseWithoutAdmin(tx: Tx): Promise<void> {
  if (await hasLastingAdmin(tx)) return
  throw new Problem('in-use', {
    message: 'At least one active admin must have all rights and no expiry.',
  })
}

/** Users are locked, so that two changes at the same time cannot each spare the other's admin. */
async function lockedUser(tx: Tx, scope: Scope, id: number): Promise<StaffUser> {
  await lockAdmins(tx)
  return found(await findStaffUser(tx, scope, id))
}

export const users: HandlersOf<typeof contract> = {
  listUsers: ({ database, caller, query }) => listStaff(database, caller.scope, query),

  async getUser({ database, caller, params }) {
    return found(await findStaffUser(database, caller.scope, params.id))
  },

  async createUser({ database, passwords, body, ...actor }) {
    const { password, ...asked } = body
    const values = withFixed(actor.caller.scope, asked)
    checkPassword('password', password, [values.username, values.full_name])
    const password_hash = await passwords.hash(password)
    const { group_ids, ...columns } = values
    return database.transaction().execute(async (tx) => {
      await lockAdmins(tx)
      await refuseMoreStaff(tx, actor.caller.scope)
      await checkValues(tx, actor, values)
      const id = await insertStaffUser(tx, actor.caller, columns, password_hash)
      await setGroupsOfUser(tx, id, group_ids)
      await noteChange(tx, actor, { entity, id, name: values.username, form, after: values })
      return found(await findStaffUser(tx, actor.caller.scope, id))
    })
  },

  updateUser: ({ database, params: { id }, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { version, ...asked } = body
      const values = withFixed(actor.caller.scope, asked)
      const { group_ids, ...columns } = values
      const before = await lockedUser(tx, actor.caller.scope, id)
      await refuseStronger(tx, actor.caller, before)
      checkSelf(actor, before, values)
      await checkValues(tx, actor, values)
      if (!(await updateStaffUser(tx, id, version, columns))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await setGroupsOfUser(tx, id, group_ids)
      await refuseWithoutAdmin(tx)
      if (values.status === 'blocked') await revokeSessionsOf(tx, id, toInstant(clock.now_ms()))
      const name = values.username
      await noteChange(tx, actor, { entity, id, name, form, before, after: values })
      return found(await findStaffUser(tx, actor.caller.scope, id))
    }),

  deleteUser: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = await lockedUser(tx, actor.caller.scope, id)
      if (id === actor.caller.user_id) {
        throw new Problem('in-use', { message: 'You cannot delete yourself.' })
      }
      await refuseStronger(tx, actor.caller, before)
      await deleteStaffUser(tx, id, toInstant(clock.now_ms()))
      await refuseWithoutAdmin(tx)
      await revokeSessionsOf(tx, id, toInstant(clock.now_ms()))
      await noteChange(tx, actor, { entity, id, name: before.username, form, before })
    }),

  async resetUserPassword({ database, passwords, params: { id }, body, clock, ...actor }) {
    const { caller } = actor
    if (id === caller.user_id) {
      throw new Problem('in-use', { message: 'Change your own password in the settings.' })
    }
    const user = found(await findStaffUser(database, caller.scope, id))
    checkPassword('password', body.password, [user.username, user.full_name])
    const password_hash = await passwords.hash(body.password)
    await database.transaction().execute(async (tx) => {
      const { username } = await lockedUser(tx, caller.scope, id)
      await refuseStronger(tx, caller, user)
      const at = toInstant(clock.now_ms())
      await setPasswordHash(tx, id, password_hash, at)
      await revokeSessionsOf(tx, id, at)
      await noteActivity(tx, actor, {
        action: 'UPDATE',
        entity,
        entity_id: String(id),
        entity_name: username,
        changes: { password: SECRET_CHANGED },
      })
    })
  },
}
