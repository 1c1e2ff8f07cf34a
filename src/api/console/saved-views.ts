import * as contract from '#contract/console/saved-views.ts'
import {
  countViewsToAdd,
  deleteView,
  findOwnView,
  insertView,
  listSavedViews,
  updateView,
} from '#db/people/saved-views.ts'
import { noteChange } from '../http/activity.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'

const entity = 'saved_view'
const form = contract.savedViewForm

function requireSharing({ permissions }: Caller, { is_shared }: { is_shared: boolean }): void {
  if (is_shared && !permissions.includes('shared_views.create')) throw new Problem('not-allowed')
}

export const savedViews: HandlersOf<typeof contract> = {
  listSavedViews: ({ database, caller, query }) =>
    listSavedViews(database, caller.scope, caller.user_id, query.screen),

  createSavedView: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { user_id } = actor.caller
      requireSharing(actor.caller, body)
      const most = contract.SAVED_VIEWS_PER_USER
      if ((await countViewsToAdd(tx, user_id)) >= most) {
        throw new Problem('bad-input', {
          message: `You have ${most} saved views. Delete one first.`,
        })
      }
      const id = await insertView(tx, user_id, body)
      await noteChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return found(await findOwnView(tx, user_id, id))
    }),

  updateSavedView: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { user_id } = actor.caller
      requireSharing(actor.caller, body)
      const before = found(await findOwnView(tx, user_id, id))
      await updateView(tx, user_id, id, body)
      await noteChange(tx, actor, { entity, id, name: body.name, form, before, after: body })
      return found(await findOwnView(tx, user_id, id))
    }),

  deleteSavedView: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { user_id } = actor.caller
      const before = found(await findOwnView(tx, user_id, id))
      await deleteView(tx, user_id, id)
      await noteChange(tx, actor, { entity, id, name: before.name, form, before })
    }),
}
