// Computes the rates of a tariff with a markup, in one transaction: what differs is changed, so
// that a follower of millions costs little when a few rates of its parent change.
import type pg from 'pg'
import type { Fx } from '#core/money.ts'
import { TOO_MANY_RATES } from '#core/tariff/reseller-limits.ts'
import type { SqlConnection } from '../database.ts'
import { preferIndexes } from '../prefer-indexes.ts'
import { signalOver } from '../signals.ts'
import {
  COMPUTED,
  encodeRules,
  FAULT,
  faultText,
  type Markup,
  type MarkupExchange,
  wantedRates,
} from './markup-sql.ts'
import { exceedsRates } from './reseller-limits.ts'

interface MarkupWork extends Markup {
  readonly tariff_id: number
  readonly parent_id: number
  readonly follows: boolean
  readonly has_past: boolean
  readonly typed_fx: Fx | null
  /** Null where both currencies are the same. */
  readonly parent_fx: Fx | null
  readonly own_fx: Fx | null
  readonly is_whole: boolean
}

/** Above it, all rates are compared instead of those of single prefixes. */
const CHANGES_MAX = 5_000

/** A chain is computed from its top. */
const FIND = `
  with recursive chain (tariff_id, depth) as (
    select m.tariff_id, 1 from tariff_markup m
    where not exists (select from tariff_markup p where p.tariff_id = m.parent_id)
    union all
    select m.tariff_id, c.depth + 1 from chain c join tariff_markup m on m.parent_id = c.tariff_id
  ), markup as (
    select m.*, case when p.currency <> t.currency and m.typed_fx is null
        then pc.rate end as from_fx,
      case when p.currency <> t.currency and m.typed_fx is null then oc.rate end as to_fx
    from tariff_markup m join tariff t on t.id = m.tariff_id join tariff p on p.id = m.parent_id
      join currency pc on pc.code = p.currency join currency oc on oc.code = t.currency
  ), judged as (
    select m.*, (from_fx, to_fx) is distinct from (m.parent_fx, m.own_fx)
        and m.computed_at is not null as is_exchanged,
      exists (select from tariff_markup_change c where c.tariff_id = m.tariff_id) as is_changed
    from markup m
  )
  select tariff_id, parent_id, follows, has_past, rules, decimals, rounding_mode, typed_fx,
    from_fx as parent_fx, to_fx as own_fx,
    is_due or is_exchanged or (select count(*) from (select from tariff_markup_change c
      where c.tariff_id = j.tariff_id limit ${CHANGES_MAX + 1}) x) > ${CHANGES_MAX} as is_whole
  from judged j join chain using (tariff_id)
  where (is_due and error = '') or is_exchanged or is_changed
  order by depth, tariff_id limit 1`

export async function findMarkupWork(connection: SqlConnection): Promise<MarkupWork | undefined> {
  const { rows } = await connection.query<MarkupWork>(FIND)
  return rows[0]
}

/** Typed, by the settings, or none. */
export function exchangeOf(
  typed_fx: Fx | null,
  parent_fx: Fx | null,
  own_fx: Fx | null,
): MarkupExchange {
  if (typed_fx !== null) return { from_fx: typed_fx, to_fx: 100_000_000 as Fx }
  return parent_fx === null || own_fx === null ? null : { from_fx: parent_fx, to_fx: own_fx }
}

/**
 * Beside each wanted rate the one of the tariff with the same key. By the index for each, which
 * OFFSET forces: in a table that was just filled, statistics mislead.
 */
export const WITH_OWN = (wanted: string, tariff_id: number) => `
  create temporary table markup_wanted on commit drop as
  select w.*, own.id as own_id from (${wanted}) w left join lateral (
    select t.id from tariff_rate t where t.tariff_id = ${tariff_id} and t.prefix = w.prefix
      and t.effective_from = w.effective_from
      and t.window_id is not distinct from w.window_id offset 0) own on true`

/** The rates of the parent, or of the tariff itself, whose prefixes have changed. */
const CHANGED = (follower_id: number, of_id: number) => `array(select x.id
  from (select distinct prefix from tariff_markup_change where tariff_id = ${follower_id}) c
    cross join lateral (select t.id from tariff_rate t
      where t.tariff_id = ${of_id} and t.prefix = c.prefix offset 0) x)`

