with recursive wanted as ( select a.id, a.status, a.tariff_id, a.parent_id, c.route_plan_id,
c.expires_at, (b.balance::numeric + b.credit_limit - b.held - b.lent) > 0 or exists (select from
package_subscription p join package k on k.id = p.package_id and k.owner_id = a.parent_id where
p.account_id = a.id and p.state = 'ACTIVE' and p.seconds_left > 0) as has_funds, coalesce(case
when b.spent_day = (now() at time zone coalesce( (select value #>> '{}' from setting where key =
'timezone'), $1))::date then b.spent_today else 0 end::numeric < b.daily_spend_limit, true) and
coalesce(case when date_trunc('month', b.spent_day) = date_trunc('month', (now() at time zone
coalesce( (select value #>> '{}' from setting where key = 'timezone'), $2))::date) then
b.spent_this_month else 0 end::numeric < b.monthly_spend_limit, true) as within_spend_limits
from account a join client c on c.account_id = a.id join account_balance b on b.account_id =
a.id where a.kind = $3 and a.deleted_at is null and "a"."id" in ( select $4::bigint union all
select id from account where parent_id = $5) ), source as ( select i.account_id,
coalesce(i.tariff_id, w.tariff_id) as tariff_id, coalesce(i.route_plan_id, w.route_plan_id) as
plan_id, exists ( select from ban n where n.banned_until > now() and n.ip <<= "i"."ip") as
is_banned from client_ip i join wanted w on w.id = i.account_id where i.status = 'active' union
all select s.account_id, w.tariff_id, w.route_plan_id, exists ( select from registration r where
r.sip_user_id = s.id and exists ( select from ban n where n.banned_until > now() and n.ip <<=
"r"."source_ip")) from sip_user s join wanted w on w.id = s.account_id where s.status =
'active'), way as ( select * from source union all select w.id, w.tariff_id, w.route_plan_id,
false from wanted w where not exists (select from source s where s.account_id = w.id)), above as
( select w.id as client_id, w.parent_id as id from wanted w where w.parent_id <> 1 union all
select v.client_id, a.parent_id from above v join account a on a.id = v.id where a.parent_id <>
1), priced as ( select t.id, t.status = 'active' as is_active, exists ( select from tariff_rate
r where r.tariff_id = "t"."id" and not r.blocked and r.effective_from <= now() and
(r.effective_until is null or r.effective_until > now())) as has_rates from tariff t where t.id
in (select tariff_id from way union select a.tariff_id from above v join account a on a.id =
v.id)), fallback as ( select p.id as plan_id, p.id, p.parent_plan_id, 0 as depth from route_plan
p where p.id in (select plan_id from way) and p.status = 'active' union all select f.plan_id,
p.id, p.parent_plan_id, f.depth + 1 from fallback f join route_plan p on p.id = f.parent_plan_id
where p.status = 'active' and f.depth < 5), open_gateway as materialized ( select g.id,
s.ping_state <> 'DOWN' and s.lock_state <> 'LOCKED' as is_up from gateway g join gateway_state s
on s.gateway_id = g.id join account c on c.id = g.settlement_id join tariff b on b.id =
c.tariff_id where g.status = 'active' and c.status = 'active' and b.status = 'active' and exists
( select from tariff_rate r where r.tariff_id = "b"."id" and not r.blocked and r.effective_from
<= now() and (r.effective_until is null or r.effective_until > now()))), leading_plan as (
select u.route_plan_id as id, bool_or(g.is_up) as gateway_up from route_rule u join route_target
t on t.route_rule_id = u.id left join gateway_group o on o.id = t.gateway_group_id left join
gateway_group_member m on m.group_id = o.id join open_gateway g on g.id = coalesce(t.gateway_id,
m.gateway_id) where u.route_plan_id in (select id from fallback) and u.status = 'active' and
u.action = 'ROUTE' and t.status = 'active' and o.status is distinct from 'blocked' group by 1),
plan as ( select f.plan_id, bool_or(l.id is not null) as has_gateway,
bool_or(coalesce(l.gateway_up, false)) as gateway_up from fallback f left join leading_plan l on
l.id = f.id group by f.plan_id), entry as ( select w.account_id, bool_and(t.is_active) as
tariff_active, bool_and(t.has_rates) as has_rates, bool_and(w.plan_id is not null) as has_plan,
bool_and(p.plan_id is not null) as plan_active, bool_and(coalesce(p.has_gateway, false)) as
has_gateway, bool_and(coalesce(p.gateway_up, false)) as gateway_up from way w join priced t on
t.id = w.tariff_id left join plan p on p.plan_id = w.plan_id group by w.account_id), counted as
( select account_id, count(*) as sources, count(*) filter (where is_banned) as banned from
source group by account_id), chain as ( select v.client_id, bool_and(a.status = 'active' and
(r.expires_at > now()) is not false) as active, bool_and(t.is_active and t.has_rates) as
have_rates, bool_and((b.balance::numeric + b.credit_limit - b.held - b.lent) > 0) as have_funds
from above v join account a on a.id = v.id join reseller r on r.account_id = v.id join
account_balance b on b.account_id = v.id join priced t on t.id = a.tariff_id group by
v.client_id) select w.id, $6::text as kind, w.status = 'active' as is_active, (w.expires_at <=
now()) is true as is_expired, w.has_funds, w.within_spend_limits, coalesce(n.sources, 0) as
sources, coalesce(n.banned, 0) as banned, e.tariff_active, e.has_rates, e.has_plan,
e.plan_active, e.has_gateway, e.gateway_up, coalesce(c.active, true) as resellers_active,
coalesce(c.have_rates, true) as resellers_have_rates, coalesce(c.have_funds, true) as
resellers_have_funds from wanted w join entry e on e.account_id = w.id left join counted n on
n.account_id = w.id left join chain c on c.client_id = w.id;
