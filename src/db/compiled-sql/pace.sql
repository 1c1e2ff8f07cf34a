with spent as ( select bucket, charged as amount from traffic_by_client where account_id = $1
and bucket > now() - $2 * interval '1 day' union all select bucket, cost from
traffic_by_reseller where reseller_id = $3 and bucket > now() - $4 * interval '1 day'), total as
(select min(bucket) as first, coalesce(sum(amount), 0) as amount from spent) select t.amount as
spent, greatest(1, least($5::int, ceil( extract(epoch from now() - least(a.created_at, t.first))
/ 86400)))::int as days from total t, account a where a.id = $6 and true;
