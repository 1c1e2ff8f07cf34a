select a.id, a.name, coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(answered),
0)::bigint as answered, coalesce(sum(duration_ms), 0)::bigint as duration_ms,
coalesce(sum(revenue), 0) as revenue, coalesce(sum(cost), 0) as cost, coalesce(sum(charged), 0)
as charged, coalesce(sum(call_pdd_ms), 0)::bigint as call_pdd_ms, coalesce(sum(call_pdds),
0)::bigint as call_pdds from ( select bucket, account_id, calls, answered, duration_ms, revenue,
cost, charged, call_pdd_ms, call_pdds from traffic_by_client where true) traffic join account a
on a.id = traffic.account_id where bucket >= ((date_trunc('day', now() at time zone coalesce(
(select value #>> '{}' from setting where key = 'timezone'), $1)) - '0 day'::interval) at time
zone coalesce( (select value #>> '{}' from setting where key = 'timezone'), $2)) group by a.id,
a.name order by revenue desc, calls desc, a.id limit $3;
