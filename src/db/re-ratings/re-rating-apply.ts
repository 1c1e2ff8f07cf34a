// Applies a re-rating, one batch of calls at a time: reads and locks the rows, and writes the new
// ones (ADR-0015). core/billing/re-rate-call.ts decides the changes of a call.
import { sql } from 'kysely'
import type { ReRatingProblem } from '#core/billing/re-rate-call.ts'
import type {
  AppliedCalls,
  ChangeToApply,
  LockedBalance,
  NewEntry,
  StandingEntry,
  StoredCalls,
  StoredCharge,
  StoredRecord,
} from '#core/billing/re-rating-rows.ts'
import type { Sum } from '#core/money.ts'
import { encodeTerms } from '#core/tariff/stored-terms.ts'
import { type WithEncodedTerms, withTerms } from '../calls/charge-terms.ts'
import { INSERT_TRAFFIC_ADDITIONS } from '../calls/traffic-batch.ts'
import { forRows } from '../columns.ts'
import { asSqlConnection, type Tx } from '../database.ts'

/** Those of the next calls that are neither applied nor have a problem. */
export async function nextChanges(
  tx: Tx,
  re_rating_id: number,
  calls_max: number,
): Promise<ChangeToApply[]> {
  const { rows } = await sql<ChangeToApply>`
    select call_id::text as call_id, account_id, started_at as started_at_text, old_net,
      old_amount, old_billed_seconds, new_tariff_id as tariff_id, new_rate_id as rate_id,
      new_prefix as prefix, new_destination as destination, new_terms as terms,
      new_duration_seconds as duration_seconds, new_billed_seconds as billed_seconds,
      new_net as net, new_vat as vat, new_amount as amount
    from re_rating_change h
    where re_rating_id = ${re_rating_id} and applied_at is null and problem is null
      and call_id in (select distinct call_id from re_rating_change
        where re_rating_id = ${re_rating_id} and applied_at is null and problem is null
        order by call_id limit ${calls_max})
    order by call_id, account_id`.execute(tx)
  return rows
}

/** All rows of the calls; the balances of all their parties are locked. */
export async function lockCalls(tx: Tx, of: readonly ChangeToApply[]): Promise<StoredCalls> {
  const ids = [...new Set(of.map(({ call_id }) => call_id))]
  const times = [...new Set(of.map(({ started_at_text }) => started_at_text))]
  const calls = (alias: string) => sql`${sql.ref(`${alias}.call_id`)} = any (${ids}::bigint[])
    and ${sql.ref(`${alias}.started_at`)} = any (${times}::timestamptz[])`
  const balances = await sql<LockedBalance>`
    select b.account_id, b.balance::numeric, b.credit_limit, b.held::numeric, b.has_floor,
      c.rate as fx
    from account_balance b join account a on a.id = b.account_id
      join currency c on c.code = a.currency
    where b.account_id in (
      select unnest(array[h.account_id, h.parent_id]) from call_charge h where ${calls('h')})
    order by b.account_id for update of b`.execute(tx)
  const charges = await sql<WithEncodedTerms<StoredCharge>>`
    select h.call_id::text as call_id, date_part('epoch', h.started_at) as started_at,
      h.account_id, h.depth, h.parent_id, h.tariff_id, h.rate_id, h.prefix, h.terms, h.attempts,
      h.package_seconds, h.income, h.duration_seconds, h.billed_seconds, h.net, h.vat, h.amount
    from call_charge h where ${calls('h')}`.execute(tx)
  const records = await sql<StoredRecord>`
    select r.call_id::text as call_id, date_part('epoch', r.started_at) as started_at,
      r.account_id, r.attempt_no, r.is_last,
      r.gateway_id, r.settlement_id, r.reseller_ids, r.status, r.duration_ms, r.pdd_ms,
      r.call_pdd_ms, r.attempt_end, r.called_number, r.sip_code, r.gateway_sip_code,
      r.gateway_q850_cause, r.refusal, r.fault, r.codec, r.media,
      r.one_way_audio,
      r.tariff_id, r.rate_id, r.sell_rate, r.sell_amount, r.sell_fx, r.billed_seconds, r.prefix,
      r.destination, r.buy_tariff_id, r.buy_rate_id, r.buy_rate, r.buy_prefix, r.buy_amount,
      r.buy_fx, r.buy_billed_seconds, r.revenue, r.cost
    from call_record r where ${calls('r')} order by r.call_id, r.attempt_no`.execute(tx)
  const entries = await sql<StandingEntry>`
    select l.id, l.call_id::text as call_id, l.account_id, l.counter_account_id, l.kind, l.amount
    from ledger_entry l
    where l.call_id = any (${ids}::bigint[]) and l.kind in ('CALL', 'SALE')
      and not exists (select from ledger_entry r where r.reverses_id = l.id)
    order by l.id`.execute(tx)
  return {
    balances: balances.rows,
    charges: charges.rows.map(withTerms),
    records: records.rows,
    entries: entries.rows,
  }
}

