// Applies a rate import in one transaction, slice by slice: rates that are replaced end, planned
// ones change in place, and the new ones are added. The earlier rates are kept for the undo.
import type pg from 'pg'
import type { RateChange } from '#core/rate-import/rate-change.ts'
import { RATE_TERMS, type RateTermName } from '#core/tariff/rate-terms.ts'
import { preferIndexes } from '../prefer-indexes.ts'
import { exceedsRates } from '../tariffs/reseller-limits.ts'
import { changedColumns, OTHER_TERMS } from './rate-change-sql.ts'

/** The rows of the import in a slice; $1 is the import, $2 and $3 the numbers of its rows. */
const SLICE = `import as materialized (select id, tariff_id, mode from rate_import where id = $1),
  slice as materialized (
    select r.*, coalesce(greatest(r.starts_at, now()), now()) as at, i.tariff_id, i.mode
    from rate_import_row r join import i on i.id = r.import_id
    where r.import_id = $1 and r.number > $2 and r.number <= $3
      and r.kind in ('NEW', 'UP', 'DOWN', 'CHANGED', 'BLOCKED', 'REMOVED')
  )`

/** A rate of the tariff that a row is about: the one that it names, or all of its prefix. */
const IS_ABOUT = `(r.tariff_id = x.tariff_id and r.prefix = x.prefix
    and case when x.is_alone then r.id = x.old_id else r.window_id is null end)`

/**
 * Rates end where the new one begins; not those before a rate that has an end itself, because they
 * are in effect again after it. The engine forgets what has ended.
 */
const END = `
  with ${SLICE}, ended as (
    update tariff_rate r set effective_until = x.at, version = r.version + 1
    from slice x where ${IS_ABOUT} and r.effective_from < x.at
      and (r.effective_until is null or r.effective_until > x.at)
      and (x.ends_at is null or x.kind = 'REMOVED' or x.is_alone)
      and r.import_id is distinct from $1
    returning old.id, old.version, old.effective_until
  )
  insert into rate_import_before (import_id, rate_id, version, effective_until)
  select $1, id, version, effective_until from ended`

/** Planned rates of what is removed. */
const DELETE = `
  with ${SLICE}, deleted as (
    delete from tariff_rate r using slice x
    where x.kind = 'REMOVED' and ${IS_ABOUT} and r.effective_from >= x.at
      and r.import_id is distinct from $1
    returning r.*
  )
  insert into rate_import_before (import_id, rate_id, version, rate)
  select $1, d.id, d.version, to_jsonb(d) from deleted d`

/** The columns of a rate that the row `x` lacks, over the rate before, `old`, as name and value. */
type OtherTerms = (old: string) => readonly (readonly [column: string, value: string])[]

/** Without a rate before it, or in REPLACE, a rate takes the terms of the tariff. */
function fileTerm(name: RateTermName, old: string): string {
  const keeps = "x.mode <> 'REPLACE'"
  const { kind, is_nullable } = RATE_TERMS[name]
  if (kind === 'steps') {
    return `case when ${keeps} and ${old}.rate = x.rate then ${old}.steps else '[]' end`
  }
  const kept = `case when ${keeps} then ${old}.${name} end`
  return is_nullable ? kept : `coalesce(${kept}, ${kind === 'flag' ? 'false' : '0'})`
}

const fileTerms: OtherTerms = (old) => [
  ...OTHER_TERMS.map((name) => [name, fileTerm(name, old)] as const),
  ['notes', `coalesce(case when x.mode <> 'REPLACE' then ${old}.notes end, '')`],
]

/** Terms that the operations do not change are as in the rate before. */
const changeTerms =
  (change: RateChange): OtherTerms =>
  (old) => {
    const changed = changedColumns(change, old)
    const columns = [...OTHER_TERMS, 'notes']
    return columns.map((name) => [name, changed.get(name) ?? `${old}.${name}`])
  }

/** A rate that begins at the same time takes the new values, since there can be only one. */
const changeInPlace = (termsOf: OtherTerms) => `
  with ${SLICE}, changed as (
    update tariff_rate r set destination = x.destination, blocked = x.blocked, rate = x.rate,
      first_rate = x.first_rate, first_increment = x.first_increment,
      next_increment = x.next_increment, connect_fee = x.connect_fee,
      effective_until = x.ends_at, import_id = $1, version = r.version + 1,
      ${termsOf('r')
        .map(([name, value]) => `${name} = ${value}`)
        .join(', ')}
    from slice x where x.kind in ('NEW', 'UP', 'DOWN', 'CHANGED', 'BLOCKED') and ${IS_ABOUT}
      and r.effective_from = x.at and r.import_id is distinct from $1
    returning to_jsonb(old) as rate, old.id, old.version
  )
  insert into rate_import_before (import_id, rate_id, version, rate)
  select $1, id, version, rate from changed`

