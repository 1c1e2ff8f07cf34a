// Alarms whose sentences say what is hidden from a user.
import { type RawBuilder, sql } from 'kysely'
import { MONEY_TOPICS } from '#core/alarm/conditions.ts'
import { type Scope, seesMoneyOf } from '../scope.ts'

/**
 * A condition: the values of the alarm or the event in `alias` are not hidden. A margin is a cost,
 * and what an account has left falls by what its calls cost.
 */
export function seesValuesOf(scope: Scope, alias: 'al' | 'e'): RawBuilder<boolean> {
  const { hidden_tariffs: hidden = [] } = scope
  if (hidden.length === 0) return sql<boolean>`true`
  const topic = sql.ref(`${alias}.topic`)
  const account_id = `${alias}.account_id`
  const seesPayers = hidden.includes('SELL')
    ? sql`${sql.ref(account_id)} in (select id from account where kind = 'SETTLEMENT')`
    : sql`true`
  return sql<boolean>`(${topic} <> 'MARGIN' and (${topic} <> all (${[...MONEY_TOPICS]}::text[])
    or ${seesPayers} and ${seesMoneyOf(scope, account_id)}))`
}
