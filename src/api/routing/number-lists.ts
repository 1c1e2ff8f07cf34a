import * as contract from '#contract/routing/number-lists.ts'
import type { Tx } from '#db/database.ts'
import { lockedUsersOf } from '#db/references.ts'
import {
  deleteNumberList,
  findNumberList,
  insertNumberList,
  listNumberLists,
  updateNumberList,
} from '#db/routing/number-lists.ts'
import { refuseInUse } from '../checks/in-use.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'

const entity = 'number_list'
const form = contract.numberListForm

/** A pool cannot become a list or the other way round while it is in use. */
async function checkMode(tx: Tx, id: number, before: string, after: string): Promise<void> {
  if ((before === 'RANDOM') === (after === 'RANDOM')) return
  const users = await lockedUsersOf(tx, 'number_list', id)
  if (users.length === 0) return
  throw badField('mode', `Locked: ${users.slice(0, 5).join(', ')} need this mode.`)
}

export const numberLists: HandlersOf<typeof contract> = {
  listNumberLists: ({ database, caller, query }) => listNumberLists(database, caller.scope, query),

  async getNumberList({ database, caller, params }) {
    return found(await findNumberList(database, caller.scope, params.id))
  },

  createNumberList: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const id = await insertNumberList(tx, body)
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return found(await findNumberList(tx, actor.caller.scope, id))
    }),

  updateNumberList: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, ...values } = body
      const before = found(await findNumberList(tx, scope, id))
      await checkMode(tx, id, before.mode, body.mode)
      if (before.is_high_risk && body.mode === 'RANDOM') {
        throw badField('mode', 'The high-risk list cannot be a pool.')
      }
      if (!(await updateNumberList(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await publishChange(tx, actor, { entity, id, name: body.name, form, before, after: values })
      return found(await findNumberList(tx, scope, id))
    }),

  deleteNumberList: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findNumberList(tx, actor.caller.scope, id))
      if (before.is_high_risk) {
        const message = 'The high-risk list cannot be deleted. You can block it instead.'
        throw new Problem('in-use', { message })
      }
      refuseInUse('The number list', await lockedUsersOf(tx, 'number_list', id))
      await deleteNumberList(tx, id, toInstant(clock.now_ms()))
      await publishChange(tx, actor, { entity, id, name: before.name, form, before })
    }),
}
