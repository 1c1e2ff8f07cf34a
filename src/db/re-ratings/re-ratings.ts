// Re-ratings as the console sees them: filters, progress and changes per account (ADR-0015). The
// calls themselves are in re-rating-preview.ts and re-rating-apply.ts.
import { type Insertable, sql } from 'kysely'
import type { ReRatingProblem, ReRatingState } from '#core/billing/re-rate-call.ts'
import type { Money, Rate, Sum } from '#core/money.ts'
import type { Database, Tx } from '../database.ts'
import {
  countRows,
  hasText,
  hasValues,
  keyOf,
  type Listed,
  type ListQuery,
  offsetPage,
  sortOf,
  startsWith,
  toPage,
} from '../paging.ts'
import { inScope, type Scope, seesEverything } from '../scope.ts'
import type { ReRatingTable } from '../tables/calls.ts'

/** In thousandths: of the time that is looked at, or of the changes that are to be made. */
const progress = sql<number>`(case r.state
  when 'PREVIEWING' then coalesce(floor(1000 * extract(epoch from r.looked_until - r.from_at)
    / extract(epoch from r.until_at - r.from_at)), 0)
  when 'APPLYING' then 1000 * (r.applied_count + r.problems_count) / r.changes_count
  else 1000 end)::int`

const reRatings = (database: Database, scope: Scope) =>
  database
    .selectFrom('re_rating as r')
    .leftJoin('account as a', 'a.id', 'r.account_id')
    .leftJoin('tariff as t', 't.id', 'r.tariff_id')
    .leftJoin('tariff as n', 'n.id', 'r.new_tariff_id')
    .innerJoin('console_user as u', 'u.id', 'r.created_by')
    .leftJoin('console_user as y', 'y.id', 'r.applied_by')
    .where(seesEverything(scope))
    .select(['r.id', 'r.reason', 'r.state', 'r.from_at', 'r.until_at', 'r.account_id'])
    .select(['r.tariff_id', 'r.prefix', 'r.new_tariff_id', 'r.charges_looked_at', 'r.error'])
    .select(['r.applied_at', 'r.created_at', 'r.updated_at'])
    .select(['a.name as account_name', 't.name as tariff_name', 'n.name as new_tariff_name'])
    .select(['u.username as created_by', 'y.username as applied_by'])
    .select(['r.changes_count', 'r.applied_count', 'r.problems_count', progress.as('progress')])

const SORTS = {
  id: sql`r.id`,
  from_at: sql`r.from_at`,
  state: sql`r.state`,
}

interface ReRatingQuery extends ListQuery<keyof typeof SORTS> {
  readonly state?: ReRatingState | undefined
}

export async function listReRatings(database: Database, scope: Scope, query: ReRatingQuery) {
  const select = reRatings(database, scope)
    .where(hasText(query.q, 'r.reason', 'a.name'))
    .where(hasValues({ 'r.state': query.state }))
  return offsetPage(database, select, query, SORTS, '-id', sql`r.id`)
}

export async function findReRating(database: Database, scope: Scope, id: number) {
  return reRatings(database, scope).where('r.id', '=', id).executeTakeFirst()
}

export type NewReRating = Pick<
  Insertable<ReRatingTable>,
  | 'reason'
  | 'from_at'
  | 'until_at'
  | 'account_id'
  | 'tariff_id'
  | 'prefix'
  | 'new_tariff_id'
  | 'created_by'
>

