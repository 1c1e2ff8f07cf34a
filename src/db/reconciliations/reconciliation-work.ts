// The reads and writes of the worker of reconciliations: the rows of the file in a temporary table,
// our calls beside them, and the results of comparing both.
import type pg from 'pg'
import type { Money } from '#core/money.ts'
import type { ComparedRow, SideCall } from '#core/reconciliation/compare-number.ts'
import type { ComparedTotal } from '#core/reconciliation/compare-totals.ts'
import type {
  CallFileLayout,
  ReconciliationOptions,
  Side,
} from '#core/reconciliation/reconciliation.ts'
import { copyRows } from '../copy-rows.ts'
import type { SqlConnection } from '../database.ts'
import type { ReconciliationPeriod } from './reconciliation-period.ts'

export interface ReconciliationWork {
  readonly id: number
  readonly settlement_id: number
  /** That of the settlement. */
  readonly currency: string
  readonly file_size: number
  readonly layout: CallFileLayout
  readonly options: ReconciliationOptions
  readonly from_at: string | null
  readonly until_at: string | null
}

/** The oldest one that is to be compared. */
export async function findReconciliationWork(
  connection: SqlConnection,
): Promise<ReconciliationWork | undefined> {
  const { rows } = await connection.query<ReconciliationWork>(
    `select r.id, r.settlement_id, a.currency, r.file_size, r.layout, r.options, r.from_at,
      r.until_at
    from reconciliation r join account a on a.id = r.settlement_id
    where r.state = 'COMPARING' order by r.updated_at, r.id limit 1`,
  )
  return rows[0]
}

/** False if it was stopped meanwhile. */
export async function noteReconciliationProgress(
  connection: SqlConnection,
  id: number,
  progress: number,
): Promise<boolean> {
  const { rows } = await connection.query(
    `update reconciliation set progress = $2 where id = $1 and state = 'COMPARING' returning id`,
    [id, progress],
  )
  return rows.length === 1
}

export async function failReconciliation(
  connection: SqlConnection,
  id: number,
  error: string,
): Promise<void> {
  await connection.query(
    `with failed as (update reconciliation set state = 'FAILED', progress = 0, error = $2
      where id = $1 and state = 'COMPARING' returning id::text)
    select note_end_of_work('reconciliation', id, 'COMPARING', 'FAILED', $2) from failed`,
    [id, error],
  )
}

/** A row of the file, or the reason why it cannot be read. */
export interface StagedCall {
  readonly line: number
  readonly key: string
  readonly destination: string
  readonly at: number | null
  readonly calls: number | null
  readonly seconds: number | null
  readonly amount: Money | null
  readonly column_name: string
  readonly value: string
  readonly reason: string
}

const STAGED = [
  ...(['line', 'key', 'destination', 'at', 'calls', 'seconds', 'amount'] as const),
  ...(['column_name', 'value', 'reason'] as const),
] as const satisfies readonly (keyof StagedCall)[]

/** Within a transaction, at whose end the table goes. */
export async function stageCalls(
  client: pg.Client,
  calls: AsyncIterable<StagedCall>,
): Promise<void> {
  await client.query(`create temporary table reconciliation_stage (
    line integer not null,
    key text collate "C" not null,
    destination text not null,
    at bigint,
    calls integer,
    seconds bigint,
    amount bigint,
    column_name text not null,
    value text not null,
    reason text not null
  ) on commit drop`)
  await copyRows(client, 'reconciliation_stage', STAGED, calls)
  await client.query('analyze reconciliation_stage')
}

/** How long before its answer a call may have come in. */
const MARGIN = `interval '1 hour'`

const CLOCKS = { START: 'coalesce(r.sent_at, r.started_at)', ANSWER: 'r.answered_at' } as const
const NUMBERS = { SENT: 'r.sent_number', CALLED: 'r.called_number' } as const
const ROUNDS = { UP: 'ceil', HALF_UP: 'round', DOWN: 'floor' } as const