/** Single rates are found by their ids: the index by tariff would find all of it. */
const byId = (which: string): string => (which === 'true' ? '' : ' + 0')

const DELETE = (which: string) => `
  delete from tariff_rate t where t.tariff_id${byId(which)} = $1 and ${which}
    and not exists (select from markup_wanted w where w.own_id = t.id)`

/** Over `t`, a rate of the tariff, and `w`, the wanted one with its key. */
export const DIFFERS = `((${COMPUTED.map((name) => `t.${name}`).join(', ')})
  is distinct from (${COMPUTED.map((name) => `w.${name}`).join(', ')}))`

const UPDATE = `
  update tariff_rate t set version = t.version + 1,
    ${COMPUTED.map((name) => `${name} = w.${name}`).join(', ')}
  from markup_wanted w where t.id = w.own_id and t.tariff_id + 0 = $1 and ${DIFFERS}`

const ADD = `
  insert into tariff_rate (tariff_id, prefix, effective_from, window_id, ${COMPUTED.join(', ')})
  select $1, w.prefix, w.effective_from, w.window_id,
    ${COMPUTED.map((name) => `w.${name}`).join(', ')}
  from markup_wanted w where w.own_id is null`

/**
 * The next one, inside of a transaction of the caller that reads one snapshot; false if there is
 * none. A user who changes or releases the markup meanwhile makes the transaction fail.
 */
export async function computeNextMarkup(client: pg.Client): Promise<boolean> {
  const work = await findMarkupWork(client)
  if (!work) return false
  const { tariff_id } = work
  await client.query('savepoint computed')
  const written = await writeRates(client, work)
  const problem = typeof written === 'string' ? written : ''
  if (problem) await client.query('rollback to computed')
  await client.query('delete from tariff_markup_change where tariff_id = $1', [tariff_id])
  await finish(client, work, problem)
  if (typeof written === 'number' && written > 0) {
    await signalOver(client, { changed: 'tariff', tariff_id })
  }
  return true
}

/** How many rates were changed, or the reason why none was. */
async function writeRates(client: pg.Client, work: MarkupWork): Promise<number | string> {
  const { tariff_id, parent_id, rules, has_past, follows, is_whole } = work
  const exchange = exchangeOf(work.typed_fx, work.parent_fx, work.own_fx)
  const among = (of_id: number, id: string) =>
    is_whole ? 'true' : `${id} = any (${CHANGED(tariff_id, of_id)})`
  const wanted = wantedRates(work, exchange, {
    has_past: follows || has_past,
    among: among(parent_id, 'r.id'),
  })
  await client.query("set local work_mem = '64MB'")
  await preferIndexes(client)
  await client.query(WITH_OWN(wanted, tariff_id), [parent_id, encodeRules(rules)])
  const { rows } = await client.query<{ prefix: string; destination: string; fault: string }>(
    `select * from (select w.prefix, w.destination, ${FAULT} as fault from markup_wanted w) x
      where fault is not null limit 1`,
  )
  const [found] = rows
  if (found) return faultText(found.prefix, found.destination, found.fault)
  await client.query('create index on markup_wanted (own_id)')
  await client.query('analyze markup_wanted')
  const write = async (statement: string) =>
    (await client.query(statement, [tariff_id])).rowCount ?? 0
  const deleted = await write(DELETE(among(tariff_id, 't.id')))
  const updated = await write(UPDATE)
  const added = await write(ADD)
  if (added > deleted && (await exceedsRates(client, tariff_id, 0))) return TOO_MANY_RATES
  return deleted + updated + added
}

async function finish(client: pg.Client, work: MarkupWork, problem: string): Promise<void> {
  const { tariff_id, follows, parent_fx, own_fx } = work
  if (!follows && !problem) {
    await client.query('delete from tariff_markup where tariff_id = $1', [tariff_id])
    return
  }
  await client.query(
    `update tariff_markup set is_due = $2, error = $3, parent_fx = $4, own_fx = $5,
      computed_at = now() where tariff_id = $1`,
    [tariff_id, problem !== '', problem, parent_fx, own_fx],
  )
}
