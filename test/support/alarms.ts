// An alarm as the job writes it, and what makes the job write one.
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/** The low balance of an account, which fires since now; answers its id. */
export async function writeAlarm(database: Database, account_id: number): Promise<number> {
  const rule = await database
    .selectFrom('alarm_rule')
    .where('topic', '=', 'LOW_BALANCE')
    .selectAll()
    .executeTakeFirstOrThrow()
  const now = new Date().toISOString()
  const { id } = await database
    .insertInto('alarm')
    .values({
      ...{ rule_id: rule.id, topic: rule.topic, severity: rule.severity, state: 'FIRING' },
      ...{ rule: JSON.stringify(rule), subject_kind: rule.subject_kind, account_id },
      ...{ subject_id: account_id, subject_key: String(account_id), subject_name: 'Account' },
      ...{ began_at: now, fired_at: now, announced_at: now, currency: 'USD' },
      ...{ first_value: 1_000_000, last_value: 1_000_000, worst_value: 1_000_000 },
      sentence: 'The available amount is 1 USD, below 2 USD.',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The finding of the engine by its pings of a gateway. */
export async function setPing(
  database: Database,
  gateway_id: number,
  state: 'UP' | 'DOWN',
): Promise<void> {
  await sql`update gateway set options_ping = true where id = ${gateway_id}`.execute(database)
  await sql`update gateway_state set ping_state = ${state}
    where gateway_id = ${gateway_id}`.execute(database)
}
