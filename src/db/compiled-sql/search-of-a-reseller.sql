select kind, id, name, hint, under from (select $1::int as at, $2::text as kind, found.*,
row_number() over () as place from ( select a.id::text as id, a.name, coalesce((select
u.username from console_user u where u.account_id = a.id and u.deleted_at is null), '') as hint,
(select r.level from reseller r where r.account_id = a.id)::bigint as under from account a where
a.kind = $3 and a.deleted_at is null and "a"."id" in ( select $4::bigint union all select id
from account where parent_id = $5) and (a.name ilike $6 or a.id in ( select u.account_id from
console_user u where u.type = $7 and u.deleted_at is null and u.username ilike $8)) order by
a.name ilike $9 desc, lower(a.name), a.id limit $10) found union all select $11::int as at,
$12::text as kind, found.*, row_number() over () as place from ( select g.id::text as id,
g.name, g.host || ':' || g.port as hint, null::bigint as under from gateway g where g.deleted_at
is null and "g"."settlement_id" in ( select $13::bigint union all select id from account where
parent_id = $14) and (g.name ilike $15 or g.host ilike $16) order by g.name ilike $17 desc,
lower(g.name), g.id limit $18) found union all select $19::int as at, $20::text as kind,
found.*, row_number() over () as place from ( select n.id::text as id, n.name, "n"."currency" as
hint, null::bigint as under from "tariff" n where n.deleted_at is null and "n"."owner_id" = $21
and n.name ilike $22 order by n.name ilike $23 desc, lower(n.name), n.id limit $24) found union
all select $25::int as at, $26::text as kind, found.*, row_number() over () as place from (
select i.id::text as id, case when masklen(i.ip) = masklen(host(i.ip)::inet) then host(i.ip)
else i.ip::text end as name, a.name as hint, null::bigint as under from client_ip i join account
a on a.id = i.account_id where a.deleted_at is null and "i"."account_id" in ( select $27::bigint
union all select id from account where parent_id = $28) and i.ip >>= $29::inet order by
masklen(i.ip) desc, i.ip, i.id limit $30) found union all select $31::int as at, $32::text as
kind, found.*, row_number() over () as place from ( select u.id::text as id, u.username as name,
concat_ws(', ', nullif(u.number, ''), a.name) as hint, u.account_id as under from sip_user u
join account a on a.id = u.account_id where a.deleted_at is null and "u"."account_id" in (
select $33::bigint union all select id from account where parent_id = $34) and (u.username ilike
$35 or u.number like $36) order by u.username ilike $37 desc, lower(u.username), u.id limit $38)
found) hits order by at, place;