/** Writes the calls as they are from now on; `of` are marked as done, or with their problem. */
export async function writeApplied(
  tx: Tx,
  re_rating_id: number,
  of: readonly ChangeToApply[],
  applied: AppliedCalls,
): Promise<void> {
  const { problems } = applied
  await writeMoney(tx, re_rating_id, applied)
  await writeRows(tx, UPDATE_RECORDS, applied.records.map(recordChange))
  const charges = applied.charges.map(
    ({ depth: _, parent_id: __, attempts: ___, package_seconds: ____, ...charge }) => ({
      ...charge,
      terms: encodeTerms(charge.terms),
      re_rating_id,
    }),
  )
  await writeRows(tx, UPDATE_CHARGES, charges)
  await writeRows(tx, INSERT_TRAFFIC_ADDITIONS, applied.additions)
  const problemOf = new Map(
    problems.map((one) => [`${one.call_id} ${one.account_id}`, one.problem]),
  )
  const done = of.map(({ call_id, account_id }) => {
    const problem = problemOf.get(`${call_id} ${account_id}`) ?? null
    return { call_id, account_id, re_rating_id, problem }
  })
  await writeRows(tx, MARK_CHANGES, done)
  await sql`update re_rating set problems_count = problems_count + ${problems.length},
      applied_count = applied_count + ${of.length - problems.length}
    where id = ${re_rating_id}`.execute(tx)
}

async function writeMoney(tx: Tx, re_rating_id: number, applied: AppliedCalls): Promise<void> {
  const balances = [...applied.balances].map(([account_id, balance]) => ({ account_id, balance }))
  await writeRows(tx, UPDATE_BALANCES, balances)
  const entries = applied.entries.map((entry) => ({ ...entry, re_rating_id }))
  await writeRows(tx, INSERT_ENTRIES, entries)
}

async function writeRows<Row>(
  tx: Tx,
  statement: { readonly text: string; values(rows: readonly Row[]): Buffer[] },
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0) await asSqlConnection(tx).query(statement.text, statement.values(rows))
}

const UPDATE_BALANCES = forRows<{ account_id: number; balance: Sum }>(
  { account_id: 'bigint', balance: 'bigint' },
  ({ rows }) => `update account_balance as b set balance = r.balance, updated_at = now()
    from ${rows} where b.account_id = r.account_id`,
)

const INSERT_ENTRIES = forRows<NewEntry & { re_rating_id: number }>(
  // biome-ignore format: a table of columns
  {
    account_id: 'bigint', counter_account_id: 'bigint', kind: 'text', amount: 'bigint',
    balance_after: 'bigint', call_id: 'bigint', reverses_id: 'bigint', re_rating_id: 'bigint',
  },
  // Ids in the order of the balances that they leave.
  ({ names, values, rows }) => `insert into ledger_entry (${names})
    select ${values} from ${rows} order by r.n`,
)

type ChargeChange = WithEncodedTerms<
  Omit<StoredCharge, 'depth' | 'parent_id' | 'attempts' | 'package_seconds'>
