// Markups as the console sees them: rules, state, and what they would make of the rates.
import { sql } from 'kysely'
import type { Fx, Rate } from '#core/money.ts'
import type { MarkupState } from '#core/tariff/markup-state.ts'
import type { Database, SqlConnection, Tx } from '../database.ts'
import { CHAINS_LOCK } from '../locks.ts'
import { inScope, type Scope, seesTariffs } from '../scope.ts'
import {
  encodeRules,
  FAULT,
  faultText,
  isSuspicious,
  type Markup,
  type MarkupExchange,
  wantedRates,
} from './markup-sql.ts'
import { isVisible } from './visible-tariffs.ts'

/** State of the markup `m`. */
export const markupState = sql<MarkupState | null>`case when m.tariff_id is null then null
  when m.error <> '' then 'FAILED'
  when m.is_due or exists (select from tariff_markup_change c where c.tariff_id = m.tariff_id)
    then 'PENDING' else 'CURRENT' end`

/** The markup of a tariff that the caller may change, with a parent whose prices are not hidden. */
export async function findMarkup(database: Database, scope: Scope, tariff_id: number) {
  return database
    .selectFrom('tariff_markup as m')
    .innerJoin('tariff as t', 't.id', 'm.tariff_id')
    .innerJoin('tariff as p', 'p.id', 'm.parent_id')
    .where('m.tariff_id', '=', tariff_id)
    .where(inScope(scope, 't.owner_id'))
    .where(seesTariffs(scope, 't.kind'))
    .where(isVisible(scope, 'p'))
    .where(seesTariffs(scope, 'p.kind'))
    .select(['m.tariff_id', 't.name as tariff_name', 't.currency', 'm.version', 'm.follows'])
    .select(['m.parent_id', 'p.name as parent_name', 'p.currency as parent_currency'])
    .select(['m.rules', 'm.decimals', 'm.rounding_mode', 'm.error', 'm.computed_at'])
    .select(markupState.$notNull().as('state'))
    .executeTakeFirst()
}

/** Its rates are computed, so that no one may change them. */
export async function hasMarkup(database: Database, tariff_id: number): Promise<boolean> {
  const { rows } = await sql`select from tariff_markup where tariff_id = ${tariff_id}`.execute(
    database,
  )
  return rows.length > 0
}

/** How many tariffs above it are followed; 0 of one that follows none. */
export async function countAbove(database: Database, tariff_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive above (id) as (
      select parent_id from tariff_markup where tariff_id = ${tariff_id}
      union all select m.parent_id from above a join tariff_markup m on m.tariff_id = a.id)
    select count(*) as count from above`.execute(database)
  return rows[0]?.count ?? 0
}

/** The tariffs that follow this one, directly or through others, with how far below they are. */
export async function listBelow(database: Database, tariff_id: number) {
  const { rows } = await sql<{ id: number; depth: number }>`
    with recursive below (id, depth) as (
      select tariff_id, 1 from tariff_markup where parent_id = ${tariff_id}
      union all
      select m.tariff_id, b.depth + 1 from below b join tariff_markup m on m.parent_id = b.id)
    select id, depth from below`.execute(database)
  return rows
}

/** Whether an import changes the rates of the tariff as a whole. */
export async function isImporting(database: Database, tariff_id: number): Promise<boolean> {
  const { rows } = await sql`select from rate_import
    where tariff_id = ${tariff_id} and state in ('APPLYING', 'UNDOING') limit 1`.execute(database)
  return rows.length > 0
}

/** Locks the chain of followers, so that a check of it by one user is true until the end. */
export async function lockChains(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHAINS_LOCK})`.execute(tx)
}

/** Between two currencies; null where it is one. */
export async function findExchange(
  database: Database,
  from: string,
  to: string,
): Promise<MarkupExchange> {
  if (from === to) return null
  const { rows } = await sql<{ from_fx: Fx; to_fx: Fx }>`
    select f.rate as from_fx, t.rate as to_fx from currency f cross join currency t
    where f.code = ${from} and t.code = ${to}`.execute(database)
  return rows[0] ?? null
}

export interface NewMarkup extends Markup {
  readonly tariff_id: number
  readonly parent_id: number
  readonly follows: boolean
  readonly has_past: boolean
  readonly typed_fx: Fx | null
}

export async function insertMarkup(tx: Tx, { rules, ...values }: NewMarkup): Promise<void> {
  await tx
    .insertInto('tariff_markup')
    .values({ ...values, rules: encodeRules(rules) })
    .execute()
}

