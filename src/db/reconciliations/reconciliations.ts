// Reconciliations as the console sees them: state, sums and disputes. The comparison itself is in
// reconciliation-work.ts.
import { sql } from 'kysely'
import type { Money, Sum } from '#core/money.ts'
import type {
  CallFileLayout,
  DisputeState,
  ReconciliationOptions,
  ReconciliationState,
  RowClass,
} from '#core/reconciliation/reconciliation.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, type Scope } from '../scope.ts'
import type { FileHead } from '../uploads/file-readings.ts'

const difference = sql<Sum | null>`(select sum(s.difference)::numeric from reconciliation_sum s
  where s.reconciliation_id = r.id)`

const reconciliations = (database: Database, scope: Scope) =>
  database
    .selectFrom('reconciliation as r')
    .innerJoin('account as a', 'a.id', 'r.settlement_id')
    .innerJoin('console_user as u', 'u.id', 'r.created_by')
    .where(inScope(scope, 'r.settlement_id'))
    .select(['r.id', 'r.settlement_id', 'a.name as settlement_name', 'a.currency'])
    .select(['r.file_name', 'r.file_size', 'r.state', 'r.error', 'r.progress'])
    .select(['r.from_at', 'r.until_at', 'r.rows_count', 'r.compared_at', 'r.rows_removed_at'])
    .select(['r.dispute_state', 'r.dispute_amount', 'u.username as created_by'])
    .select(['r.created_at', 'r.updated_at', difference.as('difference')])

const SORTS = {
  id: sql`r.id`,
  settlement_name: sql`lower(a.name)`,
  from_at: sql`r.from_at`,
  dispute_amount: sql`r.dispute_amount`,
}

interface ReconciliationQuery extends ListQuery<keyof typeof SORTS> {
  readonly settlement_id?: number | undefined
  readonly state?: ReconciliationState | undefined
  readonly dispute_state?: DisputeState | undefined
}

export async function listReconciliations(
  database: Database,
  scope: Scope,
  query: ReconciliationQuery,
) {
  const { settlement_id, state, dispute_state } = query
  const select = reconciliations(database, scope)
    .where(hasText(query.q, 'r.file_name', 'a.name'))
    .where(
      hasValues({
        'r.settlement_id': settlement_id,
        'r.state': state,
        'r.dispute_state': dispute_state,
      }),
    )
  return offsetPage(database, select, query, SORTS, '-id', sql`r.id`)
}

/** Sums of both sides. */
export interface Sums {
  readonly rows_count: number
  readonly our_calls: number
  readonly their_calls: number
  readonly our_seconds: number
  readonly their_seconds: number
  readonly our_amount: Sum
  readonly their_amount: Sum
  readonly difference: Sum
}

interface ClassSums extends Sums {
  readonly class: RowClass
}

export const SUMS = sql`sum(s.rows_count)::integer as rows_count,
  sum(s.our_calls)::bigint as our_calls, sum(s.their_calls)::bigint as their_calls,
  sum(s.our_seconds)::bigint as our_seconds, sum(s.their_seconds)::bigint as their_seconds,
  sum(s.our_amount)::numeric as our_amount, sum(s.their_amount)::numeric as their_amount,
  sum(s.difference)::numeric as difference`

export async function findReconciliation(database: Database, scope: Scope, id: number) {
  const found = await reconciliations(database, scope)
    .where('r.id', '=', id)
    .select(['r.layout', 'r.head', 'r.worksheets', 'r.hidden', 'r.options'])
    .executeTakeFirst()
  if (!found) return undefined
  const { rows: classes } = await sql<ClassSums>`
    select s.class, ${SUMS} from reconciliation_sum s where s.reconciliation_id = ${id}
    group by s.class`.execute(database)
  const notes = await database
    .selectFrom('reconciliation_note as n')
    .innerJoin('console_user as u', 'u.id', 'n.created_by')
    .where('n.reconciliation_id', '=', id)
    .select(['n.id', 'n.text', 'u.username as created_by', 'n.created_at'])
    .orderBy('n.id')
    .execute()
  return { ...found, classes, notes }
}
export type FoundReconciliation = NonNullable<Awaited<ReturnType<typeof findReconciliation>>>

