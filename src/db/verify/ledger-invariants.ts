// The references and sums of the ledger, with the parts that were removed.
import { LEDGER_FROM } from '../payments/ledger-days.ts'

export const LEDGER_INVARIANTS = [
  {
    id: 'L1',
    // Foreign keys would be checked for every entry of every call, and nearly all entries reference
    // nothing.
    says: 'what an entry of the ledger names is there',
    sql: `select l.id, l.payment_id, l.reverses_id, l.package_period_id, l.re_rating_id
      from ledger_entry l
        left join payment p on p.id = l.payment_id
        left join ledger_entry r on r.id = l.reverses_id
        left join package_period t on t.id = l.package_period_id
        left join re_rating g on g.id = l.re_rating_id
      where (l.payment_id is not null and p.id is null)
        or (l.reverses_id is not null and r.id is null
          and not exists (select from partition_removal m where m.parent = 'ledger_entry'
            and l.reverses_id between m.first_key and m.last_key))
        or (l.package_period_id is not null and t.id is null)
        or (l.re_rating_id is not null and g.id is null)`,
  },
  {
    id: 'L2',
    says: 'what charges of removed partitions have moved is still in the ledger',
    sql: `select removed.amount::text as removed, standing.amount::text as standing from (
        select coalesce(sum(case parent when 'call_charge' then ledger_amount
          else -ledger_amount end), 0) as amount from partition_removal) removed, (
        select coalesce(sum(l.amount), 0) as amount
        from ledger_entry l left join call_charge c on c.call_id = l.call_id and c.account_id =
          case l.kind when 'CALL' then l.account_id else l.counter_account_id end
        where l.kind in ('CALL', 'SALE') and l.call_id is not null and c.call_id is null
          and not exists (select from ledger_entry r where r.reverses_id = l.id)) standing
      where exists (select from partition_removal where ledger_amount is not null)
        and removed.amount <> standing.amount`,
  },
  {
    id: 'L3',
    says: 'the days of the ledger are what its entries add up to',
    sql: `select account_id, day
      from (
        select account_id, day, money_in, money_out, paid_in, paid_out from ledger_day
        where day >= ${LEDGER_FROM}
        union all
        select l.account_id, date_trunc('day', l.at, 'UTC'), -greatest(l.amount, 0),
          -least(l.amount, 0), -case when l.kind = 'PAYMENT' then greatest(l.amount, 0) else 0 end,
          -case when l.kind = 'PAYMENT' then least(l.amount, 0) else 0 end
        from ledger_entry l where l.id <= (select done_id from ledger_summed)) m
      group by account_id, day
      having sum(money_in) <> 0 or sum(money_out) <> 0 or sum(paid_in) <> 0 or sum(paid_out) <> 0`,
  },
]
