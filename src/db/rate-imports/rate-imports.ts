// Rate imports as the console sees them: progress, counts, and the changes from state to state.
// Comparing, applying and undoing are in the rate-import-… files beside it.
import { type Insertable, sql } from 'kysely'
import type { Money } from '#core/money.ts'
import { datesOfTitle } from '#core/rate-import/dated-title.ts'
import type { ImportOptions, RateImportState } from '#core/rate-import/import-options.ts'
import type { RateFileLayout } from '#core/rate-import/layout.ts'
import { type RateChange, rateChangeName } from '#core/rate-import/rate-change.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, type Scope, seesTariffs } from '../scope.ts'
import { SERVER_ZONE } from '../settings.ts'
import type { RateImportTable } from '../tables/tariffs.ts'
import type { FileHead } from '../uploads/file-readings.ts'

const COUNTS = [
  'i.new_count',
  'i.up_count',
  'i.down_count',
  'i.changed_count',
  'i.unchanged_count',
  'i.removed_count',
  'i.removed_calls',
  'i.removed_seconds',
  'i.invalid_count',
  'i.large_count',
  'i.below_cost_count',
  'i.blocked_count',
  'i.above_sell_count',
  'i.loss_tariffs_count',
  'i.country_conflicts_count',
  'i.country_conflicts_reason',
  'i.has_own_dates',
  'i.added_count',
  'i.ended_count',
] as const

/** An applied import that no later one has followed. */
const isLast = sql<boolean>`i.state = 'APPLIED' and not exists (select from rate_import n
  where n.tariff_id = i.tariff_id and n.applied_at > i.applied_at and n.undone_at is null)`

/** Imports of tariffs that the caller may change. */
const rateImports = (database: Database, scope: Scope) =>
  database
    .selectFrom('rate_import as i')
    .innerJoin('tariff as t', 't.id', 'i.tariff_id')
    .innerJoin('console_user as u', 'u.id', 'i.created_by')
    .leftJoin('console_user as y', 'y.id', 'i.applied_by')
    .leftJoin('console_user as z', 'z.id', 'i.undone_by')
    .leftJoin('account as s', 's.id', 'i.settlement_id')
    .where('t.deleted_at', 'is', null)
    .where(inScope(scope, 't.owner_id'))
    .where(seesTariffs(scope, 't.kind'))
    .select(['i.id', 'i.tariff_id', 't.name as tariff_name', 't.currency', 't.kind as tariff_kind'])
    .select(['i.file_name', 'i.file_size', 'i.mode', 'i.effective', 'i.starts_at'])
    .select(['i.notice_days', 'i.large_percent', 'i.state', 'i.error', 'i.progress'])
    .select(['i.previewed_at', 'i.applied_at', 'i.undone_at', 'i.created_at', 'i.updated_at'])
    .select(['u.username as created_by', 'y.username as applied_by', 'z.username as undone_by'])
    .select(['i.settlement_id', 's.name as settlement_name'])
    .select(COUNTS)
    .select(isLast.as('can_be_undone'))

const SORTS = {
  id: sql`i.id`,
  file_name: sql`lower(i.file_name)`,
  state: sql`i.state`,
  applied_at: sql`i.applied_at`,
}

interface RateImportQuery extends ListQuery<keyof typeof SORTS> {
  readonly state?: RateImportState | undefined
}

export async function listRateImports(
  database: Database,
  scope: Scope,
  tariff_id: number,
  query: RateImportQuery,
) {
  const select = rateImports(database, scope)
    .where('i.tariff_id', '=', tariff_id)
    .where(hasText(query.q, 'i.file_name'))
    .where(hasValues({ 'i.state': query.state }))
  return offsetPage(database, select, query, SORTS, '-id', sql`i.id`)
}

export async function findRateImport(database: Database, scope: Scope, id: number) {
  const found = await rateImports(database, scope)
    .where('i.id', '=', id)
    .select(['i.layout', 'i.head', 'i.worksheets', 'i.hidden', 'i.rate_change'])
    .select(SERVER_ZONE.as('time_zone'))
    .executeTakeFirst()
  if (!found) return undefined
  const { time_zone, ...rest } = found
  const { dated_title = null, date_order = null } = found.layout ?? {}
  return { ...rest, title_dates: datesOfTitle(dated_title ?? '', { date_order, time_zone }) }
}

