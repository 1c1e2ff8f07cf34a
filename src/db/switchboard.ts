// What the engine loads to know clients, addresses, gateways, plans and
// tariffs without asking again.

import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Money, Percent, Rate } from '#core/money.ts'
import type { RoutePlan, RouteRule } from '#core/routing/route-plan.ts'
import {
  type DetailsPool,
  type RateDetails,
  type RateSheet,
  RateSheetBuilder,
} from '#core/tariff/rate-sheet.ts'
import type { Tariff } from '#core/tariff/tariff.ts'
import type { Step } from '#core/tariff/terms.ts'
import { DEFAULT_SETTINGS, type GeneralSettings } from './settings.ts'

export type TariffRow = Omit<Tariff, 'sheet'> & { readonly rates_version: number }

export interface RoutePlanRow extends Omit<RoutePlan, 'rules'> {
  readonly rules: readonly RouteRule[]
}

export async function loadRoutePlans(client: pg.Client): Promise<RoutePlanRow[]> {
  const { rows } = await client.query<RoutePlanRow>(`
    with target as (
      select route_rule_id, json_agg(json_build_object('id', id, 'gateway_id', gateway_id,
          'gateway_group_id', gateway_group_id, 'position', position, 'priority', priority,
          'weight', weight, 'percent', percent, 'is_static', is_static,
          'strip_digits', strip_digits, 'prepend', prepend, 'translation_id', translation_id,
          'channel_limit', channel_limit, 'cost_multiplier', cost_multiplier,
          'valid_from_ms', floor(extract(epoch from valid_from) * 1000),
          'valid_until_ms', floor(extract(epoch from valid_until) * 1000))
        order by position) as targets
      from route_target where status = 'active' group by route_rule_id),
    rule as (
      select route_plan_id, json_agg(json_build_object('id', id, 'position', position,
          'dst_prefix', dst_prefix, 'src_prefix', src_prefix, 'src_list_id', src_list_id,
          'client_id', client_id, 'reseller_id', reseller_id, 'tags', tags,
          'match_mode', match_mode, 'min_length', min_length, 'max_length', max_length,
          'window_id', window_id, 'exclusive', exclusive, 'action', action,
          'block_sip_code', block_sip_code, 'block_reason', block_reason,
          'targets', coalesce(targets, '[]'::json))) as rules
      from route_rule left join target on route_rule_id = id
      where status = 'active' group by route_plan_id)
    select id, name, status, mode, max_attempts, max_setup_seconds, rate_delta, profit_mode,
      min_profit_percent, min_profit_abs, dst_list_id, src_list_id, parent_plan_id,
      coalesce(rules, '[]'::json) as rules
    from route_plan left join rule on route_plan_id = id where deleted_at is null`)
  return rows
}

export async function loadTariffRows(client: pg.Client): Promise<TariffRow[]> {
  const { rows } = await client.query<TariffRow>(`select t.id, t.name, t.kind, t.status,
      t.currency, c.rate as fx, t.first_increment, t.next_increment, t.connect_fee,
      t.grace_seconds, t.free_seconds, t.min_duration, t.surcharge_percent, t.duration_rounding,
      t.rounding_mode, t.rounding_decimals, t.loss_protection, t.max_loss_percent,
      t.average_duration, t.rates_version
    from tariff t join currency c on c.code = t.currency
    where t.deleted_at is null`)
  return rows
}

/** What grows with each change: the number of the configuration, and of the settings. */
export async function loadChangeNumbers(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ subject: string; number: number }>(
    'select subject, number from change_number',
  )
  return new Map(rows.map((row) => [row.subject, row.number]))
}

export async function loadGeneralSettings(client: pg.Client): Promise<GeneralSettings> {
  const { rows } = await client.query<{ value: Partial<GeneralSettings> }>(
    `select value from setting where key = 'general'`,
  )
  return { ...DEFAULT_SETTINGS, ...rows[0]?.value }
}

export async function loadTimezone(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ value: string }>(
    `select value from setting where key = 'timezone'`,
  )
  return rows[0]?.value ?? DEFAULT_SETTINGS.timezone
}

/** Seconds after which an entry of the sheet is only history, which routing does not need. */
const HISTORY = "interval '1 hour'"

/**
 * Streams the rates of the tariffs into sheets and hands each over as soon as it is whole. Rates
 * that ended over an hour ago stay in the database: routing looks at now, and at calls just begun.
 */
export async function loadRateSheets(
  client: pg.Client,
  tariff_ids: readonly number[],
  details: DetailsPool,
  onSheet: (tariff_id: number, sheet: RateSheet) => void,
): Promise<void> {
  const wanted = tariff_ids.map(Number).join(',')
  if (!wanted) return
  const stream = client.query(
    copyTo(`copy (select tariff_id, id, prefix, rate,
        floor(extract(epoch from effective_from))::bigint,
        floor(extract(epoch from effective_until))::bigint, ${DETAILS}
      from tariff_rate
      where tariff_id in (${wanted})
        and (effective_until is null or effective_until > now() - ${HISTORY})
      order by tariff_id, prefix, effective_from, id) to stdout`),
  )
  let current = 0
  let builder = new RateSheetBuilder(details)
  const done = new Set<number>()
  const finish = () => {
    if (current === 0) return
    done.add(current)
    onSheet(current, builder.build())
  }
  await pipeline(stream, async (source) => {
    for await (const line of createInterface({ input: source as NodeJS.ReadableStream })) {
      const columns = line.split('\t')
      const tariff_id = Number(columns[0])
      if (tariff_id !== current) {
        finish()
        current = tariff_id
        builder = new RateSheetBuilder(details)
      }
      addRate(builder, columns)
    }
  })
  finish()
  for (const id of tariff_ids) if (!done.has(id)) onSheet(id, new RateSheetBuilder(details).build())
}

const NULL = '\\N'
const numberOrNull = (text: string | undefined) =>
  text === undefined || text === NULL ? null : Number(text)

/** The columns of `readDetails`. They come last, so that equal details are equal text. */
const DETAILS = `blocked, first_rate, first_increment, next_increment, connect_fee, attempt_fee,
  grace_seconds, additional_seconds, free_seconds, min_duration, min_charge, max_charge, steps,
  surcharge_percent, reverse_billing, window_id, destination`

function addRate(builder: RateSheetBuilder, columns: readonly string[]): void {
  const [, id, prefix = '', rate, starts, ends, ...details] = columns
  const begins = Number(starts)
  const until = numberOrNull(ends)
  builder.add(Number(id), prefix, begins, until, Number(rate) as Rate, readDetails(details))
}

function readDetails(columns: readonly string[]): RateDetails {
  const number = (at: number) => Number(columns[at])
  const orNull = (at: number) => numberOrNull(columns[at])
  return {
    blocked: columns[0] === 't',
    first_rate: orNull(1) as Rate | null,
    first_increment: orNull(2),
    next_increment: orNull(3),
    connect_fee: orNull(4) as Money | null,
    attempt_fee: number(5) as Money,
    grace_seconds: orNull(6),
    additional_seconds: number(7),
    free_seconds: orNull(8),
    min_duration: orNull(9),
    min_charge: orNull(10) as Money | null,
    max_charge: orNull(11) as Money | null,
    steps: JSON.parse(columns[12] ?? '[]') as Step[],
    surcharge_percent: orNull(13) as Percent | null,
    reverse_billing: columns[14] === 't',
    window_id: orNull(15),
    destination: plainText(columns[16] ?? ''),
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
}

/** COPY writes control characters and backslashes in text as backslash sequences. */
function plainText(text: string): string {
  return text.includes('\\')
    ? text.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter)
    : text
}
