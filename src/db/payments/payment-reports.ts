// The sums of payments by their keys, the balances of accounts before and after a time range, and
// their debts (docs/domain/reports.md, V7).
import { type RawBuilder, sql } from 'kysely'
import { AGEING_DAYS } from '#core/account/ageing.ts'
import type { Sum } from '#core/money.ts'
import { parentIdOf } from '../accounts/account-columns.ts'
import type { Database } from '../database.ts'
import { type LastMail, lastMail } from '../notifications/last-mail.ts'
import { keyOf, type Listed, type ListQuery, sortOf, toPage } from '../paging.ts'
import { chosenPeriod, type Period, resolvePeriod, type TimeQuery } from '../periods.ts'
import { inScope, isNotOwn, type Scope } from '../scope.ts'
import { zoneOf } from '../settings.ts'
import type { PaymentTable } from '../tables/billing.ts'
import { ledgerMovements } from './ledger-days.ts'
import {
  filtersOf,
  isPaidBy,
  type OfDirection,
  PAYMENT_SUMS,
  type PaymentFilters,
  type PaymentSums,
  sourcesOf,
} from './payments.ts'

interface PartyKeys {
  readonly account_id: number | null
  readonly account_name: string | null
  readonly account_kind: string | null
  readonly account_level: number | null
}

const PARTY = {
  account_id: sql`a.id`,
  account_name: sql`a.name`,
  account_kind: sql`a.kind`,
  account_level: sql`r.level`,
} as const

const KEYS = {
  party: PARTY,
  method: { method: sql`p.method` },
  kind: { kind: sql`p.kind` },
  month: { month: sql`p.at` },
} as const
export type PaymentGroup = keyof typeof KEYS
const ALL_KEYS = { ...KEYS.party, ...KEYS.method, ...KEYS.kind, ...KEYS.month }

/** A month is one of the user's time zone. */
const keysOf = (
  group: PaymentGroup,
  timezone: string | null,
): Record<string, RawBuilder<unknown>> =>
  group === 'month' ? { month: sql`date_trunc('month', p.at, ${zoneOf(timezone)})` } : KEYS[group]

interface PaymentGroupSums extends PartyKeys, PaymentSums {
  readonly method: PaymentTable['method'] | null
  readonly kind: PaymentTable['kind'] | null
  readonly month: string | null
  readonly currency: string
  readonly payments: number
}

/** Keys that are not grouped by are null. */
const columnsOf = (keys: Readonly<Record<string, RawBuilder<unknown>>>, all: typeof keys) =>
  sql.join(Object.keys(all).map((name) => sql`${keys[name] ?? sql`null`} as ${sql.ref(name)}`))

const GIVE_UP_MS = 10_000

