select * from (select a.id, a.name, coalesce(u.username, '') as hint, a.kind as type, a.status
from account a left join console_user u on u.account_id = a.id and u.deleted_at is null where
a.deleted_at is null and a.id <> $1 and "a"."id" in ( select $2::bigint union all select id from
account where parent_id = $3) and "a"."id" <> $4 and a.kind = $5 and a.kind <> 'SETTLEMENT' and
true) option where (name ilike $6 or hint ilike $7) or id is not distinct from $8::bigint order
by id is not distinct from $9::bigint desc, lower(name), id limit $10;

select * from (select id, username as name, '' as hint, type, status from console_user where
type = 'ADMIN' and deleted_at is null and true) option where (name ilike $1 or hint ilike $2) or
id is not distinct from $3::bigint order by id is not distinct from $4::bigint desc,
lower(name), id limit $5;

select * from (select a.id, a.name, concat_ws(' under ', 'Level ' || r.level, p.name) as hint
from reseller r join account a on a.id = r.account_id left join account p on p.id =
nullif(a.parent_id, $1) where a.deleted_at is null and "a"."id" in ( select $2::bigint union all
select id from account where parent_id = $3) and r.level = $4) option where (name ilike $5 or
hint ilike $6) or id is not distinct from $7::bigint order by id is not distinct from $8::bigint
desc, lower(name), id limit $9;

select "code", "name", "rate", "is_system" from "currency" order by "is_system" desc, "code";

select * from (select t.id, t.name, t.currency as hint from tariff t where t.deleted_at is null
and true and ("t"."owner_id" = $1 or exists (select from account a where a.tariff_id = "t"."id"
and a.deleted_at is null and "a"."id" in ( select $2::bigint union all select id from account
where parent_id = $3)) or exists (select from client_ip i where i.tariff_id = "t"."id" and
"i"."account_id" in ( select $4::bigint union all select id from account where parent_id = $5)))
and t.kind = $6 and ("t"."owner_id" = $7 or t.id = $8::bigint)) option where (name ilike $9 or
hint ilike $10) or id is not distinct from $11::bigint order by id is not distinct from
$12::bigint desc, lower(name), id limit $13;

select * from (select id, name, seconds, price, currency, cycle, seconds || ' s, ' ||
trim_scale(price / 1000000.0) || ' ' || currency as hint from "package" kept where deleted_at is
null and true and status = 'active' and currency = $1 and true) option where (name ilike $2 or
hint ilike $3) or id is not distinct from $4::bigint order by id is not distinct from $5::bigint
desc, lower(name), id limit $6;

select * from (select id, name, status, (select s.name from account s where s.id =
settlement_id) as hint from "gateway" kept where deleted_at is null and true and true) option
where (name ilike $1 or hint ilike $2) or id is not distinct from $3::bigint order by id is not
distinct from $4::bigint desc, lower(name), id limit $5;

select * from (select id, name, status, coalesce(( select string_agg(g.name, ', ' order by
m.priority desc, g.name) from gateway_group_member m join gateway g on g.id = m.gateway_id where
m.group_id = kept.id), '') as hint from "gateway_group" kept where deleted_at is null and true
and true) option where (name ilike $1 or hint ilike $2) or id is not distinct from $3::bigint
order by id is not distinct from $4::bigint desc, lower(name), id limit $5;

select * from (select min(id) as id, destination as name, concat_ws(' +', min(prefix::text),
nullif(count(*) - 1, 0)) as hint, array_agg(prefix::text order by prefix) as prefixes from
code_deck_entry group by destination) option where (name ilike $1 or hint ilike $2) or id is not
distinct from $3::bigint order by id is not distinct from $4::bigint desc, lower(name), id limit
$5;

select * from (select id, name, mode as hint, status from "number_list" kept where deleted_at is
null and true and (mode = 'RANDOM') = $1) option where true or id is not distinct from
$2::bigint order by id is not distinct from $3::bigint desc, lower(name), id limit $4;
