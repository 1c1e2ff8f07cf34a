with bins as ( select generate_series(last - interval '24 hours' + interval '15 minutes', last,
interval '15 minutes') as bucket from (select date_bin(interval '15 minutes', now(),
'2000-01-01Z') as last) clock) select bins.bucket, coalesce(sum(calls), 0)::bigint as calls,
coalesce(sum(answered), 0)::bigint as answered, coalesce(sum(duration_ms), 0)::bigint as
duration_ms, coalesce(sum(revenue), 0) as revenue, coalesce(sum(cost), 0) as cost,
coalesce(sum(charged), 0) as charged, coalesce(sum(call_pdd_ms), 0)::bigint as call_pdd_ms,
coalesce(sum(call_pdds), 0)::bigint as call_pdds from bins left join ( select *,
date_bin(interval '15 minutes', every.bucket, '2000-01-01Z') as bin from ( select bucket,
account_id, calls, answered, duration_ms, revenue, cost, charged, call_pdd_ms, call_pdds from
traffic_by_client where true) every where bucket > now() - interval '24 hours' - interval '15
minutes' ) traffic on traffic.bin = bins.bucket group by bins.bucket order by bins.bucket;