export async function insertReconciliation(
  database: Database,
  values: { settlement_id: number; file_name: string; created_by: number },
): Promise<number> {
  const { id } = await database
    .insertInto('reconciliation')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Size of all files that are kept; one that is being uploaded counts as `upload_max`. */
export async function sumKeptFiles(database: Database, upload_max: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(case when state = 'UPLOADING' then ${upload_max} else file_size end), 0)
      ::bigint as bytes
    from reconciliation r
    where state = 'UPLOADING'
      or exists (select from reconciliation_chunk c where c.reconciliation_id = r.id)
  `.execute(database)
  return rows[0]?.bytes ?? 0
}

/** The file has arrived, or its first rows were read in another way. */
export async function setReading(
  tx: Tx,
  id: number,
  { layout, head, worksheets, hidden }: FileHead<CallFileLayout>,
  more: { readonly file_size?: number; readonly options?: ReconciliationOptions } = {},
): Promise<void> {
  const { options, ...rest } = more
  await tx
    .updateTable('reconciliation')
    .set({ ...rest, state: 'UPLOADED', progress: 0, error: '' })
    .set({ layout: JSON.stringify(layout), head: JSON.stringify(head) })
    .set({ worksheets: JSON.stringify(worksheets), hidden: JSON.stringify(hidden) })
    .$if(options !== undefined, (query) => query.set({ options: JSON.stringify(options) }))
    .where('id', '=', id)
    .execute()
}

const EARLIER = 10

/** How the last files of the carrier were read and compared, the newest first. */
export async function listEarlier(
  database: Database,
  settlement_id: number,
): Promise<{ layout: CallFileLayout; options: ReconciliationOptions }[]> {
  const { rows } = await sql<{ layout: CallFileLayout; options: ReconciliationOptions }>`
    select layout, options from reconciliation
    where settlement_id = ${settlement_id} and compared_at is not null
    order by id desc limit ${EARLIER}`.execute(database)
  return rows
}

/** Waits for a change of its state, and keeps the next one from happening. */
export async function lockReconciliation(
  tx: Tx,
  id: number,
): Promise<ReconciliationState | undefined> {
  const row = await tx
    .selectFrom('reconciliation')
    .where('id', '=', id)
    .select('state')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.state
}

export interface Comparison {
  readonly layout: CallFileLayout
  readonly options: ReconciliationOptions
  readonly from_at: string | null
  readonly until_at: string | null
}

export async function startComparison(tx: Tx, id: number, comparison: Comparison): Promise<void> {
  const { layout, options, from_at, until_at } = comparison
  await tx
    .updateTable('reconciliation')
    .set({ from_at, until_at, state: 'COMPARING', progress: 0, error: '' })
    .set({ layout: JSON.stringify(layout), options: JSON.stringify(options) })
    .where('id', '=', id)
    .execute()
}

export async function setReconciliationState(
  tx: Tx,
  id: number,
  state: ReconciliationState,
): Promise<void> {
  await tx
    .updateTable('reconciliation')
    .set({ state, progress: 0, error: '' })
    .where('id', '=', id)
    .execute()
}

export async function setDispute(
  tx: Tx,
  id: number,
  dispute_state: DisputeState | null,
  dispute_amount: Money | null,
): Promise<void> {
  await tx
    .updateTable('reconciliation')
    .set({ dispute_state, dispute_amount })
    .where('id', '=', id)
    .execute()
}

export async function insertNote(
  tx: Tx,
  note: { reconciliation_id: number; text: string; created_by: number },
): Promise<void> {
  await tx.insertInto('reconciliation_note').values(note).execute()
}

/** The file, the rows and the notes go with it. */
export async function deleteReconciliation(database: Database, id: number): Promise<void> {
  await database.deleteFrom('reconciliation').where('id', '=', id).execute()
}
