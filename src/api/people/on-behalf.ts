// Opens the portal of an account below the own one in the session of the user.
import type * as contract from '#contract/people/on-behalf.ts'
import { assert } from '#core/assert.ts'
import type { Tx } from '#db/database.ts'
import type { ActivityRow, Changes } from '#db/people/activity-log.ts'
import { findPortal, type Portal, setOnBehalf } from '#db/people/on-behalf.ts'
import { ENTITY_OF_ACCOUNT } from '../checks/account-entity.ts'
import { type Actor, noteActivity } from '../http/activity.ts'
import { isInSession, type OnBehalf, type SessionCaller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'

/** An entry about the account whose portal it is. */
async function noteStep(
  tx: Tx,
  actor: Actor,
  { id, name, type }: Pick<Portal, 'id' | 'name' | 'type'>,
  action: ActivityRow['action'],
  changes: Changes = {},
): Promise<void> {
  const what = { entity: ENTITY_OF_ACCOUNT[type], entity_id: String(id), entity_name: name }
  // The account itself and the one above it see each step, also the first.
  await noteActivity(tx, actor, { action, ...what, on_behalf_of_id: id, changes })
}

const openPortalOf = ({ on_behalf_of }: { on_behalf_of: OnBehalf | null }): OnBehalf =>
  found(on_behalf_of ?? undefined)

/** From what the request has read, so that one under way brings back no portal that was left. */
async function change(
  tx: Tx,
  { session_id, on_behalf_of }: SessionCaller,
  values: Parameters<typeof setOnBehalf>[3],
): Promise<void> {
  if (await setOnBehalf(tx, session_id, on_behalf_of?.id ?? null, values)) return
  const message = 'The portal was opened or left in another window. Load the page again.'
  throw new Problem('in-use', { message })
}

export const onBehalf: HandlersOf<typeof contract> = {
  openPortal: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { caller } = actor
      assert(isInSession(caller), 'A confirmation needs a session.')
      const portal = found(await findPortal(tx, caller.scope, id))
      await change(tx, caller, { on_behalf_of: id, writes_reason: null })
      await noteStep(tx, actor, portal, 'LOGIN')
    }),

  allowWrites: ({ database, body: { reason }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { id, type, name, writes_reason } = openPortalOf(actor.caller)
      await change(tx, actor.caller, { on_behalf_of: id, writes_reason: reason })
      const changes = { writes_reason: [writes_reason, reason] as const }
      await noteStep(tx, actor, { id, type, name }, 'EXECUTE', changes)
    }),

  leavePortal: ({ database, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const portal = openPortalOf(actor.caller)
      await change(tx, actor.caller, { on_behalf_of: null, writes_reason: null })
      await noteStep(tx, actor, portal, 'LOGOUT')
    }),
}
