// The profile of the user's own account: not its name, its limits or its prices.
import * as contract from '#contract/accounts/own-profile.ts'
import { findOwnProfile, updateOwnProfile } from '#db/accounts/own-profile.ts'
import { ENTITY_OF_ACCOUNT } from '../checks/account-entity.ts'
import { changedMeanwhile, noteChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'

const form = contract.ownProfileForm

export const ownProfile: HandlersOf<typeof contract> = {
  async getOwnProfile({ database, caller: { account_id, scope } }) {
    if (account_id === null) return null
    return found(await findOwnProfile(database, scope, account_id))
  },

  updateOwnProfile: ({ database, body: { version, ...after }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { type, account_id: id, scope } = actor.caller
      if (type === 'ADMIN' || id === null) throw new Problem('not-found')
      const entity = ENTITY_OF_ACCOUNT[type]
      const before = found(await findOwnProfile(tx, scope, id))
      if (!(await updateOwnProfile(tx, id, version, after))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await noteChange(tx, actor, { entity, id, name: before.name, form, before, after })
      return found(await findOwnProfile(tx, scope, id))
    }),
}
