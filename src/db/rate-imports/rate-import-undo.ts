// Undoes an applied rate import: the rates that it added go, and those that it ended, changed or
// deleted are again what they were.
import type pg from 'pg'
import type { SqlConnection } from '../database.ts'
import { preferIndexes } from '../prefer-indexes.ts'
import type { ShouldContinue } from './rate-import-apply.ts'

/** Rates of the import that a user has changed, deleted or taken the place of since. */
const CHANGED_SINCE = `
  with import as materialized (select id, tariff_id, added_count from rate_import where id = $1),
  changed as (
    select r.prefix, r.destination, 'changed' as what from import i
      join tariff_rate r on r.tariff_id = i.tariff_id and r.import_id = i.id
      left join rate_import_before b on b.import_id = i.id and b.rate_id = r.id
    where r.version <> coalesce(b.version, 0) + 1
    union all
    select r.prefix, r.destination, 'changed' from rate_import_before b
      join tariff_rate r on r.id = b.rate_id
    where b.import_id = $1 and b.rate is null and r.version <> b.version + 1
    union all
    select o.prefix, o.destination, 'added' from rate_import_before b
      cross join lateral jsonb_populate_record(null::tariff_rate, b.rate) o
      join tariff_rate r on r.tariff_id = o.tariff_id and r.prefix = o.prefix
        and r.effective_from = o.effective_from
        and coalesce(r.window_id, 0) = coalesce(o.window_id, 0) and r.id <> o.id
    where b.import_id = $1 and b.rate is not null
  ), gone as (
    select count(*) filter (where b.rate is null) - (
        select count(*) from rate_import_before b join tariff_rate r on r.id = b.rate_id
        where b.import_id = $1 and b.rate is null) as ended,
      (select added_count from import) - (
        select count(*) from import i join tariff_rate r
          on r.tariff_id = i.tariff_id and r.import_id = i.id
        where not exists (select from rate_import_before b
          where b.import_id = i.id and b.rate_id = r.id)) as added
    from rate_import_before b where b.import_id = $1
  )
  select c.what, c.prefix, c.destination, count(*) over () as count, 0 as gone from changed c
  union all
  select 'deleted', '', '', ended + added, 1 from gone where ended + added > 0
  order by gone desc, prefix limit 20`

export interface ChangedSince {
  readonly what: 'changed' | 'added' | 'deleted'
  readonly prefix: string
  readonly destination: string
  /** Number of all changes; for deleted rates, which have no name any more, their number. */
  readonly count: number
}

/** The first of the changes that keep an import from being undone. */
export async function findChangedSince(
  connection: SqlConnection,
  import_id: number,
): Promise<ChangedSince[]> {
  const { rows } = await connection.query<ChangedSince>(CHANGED_SINCE, [import_id])
  return rows
}

/** Also those that were changed in place. */
const REMOVE_ADDED = `
  delete from tariff_rate r using rate_import i
  where i.id = $1 and r.tariff_id = i.tariff_id and r.import_id = i.id`

const PUT_BACK_WHOLE = `
  insert into tariff_rate overriding system value
  select o.* from rate_import_before b
    cross join lateral jsonb_populate_record(null::tariff_rate, b.rate) o
  where b.import_id = $1 and b.rate is not null`

const PUT_BACK_END = `
  update tariff_rate r set effective_until = b.effective_until, version = b.version
  from rate_import_before b
  where b.import_id = $1 and b.rate is null and r.id = b.rate_id`

/** Within a transaction that the caller commits if the answer is UNDONE. */
export async function undoRows(
  client: pg.Client,
  import_id: number,
  shouldContinue: ShouldContinue,
): Promise<'UNDONE' | 'CHANGED' | 'STOPPED'> {
  await client.query(
    `select from tariff t join rate_import i on i.tariff_id = t.id where i.id = $1
      for no key update of t`,
    [import_id],
  )
  if ((await findChangedSince(client, import_id)).length > 0) return 'CHANGED'
  if (!(await shouldContinue(200))) return 'STOPPED'
  await client.query(REMOVE_ADDED, [import_id])
  await client.query(PUT_BACK_WHOLE, [import_id])
  if (!(await shouldContinue(600))) return 'STOPPED'
  await preferIndexes(client)
  await client.query(PUT_BACK_END, [import_id])
  await client.query('delete from rate_import_before where import_id = $1', [import_id])
  const { rowCount } = await client.query(
    `update rate_import set state = 'UNDONE', progress = 1000, error = '', undone_at = now()
      where id = $1 and state = 'UNDOING'`,
    [import_id],
  )
  return rowCount === 1 ? 'UNDONE' : 'STOPPED'
}
