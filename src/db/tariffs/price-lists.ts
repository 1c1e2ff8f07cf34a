// Whole tariffs by prefix, for comparing what is sold with what it costs.
import { sql } from 'kysely'
import type { Rate } from '#core/money.ts'
import type { ListedRate, PriceList } from '#core/tariff/losses.ts'
import type { RateDetails } from '#core/tariff/terms.ts'
import type { Database } from '../database.ts'
import { RATE_DETAILS, TARIFF_DETAILS } from '../rate-columns.ts'
import { inScope, type Scope } from '../scope.ts'
import { isVisible } from './visible-tariffs.ts'

interface RateRow extends RateDetails {
  readonly prefix: string
  readonly rate: Rate
}

/** The rates that count now; where some count only at some hours, those that always count. */
export async function findPriceList(
  database: Database,
  scope: Scope,
  tariff_id: number,
): Promise<PriceList | undefined> {
  const tariffs = await sql<PriceList['tariff']>`
    select t.id, t.name, t.kind, t.status, t.currency, c.rate as fx, ${sql.raw(TARIFF_DETAILS)},
      t.loss_protection, t.max_loss_percent, t.average_duration_seconds
    from tariff t join currency c on c.code = t.currency
    where t.id = ${tariff_id} and t.deleted_at is null and ${isVisible(scope)}
    `.execute(database)
  const [tariff] = tariffs.rows
  if (!tariff) return undefined
  const rates = await sql<RateRow>`
    select distinct on (prefix) prefix, rate, ${sql.raw(RATE_DETAILS)}
    from tariff_rate
    where tariff_id = ${tariff_id} and effective_from <= now()
      and (effective_until is null or effective_until > now())
    order by prefix, window_id is not null, effective_from desc, id desc`.execute(database)
  return {
    tariff,
    rates: new Map(
      rates.rows.map(({ prefix, rate, ...details }): [string, ListedRate] => [
        prefix,
        { rate, details },
      ]),
    ),
  }
}

/** The tariffs of those right under a reseller, those of single addresses included. */
export async function tariffsBelow(
  database: Database,
  scope: Scope,
  reseller_id: number,
): Promise<number[]> {
  const { rows } = await sql<{ tariff_id: number }>`
    with below as (
      select id, tariff_id from account
      where parent_id = ${reseller_id} and deleted_at is null and ${inScope(scope, 'id')})
    select tariff_id from below where tariff_id is not null
    union
    select i.tariff_id from client_ip i join below on below.id = i.account_id
    where i.tariff_id is not null
    order by tariff_id`.execute(database)
  return rows.map((row) => row.tariff_id)
}
