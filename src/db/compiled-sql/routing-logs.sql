select ((date_trunc('day', now() at time zone coalesce( (select value #>> '{}' from setting
where key = 'timezone'), $1)) - '0 day'::interval) at time zone coalesce( (select value #>> '{}'
from setting where key = 'timezone'), $2)) as from_at, now() + interval '1 minute' as to_at;

select r.started_at from call_record r cross join lateral ( select l.steps from routing_log l
where l.call_id = r.call_id and l.started_at = r.started_at and "l"."started_at" >=
$1::timestamptz and "l"."started_at" < $2::timestamptz offset 0) l where "r"."started_at" >=
$3::timestamptz and "r"."started_at" < $4::timestamptz and r.is_last and true and true order by
r.started_at desc, r.call_id desc, r.attempt_no desc limit $5;

with r as ( select r.*, json_array_length(l.steps) as steps from call_record r cross join
lateral ( select l.steps from routing_log l where l.call_id = r.call_id and l.started_at =
r.started_at and "l"."started_at" >= $1::timestamptz and "l"."started_at" < $2::timestamptz
offset 0) l where "r"."started_at" >= $3::timestamptz and "r"."started_at" < $4::timestamptz and
r.is_last and true and true and r.started_at = any ($5::timestamptz[]) order by r.started_at
desc, r.call_id desc, r.attempt_no desc limit $6) select r.call_id::text as call_id,
r.started_at, r.account_id, c.name as client_name, host(r.source_ip) as source_ip,
r.caller_number, r.dialled_number, r.called_number, r.sip_code, r.attempt_no, r.attempt_no as
attempts, r.status, r.refusal, g.name as gateway_name, r.steps from r left join account c on
c.id = r.account_id left join gateway g on g.id = r.gateway_id order by r.started_at desc,
r.call_id desc, r.attempt_no desc;
