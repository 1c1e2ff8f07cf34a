// The rates of a file in a temporary table, where they are compared with those of the tariff.
import type pg from 'pg'
import { copyRows } from '../copy-rows.ts'
import { STAGE_ABOVE } from './rate-import-margin.ts'

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
  /** A note for the user about a row that can be read. */
  readonly note: string
  /** Whether the row of the file says when. */
  readonly has_date: boolean
  /** The country of its name and that of its code, if they are two. */
  readonly named_country: string | null
  readonly code_country: string | null
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
  'note',
  'has_date',
  'named_country',
  'code_country',
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
  note text not null,
  has_date boolean not null,
  named_country text,
  code_country text,
  repeats_line integer
) on commit drop`

/** Within a transaction, at whose end the table goes. */
export async function stageRates(
  client: pg.Client,
  rates: AsyncIterable<StagedRate>,
): Promise<void> {
  await client.query(STAGE)
  await client.query(STAGE_ABOVE)
  await copyRows(client, 'rate_stage', COLUMNS, rates)
  await client.query('analyze rate_stage')
}
