-- Revenue is what the operator gets for a call, from the client or the top reseller; cost what it pays for it,
-- to carriers, or to a client by reverse billing. Both without VAT, in the system currency: the margin is their
-- difference, and was stored as a third number. A reseller has the same two in its own currency.
alter table call_record
  add column revenue bigint not null default 0,
  add column cost bigint not null default 0;

-- A reseller's income is what its child pays, VAT included, in the reseller's currency; the VAT is taken off
-- in proportion. The largest amount is that of core/money.ts.
create function pg_temp.bounded(amount numeric) returns bigint language sql immutable
  return greatest(-9007199254740991, least(9007199254740991, amount))::bigint;
create function pg_temp.part(amount bigint, part bigint, whole bigint) returns bigint language sql immutable
  return case when whole = 0 then amount else pg_temp.bounded(round(amount::numeric * part / whole)) end;
create function pg_temp.worth(amount bigint, fx bigint) returns bigint language sql immutable
  return pg_temp.bounded(round(amount::numeric * fx / 100000000));
create function pg_temp.party_fx(terms json) returns bigint language sql immutable
  return coalesce((terms->>'party_fx')::bigint, 100000000);

create temporary table earned on commit drop as
  select call_id, started_at,
    pg_temp.bounded(sum(greatest(received, 0))) as revenue,
    pg_temp.bounded(sum(greatest(-received, 0))) as cost
  from (select call_id, started_at,
      case when depth < 0 then -1 else 1 end * pg_temp.worth(net, pg_temp.party_fx(terms)) as received
    from call_charge h
    where depth < 0 or not exists (select from call_charge above
      where above.call_id = h.call_id and above.started_at = h.started_at and above.depth > h.depth)) part
  group by call_id, started_at;
update call_record r set revenue = e.revenue, cost = e.cost from earned e
  where r.is_last and r.call_id = e.call_id and r.started_at = e.started_at;
alter table call_record drop column margin;

-- Quarters whose calls are no longer kept have their margin, and say what the purchases cost as they are.
alter table traffic_by_client rename column own_amount to charged;
alter table traffic_by_client rename column buy_amount to cost;
alter table traffic_by_client
  add column revenue bigint not null default 0,
  add column charged_net bigint not null default 0;
update traffic_by_client set revenue = cost + margin, charged_net = charged;
update traffic_by_client t set revenue = s.revenue, cost = s.cost, charged_net = s.charged_net
  from (select r.account_id, date_bin('15 minutes', r.started_at, '2000-01-01Z') as bucket, count(*) as calls,
      sum(r.revenue) as revenue, sum(r.cost) as cost, coalesce(sum(h.net), 0) as charged_net
    from call_record r left join call_charge h on h.call_id = r.call_id and h.started_at = r.started_at
      and h.account_id = r.account_id
    where r.is_last group by 1, 2) s
  where t.account_id = s.account_id and t.bucket = s.bucket and t.calls = s.calls;
alter table traffic_by_client drop column sell_amount, drop column margin, alter column revenue drop default;

alter table traffic_by_gateway rename column own_amount to charged;
alter table traffic_by_gateway rename column buy_amount to cost;
update traffic_by_gateway t set cost = s.cost
  from (select r.gateway_id, date_bin('15 minutes', r.started_at, '2000-01-01Z') as bucket, count(*) as attempts,
      sum(greatest(pg_temp.worth(pg_temp.part(r.buy_amount, h.net, h.amount), r.buy_fx), 0)) as cost
    from call_record r left join call_charge h on h.call_id = r.call_id and h.started_at = r.started_at
      and h.account_id = r.settlement_id
    where r.gateway_id is not null and r.attempt_end is distinct from 'NOT_SENT' group by 1, 2) s
  where t.gateway_id = s.gateway_id and t.bucket = s.bucket and t.attempts = s.attempts;
alter table traffic_by_gateway drop column sell_amount;

alter table traffic_by_reseller rename column income to revenue;
update traffic_by_reseller t set revenue = s.revenue, cost = s.cost
  from (select id as account_id, bucket, count(*) as calls,
      sum(greatest(income, 0) + greatest(-net, 0)) as revenue,
      sum(greatest(net, 0) + greatest(-income, 0)) as cost
    from (select p.id, date_bin('15 minutes', r.started_at, '2000-01-01Z') as bucket,
        coalesce(own.net, 0) as net,
        coalesce(pg_temp.part(child.income, child.net, child.amount), 0) as income
      from call_record r cross join lateral unnest(r.reseller_ids) as p(id)
        left join call_charge own on own.call_id = r.call_id and own.started_at = r.started_at
          and own.account_id = p.id
        left join call_charge child on child.call_id = r.call_id and child.started_at = r.started_at
          and child.parent_id = p.id
      where r.is_last) call
    group by 1, 2) s
  where t.account_id = s.account_id and t.bucket = s.bucket and t.calls = s.calls;

-- Who was refused for money today is counted while somebody looks at the home page.
create index call_record_no_money on call_record (started_at)
  where refusal in ('BALANCE_LOW', 'BALANCE_RESELLER');