export async function insertReRating(tx: Tx, reRating: NewReRating): Promise<number> {
  const { id } = await tx
    .insertInto('re_rating')
    .values(reRating)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Waits for the batch that is at work, and keeps the next one from beginning. */
export async function lockReRating(tx: Tx, id: number): Promise<ReRatingState | undefined> {
  const row = await tx
    .selectFrom('re_rating')
    .where('id', '=', id)
    .select('state')
    .forUpdate()
    .executeTakeFirst()
  return row?.state
}

/**
 * Starts or continues to apply: calls that were skipped for their balance, or had changed, are
 * retried.
 */
export async function startApplying(tx: Tx, id: number, user_id: number): Promise<void> {
  const { numAffectedRows = 0n } = await sql`update re_rating_change set problem = null
    where re_rating_id = ${id} and applied_at is null and problem <> 'NO_RATE'`.execute(tx)
  await sql`update re_rating set state = 'APPLYING', error = '', applied_by = ${user_id},
      problems_count = problems_count - ${numAffectedRows}::int
    where id = ${id}`.execute(tx)
}

export async function setReRatingState(tx: Tx, id: number, state: ReRatingState): Promise<void> {
  await tx.updateTable('re_rating').set({ state }).where('id', '=', id).execute()
}

/** Its changes go with it. */
export async function deleteReRating(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('re_rating').where('id', '=', id).execute()
}

export interface TotalRow {
  readonly account_id: number
  readonly account_name: string
  readonly account_kind: 'RESELLER' | 'WHOLESALE' | 'RETAIL' | 'SETTLEMENT'
  readonly currency: string
  readonly charges: number
  readonly applied: number
  readonly problems: number
  readonly old_amount: Sum
  readonly new_amount: Sum
  readonly difference: Sum
}

const TOTAL_SORTS = {
  account_name: sql`lower(account_name)`,
  charges: sql`charges`,
  difference: sql`difference`,
}

/** The change per account, in its currency, without calls that have no rate. */
export async function listReRatingTotals(
  database: Database,
  scope: Scope,
  re_rating_id: number,
  query: ListQuery<keyof typeof TOTAL_SORTS>,
): Promise<Listed<TotalRow>> {
  const rows = sql`select h.account_id, a.name as account_name, a.kind as account_kind,
      h.currency, count(*) as charges, count(h.applied_at) as applied,
      count(h.problem) as problems, sum(h.old_amount) as old_amount,
      sum(coalesce(h.new_amount, h.old_amount)) as new_amount,
      sum(coalesce(h.new_amount, h.old_amount) - h.old_amount) as difference
    from re_rating_change h join account a on a.id = h.account_id
    where h.re_rating_id = ${re_rating_id} and ${inScope(scope, 'h.account_id')}
    group by h.account_id, a.name, a.kind, h.currency`
  const offset = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const { sort, column, direction } = sortOf(query, 'account_name')
  const found = await sql<TotalRow>`select * from (${rows}) totals
    order by ${TOTAL_SORTS[column]} ${sql.raw(direction)}, account_id
    limit ${query.limit + 1} offset ${offset}`.execute(database)
  return toPage(query, sort, found.rows, await countRows(database, query, rows), () => [
    offset + query.limit,
  ])
}

export interface ChangeRow {
  readonly call_id: string
  readonly started_at: string
  readonly account_id: number
  readonly account_name: string
  readonly depth: number
  readonly called_number: string
  readonly currency: string
  readonly old_prefix: string
  readonly old_rate: Rate
  readonly old_rate_currency: string
  readonly old_billed_seconds: number
  readonly old_amount: Money
  readonly new_prefix: string | null
  readonly new_rate: Rate | null
  readonly new_rate_currency: string | null
  readonly new_billed_seconds: number | null
  readonly new_amount: Money | null
  readonly difference: Money | null
  readonly problem: ReRatingProblem | null
  readonly applied_at: string | null
}

const CHANGE_SORTS = {
  started_at: sql`h.started_at`,
  difference: sql`h.new_amount - h.old_amount`,
}

interface ChangeQuery extends ListQuery<keyof typeof CHANGE_SORTS> {
  readonly account_id?: number | undefined
  readonly state?: 'open' | 'applied' | ReRatingProblem | undefined
}

export async function listReRatingChanges(
  database: Database,
  scope: Scope,
  re_rating_id: number,
  query: ChangeQuery,
): Promise<Listed<ChangeRow>> {
  const { q, account_id, state } = query
  const filters = [sql`h.re_rating_id = ${re_rating_id}`, inScope(scope, 'h.account_id')]
  if (account_id) filters.push(sql`h.account_id = ${account_id}`)
  if (state === 'open') filters.push(sql`h.applied_at is null and h.problem is null`)
  else if (state === 'applied') filters.push(sql`h.applied_at is not null`)
  else if (state) filters.push(sql`h.problem = ${state}`)
  if (q) filters.push(sql`(h.called_number like ${startsWith(q)} or h.call_id::text = ${q})`)
  const from = sql`from re_rating_change h join account a on a.id = h.account_id
    left join tariff t on t.id = h.old_tariff_id left join tariff n on n.id = h.new_tariff_id
    where ${sql.join(filters, sql` and `)}`
  const offset = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const { sort, column, direction } = sortOf(query, 'started_at')
  const way = sql.raw(direction)
  const { rows } = await sql<ChangeRow>`
    select h.call_id::text as call_id, h.started_at, h.account_id, a.name as account_name, h.depth,
      h.called_number, h.currency, h.old_prefix, h.old_rate, h.old_billed_seconds, h.old_amount,
      h.new_prefix, h.new_rate, h.new_billed_seconds, h.new_amount,
      coalesce(t.currency, h.currency) as old_rate_currency, n.currency as new_rate_currency,
      (h.new_amount - h.old_amount) as difference, h.problem, h.applied_at
    ${from} order by ${CHANGE_SORTS[column]} ${way} nulls last, h.call_id ${way}, h.depth
    limit ${query.limit + 1} offset ${offset}`.execute(database)
  const total = await countRows(database, query, sql`select 1 ${from}`)
  return toPage(query, sort, rows, total, () => [offset + query.limit])
}
