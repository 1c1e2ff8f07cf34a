select now() - '30 days'::interval as from_at, now() + interval '1 minute' as to_at;

with l as materialized ( select l.* from ledger_entry l where "l"."account_id" in ( select
$1::bigint union all select id from account where parent_id = $2) and true and $3::bigint in
("l"."account_id", "l"."counter_account_id") and ("l"."at" >= $4::timestamptz and "l"."at" <
$5::timestamptz) and ((l.note ilike $6 and (l.re_rating_id is null and ("l"."counter_account_id"
in ( select $7::bigint union all select id from account where parent_id = $8) or
l.counter_account_id = ( select parent_id from account where id = $9)))) or l.account_id in
(select a.id from account a where a.name ilike $10)) and true order by l.id desc limit $11)
select l.id, l.at, l.account_id, a.name as account_name, case when ("l"."counter_account_id" in
( select $12::bigint union all select id from account where parent_id = $13) or
l.counter_account_id = ( select parent_id from account where id = $14)) then o.name end as
counter_account_name, l.kind, l.amount, l.balance_after::numeric, a.currency, l.call_id::text as
call_id, l.payment_id, l.re_rating_id, case when (l.re_rating_id is null and
("l"."counter_account_id" in ( select $15::bigint union all select id from account where
parent_id = $16) or l.counter_account_id = ( select parent_id from account where id = $17)))
then l.note else '' end as note from l join account a on a.id = l.account_id join account o on
o.id = l.counter_account_id order by l.id desc;

select count(*) as count from (select 1 from ledger_entry l where "l"."account_id" in ( select
$1::bigint union all select id from account where parent_id = $2) and true and $3::bigint in
("l"."account_id", "l"."counter_account_id") and ("l"."at" >= $4::timestamptz and "l"."at" <
$5::timestamptz) and ((l.note ilike $6 and (l.re_rating_id is null and ("l"."counter_account_id"
in ( select $7::bigint union all select id from account where parent_id = $8) or
l.counter_account_id = ( select parent_id from account where id = $9)))) or l.account_id in
(select a.id from account a where a.name ilike $10)) limit $11) counted;