export async function insertRateImport(
  database: Database,
  values: Pick<Insertable<RateImportTable>, 'tariff_id' | 'file_name' | 'created_by'>,
): Promise<number> {
  const { id } = await database
    .insertInto('rate_import')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const changeOf = ({ change, ...options }: RateChangeRequest) => ({
  ...options,
  file_name: rateChangeName(change),
  rate_change: JSON.stringify(change),
})

export interface RateChangeRequest extends Omit<ImportOptions, 'mode'> {
  readonly change: RateChange
}

/** Its preview is work from the beginning. */
export async function insertRateChange(
  tx: Tx,
  owner: { readonly tariff_id: number; readonly created_by: number },
  request: RateChangeRequest,
): Promise<number> {
  const { id } = await tx
    .insertInto('rate_import')
    .values({ ...owner, ...changeOf(request), state: 'PREVIEWING' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRateChange(
  tx: Tx,
  id: number,
  request: RateChangeRequest,
): Promise<void> {
  await tx
    .updateTable('rate_import')
    .set({ ...changeOf(request), state: 'PREVIEWING', progress: 0, error: '' })
    .where('id', '=', id)
    .execute()
}

/**
 * Size of all files that are kept for tariffs of an owner; one that is being uploaded counts as
 * `upload_max`.
 */
export async function sumKeptBytes(
  database: Database,
  owner_id: number,
  upload_max: number,
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(case when i.state = 'UPLOADING' then ${upload_max} else file_size end), 0)
      ::bigint as bytes
    from rate_import i join tariff t on t.id = i.tariff_id
    where t.owner_id = ${owner_id} and (i.state = 'UPLOADING'
      or exists (select from rate_import_chunk c where c.import_id = i.id))`.execute(database)
  return rows[0]?.bytes ?? 0
}

export interface UploadedFile extends FileHead<RateFileLayout> {
  readonly file_size: number
  readonly settlement_id: number | null
}

export async function finishUpload(
  tx: Tx,
  id: number,
  { file_size, settlement_id, ...read }: UploadedFile,
): Promise<void> {
  await tx
    .updateTable('rate_import')
    .set({ state: 'UPLOADED', progress: 0, error: '', file_size, settlement_id })
    .set(writtenOf(read))
    .where('id', '=', id)
    .execute()
}

const writtenOf = ({ layout, head, worksheets, hidden }: FileHead<RateFileLayout>) => ({
  layout: JSON.stringify(layout),
  head: JSON.stringify(head),
  worksheets: JSON.stringify(worksheets),
  hidden: JSON.stringify(hidden),
})

const LAYOUTS_KEPT_IN_MIND = 10

/** How files of the carrier, or for the tariff, were read that were applied; the nearest first. */
export async function listEarlierLayouts(
  database: Database,
  tariff_id: number,
  settlement_id: number | null,
): Promise<RateFileLayout[]> {
  const { rows } = await sql<{ layout: RateFileLayout }>`
    select layout from rate_import
    where applied_at is not null and layout is not null
      and (tariff_id = ${tariff_id} or settlement_id = ${settlement_id})
    order by (settlement_id is not distinct from ${settlement_id}::bigint) desc,
      (tariff_id = ${tariff_id}) desc, applied_at desc
    limit ${LAYOUTS_KEPT_IN_MIND}`.execute(database)
  return rows.map(({ layout }) => layout)
}

/** The carrier that is paid by the tariff, if there is only one. */
export async function findOnlySettlement(
  database: Database,
  tariff_id: number,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from account
    where tariff_id = ${tariff_id} and kind = 'SETTLEMENT' and deleted_at is null
    limit 2`.execute(database)
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

/** Waits for a change of its state, and keeps the next one from happening. */
export async function lockRateImport(tx: Tx, id: number): Promise<RateImportState | undefined> {
  const row = await tx
    .selectFrom('rate_import')
    .where('id', '=', id)
    .select('state')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.state
}

interface StateChange {
  readonly applied_by?: number
  readonly undone_by?: number
  readonly country_conflicts_reason?: string
}

export async function setImportState(
  tx: Tx,
  id: number,
  state: RateImportState,
  more: StateChange = {},
): Promise<void> {
  await tx
    .updateTable('rate_import')
    .set({ ...more, state, progress: 0, error: '' })
    .where('id', '=', id)
    .execute()
}

export async function setImportOptions(
  tx: Tx,
  id: number,
  layout: RateFileLayout,
  options: ImportOptions,
): Promise<void> {
  await tx
    .updateTable('rate_import')
    .set({ ...options, layout: JSON.stringify(layout) })
    .where('id', '=', id)
    .execute()
}

/** The file and the preview go with it. */
export async function deleteRateImport(database: Database, id: number): Promise<void> {
  await database.deleteFrom('rate_import').where('id', '=', id).execute()
}

export interface ChargedSince {
  readonly currency: string
  readonly calls: number
  readonly amount: Money
}

/** The charges of calls by the rates of an import, in the currencies of the accounts. */
export async function listChargedSince(database: Database, id: number): Promise<ChargedSince[]> {
  const { rows } = await sql<ChargedSince>`
    select c.currency, count(*)::integer as calls, sum(c.amount)::bigint as amount
    from rate_import i join call_charge c on c.tariff_id = i.tariff_id
      and c.started_at >= i.applied_at
    where i.id = ${id} and exists (select from tariff_rate r
      where r.id = c.rate_id and r.import_id = i.id)
    group by c.currency order by c.currency`.execute(database)
  return rows
}
