import type * as contract from '#contract/alarms/alarms.ts'
import { CONDITIONS } from '#core/alarm/conditions.ts'
import { formatValue, unitOfBound } from '#core/alarm/value-text.ts'
import {
  acknowledgeAlarm,
  countAlarms,
  endSnooze,
  findAlarm,
  type ListedAlarm,
  listAlarms,
  listCriticals,
  snoozeAlarm,
} from '#db/alarms/alarms.ts'
import { countUnreadLines } from '#db/alarms/bell.ts'
import type { Database, Tx } from '#db/database.ts'
import { sendSignal } from '#db/signals.ts'
import { type Actor, noteActivity } from '../http/activity.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { bellReaderOf } from './bell.ts'

const SNOOZE_DAYS_MAX = 90
const DAY_MS = 86_400_000

function shown(row: ListedAlarm) {
  const { unit } = CONDITIONS[row.topic]
  return {
    ...row,
    unit,
    first_value: formatValue(unit, row.first_value),
    last_value: formatValue(unit, row.last_value),
    worst_value: formatValue(unit, row.worst_value),
    bound: formatValue(unitOfBound(row), row.bound),
  }
}

export const alarms: HandlersOf<typeof contract> = {
  async listAlarms({ database, caller, query }) {
    const { rows, page } = await listAlarms(database, caller.scope, inZoneOf(caller, query))
    return { rows: rows.map(shown), page }
  },

  async countAlarms({ database, caller }) {
    const counts = await countAlarms(database, caller.scope)
    const criticals =
      counts.unacknowledged_criticals > 0 ? await listCriticals(database, caller.scope) : []
    const unread = await countUnreadLines(database, bellReaderOf(caller))
    return { ...counts, criticals: criticals.map(shown), unread }
  },

  async getAlarm({ database, caller, params }) {
    return shown(found(await findAlarm(database, caller.scope, params.id)))
  },

  acknowledgeAlarm: (request) => {
    const { note } = request.body
    const { user_id } = request.caller
    const work = (tx: Tx, id: number) => acknowledgeAlarm(tx, id, { user_id, note })
    return act(request, work, { acknowledged_note: [null, note] })
  },

  async snoozeAlarm(request) {
    const { until_at } = request.body
    const { user_id, scope } = request.caller
    found(await findAlarm(request.database, scope, request.params.id))
    const ahead_ms = Date.parse(until_at) - request.clock.now_ms()
    if (ahead_ms <= 0 || ahead_ms > SNOOZE_DAYS_MAX * DAY_MS) {
      throw badField('until_at', `A time within the next ${SNOOZE_DAYS_MAX} days.`)
    }
    const work = (tx: Tx, id: number) => snoozeAlarm(tx, id, { user_id, until_at })
    return act(request, work, { snoozed_until: [null, until_at] }, 'NEEDS_RULE')
  },

  async endSnooze(request) {
    await act(request, endSnooze, { snoozed_until: ['', null] })
  },
}

/** Changes an alarm, and has the job look at it at once. */
function act(
  { database, params: { id }, ...actor }: Actor & { database: Database; params: { id: number } },
  work: (tx: Tx, id: number) => Promise<void>,
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
  needs?: 'NEEDS_RULE',
) {
  return database.transaction().execute(async (tx) => {
    const { scope } = actor.caller
    const before = found(await findAlarm(tx, scope, id))
    if (needs && before.rule_id === null) {
      throw new Problem('not-allowed', { message: 'The rule of this alarm was deleted.' })
    }
    await work(tx, id)
    await noteActivity(tx, actor, {
      action: 'EXECUTE',
      entity: 'alarm',
      entity_id: String(id),
      entity_name: before.subject_name,
      changes,
    })
    await sendSignal(tx, { changed: 'alarms' })
    return shown(found(await findAlarm(tx, scope, id)))
  })
}
