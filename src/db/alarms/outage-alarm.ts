// The alarm of a database that was away: its rule is read before it is needed, and its row written
// when the database is back.
import { FIRST_NODE } from '#core/call/engine-name.ts'
import type { Tx } from '../database.ts'
import {
  deleteAlarms,
  insertAlarms,
  listActiveRules,
  listOpenAlarms,
  listSnoozed,
  type NewAlarm,
  type StoredRule,
} from './open-alarms.ts'

/** The database as the readings of processes name it, on the machine that has the jobs. */
export const DATABASE_SUBJECT = {
  subject_kind: 'PROCESS',
  subject_id: null,
  subject_key: `${FIRST_NODE} database`,
  subject_name: 'database',
  account_id: null,
  group_key: `NODE ${FIRST_NODE}`,
} as const

/** Undefined where no rule is about processes, or where this alarm is snoozed or fires already. */
export async function findOutageRule(tx: Tx, now_ms: number): Promise<StoredRule | undefined> {
  const rule = (await listActiveRules(tx)).find(({ topic }) => topic === 'PROCESS')
  if (!rule) return undefined
  const { subject_key } = DATABASE_SUBJECT
  const isFiring = (await listOpenAlarms(tx, now_ms)).some(
    (open) =>
      open.rule_id === rule.id && open.subject_key === subject_key && open.state === 'FIRING',
  )
  const isSnoozed = (await listSnoozed(tx, now_ms)).has(`${rule.id} ${subject_key}`)
  return isFiring || isSnoozed ? undefined : rule
}

/**
 * Answers its id. From now on it is an alarm like any other: it clears when the database has
 * answered for the time of its rule.
 */
export async function insertOutageAlarm(tx: Tx, alarm: NewAlarm): Promise<number> {
  // The job of alarms may have been first, by what the supervisor has written of its start.
  const open = await tx
    .selectFrom('alarm')
    .where('rule_id', '=', alarm.rule_id)
    .where('subject_key', '=', alarm.subject_key)
    .where('state', '<>', 'CLEARED')
    .select('id')
    .execute()
  await deleteAlarms(
    tx,
    open.map(({ id }) => id),
  )
  const rules = await listActiveRules(tx)
  const rule_id = rules.some(({ id }) => id === alarm.rule_id) ? alarm.rule_id : null
  const [id] = await insertAlarms(tx, [{ ...alarm, rule_id }])
  if (id === undefined) throw new Error('The alarm of the outage was not written')
  return id
}
