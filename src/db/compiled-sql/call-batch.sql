set enable_seqscan = off;

select account_id, balance::numeric, credit_limit, held::numeric, lent::numeric, has_floor,
max_debt, daily_spend_limit, monthly_spend_limit, spent_day::text, spent_today::numeric,
spent_this_month::numeric from account_balance where account_id = any($1::bigint[]) order by
account_id for update;

select call_id::text, payer_ids, held, granted_seconds, package_subscription_id,
package_seconds_held, subjects from open_call where call_id = any($1::bigint[]) order by call_id
for update;

select id, state, seconds_left, seconds_held, extract(epoch from period_ends_at)::float8 as
period_ends_at from package_subscription where id = any($1::bigint[]) order by id for update;

select subject, calls, starts_ms, true as is_stored from limit_counter where subject =
any($1::text[] || array( select unnest(subjects) from open_call where call_id =
any($2::bigint[]))) order by subject for update;

select n.subject, (select count(*) from open_call c where c.called_number =
regexp_replace(n.subject, '^NUMBER \d+ ', '') and n.subject = any(c.subjects) )::integer as
calls, '{}'::bigint[] as starts_ms, false as is_stored from unnest($1::text[]) as n (subject);

select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms;

update account_balance as a set balance = a.balance + r.balance, held = a.held + r.held,
spent_day = r.spent_day::date, spent_today = r.spent_today, spent_this_month =
r.spent_this_month, updated_at = now() from unnest($1::bigint[], $2::bigint[], $3::bigint[],
$4::text[], $5::bigint[], $6::bigint[]) with ordinality as r(account_id, balance, held,
spent_day, spent_today, spent_this_month, n) where a.account_id = r.account_id;

update package_subscription as s set seconds_left = s.seconds_left + r.seconds_left,
seconds_held = s.seconds_held + r.seconds_held from unnest($1::bigint[], $2::bigint[],
$3::bigint[]) with ordinality as r(id, seconds_left, seconds_held, n) where s.id = r.id;

update limit_counter as c set calls = c.calls + r.calls, starts_ms = r.starts_ms::bigint[] from
unnest($1::text[], $2::integer[], $3::text[]) with ordinality as r(subject, calls, starts_ms, n)
where c.subject = r.subject;

insert into open_call (call_id, engine, account_id, client_type, settlement_id, gateway_id,
caller_number, called_number, destination, source_ip, started_at, granted_seconds, expires_at,
dialog, sip_call_id, payer_ids, held, package_subscription_id, package_seconds_held, subjects,
money_end, decided) select r.call_id, r.engine, r.account_id, r.client_type, r.settlement_id,
r.gateway_id, r.caller_number, r.called_number, r.destination, r.source_ip::inet, r.started_at,
r.granted_seconds, r.expires_at, r.dialog, r.sip_call_id, r.payer_ids::bigint[],
r.held::bigint[], r.package_subscription_id, r.package_seconds_held, r.subjects::text[],
r.money_end::json, r.decided::json from unnest($1::bigint[], $2::text[], $3::bigint[],
$4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[],
$11::timestamptz[], $12::integer[], $13::timestamptz[], $14::text[], $15::text[], $16::text[],
$17::text[], $18::bigint[], $19::integer[], $20::text[], $21::text[], $22::text[]) with
ordinality as r(call_id, engine, account_id, client_type, settlement_id, gateway_id,
caller_number, called_number, destination, source_ip, started_at, granted_seconds, expires_at,
dialog, sip_call_id, payer_ids, held, package_subscription_id, package_seconds_held, subjects,
money_end, decided, n);

update open_call as c set state = coalesce(r.state, c.state), gateway_id =
coalesce(r.gateway_id, c.gateway_id), settlement_id = coalesce(r.settlement_id,
c.settlement_id), ringing_at = coalesce(r.ringing_at, c.ringing_at), answered_at =
coalesce(r.answered_at, c.answered_at), granted_seconds = coalesce(r.granted_seconds,
c.granted_seconds), expires_at = coalesce(r.expires_at, c.expires_at), payer_ids =
coalesce(r.payer_ids::bigint[], c.payer_ids), held = coalesce(r.held::bigint[], c.held),
package_subscription_id = coalesce(r.package_subscription_id, c.package_subscription_id),
package_seconds_held = coalesce(r.package_seconds_held, c.package_seconds_held), subjects =
coalesce(r.subjects::text[], c.subjects), money_end = coalesce(r.money_end::json, c.money_end),
lost_at = coalesce(r.lost_at, c.lost_at), updated_at = now() from unnest($1::bigint[],
$2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::timestamptz[], $7::integer[],
$8::timestamptz[], $9::text[], $10::text[], $11::bigint[], $12::integer[], $13::text[],
$14::text[], $15::timestamptz[]) with ordinality as r(call_id, state, gateway_id, settlement_id,
ringing_at, answered_at, granted_seconds, expires_at, payer_ids, held, package_subscription_id,
package_seconds_held, subjects, money_end, lost_at, n) where c.call_id = r.call_id;

