select coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(answered), 0)::bigint as answered,
coalesce(sum(duration_ms), 0)::bigint as duration_ms, coalesce(sum(revenue), 0) as revenue,
coalesce(sum(cost), 0) as cost, coalesce(sum(charged), 0) as charged, coalesce(sum(call_pdd_ms),
0)::bigint as call_pdd_ms, coalesce(sum(call_pdds), 0)::bigint as call_pdds from ( select
bucket, account_id, calls, answered, duration_ms, revenue, cost, charged, call_pdd_ms, call_pdds
from traffic_by_client where "account_id" in ( with recursive below (id) as ( select $1::bigint
union select a.id from account a join below on a.parent_id = below.id) select id from below)
union all select bucket, settlement_id, attempts, answered, duration_ms, 0, 0, bought,
attempt_pdd_ms, attempt_pdds from traffic_by_gateway where "settlement_id" in ( select
$2::bigint union all select id from account where parent_id = $3)) traffic where bucket >=
((date_trunc('day', now() at time zone $4::text) - '1 day'::interval) at time zone $5::text) and
bucket <= now() - interval '1 day';
