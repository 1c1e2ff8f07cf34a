// The rate of one number in every tariff, by the rule of core/tariff/rate-sheet.ts (findRate).
import { sql } from 'kysely'
import type { Percent, Rate } from '#core/money.ts'
import { RATE_TERM_NAMES } from '#core/tariff/rate-terms.ts'
import type { RateDetails, TariffTerms } from '#core/tariff/terms.ts'
import type { Database } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { usedByCount } from '../references.ts'
import { inScope, isOfAdmin, isOwn, type Scope, seesTariffs } from '../scope.ts'
import type { TariffTable } from '../tables/tariffs.ts'
import { beginningsOf } from './rate-filters.ts'
import { type RateInstant, rateOfNumber, readRateInstant, secondAfter } from './rate-in-effect.ts'
import { tariffTerms } from './tariff-rates.ts'
import { isVisible } from './visible-tariffs.ts'

interface TariffOfNumber {
  /** Id of the tariff. */
  readonly id: number
  readonly tariff_name: string
  readonly kind: TariffTable['kind']
  readonly currency: string
  readonly used_by_count: number
  readonly is_of_client: boolean
  readonly tariff: Omit<TariffTerms, 'fx'>
  readonly window_name: string | null
  readonly changes_at: string | null
  readonly margin: Rate | null
  readonly margin_currency: string
}

interface RateOfNumber extends RateDetails {
  readonly rate_id: number
  readonly prefix: string
  readonly rate: Rate
  readonly effective_from: string
}

/** All null where the tariff has none. */
type NoRate = { readonly [F in keyof RateOfNumber]: null }
type NumberRateRow = TariffOfNumber & (RateOfNumber | NoRate)

interface Asked {
  /** As it is rated. */
  readonly number: string
  readonly at_ms: number
  readonly client_id: number | null
}

function rateOf(number: string, instant: RateInstant) {
  const rate = rateOfNumber(
    number,
    instant,
    sql`r.id as rate_id, r.prefix, r.rate, r.effective_from, r.effective_until,
      ${sql.join(RATE_TERM_NAMES.map((column) => sql.ref(`r.${column}`)))}`,
  )
  const change = sql`
    select least(min(r.effective_from), f.effective_until) as changes_at from tariff_rate r
    where r.tariff_id = t.id and r.prefix = any (${beginningsOf(number)}::text[])
      and r.effective_from >= ${secondAfter(instant)}
      and length(r.prefix) >= coalesce(length(f.prefix), 0)`
  return { rate, change }
}

/** Lists every active tariff of the scope, with the columns of the rate null where it has none. */
function ratesOf(scope: Scope, asked: Asked, instant: RateInstant) {
  const { rate, change } = rateOf(asked.number, instant)
  return sql<NumberRateRow>`(
    select *, case
        when kind <> 'BUY'
          then worth - min(worth) filter (where kind = 'BUY' and not blocked) over ()
        else max(worth) filter (where is_of_client) over () - worth
      end as margin
    from (
      select t.id, t.name as tariff_name, t.kind, t.currency, ${tariffTerms} as tariff,
        ${usedByCount('tariff', sql`t.id`)} as used_by_count, f.*, w.name as window_name,
        n.changes_at,
        (select code from currency where is_system) as margin_currency,
        coalesce(t.id = (select tariff_id from account where id = ${asked.client_id}), false)
          as is_of_client,
        round(case when f.reverse_billing then - f.rate else f.rate end::numeric * c.rate
          / 100000000)::bigint as worth
      from tariff t join currency c on c.code = t.currency
        left join lateral (${rate}) f on true
        left join lateral (${change}) n on true
        left join time_window w on w.id = f.window_id
      where t.deleted_at is null and t.status = 'active'
        and ${isVisible(scope)} and ${seesTariffs(scope, 't.kind')}) rated)`.as('n')
}

const SORTS = {
  tariff_name: sql`lower(n.tariff_name)`,
  kind: sql`array_position(array['SELL', 'RESELLER_COST', 'BUY'], n.kind)`,
  used_by_count: sql`n.used_by_count`,
  prefix: sql`n.prefix`,
  destination: sql`lower(n.destination)`,
  rate: sql`n.worth`,
  margin: sql`n.margin`,
  effective_from: sql`n.effective_from`,
  changes_at: sql`n.changes_at`,
}

interface NumberRateQuery extends ListQuery<keyof typeof SORTS> {
  readonly kind?: TariffTable['kind'] | undefined
  readonly rated?: 'true' | 'false' | undefined
  readonly tariff_id?: number | undefined
}

export async function listNumberRates(
  database: Database,
  scope: Scope,
  query: NumberRateQuery,
  asked: Asked,
) {
  let select = database
    .selectFrom(ratesOf(scope, asked, await readRateInstant(database, asked.at_ms)))
    .selectAll()
    .$castTo<NumberRateRow>()
    .where(hasText(query.q, 'n.tariff_name'))
    .where(hasValues({ 'n.kind': query.kind, 'n.id': query.tariff_id }))
  if (query.rated) {
    select = select.where('n.rate_id', query.rated === 'true' ? 'is not' : 'is', null)
  }
  return offsetPage(database, select, query, SORTS, 'kind', sql`n.worth`, sql`n.id`)
}

/** The VAT of the user's own account, if it is charged by the tariff. */
export async function findOwnVat(
  database: Database,
  scope: Scope,
  tariff_id: number,
): Promise<Percent | undefined> {
  if (isOfAdmin(scope)) return undefined
  const account = await database
    .selectFrom('account')
    .where(isOwn(scope, 'id'))
    .where('tariff_id', '=', tariff_id)
    .where('deleted_at', 'is', null)
    .select('vat_percent')
    .executeTakeFirst()
  return account?.vat_percent
}

export async function isClientOf(
  database: Database,
  scope: Scope,
  account_id: number,
): Promise<boolean> {
  const { rows } = await sql`select from account a
    where a.id = ${account_id} and a.deleted_at is null and ${inScope(scope, 'a.id')}`.execute(
    database,
  )
  return rows.length > 0
}
