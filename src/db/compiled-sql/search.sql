select floor(extract(epoch from now()) * 1000)::bigint as now_ms;

select id, name, status, timezone, ranges from time_window where deleted_at is null;

select kind, id, name, hint, under from (select $1::int as at, $2::text as kind, found.*,
row_number() over () as place from ( select a.id::text as id, a.name, coalesce((select
u.username from console_user u where u.account_id = a.id and u.deleted_at is null), '') as hint,
(select r.level from reseller r where r.account_id = a.id)::bigint as under from account a where
a.kind = $3 and a.deleted_at is null and true and (a.name ilike $4 or a.id in ( select
u.account_id from console_user u where u.type = $5 and u.deleted_at is null and u.username ilike
$6)) order by a.name ilike $7 desc, lower(a.name), a.id limit $8) found union all select $9::int
as at, $10::text as kind, found.*, row_number() over () as place from ( select g.id::text as id,
g.name, g.host || ':' || g.port as hint, null::bigint as under from gateway g where g.deleted_at
is null and true and (g.name ilike $11 or g.host ilike $12) order by g.name ilike $13 desc,
lower(g.name), g.id limit $14) found union all select $15::int as at, $16::text as kind,
found.*, row_number() over () as place from ( select n.id::text as id, n.name, "n"."currency" as
hint, null::bigint as under from "tariff" n where n.deleted_at is null and true and n.name ilike
$17 order by n.name ilike $18 desc, lower(n.name), n.id limit $19) found union all select
$20::int as at, $21::text as kind, found.*, row_number() over () as place from ( select
r.id::text as id, concat_ws(' ', r.prefix, nullif(r.destination, '')) as name, concat_ws(' ',
t.name, trim_scale(r.rate / 100000000.0), t.currency) as hint, t.id as under from tariff t cross
join lateral ( select r.* from tariff_rate r where r.tariff_id = t.id and r.prefix = any
($22::text[]) and r.effective_from < to_timestamp($23) and (r.effective_until is null or
r.effective_until >= to_timestamp($24)) and (r.window_id is null or r.window_id = any
($25::bigint[])) order by length(r.prefix) desc, r.window_id is null, r.effective_from desc,
r.window_id desc limit 1) r where t.deleted_at is null and true and true and r.prefix <> ''
order by length(r.prefix) desc, lower(t.name), t.id limit $26) found union all select $27::int
as at, $28::text as kind, found.*, row_number() over () as place from ( select u.id::text as id,
u.username as name, concat_ws(', ', nullif(u.number, ''), a.name) as hint, u.account_id as under
from sip_user u join account a on a.id = u.account_id where a.deleted_at is null and true and
(u.username ilike $29 or u.number like $30) order by u.username ilike $31 desc,
lower(u.username), u.id limit $32) found) hits order by at, place;
