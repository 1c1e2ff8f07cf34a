// The preview of a re-rating, a batch of calls at a time: what it looks at and what it finds
// (ADR-0015). The changes are decided in core/billing/find-re-rating-changes.ts.
import { sql } from 'kysely'
import type {
  FoundChange,
  LookedAtCall,
  LookedAtCharge,
} from '#core/billing/find-re-rating-changes.ts'
import type { ReRatingProblem, ReRatingState } from '#core/billing/re-rate-call.ts'
import type { Money, Rate } from '#core/money.ts'
import type { Terms } from '#core/tariff/terms.ts'
import { type WithEncodedTerms, withTerms } from '../calls/charge-terms.ts'
import { forRows } from '../columns.ts'
import { asSqlConnection, type Database, type Tx } from '../database.ts'
import { noteEndOfWork } from '../people/end-of-work.ts'

export interface ReRatingWork {
  readonly id: number
  readonly state: ReRatingState
  readonly from_at: string
  readonly until_at: string
  readonly account_id: number | null
  readonly tariff_id: number | null
  readonly prefix: string
  readonly new_tariff_id: number | null
  readonly looked_until: string | null
  readonly looked_until_call_id: string | null
}

/** The oldest one that has work and that no other process is at; it is ours until `tx` ends. */
export async function lockWork(tx: Tx): Promise<ReRatingWork | undefined> {
  const { rows } = await sql<ReRatingWork>`
    select id, state, from_at, until_at, account_id, tariff_id, prefix, new_tariff_id,
      looked_until, looked_until_call_id::text as looked_until_call_id
    from re_rating where state in ('PREVIEWING', 'APPLYING')
    order by id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

/** The calls after those that were looked at before, in the order of their times. */
export async function nextCalls(tx: Tx, work: ReRatingWork, max: number): Promise<LookedAtCall[]> {
  const { account_id, from_at, until_at, looked_until, looked_until_call_id } = work
  const after = looked_until ?? from_at
  const range = sql`started_at >= ${after}::timestamptz and started_at < ${until_at}::timestamptz
    and (started_at, call_id) > (${after}::timestamptz, ${looked_until_call_id ?? '0'}::bigint)`
  // The charges of an account have an index of their own; the records of a time have one for all.
  const calls = account_id
    ? sql`select started_at, call_id from call_charge
        where account_id = ${account_id} and ${range}`
    : sql`select started_at, call_id from call_record where is_last and ${range}`
  const { rows } = await sql<LookedAtCall>`
    with next as (${calls} order by started_at, call_id limit ${max})
    select n.call_id::text as call_id, n.started_at as started_at_text,
      date_part('epoch', n.started_at) as started_at, r.called_number, r.duration_ms,
      r.answered_at is not null as is_answered, r.settlement_id
    from next n
      join call_record r on r.started_at = n.started_at and r.call_id = n.call_id and r.is_last
    order by n.started_at, n.call_id`.execute(tx)
  return rows
}

/**
 * The charges of these calls that the re-rating covers. On-net calls have no rate, and those of an
 * erased account no number to find one by.
 */
export async function chargesOf(
  tx: Tx,
  { account_id, tariff_id }: ReRatingWork,
  calls: readonly LookedAtCall[],
): Promise<LookedAtCharge[]> {
  const ids = calls.map(({ call_id }) => call_id)
  const times = calls.map(({ started_at_text }) => started_at_text)
  const { rows } = await sql<WithEncodedTerms<LookedAtCharge>>`
    select c.call_id::text as call_id, c.account_id, c.depth, c.parent_id, c.tariff_id, c.rate_id,
      c.prefix, c.terms, c.currency, c.attempts, c.package_seconds, c.income,
      c.duration_seconds, c.billed_seconds, c.net, c.vat, c.amount
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) as n(call_id, started_at)
      join call_charge c on c.call_id = n.call_id and c.started_at = n.started_at
    where c.rate_id <> 0
      and (${account_id}::bigint is null or c.account_id = ${account_id})
      and (${tariff_id}::bigint is null or c.tariff_id = ${tariff_id})
      and not exists (select from erasure e join call_record r on r.account_id = e.account_id
        where r.started_at = n.started_at and r.call_id = n.call_id)
    order by n.started_at, n.call_id, c.depth`.execute(tx)
  return rows.map(withTerms)
}

/** Notes how far the preview has come, and what it found. */
export async function writeFound(
  tx: Tx,
  re_rating_id: number,
  looked_at: { readonly until: LookedAtCall; readonly charges: number },
  found: readonly FoundChange[],
): Promise<void> {
  if (found.length > 0) {
    const rows = found.map((change) => changeRow(re_rating_id, change))
    await asSqlConnection(tx).query(INSERT_CHANGES.text, INSERT_CHANGES.values(rows))
  }
  const problems = found.filter(({ price }) => price === undefined).length
  await sql`update re_rating set changes_count = changes_count + ${found.length},
      problems_count = problems_count + ${problems},
      charges_looked_at = charges_looked_at + ${looked_at.charges},
      looked_until = ${looked_at.until.started_at_text}::timestamptz,
      looked_until_call_id = ${looked_at.until.call_id}::bigint
    where id = ${re_rating_id}`.execute(tx)
}

interface ChangeRow {
  readonly re_rating_id: number
  readonly call_id: string
  readonly account_id: number
  readonly started_at: number
  readonly depth: number
  readonly currency: string
  readonly called_number: string
  readonly old_tariff_id: number
  readonly old_rate: Rate
  readonly old_prefix: string
  readonly old_billed_seconds: number
  readonly old_net: Money
  readonly old_amount: Money
  readonly new_tariff_id: number | null
  readonly new_rate_id: number | null
  readonly new_rate: Rate | null
  readonly new_prefix: string | null
  readonly new_destination: string | null
  readonly new_terms: Terms | null
  readonly new_duration_seconds: number | null
  readonly new_billed_seconds: number | null
  readonly new_net: Money | null
  readonly new_vat: Money | null
  readonly new_amount: Money | null
  readonly problem: ReRatingProblem | null
}

function changeRow(re_rating_id: number, { call, charge, price }: FoundChange): ChangeRow {
  const { account_id, depth, currency } = charge
  const { call_id, started_at, called_number } = call
  return {
    re_rating_id,
    call_id,
    account_id,
    started_at,
    depth,
    currency,
    called_number,
    old_tariff_id: charge.tariff_id,
    old_rate: charge.terms.rate,
    old_prefix: charge.prefix,
    old_billed_seconds: charge.billed_seconds,
    old_net: charge.net,
    old_amount: charge.amount,
    new_tariff_id: price?.tariff_id ?? null,
    new_rate_id: price?.rate_id ?? null,
    new_rate: price?.terms.rate ?? null,
    new_prefix: price?.prefix ?? null,
    new_destination: price?.destination ?? null,
    new_terms: price?.terms ?? null,
    new_duration_seconds: price?.duration_seconds ?? null,
    new_billed_seconds: price?.billed_seconds ?? null,
    new_net: price?.net ?? null,
    new_vat: price?.vat ?? null,
    new_amount: price?.amount ?? null,
    problem: price ? null : 'NO_RATE',
  }
}

const INSERT_CHANGES = forRows<ChangeRow>(
  // biome-ignore format: a table of columns
  {
    re_rating_id: 'bigint', call_id: 'bigint', account_id: 'bigint', started_at: 'timestamptz',
    depth: 'smallint', currency: 'text', called_number: 'text', old_tariff_id: 'bigint',
    old_rate: 'bigint', old_prefix: 'text', old_billed_seconds: 'integer', old_net: 'bigint',
    old_amount: 'bigint', new_tariff_id: 'bigint', new_rate_id: 'bigint', new_rate: 'bigint',
    new_prefix: 'text', new_destination: 'text', new_terms: 'json',
    new_duration_seconds: 'integer', new_billed_seconds: 'integer', new_net: 'bigint',
    new_vat: 'bigint', new_amount: 'bigint', problem: 'text',
  },
  ({ names, values, rows }) =>
    `insert into re_rating_change (${names}) select ${values} from ${rows}`,
)

type Worked = Pick<ReRatingWork, 'id' | 'state'>

export async function finishWork(
  tx: Tx,
  { id, state: was }: Worked,
  state: ReRatingState,
): Promise<void> {
  await noteEndOfWork(asSqlConnection(tx), { entity: 're_rating', id, state: [was, state] })
  await sql`update re_rating set state = ${state},
      applied_at = case when ${state} = 'APPLIED' then now() else applied_at end
    where id = ${id}`.execute(tx)
}

/** After an error that would come again. */
export async function failWork(
  database: Database,
  { id, state }: Worked,
  error: string,
): Promise<void> {
  await sql`
    with failed as (update re_rating set state = 'FAILED', error = ${error} where id = ${id}
      returning id::text)
    select note_end_of_work('re_rating', id, ${state}, 'FAILED', ${error}) from failed`.execute(
    database,
  )
}