/** Our answered calls of a settlement account, counted as the carrier does; $1 to $4 are values. */
function ourCalls({ options }: ReconciliationWork): string {
  const { clock, number, rounding } = options
  const first = Number(options.first_increment)
  const next = Number(options.next_increment)
  const seconds = `${ROUNDS[rounding]}(r.duration_ms::numeric / 1000)::bigint`
  return `select regexp_replace(regexp_replace(${NUMBERS[number]}, '\\D', '', 'g'), '^00', '')
      as number,
    floor(extract(epoch from ${CLOCKS[clock]}))::bigint as at,
    case when x.seconds <= 0 then 0 when x.seconds <= ${first} then ${first}
      else ${first} + ceil((x.seconds - ${first})::numeric / ${next})::bigint * ${next} end
      as seconds,
    coalesce(${options.with_vat ? 'c.amount' : 'c.net'}, r.buy_amount) as amount,
    r.call_id, r.destination, coalesce(r.buy_prefix, '') as buy_prefix
  from call_record r
    cross join lateral (select ${seconds} as seconds) x
    left join call_charge c on c.call_id = r.call_id and c.started_at = r.started_at
      and c.account_id = r.settlement_id
  where r.settlement_id = $1 and r.answered_at is not null
    and r.started_at >= $2::timestamptz - ${MARGIN} and r.started_at < $3::timestamptz + ${MARGIN}
    and ${CLOCKS[clock]} >= $2::timestamptz - make_interval(secs => $4)
    and ${CLOCKS[clock]} < $3::timestamptz + make_interval(secs => $4)`
}

export interface PlacedCall extends SideCall {
  readonly number: string
  readonly line: number | null
  readonly call_id: string | null
  readonly destination: string
}

const FETCHED = 5000

