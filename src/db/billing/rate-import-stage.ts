// The rates of a file in a temporary table, where they are compared with those of the tariff.
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { BuyRate } from '#core/rate-import/highest-buy-rates.ts'
import { copyRows } from '../copy-rows.ts'

/** A rate of the file, or the reason why there is none. */
export interface StagedRate {
  readonly line: number
  /** Null in a row that cannot be read. */
  readonly prefix: string | null
  readonly destination: string
  readonly rate: number | null
  readonly first_rate: number | null
  readonly first_increment: number | null
  readonly next_increment: number | null
  readonly connect_fee: number | null
  readonly starts_at: string | null
  readonly ends_at: string | null
  readonly blocked: boolean
  readonly is_deleted: boolean
  readonly column_name: string
  readonly value: string
  readonly reason: string
}

const COLUMNS = [
  'line',
  'prefix',
  'destination',
  'rate',
  'first_rate',
  'first_increment',
  'next_increment',
  'connect_fee',
  'starts_at',
  'ends_at',
  'blocked',
  'is_deleted',
  'column_name',
  'value',
  'reason',
] as const satisfies readonly (keyof StagedRate)[]

/** `at` is filled in afterwards: when the rate takes effect if the import is applied now. */
const STAGE = `create temporary table rate_stage (
  number integer generated always as identity,
  line integer not null,
  prefix text collate "C",
  destination text not null,
  rate bigint,
  first_rate bigint,
  first_increment integer,
  next_increment integer,
  connect_fee bigint,
  starts_at timestamptz,
  ends_at timestamptz,
  blocked boolean not null,
  is_deleted boolean not null,
  column_name text not null,
  value text not null,
  reason text not null,
  repeats_line integer
) on commit drop`

/** The highest buy rate of each prefix that has one. */
export const STAGE_BUY = `create temporary table rate_stage_buy (
  prefix text collate "C" primary key,
  buy_rate bigint not null,
  buy_tariff_id bigint not null
) on commit drop`

/** Within a transaction, at whose end the table goes. */
export async function stageRates(
  client: pg.Client,
  rates: AsyncIterable<StagedRate>,
): Promise<void> {
  await client.query(STAGE)
  await client.query(STAGE_BUY)
  await copyRows(client, 'rate_stage', COLUMNS, rates)
  await client.query('analyze rate_stage')
}

/** Each once, of the rates that are not invalid. */
export async function readStagedPrefixes(client: pg.Client): Promise<string[]> {
  const prefixes: string[] = []
  const stream = client.query(
    copyTo(`copy (select distinct prefix from rate_stage where prefix is not null and reason = ''
      order by prefix) to stdout`),
  )
  let rest = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) prefixes.push(line)
  }
  return prefixes
}

export async function stageBuyRates(client: pg.Client, found: Iterable<BuyRate>): Promise<void> {
  await copyRows(client, 'rate_stage_buy', BUY_COLUMNS, buyRows(found))
  await client.query('analyze rate_stage_buy')
}

const BUY_COLUMNS = ['prefix', 'buy_rate', 'buy_tariff_id'] as const

function* buyRows(found: Iterable<BuyRate>) {
  for (const { prefix, rate, tariff_id } of found) {
    yield { prefix, buy_rate: rate, buy_tariff_id: tariff_id }
  }
}
