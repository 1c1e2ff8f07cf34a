import * as contract from '#contract/routing/time-windows.ts'
import { isWindowOpen, nextChange, type TimeWindow } from '#core/time/time-window.ts'
import { writeRanges } from '#core/time/time-window-labels.ts'
import { lockedUsersOf } from '#db/references.ts'
import {
  deleteTimeWindow,
  findTimeWindow,
  insertTimeWindow,
  listTimeWindows,
  updateTimeWindow,
} from '#db/routing/time-windows.ts'
import { refuseInUse } from '../checks/in-use.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'

const entity = 'time_window'
const form = contract.timeWindowForm

/** With its hours in words, and what they say of this moment. */
function atMoment<Row extends TimeWindow>(row: Row, now_ms: number) {
  const change = nextChange(row, now_ms)
  return {
    ...row,
    hours: writeRanges(row.ranges),
    current_state: isWindowOpen(row, now_ms) ? ('open' as const) : ('closed' as const),
    next_change: change === undefined ? null : toInstant(change),
  }
}

export const timeWindows: HandlersOf<typeof contract> = {
  async listTimeWindows({ database, caller, query, clock }) {
    const { rows, page } = await listTimeWindows(database, caller.scope, query)
    return { rows: rows.map((row) => atMoment(row, clock.now_ms())), page }
  },

  async getTimeWindow({ database, caller, params, clock }) {
    return atMoment(found(await findTimeWindow(database, caller.scope, params.id)), clock.now_ms())
  },

  createTimeWindow: ({ database, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const id = await insertTimeWindow(tx, body)
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return atMoment(found(await findTimeWindow(tx, actor.caller.scope, id)), clock.now_ms())
    }),

  updateTimeWindow: ({ database, params: { id }, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, ...values } = body
      const before = found(await findTimeWindow(tx, scope, id))
      if (!(await updateTimeWindow(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await publishChange(tx, actor, { entity, id, name: body.name, form, before, after: values })
      return atMoment(found(await findTimeWindow(tx, scope, id)), clock.now_ms())
    }),

  deleteTimeWindow: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findTimeWindow(tx, actor.caller.scope, id))
      refuseInUse('The time window', await lockedUsersOf(tx, 'time_window', id))
      await deleteTimeWindow(tx, id, toInstant(clock.now_ms()))
      await publishChange(tx, actor, { entity, id, name: before.name, form, before })
    }),
}