/** A page of rows that are computed as a whole, by offset; equal ones by their keys. */
export async function pageOf<Row>(
  database: Database,
  query: ListQuery<string>,
  usual: string,
  rows: RawBuilder<unknown>,
  ties: RawBuilder<unknown>,
): Promise<Listed<Row>> {
  const offset = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const { sort, column, direction } = sortOf(query, usual)
  const found = await database.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(GIVE_UP_MS)}`.execute(tx)
    const page = await sql<Row & { readonly total: number }>`
      select *, count(*) over () as total from (${rows}) listed
      order by ${sql.ref(column)} ${sql.raw(direction)} nulls last, ${ties}
      limit ${query.limit + 1} offset ${offset}`.execute(tx)
    return page.rows
  })
  return toPage(query, sort, found, found[0]?.total ?? 0, () => [offset + query.limit])
}

interface GroupQuery extends PaymentFilters, ListQuery<string> {
  readonly group?: PaymentGroup | undefined
  readonly then_by?: PaymentGroup | undefined
}

/** By month, unless other keys are chosen; always by currency too. */
export async function listPaymentGroups(
  database: Database,
  scope: Scope,
  query: GroupQuery,
): Promise<Listed<PaymentGroupSums>> {
  const { group = 'month', then_by } = query
  const keys: Record<string, RawBuilder<unknown>> = {
    ...keysOf(group, query.user_zone),
    ...(then_by && keysOf(then_by, query.user_zone)),
  }
  const matching = filtersOf(scope, query, await chosenPeriod(database, query))
  const rows = sql`
    select ${columnsOf(keys, ALL_KEYS)}, a.currency, count(*) as payments, ${PAYMENT_SUMS}
    from ${sourcesOf(scope)} where ${matching}
    group by 1, 2, 3, 4, 5, 6, 7, 8`
  const usual = group === 'month' ? '-month' : '-net'
  return pageOf(database, query, usual, rows, sql`month, account_id, method, kind, currency`)
}

/** Accounts of one of the two reports; the operator has no balance. */
function isOfReport(scope: Scope, query: OfDirection): RawBuilder<boolean> {
  const { direction, account_id, through } = query
  const filters = [inScope(scope, 'a.id'), sql<boolean>`a.kind <> 'OPERATOR'`]
  if (direction) filters.push(sql`${isPaidBy(scope)} = ${direction === 'payable'}`)
  if (account_id) filters.push(sql`a.id = ${account_id}`)
  if (through === 'operator') filters.push(sql`${parentIdOf('a.parent_id')} is null`)
  if (through === 'reseller') filters.push(sql`${parentIdOf('a.parent_id')} is not null`)
  return sql.join<boolean>(filters, sql` and `)
}

interface PerQuery {
  readonly per?: 'account' | 'currency' | undefined
}

export interface Statement extends PartyKeys, LastMail {
  readonly currency: string
  readonly opening: Sum
  readonly money_in: Sum
  readonly money_out: Sum
  readonly closing: Sum
}

/** Balances at that time are the present ones without the entries since then. */
function statementsIn(
  scope: Scope,
  { from_at, to_at }: Period,
  query: OfDirection,
): RawBuilder<Statement> {
  const isInside = sql`l.at < ${to_at}::timestamptz`
  const moved = ledgerMovements([from_at, to_at], (column) => inScope(scope, column))
  const mail = lastMail('STATEMENT', sql`a.account_id`, isNotOwn(scope, 'a.account_id'))
  const accounts = sql`
    select ${columnsOf(PARTY, PARTY)}, a.currency,
      b.balance::numeric - coalesce(m.later, 0) as closing,
      coalesce(m.money_in, 0) as money_in, coalesce(m.money_out, 0) as money_out
    from account a join account_balance b on b.account_id = a.id
      left join reseller r on r.account_id = a.id
      left join (
        select l.account_id, sum(l.money_in + l.money_out) filter (where not ${isInside}) as later,
          sum(l.money_in) filter (where ${isInside}) as money_in,
          sum(l.money_out) filter (where ${isInside}) as money_out
        from (${moved}) l group by l.account_id) m on m.account_id = a.id
    where ${isOfReport(scope, query)}`
  return sql<Statement>`
    select a.*, closing - money_in - money_out as opening, m.mail_id, m.mail_to, m.mail_state,
      m.mail_at
    from (${accounts}) a left join ${mail} m on true
    where (closing, money_in, money_out) <> (0, 0, 0)`
}

export async function listStatements(
  database: Database,
  scope: Scope,
  query: OfDirection & TimeQuery & PerQuery & ListQuery<string>,
): Promise<Listed<Statement>> {
  const statements = statementsIn(scope, await resolvePeriod(database, query), query)
  const per_currency = sql`
    select ${columnsOf({}, PARTY)}, currency, sum(opening) as opening, sum(money_in) as money_in,
      sum(money_out) as money_out, sum(closing) as closing, null::bigint as mail_id,
      null as mail_to, null as mail_state, null::timestamptz as mail_at
    from (${statements}) each group by currency`
  const rows = query.per === 'currency' ? per_currency : statements
  return pageOf(database, query, 'account_name', rows, sql`account_id, currency`)
}

/** The statement of one account; nothing if nothing moved its balance and it is empty. */
export async function findStatement(
  database: Database,
  scope: Scope,
  period: Period,
  account_id: number,
): Promise<Statement | undefined> {
  const { rows } = await statementsIn(scope, period, { account_id }).execute(database)
  return rows[0]
}

interface UnbilledUsage extends PartyKeys {
  readonly billing_type: 'PREPAID' | 'POSTPAID' | null
  readonly currency: string
  readonly calls: number
  readonly answered: number
  readonly duration_ms: number
  readonly charged: Sum
  readonly balance: Sum
}

type UnbilledQuery = PerQuery &
  Pick<TimeQuery, 'range' | 'user_zone'> & {
    readonly billing_type?: 'PREPAID' | 'POSTPAID' | undefined
  } & ListQuery<string>

/**
 * Clients with calls that no invoice bills, by the sums of traffic, in whole quarters of an hour.
 */
export async function listUnbilledUsage(
  database: Database,
  scope: Scope,
  query: UnbilledQuery,
): Promise<Listed<UnbilledUsage>> {
  const { range = 'this_month', billing_type, per } = query
  const { from_at, to_at } = await resolvePeriod(database, { ...query, range })
  const clients = sql`
    select ${columnsOf(PARTY, PARTY)}, a.billing_type, a.currency, t.calls, t.answered,
      t.duration_ms, t.charged, b.balance::numeric as balance
    from (
      select account_id, sum(calls)::bigint as calls, sum(answered)::bigint as answered,
        sum(duration_ms)::bigint as duration_ms, sum(charged) as charged
      from traffic_by_client left join (
        select i.account_id, max(i.ends_at) as ends_at from invoice i
        where i.voided_at is null group by i.account_id) billed using (account_id)
      where bucket >= ${from_at}::timestamptz and bucket < ${to_at}::timestamptz
        and (billed.ends_at is null or bucket >= billed.ends_at)
      group by account_id) t
      join account a on a.id = t.account_id join account_balance b on b.account_id = a.id
      left join reseller r on r.account_id = a.id
    where ${inScope(scope, 'a.id')}
      and ${billing_type ? sql`a.billing_type = ${billing_type}` : sql`true`}`
  const per_currency = sql`
    select ${columnsOf({}, PARTY)}, null as billing_type, currency,
      sum(calls)::bigint as calls, sum(answered)::bigint as answered,
      sum(duration_ms)::bigint as duration_ms, sum(charged) as charged, sum(balance) as balance
    from (${clients}) each group by currency`
  const rows = sql`select *, duration_ms as seconds
    from (${per === 'currency' ? per_currency : clients}) usage`
  return pageOf(database, query, '-seconds', rows, sql`account_id, currency`)
}

export interface Debt extends PartyKeys {
  readonly account_id: number
  readonly account_name: string
  readonly account_kind: string
  readonly currency: string
  readonly debt: Sum
  /** The debits in each period of the ageing, newest first. */
  readonly debits: readonly Sum[]
}

/** Only the largest debts are read. */
const DEBTS_MAX = 10_000

/** When days in UTC began, of which the ledger has sums. */
async function daysAgo(database: Database, days: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ begin: string }>`
    select date_trunc('day', now(), 'UTC') - days * interval '1 day' as begin
    from unnest(${days}::integer[]) with ordinality as ago (days, place) order by place
  `.execute(database)
  return rows.map(({ begin }) => begin)
}

/**
 * The debts of clients, and ours to settlement accounts. A debit that was taken back is none; only
 * payments settle debts.
 */
export async function listDebts(
  database: Database,
  scope: Scope,
  query: OfDirection,
): Promise<Debt[]> {
  const owed = (amount: RawBuilder<unknown>) =>
    sql`(case when a.kind = 'SETTLEMENT' then ${amount} else -${amount} end)`
  const begins = await daysAgo(database, AGEING_DAYS)
  const debits = begins.map((begin, at) => {
    const younger = begins[at - 1]
    const until = younger === undefined ? sql`true` : sql`l.at < ${younger}::timestamptz`
    const debited = sql`(l.money_in + l.money_out
      - case when a.kind = 'SETTLEMENT' then l.paid_out else l.paid_in end)`
    return sql`coalesce(sum(${owed(debited)})
      filter (where l.at >= ${begin}::timestamptz and ${until}), 0)::text`
  })
  const moved = ledgerMovements(begins, (column) => inScope(scope, column))
  const { rows } = await sql<Omit<Debt, 'debits'> & { debits: readonly string[] }>`
    with debtor as (
      select a.id, a.kind, ${columnsOf(PARTY, PARTY)}, a.currency,
        ${owed(sql`b.balance::numeric`)} as debt
      from account a join account_balance b on b.account_id = a.id
        left join reseller r on r.account_id = a.id
      where ${isOfReport(scope, query)} and ${owed(sql`b.balance`)} > 0
      order by debt desc, a.id limit ${DEBTS_MAX})
    select a.account_id, a.account_name, a.account_kind, a.account_level, a.currency, a.debt,
      array[${sql.join(debits)}] as debits
    from debtor a left join (${moved}) l on l.account_id = a.id
    group by a.account_id, a.account_name, a.account_kind, a.account_level, a.currency,
      a.debt`.execute(database)
  return rows.map((row) => ({ ...row, debits: row.debits.map((text) => BigInt(text) as Sum) }))
}
