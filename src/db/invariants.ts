// What must hold of money and calls at every moment (reliability.md §6, I1 to I11): each query
// finds what breaks its rule, so that no rows is what everybody wants to see. Tests run them after
// every test that moves money, an operator runs them with `npm run verify`.
import type { Queryable } from './database.ts'

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

/** Terms of a charge as columns, from their frozen JSON. */
const TERM = (name: string) => `(c.terms->>'${name}')::bigint`

export const INVARIANTS: readonly Invariant[] = [
  {
    id: 'I1',
    says: 'the balance of an account is the sum of its ledger entries',
    sql: `select b.account_id, b.balance, coalesce(sum(l.amount), 0)::bigint as ledger
      from account_balance b left join ledger_entry l using (account_id)
      group by b.account_id, b.balance having b.balance <> coalesce(sum(l.amount), 0)`,
  },
  {
    id: 'I2',
    says: 'no account is below its limit, holds included',
    sql: `select account_id, balance, credit_limit, held from account_balance
      where has_floor and balance + credit_limit - held < 0`,
  },
  {
    id: 'I3',
    says: 'what is held of an account is the sum of the holds of its open calls',
    sql: `select b.account_id, b.held, coalesce(sum(h.held), 0)::bigint as holds
      from account_balance b left join (
        select p.account_id, p.held from open_call o,
          lateral unnest(o.payer_ids, o.held) as p(account_id, held)) h using (account_id)
      group by b.account_id, b.held having b.held <> coalesce(sum(h.held), 0)`,
  },
  {
    id: 'I4',
    says: 'no call holds money 90 seconds after it should have given a sign of life',
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
    says: 'each charge has exactly one equal ledger entry',
    sql: `select c.call_id::text, c.account_id, c.amount, count(l.id) as entries
      from call_charge c left join ledger_entry l
        on l.call_id = c.call_id and l.account_id = c.account_id and l.kind = 'CALL'
      where c.amount <> 0
      group by c.call_id, c.account_id, c.amount, c.depth
      having count(l.id) <> 1
        or sum(l.amount) <> case when c.depth < 0 then c.amount else -c.amount end`,
  },
  {
    id: 'I9',
    says: 'each ledger entry of a call has its charge',
    sql: `select l.id, l.call_id::text from ledger_entry l left join call_charge c
        on c.call_id = l.call_id and c.account_id = l.account_id
      where l.kind = 'CALL' and c.call_id is null`,
  },
  {
    id: 'I10',
    says: 'a call that was not answered costs nothing, and one that was has a charge of its client',
    sql: `select r.call_id::text, r.answered_at, count(c.call_id) as charges
      from call_record r left join call_charge c
        on c.call_id = r.call_id and c.started_at = r.started_at
      where r.is_last
      group by r.call_id, r.answered_at
      having (r.answered_at is null and coalesce(sum(c.amount), 0) <> 0)
        or (r.answered_at is not null and count(c.call_id) filter (where c.depth = 0) <> 1)`,
  },
  {
    id: 'I11',
    says: 'a charge can be computed again from its frozen terms',
    sql: `select call_id::text, account_id, amount, again from (
        select c.call_id, c.account_id, c.amount,
          case ${TERM('rounding_decimals')} when 6 then
            case c.terms->>'rounding_mode' when 'HALF_UP' then round(x.exact)
              when 'UP' then ceil(x.exact) else floor(x.exact) end
          else c.amount end as again
        from call_charge c, lateral (
          select case when c.duration_seconds <= ${TERM('grace_seconds')} then 0 else
            (${TERM('connect_fee')} * 6000
              + least(c.billed_seconds, ${TERM('first_increment')}) * ${TERM('first_rate')}
              + greatest(c.billed_seconds - ${TERM('first_increment')}, 0)
                * ${TERM('rate')})::numeric
            / 6000 * (1000000 + ${TERM('surcharge_percent')}) / 1000000
            * (1000000 + ${TERM('vat_percent')}) / 1000000 end as exact) x
      ) computed where amount <> again`,
  },
]

/** Runs all of them in one snapshot; answers those that are broken, with at most 20 rows each. */
export async function findBreaches(database: Queryable): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const { id, says, sql } of INVARIANTS) {
    const { rows } = await database.query<Record<string, unknown>>(`${sql} limit 20`)
    if (rows.length > 0) breaches.push({ id, says, rows })
  }
  return breaches
}
