with refused as ( select account_id, sum(calls)::bigint as calls from ( select account_id,
count(*) as calls from call_record where refusal = 'BALANCE_LOW' and is_last and started_at >
now() - interval '1 day' and started_at <= now() + interval '1 minute' group by account_id union
all select poorest.account_id, sum(c.calls) from ( select reseller_ids, count(*) as calls from
call_record where refusal = 'BALANCE_RESELLER' and is_last and started_at > now() - interval '1
day' and started_at <= now() + interval '1 minute' group by reseller_ids) c, lateral ( select
b.account_id from account_balance b join account a on a.id = b.account_id join currency x on
x.code = a.currency where b.account_id = any (c.reseller_ids) order by (b.balance::numeric +
b.credit_limit - b.held - b.lent) * x.rate, b.account_id limit 1) poorest group by
poorest.account_id) each group by account_id), spent as ( select account_id, sum(amount) as
amount from ( select account_id, charged as amount from traffic_by_client where bucket > now() -
interval '1 day' union all select reseller_id, cost from traffic_by_reseller where bucket >
now() - interval '1 day') each group by account_id) select a.id, a.kind, r.level, a.name,
a.currency, left_over.available, coalesce(refused.calls, 0)::bigint as refused_calls,
(greatest(left_over.available, 0) / nullif(greatest(spent.amount, 0), 0))::float8 as days_left
from account a join account_balance b on b.account_id = a.id left join reseller r on
r.account_id = a.id left join refused on refused.account_id = a.id left join spent on
spent.account_id = a.id, lateral (select (b.balance::numeric + b.credit_limit - b.held - b.lent)
as available) left_over where a.deleted_at is null and a.status = 'active' and b.has_floor and
true and (refused.calls > 0 or available <= greatest(r.low_balance_threshold, spent.amount, 0))
order by refused_calls desc, days_left nulls first, available, a.id limit $1;
