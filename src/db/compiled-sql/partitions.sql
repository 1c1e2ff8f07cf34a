select * from ( with attached as ( select c.oid, c.relname::text collate "C" as name,
p.relname::text as parent, c.reltuples, (regexp_match(b.bound, 'FROM
\(''([^'']+)''\)'))[1]::timestamptz as from_at, (regexp_match(b.bound, 'TO
\(''([^'']+)''\)'))[1]::timestamptz as to_at from pg_inherits i join pg_class c on c.oid =
i.inhrelid join pg_class p on p.oid = i.inhparent, lateral (select pg_get_expr(c.relpartbound,
c.oid) as bound) b where p.oid = any (array['call_record', 'call_charge', 'routing_log',
'auth_failure', 'sip_message', 'call_recording', 'activity_log', 'ledger_entry']::regclass[])
and c.relkind = 'r' and not i.inhdetachpending) select a.name as key, a.name, a.parent,
a.from_at, a.to_at, case when r.state = 'WAITING' then 'WAITING' when a.from_at > now() then
'FUTURE' when a.to_at > now() then 'CURRENT' else 'PAST' end as state, case when
pg_relation_size(a.oid) = 0 then 0 when a.reltuples >= 0 then a.reltuples::bigint end as rows,
pg_relation_size(a.oid) as size_bytes, pg_total_relation_size(a.oid) as total_bytes,
coalesce(r.error, '') as error, coalesce(r.wants_export, false) as wants_export, case when r.id
is not null then coalesce(u.username, 'retention') end as requested_by, null::timestamptz as
removed_at, null::text as export_file from attached a left join partition_removal r on r.name =
a.name and r.state in ('WAITING', 'REFUSED') left join console_user u on u.id = r.requested_by
union all select r.id::text, r.name, r.parent, r.from_at, r.to_at, case when r.state = 'REMOVED'
then 'REMOVED' else 'DETACHED' end, r.row_count, 0, 0, r.error, r.wants_export,
coalesce(u.username, 'retention'), r.removed_at, r.export_file from partition_removal r left
join console_user u on u.id = r.requested_by where r.state in ('DETACHED', 'REMOVED') or
(r.state = 'WAITING' and not exists (select from attached a where a.name = r.name))) as "p"
where true and true and true and true order by case when p.state <> 'FUTURE' then p.from_at end
desc nulls last, p.from_at desc, p.parent desc, p.key desc limit $1 offset $2;

with attached as materialized ( select c.oid, c.relname::text collate "C" as name,
p.relname::text as parent, c.reltuples, (regexp_match(b.bound, 'FROM
\(''([^'']+)''\)'))[1]::timestamptz as from_at, (regexp_match(b.bound, 'TO
\(''([^'']+)''\)'))[1]::timestamptz as to_at from pg_inherits i join pg_class c on c.oid =
i.inhrelid join pg_class p on p.oid = i.inhparent, lateral (select pg_get_expr(c.relpartbound,
c.oid) as bound) b where p.oid = any (array['call_record', 'call_charge', 'routing_log',
'auth_failure', 'sip_message', 'call_recording', 'activity_log', 'ledger_entry']::regclass[])
and c.relkind = 'r' and not i.inhdetachpending), uninvoiced_range as materialized ( select a.id
as account_id, b.ends_at as from_at, 'infinity'::timestamptz as to_at from account a cross join
lateral ( select i.ends_at from invoice i where i.account_id = a.id and i.issued_at is not null
order by i.ends_at desc limit 1) b union all select v.account_id, v.starts_at, v.ends_at from
invoice v where v.voided_at is not null and not exists ( select from invoice i where
i.account_id = v.account_id and i.issued_at is not null and i.voided_at is null and i.starts_at
<= v.starts_at and i.ends_at >= v.ends_at)) select a.name from attached a where a.name = any
($1::text[]) and case when a.parent in ('call_record', 'call_charge') then exists ( select from
uninvoiced_range u where u.to_at > a.from_at and (u.from_at < a.to_at + interval '25 hours' or
exists ( select from re_rating r where r.applied_at >= u.from_at and r.from_at < a.to_at and
r.until_at > a.from_at)) and exists ( select from call_charge c where c.account_id =
u.account_id and c.started_at >= a.from_at and c.started_at < a.to_at and (c.re_rating_id is not
null or (c.amount <> 0 and c.started_at + make_interval(secs => c.duration_seconds) + interval
'10 minutes' >= u.from_at)) and (exists ( select from ledger_entry l where l.call_id = c.call_id
and l.account_id = c.account_id and l.kind = 'CALL' and l.at >= u.from_at and l.at < u.to_at
offset 0) or (c.re_rating_id is not null and exists ( select from ledger_entry l where l.call_id
= c.call_id and l.account_id = c.account_id and l.kind = 'REVERSAL' and l.at >= u.from_at and
l.at < u.to_at offset 0))) offset 0)) when a.parent = 'ledger_entry' then exists ( select from
uninvoiced_range u where u.from_at < a.to_at and u.to_at > a.from_at and exists ( select from
ledger_entry l left join payment p on p.id = l.payment_id left join ledger_entry o on o.id =
l.reverses_id left join payment op on op.id = o.payment_id where l.account_id = u.account_id and
l.at >= greatest(u.from_at, a.from_at) and l.at < least(u.to_at, a.to_at) and (l.kind in
('CALL', 'PACKAGE') or o.kind in ('CALL', 'PACKAGE') or (p.kind = 'ADJUSTMENT' and p.account_id
= l.account_id) or (op.kind = 'ADJUSTMENT' and op.account_id = l.account_id)))) else false end;
