// Work in the background that users have begun: what is under way, and what has failed.
import { type RawBuilder, sql } from 'kysely'
import type { WorkKind } from '#core/permission/work-kinds.ts'
import type { Database } from '../database.ts'
import { inScope, type Scope, seesEverything, seesMoneyOf, seesTariffs } from '../scope.ts'

export interface BackgroundWork {
  readonly kind: WorkKind
  readonly id: number
  readonly tariff_id: number | null
  readonly subject: string
  /** The step that is under way, or that comes after the one that failed. */
  readonly step: string
  /** In thousandths. */
  readonly progress: number | null
  readonly error: string
  readonly since: string
}

const SHOWN_MAX = 200
/** Older failures are not shown. */
const FAILED_SINCE = sql`now() - interval '7 days'`

/** Rows (id, tariff_id, subject, step, progress, error, since) of each kind. */
const SELECTS: Readonly<Record<WorkKind, (scope: Scope) => RawBuilder<unknown>>> = {
  RATE_IMPORT: (scope) => sql`
    select i.id, i.tariff_id, t.name as subject, i.state as step, i.progress, i.error,
      i.updated_at as since
    from rate_import i join tariff t on t.id = i.tariff_id
    where (i.state in ('PREVIEWING', 'APPLYING', 'UNDOING')
        or i.error <> '' and i.updated_at > ${FAILED_SINCE})
      and t.deleted_at is null and ${inScope(scope, 't.owner_id')}
      and ${seesTariffs(scope, 't.kind')}`,
  MARKUP: (scope) => sql`
    select m.tariff_id as id, null::bigint as tariff_id, t.name as subject, 'COMPUTING' as step,
      null::integer as progress, m.error, m.updated_at as since
    from tariff_markup m join tariff t on t.id = m.tariff_id
    where (m.is_due or m.error <> '') and t.deleted_at is null
      and ${inScope(scope, 't.owner_id')} and ${seesTariffs(scope, 't.kind')}`,
  RECONCILIATION: (scope) => sql`
    select r.id, null::bigint as tariff_id, a.name as subject, r.state as step, r.progress,
      r.error, r.updated_at as since
    from reconciliation r join account a on a.id = r.settlement_id
    where (r.state = 'COMPARING' or r.error <> '' and r.updated_at > ${FAILED_SINCE})
      and ${inScope(scope, 'r.settlement_id')}`,
  INVOICE: (scope) => sql`
    select i.id, null::bigint as tariff_id, a.name as subject, 'PREPARING' as step,
      10 * i.progress_percent as progress, coalesce(i.failure, '') as error,
      i.created_at as since
    from invoice i join account a on a.id = i.account_id
    where i.issued_at is null and (i.prepared_at is null or i.issue_when_ready)
      and ${inScope(scope, 'i.account_id')} and ${seesMoneyOf(scope, 'i.account_id')}`,
  PRICE_NOTIFICATION: (scope) => sql`
    select p.id, p.tariff_id, p.tariff_name as subject, 'COMPARING_RATES' as step,
      null::integer as progress, p.failure as error, p.created_at as since
    from price_notification p join tariff t on t.id = p.tariff_id
    where p.prepared_at is null and ${inScope(scope, 't.owner_id')}
      and ${seesTariffs(scope, 't.kind')}`,
  RE_RATING: (scope) => sql`
    select r.id, null::bigint as tariff_id, r.reason as subject, r.state as step,
      null::integer as progress, r.error, r.updated_at as since
    from re_rating r
    where (r.state in ('PREVIEWING', 'APPLYING')
        or r.error <> '' and r.updated_at > ${FAILED_SINCE})
      and ${seesEverything(scope)}`,
}

/** The work of these kinds, the oldest first. */
export async function listBackgroundWork(
  database: Database,
  scope: Scope,
  kinds: readonly WorkKind[],
): Promise<BackgroundWork[]> {
  if (kinds.length === 0) return []
  const selects = kinds.map(
    (kind) => sql`select ${sql.lit(kind)} as kind, w.* from (${SELECTS[kind](scope)}) w`,
  )
  const { rows } = await sql<BackgroundWork>`
    ${sql.join(selects, sql` union all `)} order by since, kind, id limit ${SHOWN_MAX}
  `.execute(database)
  return rows
}
