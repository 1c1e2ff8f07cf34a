// The invariants of money and calls: each query returns the rows that break its rule, so an empty
// result is good. Tests run them after every test that moves money, an operator runs them with `npm
// run verify`. I1 to I23 are general, A for the activity log, P for packages, N for invoices, L
// for the ledger, C for calls that have ended, R for re-ratings.
import { CHARGE_MAX } from '#core/tariff/charge-call.ts'
import { type TermName, term, termText } from '../calls/charge-terms.ts'
import type { SqlConnection } from '../database.ts'
import { LEDGER_FROM } from '../payments/ledger-days.ts'
import { ACTIVITY_INVARIANTS } from './activity-invariants.ts'
import { INVOICE_INVARIANTS } from './invoice-invariants.ts'
import { LEDGER_INVARIANTS } from './ledger-invariants.ts'
import { PACKAGE_INVARIANTS } from './package-invariants.ts'

export interface Invariant {
  readonly id: string
  readonly says: string
  readonly sql: string
}

export interface Breach {
  readonly id: string
  readonly says: string
  readonly rows: readonly Record<string, unknown>[]
}

/**
 * The parts in a millionth: a rate is a hundred-millionth a minute, and percents have four
 * decimals.
 */
const PARTS_OF_NET = '6000000000::numeric'
/** Terms of a charge as columns, from their frozen JSON. */
const TERM = (name: TermName) => term('c', name)

/** The package has paid the whole call, its connect fee too. */
const ALL_OF_PACKAGE = '(c.package_seconds > 0 and c.billed_seconds = 0)'

