// Money of clients, resellers and settlement accounts: what is available, how much of their limits
// is spent, how long it lasts, and what they owe.
import { type RawBuilder, sql } from 'kysely'
import type { Reading } from '#core/alarm/judge.ts'
import type { AlarmTopic, SubjectKind } from '#core/notification/topics.ts'
import type { Database } from '../database.ts'
import { zoneOf } from '../settings.ts'
import { AVAILABLE } from '../sums.ts'

/** Values stay within the numbers that are exact; further ones are as good as the last. */
const asValue = (value: RawBuilder<unknown>) =>
  // Not by least and greatest: of null and a number they give the number.
  sql<number>`(case when ${value} > 9007199254740991 then 9007199254740991
    when ${value} < -9007199254740991 then -9007199254740991 else round(${value}) end)::bigint`

const SUBJECT = sql`a.id as subject_id, a.id::text as subject_key, a.name as subject_name,
  a.id as account_id, 'ACCOUNT ' || a.id as group_key, a.currency`

const KINDS: Readonly<Partial<Record<SubjectKind, RawBuilder<unknown>>>> = {
  CLIENT: sql`('WHOLESALE', 'RETAIL')`,
  RESELLER: sql`('RESELLER')`,
  SETTLEMENT: sql`('SETTLEMENT')`,
}

/** Active accounts of a kind, with their balance. */
const accountsOf = (subject_kind: SubjectKind) => sql`account a
  join account_balance b on b.account_id = a.id and a.deleted_at is null
    and a.status = 'active' and a.kind in ${KINDS[subject_kind]}`

/** A threshold of its own counts, also the amount itself: with no more than this. */
const availableOf = (subject_kind: SubjectKind) => sql`
  select ${SUBJECT}, ${asValue(AVAILABLE)} as value,
    coalesce(c.low_balance_threshold, r.low_balance_threshold) + 1 as own_bound
  from ${accountsOf(subject_kind)} and b.has_floor
    left join client c on c.account_id = a.id left join reseller r on r.account_id = a.id`

/** The debt to a settlement account has a limit as well. */
const creditOf = (subject_kind: SubjectKind) => {
  const [spent, limit] =
    subject_kind === 'SETTLEMENT'
      ? [sql`b.balance`, sql`b.max_debt`]
      : [sql`b.held - b.balance`, sql`b.credit_limit`]
  return sql`
    select ${SUBJECT}, ${asValue(sql`greatest(${spent}, 0)::numeric * 1000000 / ${limit}`)} as value
    from ${accountsOf(subject_kind)} and ${limit} > 0`
}

/** The amount of another day is not that of today. */
const dayLimitOf = (subject_kind: SubjectKind) => {
  const today = sql`(now() at time zone ${zoneOf(null)})::date`
  const spent = sql`case when b.spent_day = ${today} then b.spent_today else 0 end`
  const share = sql`greatest(${spent}, 0)::numeric * 1000000 / b.daily_spend_limit`
  return sql`
    select ${SUBJECT}, ${asValue(share)} as value
    from ${accountsOf(subject_kind)} and b.daily_spend_limit > 0`
}

/** By the charges of the last day; null without any. */
const daysLeftOf = (subject_kind: SubjectKind) => sql`
  with spent as (
    select account_id, sum(amount) as amount from (
      select account_id, charged as amount from traffic_by_client
      where bucket > now() - interval '1 day'
      union all
      select reseller_id, cost from traffic_by_reseller
      where bucket > now() - interval '1 day') each
    group by account_id)
  select ${SUBJECT}, ${asValue(
    sql`floor(greatest(${AVAILABLE}, 0) / nullif(greatest(s.amount, 0), 0))`,
  )} as value
  from ${accountsOf(subject_kind)} and b.has_floor left join spent s on s.account_id = a.id`

/** Days since the oldest invoice that is not paid was due. */
const overdueOf = (subject_kind: SubjectKind) => sql`
  select ${SUBJECT}, greatest(max((now() at time zone i.timezone)::date - i.due_on), 0)::bigint
    as value
  from ${accountsOf(subject_kind)}
    join invoice i on i.account_id = a.id and i.kind = 'INVOICE' and i.issued_at is not null
      and i.voided_at is null and i.settled < i.payable
  group by a.id`

const STATEMENTS = {
  LOW_BALANCE: availableOf,
  CREDIT_SPENT: creditOf,
  DAILY_LIMIT_SPENT: dayLimitOf,
  MONEY_ENDS: daysLeftOf,
  INVOICE_OVERDUE: overdueOf,
} as const satisfies Partial<Record<AlarmTopic, (kind: SubjectKind) => RawBuilder<unknown>>>

export type AccountTopic = keyof typeof STATEMENTS

export const isOfAccount = (topic: AlarmTopic): topic is AccountTopic => topic in STATEMENTS

export async function readAccounts(
  database: Database,
  topic: AccountTopic,
  subject_kind: SubjectKind,
): Promise<Reading[]> {
  const statement = STATEMENTS[topic](subject_kind) as RawBuilder<Reading>
  const { rows } = await statement.execute(database)
  return rows.map((row) => ({ ...row, subject_kind }))
}