> & { readonly re_rating_id: number }

const UPDATE_CHARGES = forRows<ChargeChange>(
  // biome-ignore format: a table of columns
  {
    call_id: 'bigint', started_at: 'timestamptz', account_id: 'bigint', tariff_id: 'bigint',
    rate_id: 'bigint', prefix: 'text', terms: 'json', income: 'bigint', duration_seconds: 'integer',
    billed_seconds: 'integer', net: 'bigint', vat: 'bigint', amount: 'bigint',
    re_rating_id: 'bigint',
  },
  ({ rows }) => `update call_charge as c set tariff_id = r.tariff_id, rate_id = r.rate_id,
      prefix = r.prefix, terms = r.terms::json, income = r.income,
      duration_seconds = r.duration_seconds, billed_seconds = r.billed_seconds, net = r.net,
      vat = r.vat, amount = r.amount, re_rating_id = r.re_rating_id
    from ${rows} where c.call_id = r.call_id and c.started_at = r.started_at
      and c.account_id = r.account_id`,
)

type RecordChange = ReturnType<typeof recordChange>

const recordChange = (record: StoredRecord) => ({
  account_id: record.account_id,
  started_at: record.started_at,
  call_id: record.call_id,
  attempt_no: record.attempt_no,
  tariff_id: record.tariff_id,
  rate_id: record.rate_id,
  sell_rate: record.sell_rate,
  sell_amount: record.sell_amount,
  billed_seconds: record.billed_seconds,
  prefix: record.prefix,
  destination: record.destination,
  buy_tariff_id: record.buy_tariff_id,
  buy_rate_id: record.buy_rate_id,
  buy_rate: record.buy_rate,
  buy_prefix: record.buy_prefix,
  buy_amount: record.buy_amount,
  buy_billed_seconds: record.buy_billed_seconds,
  revenue: record.revenue,
  cost: record.cost,
})

const UPDATE_RECORDS = forRows<RecordChange>(
  // biome-ignore format: a table of columns
  {
    account_id: 'bigint', started_at: 'timestamptz', call_id: 'bigint', attempt_no: 'smallint',
    tariff_id: 'bigint', rate_id: 'bigint', sell_rate: 'bigint', sell_amount: 'bigint',
    billed_seconds: 'integer', prefix: 'text', destination: 'text', buy_tariff_id: 'bigint',
    buy_rate_id: 'bigint', buy_rate: 'bigint', buy_prefix: 'text', buy_amount: 'bigint',
    buy_billed_seconds: 'integer', revenue: 'bigint', cost: 'bigint',
  },
  ({ rows }) => `update call_record as c set tariff_id = r.tariff_id, rate_id = r.rate_id,
      sell_rate = r.sell_rate, sell_amount = r.sell_amount, billed_seconds = r.billed_seconds,
      prefix = r.prefix, destination = r.destination, buy_tariff_id = r.buy_tariff_id,
      buy_rate_id = r.buy_rate_id, buy_rate = r.buy_rate, buy_prefix = r.buy_prefix,
      buy_amount = r.buy_amount, buy_billed_seconds = r.buy_billed_seconds,
      revenue = r.revenue, cost = r.cost
    from ${rows} where c.account_id = r.account_id and c.started_at = r.started_at
      and c.call_id = r.call_id and c.attempt_no = r.attempt_no`,
)

interface DoneChange {
  readonly re_rating_id: number
  readonly call_id: string
  readonly account_id: number
  readonly problem: ReRatingProblem | null
}

const MARK_CHANGES = forRows<DoneChange>(
  { re_rating_id: 'bigint', call_id: 'bigint', account_id: 'bigint', problem: 'text' },
  ({ rows }) => `update re_rating_change as h set problem = r.problem,
      applied_at = case when r.problem is null then now() end
    from ${rows} where h.re_rating_id = r.re_rating_id and h.call_id = r.call_id
      and h.account_id = r.account_id`,
)
