select name, case when seen_at < now() - interval '15 seconds' then 'stopped' else state end as
state, detail, seen_at, a.reason, a.username, a.until from process_state p left join
acknowledged_warning a on a.process = p.name and a.warning = p.detail and a.until > now() order
by name;

insert into "process_state" ("name", "state", "detail", "facts") values ($1, $2, $3, $4) on
conflict ("name") do update set "state" = "excluded"."state", "detail" = "excluded"."detail",
"facts" = "excluded"."facts", "seen_at" = now();

delete from "process_state" where "name" like $1 and "name" not in ($2);

select min(name) as first from process_state where name like 'calls-%' and seen_at > now() -
interval '15 seconds';

select "t"."name", "t"."sip_port", host(t.local_ip) as "local_ip", host(t.advertised_ip) as
"advertised_ip" from "tunnel" as "t" where "t"."deleted_at" is null and "t"."status" = $1 and
family(t.local_ip) = 4 and coalesce(family(t.advertised_ip), 4) = 4 order by "t"."id";

select make_partition($1, $2);