insert into call_record (started_at, progress_at, answered_at, ended_at, call_id, account_id,
tariff_id, rate_id, sell_rate, sell_amount, settlement_id, gateway_id, buy_tariff_id,
buy_rate_id, buy_rate, buy_amount, revenue, cost, route_plan_id, route_rule_id, client_ip_id,
duration_ms, billed_seconds, buy_billed_seconds, pdd_ms, routing_ms, sip_code, q850_cause,
source_port, attempt_no, is_last, client_type, status, refusal, release_side, source_ip,
gateway_address, caller_number, caller_name, dialled_number, called_number, sent_number, prefix,
buy_prefix, destination, sip_call_id, user_agent, sip_reason, engine, sip_user_id, reseller_ids,
route_target_id, routed_caller_number, sent_caller_number, transport, media_mode, codec, media,
early_media, sell_currency, sell_fx, buy_currency, buy_fx, pai, rpid, diversion, privacy,
from_domain, dialled_domain, local_address, sent_caller_name, tunnel_id, sent_at, call_pdd_ms,
gateway_sip_code, gateway_q850_cause, attempt_end, not_sent_reason, gateway_user_agent, fault,
one_way_audio) select r.started_at, r.progress_at, r.answered_at, r.ended_at, r.call_id,
r.account_id, r.tariff_id, r.rate_id, r.sell_rate, r.sell_amount, r.settlement_id, r.gateway_id,
r.buy_tariff_id, r.buy_rate_id, r.buy_rate, r.buy_amount, r.revenue, r.cost, r.route_plan_id,
r.route_rule_id, r.client_ip_id, r.duration_ms, r.billed_seconds, r.buy_billed_seconds,
r.pdd_ms, r.routing_ms, r.sip_code, r.q850_cause, r.source_port, r.attempt_no, r.is_last,
r.client_type, r.status, r.refusal, r.release_side, r.source_ip::inet, r.gateway_address,
r.caller_number, r.caller_name, r.dialled_number, r.called_number, r.sent_number, r.prefix,
r.buy_prefix, r.destination, r.sip_call_id, r.user_agent, r.sip_reason, r.engine, r.sip_user_id,
r.reseller_ids::bigint[], r.route_target_id, r.routed_caller_number, r.sent_caller_number,
r.transport, r.media_mode, r.codec, r.media::json, r.early_media, r.sell_currency, r.sell_fx,
r.buy_currency, r.buy_fx, r.pai, r.rpid, r.diversion, r.privacy, r.from_domain,
r.dialled_domain, r.local_address, r.sent_caller_name, r.tunnel_id, r.sent_at, r.call_pdd_ms,
r.gateway_sip_code, r.gateway_q850_cause, r.attempt_end, r.not_sent_reason,
r.gateway_user_agent, r.fault, r.one_way_audio from unnest($1::timestamptz[], $2::timestamptz[],
$3::timestamptz[], $4::timestamptz[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
$9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[],
$15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[], $20::bigint[],
$21::bigint[], $22::integer[], $23::integer[], $24::integer[], $25::integer[], $26::integer[],
$27::smallint[], $28::smallint[], $29::integer[], $30::smallint[], $31::boolean[], $32::text[],
$33::text[], $34::text[], $35::text[], $36::text[], $37::text[], $38::text[], $39::text[],
$40::text[], $41::text[], $42::text[], $43::text[], $44::text[], $45::text[], $46::text[],
$47::text[], $48::text[], $49::text[], $50::bigint[], $51::text[], $52::bigint[], $53::text[],
$54::text[], $55::text[], $56::text[], $57::text[], $58::text[], $59::boolean[], $60::text[],
$61::bigint[], $62::text[], $63::bigint[], $64::text[], $65::text[], $66::text[], $67::text[],
$68::text[], $69::text[], $70::text[], $71::text[], $72::bigint[], $73::timestamptz[],
$74::integer[], $75::smallint[], $76::smallint[], $77::text[], $78::text[], $79::text[],
$80::text[], $81::text[]) with ordinality as r(started_at, progress_at, answered_at, ended_at,
call_id, account_id, tariff_id, rate_id, sell_rate, sell_amount, settlement_id, gateway_id,
buy_tariff_id, buy_rate_id, buy_rate, buy_amount, revenue, cost, route_plan_id, route_rule_id,
client_ip_id, duration_ms, billed_seconds, buy_billed_seconds, pdd_ms, routing_ms, sip_code,
q850_cause, source_port, attempt_no, is_last, client_type, status, refusal, release_side,
source_ip, gateway_address, caller_number, caller_name, dialled_number, called_number,
sent_number, prefix, buy_prefix, destination, sip_call_id, user_agent, sip_reason, engine,
sip_user_id, reseller_ids, route_target_id, routed_caller_number, sent_caller_number, transport,
media_mode, codec, media, early_media, sell_currency, sell_fx, buy_currency, buy_fx, pai, rpid,
diversion, privacy, from_domain, dialled_domain, local_address, sent_caller_name, tunnel_id,
sent_at, call_pdd_ms, gateway_sip_code, gateway_q850_cause, attempt_end, not_sent_reason,
gateway_user_agent, fault, one_way_audio, n);

insert into call_charge (call_id, started_at, account_id, depth, tariff_id, rate_id, prefix,
terms, duration_seconds, billed_seconds, net, vat, amount, parent_id, currency, attempts,
income, package_subscription_id, package_seconds) select r.call_id, r.started_at, r.account_id,
r.depth, r.tariff_id, r.rate_id, r.prefix, r.terms::json, r.duration_seconds, r.billed_seconds,
r.net, r.vat, r.amount, r.parent_id, r.currency, r.attempts, r.income,
r.package_subscription_id, r.package_seconds from unnest($1::bigint[], $2::timestamptz[],
$3::bigint[], $4::smallint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::integer[],
$10::integer[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::text[],
$16::smallint[], $17::bigint[], $18::bigint[], $19::integer[]) with ordinality as r(call_id,
started_at, account_id, depth, tariff_id, rate_id, prefix, terms, duration_seconds,
billed_seconds, net, vat, amount, parent_id, currency, attempts, income,
package_subscription_id, package_seconds, n);

insert into ledger_entry (account_id, counter_account_id, kind, amount, balance_after, call_id)
select r.account_id, r.counter_account_id, r.kind, r.amount, r.balance_after, r.call_id from
unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[]) with
ordinality as r(account_id, counter_account_id, kind, amount, balance_after, call_id, n) order
by r.n;

insert into routing_log (started_at, call_id, steps) select r.started_at, r.call_id,
r.steps::json from unnest($1::timestamptz[], $2::bigint[], $3::text[]) with ordinality as
r(started_at, call_id, steps, n);

insert into traffic_addition (bucket, seller_id, account_id, reseller_id, settlement_id,
gateway_id, country, destination, prefix, sip_code, refusal, codec, attempts,
effective_attempts, attempt_pdd_ms, attempt_pdds, calls, answered, short_calls, effective_calls,
call_pdd_ms, call_pdds, duration_ms, billed_seconds, buy_billed_seconds, revenue, cost, charged,
bought, switch_faults, client_faults, settlement_faults, user_faults, quality_calls, mos_sum,
loss_sum, jitter_sum, round_trip_calls, round_trip_sum, one_way_calls) select r.bucket,
r.seller_id, r.account_id, r.reseller_id, r.settlement_id, r.gateway_id, r.country,
r.destination, r.prefix, r.sip_code, r.refusal, r.codec, r.attempts, r.effective_attempts,
r.attempt_pdd_ms, r.attempt_pdds, r.calls, r.answered, r.short_calls, r.effective_calls,
r.call_pdd_ms, r.call_pdds, r.duration_ms, r.billed_seconds, r.buy_billed_seconds, r.revenue,
r.cost, r.charged, r.bought, r.switch_faults, r.client_faults, r.settlement_faults,
r.user_faults, r.quality_calls, r.mos_sum, r.loss_sum, r.jitter_sum, r.round_trip_calls,
r.round_trip_sum, r.one_way_calls from unnest($1::timestamptz[], $2::bigint[], $3::bigint[],
$4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::smallint[],
$11::text[], $12::text[], $13::integer[], $14::integer[], $15::bigint[], $16::integer[],
$17::integer[], $18::integer[], $19::integer[], $20::integer[], $21::bigint[], $22::integer[],
$23::bigint[], $24::bigint[], $25::bigint[], $26::bigint[], $27::bigint[], $28::bigint[],
$29::bigint[], $30::integer[], $31::integer[], $32::integer[], $33::integer[], $34::integer[],
$35::integer[], $36::integer[], $37::bigint[], $38::integer[], $39::bigint[], $40::integer[])
with ordinality as r(bucket, seller_id, account_id, reseller_id, settlement_id, gateway_id,
country, destination, prefix, sip_code, refusal, codec, attempts, effective_attempts,
attempt_pdd_ms, attempt_pdds, calls, answered, short_calls, effective_calls, call_pdd_ms,
call_pdds, duration_ms, billed_seconds, buy_billed_seconds, revenue, cost, charged, bought,
switch_faults, client_faults, settlement_faults, user_faults, quality_calls, mos_sum, loss_sum,
jitter_sum, round_trip_calls, round_trip_sum, one_way_calls, n);

delete from open_call where call_id = any($1::bigint[]);
