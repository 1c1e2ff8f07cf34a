select kind, id, name, hint, under from (select $1::int as at, $2::text as kind, found.*,
row_number() over () as place from ( select a.id::text as id, a.name, coalesce((select
u.username from console_user u where u.account_id = a.id and u.deleted_at is null), '') as hint,
(select r.level from reseller r where r.account_id = a.id)::bigint as under from account a where
a.kind = $3 and a.deleted_at is null and "a"."id" in ( with recursive below (id) as ( select
$4::bigint union all select a.id from account a join below on a.parent_id = below.id) select id
from below) and (a.name ilike $5 or a.id in ( select u.account_id from console_user u where
u.type = $6 and u.deleted_at is null and u.username ilike $7)) order by a.name ilike $8 desc,
lower(a.name), a.id limit $9) found union all select $10::int as at, $11::text as kind, found.*,
row_number() over () as place from ( select g.id::text as id, g.name, g.host || ':' || g.port as
hint, null::bigint as under from gateway g where g.deleted_at is null and "g"."settlement_id" in
( with recursive below (id) as ( select $12::bigint union all select a.id from account a join
below on a.parent_id = below.id) select id from below) and (g.name ilike $13 or g.host ilike
$14) order by g.name ilike $15 desc, lower(g.name), g.id limit $16) found union all select
$17::int as at, $18::text as kind, found.*, row_number() over () as place from ( select
n.id::text as id, n.name, "n"."currency" as hint, null::bigint as under from "tariff" n where
n.deleted_at is null and "n"."owner_id" in ( with recursive below (id) as ( select $19::bigint
union all select a.id from account a join below on a.parent_id = below.id) select id from below)
and n.name ilike $20 order by n.name ilike $21 desc, lower(n.name), n.id limit $22) found union
all select $23::int as at, $24::text as kind, found.*, row_number() over () as place from (
select i.id::text as id, case when masklen(i.ip) = masklen(host(i.ip)::inet) then host(i.ip)
else i.ip::text end as name, a.name as hint, null::bigint as under from client_ip i join account
a on a.id = i.account_id where a.deleted_at is null and "i"."account_id" in ( with recursive
below (id) as ( select $25::bigint union all select a.id from account a join below on
a.parent_id = below.id) select id from below) and i.ip >>= $26::inet order by masklen(i.ip)
desc, i.ip, i.id limit $27) found union all select $28::int as at, $29::text as kind, found.*,
row_number() over () as place from ( select u.id::text as id, u.username as name, concat_ws(',
', nullif(u.number, ''), a.name) as hint, u.account_id as under from sip_user u join account a
on a.id = u.account_id where a.deleted_at is null and "u"."account_id" in ( with recursive below
(id) as ( select $30::bigint union all select a.id from account a join below on a.parent_id =
below.id) select id from below) and (u.username ilike $31 or u.number like $32) order by
u.username ilike $33 desc, lower(u.username), u.id limit $34) found) hits order by at, place;
