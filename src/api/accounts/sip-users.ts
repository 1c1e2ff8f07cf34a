import * as contract from '#contract/accounts/sip-users.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { lockAccount } from '#db/accounts/account-profile.ts'
import { findClient } from '#db/accounts/clients.ts'
import { askRemovalOf } from '#db/accounts/registrations.ts'
import {
  deleteSipUser,
  findSipUser,
  insertSipUser,
  isSipNameTaken,
  listSipUsers,
  setSipPassword,
  updateSipUser,
} from '#db/accounts/sip-users.ts'
import type { Tx } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import {
  type Actor,
  changedMeanwhile,
  noteActivity,
  noteChange,
  publishChange,
  SECRET_CHANGED,
} from '../http/activity.ts'
import { type AppContext, toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { ha1Of, makeSipName, makeSipPassword } from './sip-password.ts'

const entity = 'sip_user'
const form = contract.newSipUserForm

/** The client must exist, and may not be deleted until its user is written. */
async function checkClient(tx: Tx, scope: Scope, account_id: number): Promise<void> {
  await lockAccount(tx, account_id)
  const client = await findClient(tx, scope, 'RETAIL', account_id)
  if (!client) throw badField('account_id', 'This client does not exist.')
}

function checkExpires({
  expires_min_seconds,
  expires_max_seconds,
}: BodyOf<typeof contract.updateSipUser>): void {
  if (expires_min_seconds > expires_max_seconds)
    throw badField('expires_max_seconds', 'Must not be less than the min time.')
}

const TRIES = 20

/** The requested name, or a generated one that is free. */
async function chooseName(tx: Tx, wanted: string | null): Promise<string> {
  if (wanted !== null) {
    if (!(await isSipNameTaken(tx, wanted))) return wanted
    throw new Problem('already-exists', { fields: { username: 'This name is already in use.' } })
  }
  for (let i = 0; i < TRIES; i++) {
    const name = makeSipName()
    if (!(await isSipNameTaken(tx, name))) return name
  }
  throw badField('username', 'No free username found. Enter one.')
}

/** Its phones must register again, if they still may. */
async function removeRegistrations(tx: Tx, id: number, at: string): Promise<void> {
  await askRemovalOf(tx, id, at)
  await sendSignal(tx, { changed: 'registrations' })
}

type Renewal = Actor & Pick<AppContext, 'secretKeys' | 'clock'>

/** A new password for a SIP user of the scope; its phones must register again. */
export async function renewPassword(tx: Tx, { caller, origin, ...context }: Renewal, id: number) {
  const { username } = found(await findSipUser(tx, caller.scope, id))
  const password = makeSipPassword()
  const ha1 = context.secretKeys.encrypt('sip_user.ha1', ha1Of(username, password))
  await setSipPassword(tx, id, ha1)
  await noteActivity(
    tx,
    { caller, origin },
    {
      action: 'UPDATE',
      entity,
      entity_id: String(id),
      entity_name: username,
      changes: { password: SECRET_CHANGED },
    },
  )
  await removeRegistrations(tx, id, toInstant(context.clock.now_ms()))
  await sendSignal(tx, { changed: 'routing' })
  return { username, password }
}

export const sipUsers: HandlersOf<typeof contract> = {
  listSipUsers: ({ database, caller, query }) => listSipUsers(database, caller.scope, query),

  async getSipUser({ database, caller, params }) {
    return found(await findSipUser(database, caller.scope, params.id))
  },

  createSipUser: ({ database, secretKeys, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      checkExpires({ ...body, version: 1 })
      await checkClient(tx, scope, body.account_id)
      const username = await chooseName(tx, body.username)
      const password = makeSipPassword()
      const user = { ...body, username }
      const ha1 = secretKeys.encrypt('sip_user.ha1', ha1Of(username, password))
      const id = await insertSipUser(tx, { ...user, ha1 })
      await publishChange(tx, actor, { entity, id, name: username, form, after: user })
      return { ...found(await findSipUser(tx, scope, id)), password }
    }),

  updateSipUser: ({ database, params: { id }, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, ...values } = body
      checkExpires(body)
      const before = found(await findSipUser(tx, scope, id))
      if (!(await updateSipUser(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      const change = { form: contract.sipUserForm, before, after: values }
      await noteChange(tx, actor, { entity, id, name: before.username, ...change })
      if (values.status === 'blocked') await removeRegistrations(tx, id, toInstant(clock.now_ms()))
      await sendSignal(tx, { changed: 'routing' })
      return found(await findSipUser(tx, scope, id))
    }),

  renewSipPassword: (request) =>
    request.database.transaction().execute((tx) => renewPassword(tx, request, request.params.id)),

  deleteSipUser: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findSipUser(tx, actor.caller.scope, id))
      await deleteSipUser(tx, id)
      await noteChange(tx, actor, { entity, id, name: before.username, form, before })
      // The registrations go with the user, so the switch has to learn which of its own are left.
      await sendSignal(tx, { changed: 'registrations' })
      await sendSignal(tx, { changed: 'routing' })
    }),
}