/** A tariff that has rates, or follows another one, follows this one from now on. */
export async function followTariff(
  tx: Tx,
  { tariff_id, parent_id, rules, decimals, rounding_mode }: Markup & FollowedBy,
): Promise<void> {
  const values = { parent_id, rules: encodeRules(rules), decimals, rounding_mode }
  await tx
    .insertInto('tariff_markup')
    .values({ tariff_id, follows: true, has_past: false, typed_fx: null, ...values })
    .onConflict((conflict) =>
      conflict.column('tariff_id').doUpdateSet((is) => ({
        ...values,
        ...{ is_due: true, error: '', computed_at: null, parent_fx: null, own_fx: null },
        version: is('tariff_markup.version', '+', 1),
      })),
    )
    .execute()
}

interface FollowedBy {
  readonly tariff_id: number
  readonly parent_id: number
}

/** Has everything computed again. False if it has changed since `version` was read. */
export async function updateMarkup(
  tx: Tx,
  tariff_id: number,
  version: number,
  { rules, decimals, rounding_mode }: Markup,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tariff_markup')
    .set({ rules: encodeRules(rules), decimals, rounding_mode, is_due: true, error: '' })
    .set({ version: version + 1 })
    .where('tariff_id', '=', tariff_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The rates stay as they are. */
export async function deleteMarkup(tx: Tx, tariff_id: number): Promise<void> {
  await tx.deleteFrom('tariff_markup_change').where('tariff_id', '=', tariff_id).execute()
  await tx.deleteFrom('tariff_markup').where('tariff_id', '=', tariff_id).execute()
}

export interface MarkupAsked extends Markup {
  readonly parent_id: number
  readonly exchange: MarkupExchange
  readonly has_past: boolean
}

/** The first rate that would be no rate, in a sentence. */
export async function findMarkupFault(
  connection: SqlConnection,
  asked: MarkupAsked,
): Promise<string | null> {
  const { exchange, has_past } = asked
  const which = isSuspicious(asked, exchange)
  const wanted = wantedRates(asked, exchange, { has_past, which })
  const { rows } = await connection.query<{ prefix: string; destination: string; fault: string }>(
    `select * from (select w.prefix, w.destination, ${FAULT} as fault from (${wanted}) w) x
      where fault is not null limit 1`,
    [asked.parent_id, encodeRules(asked.rules)],
  )
  const [found] = rows
  return found ? faultText(found.prefix, found.destination, found.fault) : null
}

/** How many rates the markup gives. */
export async function countMarkupRates(
  connection: SqlConnection,
  asked: MarkupAsked,
): Promise<number> {
  const { exchange, has_past } = asked
  const { rows } = await connection.query<{ count: number }>(
    `select count(*) as count from (${wantedRates(asked, exchange, { has_past })}) w`,
    [asked.parent_id, encodeRules(asked.rules)],
  )
  return rows[0]?.count ?? 0
}

export interface MarkupExample {
  readonly prefix: string
  readonly destination: string
  /** Prefix of its rule, and how many rates have that one. */
  readonly rule_prefix: string
  readonly rates_count: number
  readonly old_rate: Rate
  readonly rate: Rate
}

const EXAMPLES_MAX = 3

/** Up to three rates of each rule. */
export async function listMarkupExamples(
  connection: SqlConnection,
  asked: MarkupAsked,
): Promise<MarkupExample[]> {
  const { exchange, has_past } = asked
  const parameters = [asked.parent_id, encodeRules(asked.rules)]
  const { rows: chosen } = await connection.query<{ id: number; count: number }>(
    `select id, count from (
      select id, count(*) over (partition by rule_prefix) as count,
        row_number() over (partition by rule_prefix order by prefix, effective_from) as at
      from (${wantedRates(asked, exchange, { has_past })}) w) x
    where at <= ${EXAMPLES_MAX}`,
    parameters,
  )
  const counts = new Map(chosen.map(({ id, count }) => [id, count]))
  const among = `r.id = any ('{${[...counts.keys()].join(',')}}'::bigint[])`
  const { rows } = await connection.query<Omit<MarkupExample, 'rates_count'> & { id: number }>(
    `select id, prefix, destination, rule_prefix, old_rate, rate::bigint
      from (${wantedRates(asked, exchange, { has_past, among })}) w
      order by rule_prefix, prefix, effective_from`,
    parameters,
  )
  return rows.map(({ id, ...row }) => ({ ...row, rates_count: counts.get(id) ?? 0 }))
}
