select ((date_trunc('day', now() at time zone coalesce( (select value #>> '{}' from setting
where key = 'timezone'), $1)) - '0 day'::interval) at time zone coalesce( (select value #>> '{}'
from setting where key = 'timezone'), $2)) as from_at, now() + interval '1 minute' as to_at;

select count(*) as calls, count(*) filter (where r.status = 'ANSWERED') as answered,
coalesce(sum(r.duration_ms), 0)::bigint as duration_ms, ( select code from currency where
is_system) as currency, coalesce(sum(revenue), 0) as revenue, coalesce(sum(cost), 0) as cost,
case when min(nullif(r."sell_currency", '')) = max(nullif(r."sell_currency", '')) then
sum(r."sell_amount") end as sold, case when min(nullif(r."sell_currency", '')) =
max(nullif(r."sell_currency", '')) then min(nullif(r."sell_currency", '')) end as sell_currency,
case when false then case when min(nullif(r."buy_currency", '')) = max(nullif(r."buy_currency",
'')) then sum(r."buy_amount") end end as bought, case when false then case when
min(nullif(r."buy_currency", '')) = max(nullif(r."buy_currency", '')) then
min(nullif(r."buy_currency", '')) end end as buy_currency from call_record r where
"r"."started_at" >= $1::timestamptz and "r"."started_at" < $2::timestamptz and r.is_last and
true and r.client_type = any ($3::text[]);