const add = (termsOf: OtherTerms) => `
  with ${SLICE}
  insert into tariff_rate (tariff_id, prefix, destination, blocked, rate, first_rate,
    first_increment, next_increment, connect_fee, effective_from, effective_until, import_id,
    window_id, ${termsOf('o')
      .map(([name]) => name)
      .join(', ')})
  select x.tariff_id, x.prefix, x.destination, x.blocked, x.rate, x.first_rate,
    x.first_increment, x.next_increment, x.connect_fee, x.at, x.ends_at, $1,
    case when x.is_alone then o.window_id end, ${termsOf('o')
      .map(([, value]) => value)
      .join(', ')}
  from slice x
    left join tariff_rate o on o.id = x.old_id
  where x.kind in ('NEW', 'UP', 'DOWN', 'CHANGED', 'BLOCKED')
    and not exists (select from tariff_rate r
      where r.tariff_id = x.tariff_id and r.prefix = x.prefix
        and r.window_id is not distinct from case when x.is_alone then o.window_id end
        and r.effective_from = x.at)`

/** The tariff of the operator has no account. */
const NOTE_APPLIED = `
  insert into notification_event (topic, phase, severity, account_id, subject_kind, subject_id,
    subject_name, group_key, sentence, payload)
  select 'IMPORT_APPLIED', 'HAPPENED', 'INFO', nullif(t.owner_id, 1), 'TARIFF', t.id, t.name, '',
    'Rates of ' || t.name || ' were imported: ' || i.added_count || ' begin, ' || i.ended_count
      || ' end or change.',
    jsonb_build_object('import_id', i.id, 'added', i.added_count, 'ended', i.ended_count)
  from rate_import i join tariff t on t.id = i.tariff_id where i.id = $1`

const SLICE_ROWS = 50_000

/**
 * Whether the rates are no longer those of the preview: a user has changed one, or one has come
 * into effect or ended by its date.
 */
const IS_STALE = `
  select t.rates_version <> i.rates_version or exists (
    select from tariff_rate r where r.tariff_id = i.tariff_id and (
      r.effective_from > i.previewed_at and r.effective_from <= now()
      or r.effective_until > i.previewed_at and r.effective_until <= now())) as is_stale
  from rate_import i join tariff t on t.id = i.tariff_id where i.id = $1`

/** Called after each slice with the thousandths that are done; false ends the work. */
export type ShouldContinue = (progress: number) => Promise<boolean>

interface Applied {
  readonly id: number
  readonly tariff_id: number
  readonly rate_change: RateChange | null
}

/** Within a transaction that the caller commits if the answer is APPLIED. */
export async function applyRows(
  client: pg.Client,
  { id: import_id, tariff_id, rate_change }: Applied,
  shouldContinue: ShouldContinue,
): Promise<'APPLIED' | 'STALE' | 'STOPPED' | 'TOO_MANY'> {
  // Rates of the tariff are changed by users under the same lock; new calls do not wait for it.
  await client.query(
    `select from tariff t join rate_import i on i.tariff_id = t.id where i.id = $1
      for no key update of t`,
    [import_id],
  )
  const stale = await client.query<{ is_stale: boolean }>(IS_STALE, [import_id])
  if (stale.rows[0]?.is_stale !== false) return 'STALE'
  await preferIndexes(client)
  const { rows } = await client.query<{ last: number }>(
    'select coalesce(max(number), 0) as last from rate_import_row where import_id = $1',
    [import_id],
  )
  const last = rows[0]?.last ?? 0
  const termsOf = rate_change ? changeTerms(rate_change) : fileTerms
  const counts = { added: 0, before: 0 }
  for (let after = 0; after < last; after += SLICE_ROWS) {
    const slice = [import_id, after, after + SLICE_ROWS]
    for (const text of [END, DELETE, changeInPlace(termsOf)]) {
      counts.before += (await client.query(text, slice)).rowCount ?? 0
    }
    counts.added += (await client.query(add(termsOf), slice)).rowCount ?? 0
    const done = Math.min(after + SLICE_ROWS, last) / last
    if (!(await shouldContinue(Math.floor(1000 * done)))) return 'STOPPED'
  }
  if (counts.added > 0 && (await exceedsRates(client, tariff_id, 0))) return 'TOO_MANY'
  const { rowCount } = await client.query(
    `update rate_import set state = 'APPLIED', progress = 1000, error = '', applied_at = now(),
      added_count = $2, ended_count = $3 where id = $1 and state = 'APPLYING'`,
    [import_id, counts.added, counts.before],
  )
  if (rowCount !== 1) return 'STOPPED'
  await client.query(NOTE_APPLIED, [import_id])
  return 'APPLIED'
}
