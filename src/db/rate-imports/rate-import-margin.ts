// The rates of a preview beside those of the other side, and what sells at a loss by them.
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Money, Rate } from '#core/money.ts'
import type { ImportedRates, LosingRate } from '#core/rate-import/facing-rates.ts'
import { copyRows } from '../copy-rows.ts'
import type { Database } from '../database.ts'
import { keyOf, type Listed, type ListQuery, sortOf, toPage } from '../paging.ts'

/** Limit for one tariff in the list of losses of an import; a million are of no use to anyone. */
export const LOSSES_MAX = 100_000

async function readLines(
  client: pg.Client,
  select: string,
  onLine: (cells: string[]) => void,
): Promise<void> {
  const stream = client.query(copyTo(`copy (${select}) to stdout with (null '')`))
  await pipeline(stream, async (source: AsyncIterable<Buffer>) => {
    let rest = ''
    for await (const chunk of source) {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line.split('\t'))
    }
  })
}

/** Rates of the file before they are compared: which number, prefix and time each has. */
export function readStaged(
  client: pg.Client,
  onRate: (number: number, prefix: string, at_seconds: number) => void,
): Promise<void> {
  return readLines(
    client,
    `select number, prefix, ceil(extract(epoch from coalesce(starts_at, now())))::bigint
      from rate_stage where reason = '' order by prefix`,
    ([number, prefix, at]) => onRate(Number(number), prefix ?? '', Number(at)),
  )
}

/** The rate of a shorter prefix, by which the numbers of a staged rate are billed so far. */
export interface RateAbove {
  readonly number: number
  readonly prefix: string
  readonly rate: number
}

export const STAGE_ABOVE = `create temporary table rate_stage_above (
  number integer primary key,
  prefix text collate "C" not null,
  rate bigint not null
) on commit drop`

export async function stageRatesAbove(client: pg.Client, found: Iterable<RateAbove>) {
  await copyRows(client, 'rate_stage_above', ['number', 'prefix', 'rate'], found)
  await client.query('analyze rate_stage_above')
}

/** The rows of a preview by which calls will go, with the numbers of the rows. */
export async function readImportedRates(
  client: pg.Client,
  id: number,
): Promise<ImportedRates & { numbers: readonly number[] }> {
  const read = { numbers: [], prefixes: [], rates: [], at_seconds: [] } as {
    [K in 'numbers' | 'rates' | 'at_seconds']: number[]
  } & { prefixes: string[] }
  await readLines(
    client,
    `select number, prefix, rate, ceil(extract(epoch from coalesce(starts_at, now())))::bigint
      from rate_import_row where import_id = ${Number(id)} and not blocked and rate is not null
        and prefix is not null and kind not in ('REMOVED', 'INVALID')
      order by prefix, number`,
    ([number, prefix, rate, at]) => {
      read.numbers.push(Number(number))
      read.prefixes.push(prefix ?? '')
      read.rates.push(Number(rate))
      read.at_seconds.push(Number(at))
    },
  )
  return read
}

interface FacingRate {
  readonly number: number
  readonly rate: number
  readonly tariff_id: number
}

/** Stores the rate and the tariff of the other side in the rows of an import. */
export async function keepFacingRates(
  client: pg.Client,
  id: number,
  side: 'cost' | 'sell',
  found: Iterable<FacingRate>,
): Promise<void> {
  await client.query(`create temporary table rate_facing (number integer primary key,
    rate bigint not null, tariff_id bigint not null) on commit drop`)
  await copyRows(client, 'rate_facing', ['number', 'rate', 'tariff_id'], found)
  await client.query('analyze rate_facing')
  await client.query(
    `update rate_import_row r set ${side}_rate = f.rate, ${side}_tariff_id = f.tariff_id
      from rate_facing f where r.import_id = $1 and r.number = f.number`,
    [id],
  )
}

export const clearLosses = (client: pg.Client, id: number) =>
  client.query('delete from rate_import_loss where import_id = $1', [id])