async function* fetched<Row extends object>(
  client: pg.Client,
  text: string,
  values: readonly unknown[],
): AsyncGenerator<Row[]> {
  await client.query(`declare reconciled no scroll cursor for ${text}`, [...values])
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${FETCHED} from reconciled`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close reconciled')
}

/** The calls of both sides, some at a time: those to one number follow each other, by time. */
export const readBothSides = (
  client: pg.Client,
  work: ReconciliationWork,
  { from_at, until_at }: ReconciliationPeriod,
): AsyncGenerator<PlacedCall[]> =>
  fetched<PlacedCall>(
    client,
    `select number, is_ours, at, seconds, amount, line, call_id::text as call_id, destination
    from (
      select number, true as is_ours, at, seconds, amount, null::integer as line, call_id,
        destination
      from (${ourCalls(work)}) o
      union all
      select key, false, at, seconds, amount, line, null, destination
      from reconciliation_stage where reason = ''
    ) b order by number collate "C", at, seconds, is_ours, line, call_id`,
    [work.settlement_id, from_at, until_at, work.options.time_tolerance],
  )

export interface OurTotal extends Side {
  readonly key: string
  readonly buy_prefix: string
}

const KEYS = {
  CALLS: 'number',
  DESTINATIONS: 'destination',
  PREFIXES: 'number',
  DAYS: `to_char(to_timestamp(at) at time zone $5, 'YYYY-MM-DD')`,
} as const

/** Our calls added up: by destination or day, or by number for the prefixes of the file. */
export const readOurTotals = (
  client: pg.Client,
  work: ReconciliationWork,
  { from_at, until_at }: ReconciliationPeriod,
): AsyncGenerator<OurTotal[]> =>
  fetched<OurTotal>(
    client,
    `select ${KEYS[work.layout.content]} as key, buy_prefix, count(*)::integer as calls,
      sum(seconds)::bigint as seconds, sum(amount)::bigint as amount
    from (select o.*, $5::text as time_zone from (${ourCalls(work)}) o) p group by 1, 2`,
    [work.settlement_id, from_at, until_at, 0, work.options.time_zone],
  )

export async function readTheirTotals(client: pg.Client): Promise<(Side & { key: string })[]> {
  const { rows } = await client.query<Side & { key: string }>(
    `select key, sum(calls)::bigint as calls, sum(seconds)::bigint as seconds,
      sum(amount)::bigint as amount
    from reconciliation_stage where reason = '' group by key`,
  )
  return rows
}

export async function countStaged(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from reconciliation_stage',
  )
  return rows[0]?.count ?? 0
}

const COLUMNS = [
  ...(['reconciliation_id', 'number', 'class', 'called_number', 'destination', 'line'] as const),
  ...(['call_id', 'our_at', 'their_at', 'our_calls', 'their_calls', 'our_seconds'] as const),
  ...(['their_seconds', 'our_amount', 'their_amount', 'difference'] as const),
  ...(['reason', 'column_name', 'value'] as const),
] as const
type WrittenRow = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>

const NO_FAULT = { reason: '', column_name: '', value: '' } as const
const instant = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at * 1000).toISOString()

/** Replaces the results of an earlier comparison by the rows of the file that cannot be read. */
export async function beginRows(client: pg.Client, id: number): Promise<number> {
  await client.query('delete from reconciliation_row where reconciliation_id = $1', [id])
  await client.query('delete from reconciliation_sum where reconciliation_id = $1', [id])
  const { rowCount } = await client.query(
    `insert into reconciliation_row (reconciliation_id, number, class, called_number, destination,
      line, their_calls, reason, column_name, value)
    select $1, row_number() over (order by line), 'INVALID', '', '', line, 1, reason, column_name,
      value
    from reconciliation_stage where reason <> ''`,
    [id],
  )
  return rowCount ?? 0
}

export const writeCalls = (
  client: pg.Client,
  id: number,
  rows: readonly ComparedRow<PlacedCall>[],
  after: number,
): Promise<void> =>
  copyRows(
    client,
    'reconciliation_row',
    COLUMNS,
    rows.map(
      ({ class: kind, ours, theirs, difference }, at): WrittenRow => ({
        ...NO_FAULT,
        reconciliation_id: id,
        number: after + at + 1,
        class: kind,
        called_number: (ours ?? theirs)?.number ?? '',
        destination: ours?.destination || theirs?.destination || '',
        line: theirs?.line ?? null,
        call_id: ours?.call_id ?? null,
        our_at: instant(ours?.at),
        their_at: instant(theirs?.at),
        our_calls: ours ? 1 : null,
        their_calls: theirs ? 1 : null,
        our_seconds: ours?.seconds ?? null,
        their_seconds: theirs?.seconds ?? null,
        our_amount: ours?.amount ?? null,
        their_amount: theirs?.amount ?? null,
        difference,
      }),
    ),
  )

export const writeTotals = (
  client: pg.Client,
  id: number,
  totals: readonly ComparedTotal[],
  after: number,
): Promise<void> =>
  copyRows(
    client,
    'reconciliation_row',
    COLUMNS,
    totals.map(
      ({ class: kind, key, ours, theirs, difference }, at): WrittenRow => ({
        ...{ ...NO_FAULT, reconciliation_id: id, number: after + at + 1, class: kind },
        ...{ called_number: '', destination: key, line: null, call_id: null },
        ...{ our_at: null, their_at: null, difference },
        ...{ our_calls: ours?.calls ?? null, their_calls: theirs?.calls ?? null },
        ...{ our_seconds: ours?.seconds ?? null, their_seconds: theirs?.seconds ?? null },
        ...{ our_amount: ours?.amount ?? null, their_amount: theirs?.amount ?? null },
      }),
    ),
  )

/** With the sums by destination. False if it was stopped meanwhile. */
export async function finishComparison(
  client: pg.Client,
  id: number,
  { from_at, until_at }: ReconciliationPeriod,
  rows_count: number,
): Promise<boolean> {
  await client.query(
    `insert into reconciliation_sum (reconciliation_id, destination, class, rows_count, our_calls,
      their_calls, our_seconds, their_seconds, our_amount, their_amount, difference)
    select reconciliation_id, destination, class, count(*), coalesce(sum(our_calls), 0),
      coalesce(sum(their_calls), 0), coalesce(sum(our_seconds), 0),
      coalesce(sum(their_seconds), 0), coalesce(sum(our_amount), 0),
      coalesce(sum(their_amount), 0), coalesce(sum(difference), 0)
    from reconciliation_row where reconciliation_id = $1
    group by reconciliation_id, destination, class`,
    [id],
  )
  const { rowCount } = await client.query(
    `update reconciliation set state = 'COMPARED', progress = 1000, error = '', from_at = $2,
      until_at = $3, rows_count = $4, compared_at = now(), rows_removed_at = null
    where id = $1 and state = 'COMPARING'`,
    [id, from_at, until_at, rows_count],
  )
  return rowCount === 1
}