export const INVARIANTS: readonly Invariant[] = [
  {
    id: 'I1',
    says: 'the balance of an account is the sum of its ledger entries, removed ones too',
    sql: `select b.account_id, b.balance::text, coalesce(sum(l.amount), 0)::text as ledger
      from account_balance b left join (
        select account_id, amount from ledger_entry
        union all select account_id, amount from removed_ledger_sum) l using (account_id)
      group by b.account_id, b.balance having b.balance <> coalesce(sum(l.amount), 0)`,
  },
  {
    id: 'I2',
    says: 'no account is below its limit, holds included',
    sql: `select account_id, balance::text, credit_limit, held::text from account_balance
      where has_floor and balance::numeric + credit_limit - held < 0`,
  },
  {
    id: 'I3',
    says: 'what is held of an account is the sum of the holds of its open calls',
    sql: `select b.account_id, b.held::text, coalesce(sum(h.held), 0)::text as holds
      from account_balance b left join (
        select p.account_id, p.held from open_call o,
          lateral unnest(o.payer_ids, o.held) as p(account_id, held)) h using (account_id)
      group by b.account_id, b.held having b.held <> coalesce(sum(h.held), 0)`,
  },
  {
    id: 'I4',
    says: 'no call holds money 90 seconds after its grant has expired',
    sql: `select call_id::text, engine, expires_at from open_call
      where expires_at < now() - interval '90 seconds'`,
  },
  {
    id: 'I5',
    says: 'a call that has its last record is no longer open',
    sql: `select o.call_id::text from open_call o join call_record r
        on r.account_id = o.account_id and r.started_at = o.started_at and r.call_id = o.call_id
      where r.is_last`,
  },
  {
    id: 'I6',
    says: 'a call has exactly one last record',
    sql: `select call_id::text, count(*) from call_record where is_last
      group by call_id having count(*) <> 1`,
  },
  {
    id: 'I7',
    says: 'every attempt belongs to a call that has a last record or is open',
    sql: `select distinct r.call_id::text from call_record r
      where not r.is_last and not exists (
        select from call_record l where l.call_id = r.call_id and l.started_at = r.started_at
          and l.account_id = r.account_id and l.is_last)`,
  },
  {
    id: 'I8',
    says: 'each charge has exactly one equal ledger entry that stands, and so has what it brings',
    sql: `with standing as (
        select l.* from ledger_entry l where l.kind in ('CALL', 'SALE')
          and not exists (select from ledger_entry r where r.reverses_id = l.id))
      select c.call_id::text, c.account_id, c.amount, c.income,
        count(l.id) as entries, count(s.id) as sales
      from call_charge c
        left join standing l on l.call_id = c.call_id and l.account_id = c.account_id
          and l.kind = 'CALL'
        left join standing s on s.call_id = c.call_id and s.account_id = c.parent_id
          and s.counter_account_id = c.account_id and s.kind = 'SALE'
      group by c.call_id, c.account_id, c.amount, c.income, c.depth
      having count(distinct l.id) <> (c.amount <> 0)::int
        or coalesce(max(l.amount), 0) <> case when c.depth < 0 then c.amount else -c.amount end
        or count(distinct s.id) <> (c.income <> 0)::int
        or coalesce(max(s.amount), 0) <> c.income`,
  },
  {
    id: 'I9',
    says: 'each ledger entry of a call has its charge',
    sql: `select l.id, l.call_id::text from ledger_entry l left join call_charge c
        on c.call_id = l.call_id and c.account_id =
          case l.kind when 'CALL' then l.account_id else l.counter_account_id end
      where l.kind in ('CALL', 'SALE') and l.call_id is not null and c.call_id is null
        and not exists (select from partition_removal p
          where p.parent = 'call_charge' and l.call_id between p.first_key and p.last_key)`,
  },
  {
    id: 'I10',
    says: 'a call that was not answered costs fees of attempts only; an answered one has a client',
    sql: `select r.call_id::text, r.answered_at, count(c.call_id) as charges
      from call_record r left join call_charge c
        on c.call_id = r.call_id and c.started_at = r.started_at
      where r.is_last
      group by r.call_id, r.answered_at
      having (r.answered_at is null and coalesce(sum(c.amount) filter (
          where ${TERM('attempt_fee')} = 0), 0) <> 0)
        or (r.answered_at is not null and count(c.call_id) filter (where c.depth = 0) <> 1)`,
  },
  {
    id: 'I11',
    says: 'a charge can be computed again from its frozen terms',
    // Steps are left to the test of the rating: they would need a loop here. Nothing is divided
    // before the end, because a third that was cut off turns a half that is rounded up.
    sql: `select call_id::text, account_id, amount, again::text from (
        select c.call_id, c.account_id, c.amount,
          case when ${TERM('rounding_decimals')} <> 6 then c.amount else
            x.sign * least(${CHARGE_MAX}, case ${termText('c', 'rounding_mode')}
              when 'HALF_UP' then div(2 * x.parts + x.unit, 2 * x.unit)
              when 'UP' then div(x.parts + x.unit - 1, x.unit)
              else div(x.parts, x.unit) end) end as again
        from call_charge c, lateral (
          select case ${termText('c', 'reverse_billing')} when 'true' then -1 else 1 end as sign,
            (greatest(least(talk * (1000000 + ${TERM('surcharge_percent')}),
                ${TERM('max_charge')} * ${PARTS_OF_NET}),
                case when c.duration_seconds > ${TERM('grace_seconds')} and not ${ALL_OF_PACKAGE}
                  then ${TERM('min_charge')} * ${PARTS_OF_NET} end)
                + c.attempts * ${TERM('attempt_fee')} * ${PARTS_OF_NET})
              * ${TERM('tariff_fx')} * (1000000 + ${TERM('vat_percent')}) as parts,
            ${PARTS_OF_NET} * ${TERM('party_fx')} * 1000000 as unit
          from (select case
              when c.duration_seconds <= ${TERM('grace_seconds')} or ${ALL_OF_PACKAGE}
                then 0::numeric
              else ${TERM('connect_fee')}::numeric * 6000
                + least(c.billed_seconds, ${TERM('first_increment')})::numeric
                  * ${TERM('first_rate')}
                + greatest(c.billed_seconds - ${TERM('first_increment')}, 0)::numeric
                  * ${TERM('rate')} end as talk) talked) x
        where c.terms->'steps' is null or json_array_length(c.terms->'steps') = 0
      ) computed where amount <> again`,
  },
  {
    id: 'I12',
    says: 'every level of the chain is charged, each by the next one',
    sql: `select c.call_id::text, count(*) as levels, max(c.depth) as highest
      from call_charge c join call_record r
        on r.call_id = c.call_id and r.started_at = c.started_at and r.is_last
      where c.depth >= 0 and r.answered_at is not null
      group by c.call_id, r.reseller_ids
      having max(c.depth) + 1 <> count(*) or max(c.depth) <> cardinality(r.reseller_ids)
        or array_agg(c.parent_id order by c.depth) <> r.reseller_ids || 1::bigint`,
  },
  {
    id: 'I13',
    says: 'no expired call has an engine without a heartbeat',
    sql: `select o.call_id::text, o.engine from open_call o
      where o.expires_at < now() - interval '90 seconds' and not exists (
        select from process_state p where p.name = 'calls-' || o.engine
          and p.seen_at > now() - interval '60 seconds')`,
  },
  {
    id: 'I14',
    says: 'the times of a record agree with each other and with its duration',
    sql: `select call_id::text, started_at, answered_at, ended_at, duration_ms from call_record
      where ended_at < answered_at or duration_ms < 0
        or (answered_at is not null and is_last
          and abs(extract(epoch from ended_at - answered_at) * 1000 - duration_ms) > 2000)`,
  },
  {
    id: 'I15',
    says: 'no partition takes what belongs to no day: a day that is missing is made',
    sql: `select c.oid::regclass::text as partition
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = any (array['call_record', 'call_charge', 'routing_log']::regclass[])
        and pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT'`,
  },
  {
    id: 'I16',
    says: 'the days of today and tomorrow are there to be written to',
    sql: `select day, parent from generate_series(current_date, current_date + 1, interval '1 day')
          as day, unnest(array['call_record', 'call_charge', 'routing_log']) as parent
      where exists (select from call_record)
        and to_regclass(parent || '_' || to_char(day, 'YYYYMMDD')) is null`,
  },
  {
    id: 'I17',
    says: 'the balances that the entries of an account leave are a chain',
    sql: `select id, account_id from (
        select id, account_id, balance_after - amount as before,
          coalesce(lag(balance_after) over (partition by account_id order by id),
            (select m.amount from removed_ledger_sum m where m.account_id = l.account_id))
            as previous
        from ledger_entry l) chained
      where previous is not null and before <> previous`,
  },
  {
    id: 'I18',
    says: 'a reversal takes back the whole of one entry of the same account, and once',
    sql: `select o.id from ledger_entry r join ledger_entry o on o.id = r.reverses_id
      group by o.id having count(*) > 1
        or bool_or(r.amount <> -o.amount or r.account_id <> o.account_id)`,
  },
  {
    id: 'I19',
    says: 'a payment has its entries, one of each account',
    sql: `select p.id from payment p left join ledger_entry l on l.payment_id = p.id
      where p.at >= ${LEDGER_FROM}
      group by p.id having count(l.id) = 0 or count(l.id) <> count(distinct l.account_id)
        or count(l.id) filter (where l.account_id not in (p.payer_id, p.payee_id)) > 0`,
  },
  {
    id: 'I20',
    says: 'no client, and no reseller above it, has more calls at once than it may have',
    // Whose limit was lowered keeps the calls that it had: only later ones count.
    sql: `select a.id as account_id, a.channel_limit, count(*) as calls
      from open_call o
        cross join lateral (select o.account_id as id union all
          select value::bigint from json_array_elements_text(o.decided #> '{identity,reseller_ids}')
        ) party
        join account a on a.id = party.id
      where o.started_at > a.updated_at
      group by a.id, a.channel_limit having count(*) > a.channel_limit`,
  },
  {
    id: 'I21',
    says: 'nobody has spent more in a day or a month than its cap',
    // Whose cap was lowered may have spent more before: it counts from the next day or month on.
    sql: `select b.account_id, b.spent_today::text, b.daily_spend_limit, b.spent_this_month::text,
        b.monthly_spend_limit
      from account_balance b join account a on a.id = b.account_id
      where (b.spent_today > b.daily_spend_limit
          and (a.version = 1 or a.updated_at < b.spent_day - interval '1 day'))
        or (b.spent_this_month > b.monthly_spend_limit
          and (a.version = 1
            or a.updated_at < date_trunc('month', b.spent_day) - interval '1 day'))`,
  },
  {
    id: 'I22',
    says: 'the levels of resellers step by one',
    sql: `select a.id from reseller r join account a on a.id = r.account_id
        left join reseller p on p.account_id = a.parent_id
      where r.level <> coalesce(p.level, 0) + 1`,
  },
  {
    id: 'I23',
    says: 'no user that is blocked or gone has a session',
    sql: `select s.id from session s join console_user u on u.id = s.user_id
      where (u.status = 'blocked' or u.deleted_at is not null)
        and s.revoked_at is null and s.expires_at > now()`,
  },
  {
    id: 'I24',
    says: 'a payment moves both balances by its amounts: up for who pays, down for who gets it',
    // The balance of a reseller above the account moves the other way.
    sql: `select p.id, l.account_id, l.amount, p.amount as paid, p.parent_amount
      from payment p join ledger_entry l on l.payment_id = p.id
      where l.amount <> case when p.payer_id = p.account_id then 1 else -1 end
        * case when l.account_id = p.account_id then p.amount
            else -coalesce(p.parent_amount, 0) end`,
  },
  {
    id: 'I25',
    says: 'a counter of limits has the calls that are open, each as often as it names the subject',
    sql: `select l.subject, l.calls, count(s.subject) as open from limit_counter l
      left join (select unnest(subjects) as subject from open_call) s using (subject)
      group by l.subject, l.calls having l.calls <> count(s.subject)`,
  },
  {
    id: 'I26',
    says: 'what a reseller has lent is the credit limits of the accounts right below it',
    sql: `select account_id, lent::text, lent_by(account_id)::text as limits
      from account_balance where lent <> lent_by(account_id)`,
  },
  ...ACTIVITY_INVARIANTS,
  ...PACKAGE_INVARIANTS,
  ...INVOICE_INVARIANTS,
  ...LEDGER_INVARIANTS,
  {
    id: 'C1',
    says: 'no call has ended that cannot be closed',
    sql: `select call_id::text, close_failed_at, close_error from open_call
      where close_failed_at is not null`,
  },
  {
    id: 'R1',
    says: 'no re-rating has failed: it is applied again, or a failed preview is deleted',
    sql: `select id, reason, error, applied_count, changes_count from re_rating
      where state = 'FAILED'`,
  },
  {
    id: 'R2',
    says: 'no re-rating waits for its next batch for longer than ten minutes',
    sql: `select id, reason, state, updated_at from re_rating
      where state in ('PREVIEWING', 'APPLYING') and updated_at < now() - interval '10 minutes'`,
  },
]

/** Runs all of them in one snapshot; answers those that are broken, with at most 20 rows each. */
export async function findBreaches(
  database: SqlConnection,
  rules: readonly Invariant[] = INVARIANTS,
): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const { id, says, sql } of rules) {
    const { rows } = await database.query<Record<string, unknown>>(`${sql} limit 20`)
    if (rows.length > 0) breaches.push({ id, says, rows })
  }
  return breaches
}