const LOSS_COLUMNS = [
  'import_id',
  'tariff_id',
  'rate_id',
  'prefix',
  'rate',
  'cost',
  'costs_count',
] as const

/** Those of one tariff; the ones that lose most per minute, if they are too many. */
export async function keepLosses(
  client: pg.Client,
  import_id: number,
  tariff_id: number,
  losses: readonly LosingRate[],
): Promise<void> {
  const worst =
    losses.length <= LOSSES_MAX
      ? losses
      : losses.toSorted((a, b) => b.cost - b.rate - (a.cost - a.rate)).slice(0, LOSSES_MAX)
  const rows = worst.map((one) => ({ ...one, import_id, tariff_id }))
  await copyRows(client, 'rate_import_loss', LOSS_COLUMNS, rows)
}

export interface ImportLoss {
  readonly tariff_id: number
  readonly tariff_name: string
  readonly currency: string
  readonly prefix: string
  readonly destination: string
  readonly rate: Rate
  readonly cost: Rate
  readonly costs_count: number
  readonly calls: number
  readonly billed_seconds: number
  readonly loss: Money
  readonly loss_currency: string
}

const SORTS = {
  loss: sql`l.loss`,
  billed_seconds: sql`l.billed_seconds`,
  prefix: sql`l.prefix`,
  tariff_name: sql`lower(t.name)`,
}

interface LossQuery extends ListQuery<keyof typeof SORTS> {
  readonly tariff_id?: number | undefined
}

/** The losses of an import that the caller may see. */
export async function listImportLosses(
  database: Database,
  import_id: number,
  query: LossQuery,
): Promise<Listed<ImportLoss>> {
  const { sort, column, direction } = sortOf(query, '-loss')
  const offset = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const way = sql.raw(direction)
  const { rows } = await sql<ImportLoss & { total: number }>`
    select l.tariff_id, t.name as tariff_name, t.currency, l.prefix,
      coalesce(r.destination, '') as destination, l.rate, l.cost, l.costs_count, l.calls,
      l.billed_seconds, l.loss, w.currency as loss_currency, count(*) over ()::int as total
    from rate_import_loss l join rate_import i on i.id = l.import_id
      join tariff w on w.id = i.tariff_id join tariff t on t.id = l.tariff_id
      left join tariff_rate r on r.id = l.rate_id
    where l.import_id = ${import_id}
      and (${query.tariff_id ?? null}::bigint is null or l.tariff_id = ${query.tariff_id ?? null})
    order by ${SORTS[column]} ${way}, l.cost - l.rate ${way}, l.prefix, l.tariff_id
    limit ${query.limit + 1} offset ${offset}`.execute(database)
  const page = { ...query, total: 'exact' as const }
  return toPage(page, sort, rows, rows[0]?.total ?? 0, () => [offset + query.limit])
}

export interface LosingTariff {
  readonly id: number
  readonly name: string
  readonly kind: 'SELL' | 'RESELLER_COST'
  readonly follows: boolean
  readonly prefixes_count: number
  readonly calls: number
  readonly billed_seconds: number
  readonly loss: Money
}

/** The tariffs that sell at a loss by an import that the caller may see, the greatest first. */
export async function listLosingTariffs(database: Database, import_id: number) {
  const { rows } = await sql<LosingTariff>`
    select t.id, t.name, t.kind,
      exists (select from tariff_markup m where m.tariff_id = t.id) as follows,
      count(*)::int as prefixes_count, sum(l.calls)::bigint as calls,
      sum(l.billed_seconds)::bigint as billed_seconds,
      least(9e15, sum(l.loss))::bigint as loss
    from rate_import_loss l join tariff t on t.id = l.tariff_id
    where l.import_id = ${import_id} group by t.id
    order by sum(l.loss) desc, count(*) desc, lower(t.name), t.id limit 50`.execute(database)
  return rows
}
