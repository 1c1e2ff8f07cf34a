select p.node_id, n.name as node_name, p.name, case when seen_at < now() - interval '15 seconds'
then 'stopped' else state end as state, detail, seen_at, a.reason, a.username, a.until from
process_state p join node n on n.id = p.node_id left join acknowledged_warning a on a.process =
p.name and a.warning = p.detail and a.until > now() where n.removed_at is null order by
p.node_id, p.name;

insert into "process_state" ("name", "state", "detail", "node_id", "facts") values ($1, $2, $3,
$4, $5) on conflict ("node_id", "name") do update set "state" = "excluded"."state", "detail" =
"excluded"."detail", "facts" = "excluded"."facts", "seen_at" = now();

delete from "process_state" where "node_id" = $1 and "name" like $2 and "name" not in ($3);

select min(name) as first from process_state where name like 'calls-%' and seen_at > now() -
interval '15 seconds' and node_id = coalesce($1, node_id);

select "t"."name", "t"."sip_port", host(t.local_ip) as "local_ip", host(t.advertised_ip) as
"advertised_ip" from "tunnel" as "t" where "t"."deleted_at" is null and "t"."status" = $1 and
family(t.local_ip) = 4 and coalesce(family(t.advertised_ip), 4) = 4 order by "t"."id";

select make_partition($1, $2);
