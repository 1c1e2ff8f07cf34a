// The rest of packages, against the seconds that were bought and used.

import { LEDGER_FROM } from '../payments/ledger-days.ts'
import { SILENCE } from '../silence.ts'

export const PACKAGE_INVARIANTS = [
  {
    id: 'P1',
    says: 'what is held of a package is the sum of what its open calls hold',
    sql: `select s.id, s.seconds_held, coalesce(sum(o.package_seconds_held), 0)::bigint as holds
      from package_subscription s left join open_call o on o.package_subscription_id = s.id
      group by s.id, s.seconds_held
      having s.seconds_held <> coalesce(sum(o.package_seconds_held), 0)`,
  },
  {
    id: 'P2',
    says: 'no package is used below nothing, holds included',
    sql: `select id, seconds_left, seconds_held from package_subscription
      where seconds_left < seconds_held or seconds_held < 0`,
  },
  {
    id: 'P3',
    says: 'what is left of a package is what was bought, less what calls used and what has lapsed',
    sql: `select s.id, s.seconds_left, bought.seconds, used.seconds as used
      from package_subscription s,
        lateral (select coalesce(sum(p.seconds - p.lapsed_seconds), 0)::bigint as seconds
          from package_period p where p.subscription_id = s.id) bought,
        lateral (select coalesce(sum(c.package_seconds), 0)::bigint as seconds
          from call_charge c where c.package_subscription_id = s.id) used,
        lateral (select coalesce(sum(m.seconds), 0)::bigint as seconds
          from removed_package_seconds m where m.package_subscription_id = s.id) removed
      where s.seconds_left <> bought.seconds - used.seconds - removed.seconds`,
  },
  {
    id: 'P4',
    says: 'each period of a package has one entry of its price in the ledger of its client',
    sql: `select p.id, p.price, count(l.id) as entries
      from package_period p join package_subscription s on s.id = p.subscription_id
        left join ledger_entry l on l.package_period_id = p.id and l.kind = 'PACKAGE'
      where p.created_at >= ${LEDGER_FROM}
      group by p.id, p.price, s.account_id
      having count(l.id) <> (p.price <> 0)::int
        or coalesce(max(l.amount), 0) <> -p.price or max(l.account_id) <> s.account_id`,
  },
  {
    id: 'P5',
    says: 'no period of a package is over for a minute while an engine runs that would renew it',
    // A period that ended while the product was stopped is renewed in the first minute of an
    // engine.
    sql: `select s.id, s.period_ends_at from package_subscription s
        join account a on a.id = s.account_id
      where s.state = 'ACTIVE' and s.period_ends_at < now() - interval '1 minute'
        and a.deleted_at is null and exists (
          select from process_state e where e.name like 'calls-%'
            and e.seen_at > now() - ${SILENCE}
            and to_timestamp((e.facts->>'started_at')::float8) < now() - interval '1 minute')`,
  },
  {
    id: 'P6',
    says: 'each period that a reseller has sold has one entry of its income in its ledger',
    sql: `select p.id, p.income, count(l.id) as entries
      from package_period p join package_subscription s on s.id = p.subscription_id
        join package o on o.id = s.package_id
        left join ledger_entry l on l.package_period_id = p.id and l.kind = 'SALE'
      where p.created_at >= ${LEDGER_FROM}
      group by p.id, p.income, o.owner_id, s.account_id
      having count(l.id) <> (coalesce(p.income, 0) <> 0)::int
        or coalesce(max(l.amount), 0) <> coalesce(p.income, 0)
        or max(l.account_id) <> o.owner_id or max(l.counter_account_id) <> s.account_id`,
  },
]
