import { type Insertable, sql } from 'kysely'
import type { Rate } from '#core/money.ts'
import type { RateFilter } from '#core/rate-import/rate-change.ts'
import { RATE_TERM_NAMES } from '#core/tariff/rate-terms.ts'
import type { Step, TariffTerms } from '#core/tariff/terms.ts'
import type { TimeWindow } from '#core/time/time-window.ts'
import { insertRow, removeRow, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { type ListQuery, offsetPage } from '../paging.ts'
import { TARIFF_TERMS } from '../rate-columns.ts'
import type { TariffRateTable } from '../tables/tariffs.ts'
import { countsFrom, rateFilters, rateState } from './rate-filters.ts'

/** The rate in force until a future rate begins. */
const rateNow = sql<Rate | null>`case when r.effective_from > now() then (
  select n.rate from tariff_rate n where n.tariff_id = r.tariff_id and n.prefix = r.prefix
    and n.window_id is not distinct from r.window_id and n.effective_from <= now()
    and (n.effective_until is null or n.effective_until > now())
  order by n.effective_from desc limit 1) end`

/** The rate of the row before it was changed, or of earlier rates, deleted ones too. */
const previousRate = sql<Rate | null>`(select x.rate from (
  select p.rate, p.replaced_at as at from past_rate p
  where p.tariff_id = r.tariff_id and p.prefix = r.prefix and p.rate <> r.rate
    and p.window_id is not distinct from r.window_id
    and (p.rate_id = r.id or p.effective_from < r.effective_from)
  union all
  select n.rate, r.effective_from from tariff_rate n
  where n.tariff_id = r.tariff_id and n.prefix = r.prefix and n.rate <> r.rate
    and n.window_id is not distinct from r.window_id and n.effective_from < r.effective_from
  order by at desc limit 1) x)`

const timeWindow = sql<TimeWindow | null>`case when w.id is not null then
  json_build_object('id', w.id,
  'name', w.name, 'status', w.status, 'timezone', w.timezone, 'ranges', w.ranges) end`

/** The terms that a rate without its own takes from its tariff, and the rounding of charges. */
export const tariffTerms = sql<Omit<TariffTerms, 'fx'>>`json_build_object(${sql.raw(
  TARIFF_TERMS.map((name) => `'${name}', t.${name}`).join(', '),
)})`

const tariffRates = (database: Database, tariff_id: number) =>
  database
    .selectFrom('tariff_rate as r')
    .leftJoin('time_window as w', 'w.id', 'r.window_id')
    .innerJoin('tariff as t', 't.id', 'r.tariff_id')
    .where('r.tariff_id', '=', tariff_id)
    .select('t.currency')
    .select(['r.id', 'r.version', 'r.tariff_id', 'r.prefix', 'r.rate', 'r.notes'])
    .select(['r.effective_from', 'r.effective_until', 'r.created_at', 'r.updated_at'])
    .select(RATE_TERM_NAMES.map((column) => `r.${column}` as const))
    .select([
      rateState.as('state'),
      countsFrom.as('counts_from'),
      rateNow.as('rate_now'),
      previousRate.as('previous_rate'),
      timeWindow.as('window'),
      tariffTerms.as('tariff'),
    ])

const SORTS = {
  prefix: sql`r.prefix`,
  destination: sql`lower(r.destination)`,
  rate: sql`r.rate`,
  effective_from: sql`r.effective_from`,
  updated_at: sql`r.updated_at`,
}

interface RateQuery extends ListQuery<keyof typeof SORTS>, Omit<RateFilter, 'q'> {}

/** The rates of a tariff; whether the caller may see the tariff is for its own query to say. */
export async function listTariffRates(database: Database, tariff_id: number, query: RateQuery) {
  const select = tariffRates(database, tariff_id).where(
    sql<boolean>`${sql.join([sql`true`, ...rateFilters(query)], sql` and `)}`,
  )
  // The rates of one number: the longest prefix first, because that one counts.
  const otherwise = query.number ? '-prefix' : 'prefix'
  return offsetPage(database, select, query, SORTS, otherwise, sql`r.effective_from`, sql`r.id`)
}

export async function findTariffRate(database: Database, tariff_id: number, id: number) {
  return tariffRates(database, tariff_id).where('r.id', '=', id).executeTakeFirst()
}

interface ReplacedQuery {
  readonly prefix: string
  readonly window_id: number | null
  readonly at: string
  readonly but_id: number | null
}

/** The rate of one prefix and window in force at an instant: the newest that has not ended. */
export async function findReplacedRate(
  database: Database,
  tariff_id: number,
  { prefix, window_id, at, but_id }: ReplacedQuery,
) {
  return tariffRates(database, tariff_id)
    .where('r.prefix', '=', prefix)
    .where('r.window_id', 'is not distinct from', window_id)
    .where('r.effective_from', '<=', at)
    .where((is) => is.or([is('r.effective_until', 'is', null), is('r.effective_until', '>', at)]))
    .where('r.id', 'is distinct from', but_id)
    .orderBy('r.effective_from', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export const findTariffRates = (tx: Tx, tariff_id: number, ids: readonly number[]) =>
  tariffRates(tx, tariff_id).where('r.id', 'in', ids).execute()

type RateValues = Omit<
  Insertable<TariffRateTable>,
  'id' | 'tariff_id' | 'steps' | 'version' | 'created_at' | 'updated_at'
> & { readonly steps: readonly Step[] }

/** The driver would write a list as an array of the database, not as JSON. */
const columnsOf = <R extends Pick<RateValues, 'steps'>>(rate: R) => ({
  ...rate,
  steps: JSON.stringify(rate.steps),
})

export const insertTariffRate = (tx: Tx, tariff_id: number, rate: RateValues): Promise<number> =>
  insertRow(tx, 'tariff_rate', { ...columnsOf(rate), tariff_id })

/** False if the row has changed since `version` was read. */
export const updateTariffRate = (
  tx: Tx,
  id: number,
  version: number,
  { steps, ...rate }: Partial<RateValues>,
): Promise<boolean> =>
  updateVersion(tx, 'tariff_rate', id, version, { ...rate, ...(steps && columnsOf({ steps })) })

export const deleteTariffRate = (tx: Tx, id: number): Promise<void> =>
  removeRow(tx, 'tariff_rate', id)
