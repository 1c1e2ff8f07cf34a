with found as ( select time , is_now, coalesce(sum("attempts"), 0)::bigint as "attempts",
coalesce(sum("effective_attempts"), 0)::bigint as "effective_attempts",
coalesce(sum("attempt_pdd_ms"), 0)::bigint as "attempt_pdd_ms", coalesce(sum("attempt_pdds"),
0)::bigint as "attempt_pdds", coalesce(sum("calls"), 0)::bigint as "calls",
coalesce(sum("answered"), 0)::bigint as "answered", coalesce(sum("short_calls"), 0)::bigint as
"short_calls", coalesce(sum("effective_calls"), 0)::bigint as "effective_calls",
coalesce(sum("call_pdd_ms"), 0)::bigint as "call_pdd_ms", coalesce(sum("call_pdds"), 0)::bigint
as "call_pdds", coalesce(sum("duration_ms"), 0)::bigint as "duration_ms",
coalesce(sum("billed_seconds"), 0)::bigint as "billed_seconds", coalesce(sum("revenue"),
0)::numeric as "revenue", coalesce(sum("cost"), 0)::numeric as "cost", coalesce(sum("charged"),
0)::numeric as "charged", coalesce(sum("switch_faults"), 0)::bigint as "switch_faults",
coalesce(sum("client_faults"), 0)::bigint as "client_faults", coalesce(sum("settlement_faults"),
0)::bigint as "settlement_faults", coalesce(sum("user_faults"), 0)::bigint as "user_faults",
coalesce(sum("quality_calls"), 0)::bigint as "quality_calls", coalesce(sum("mos_sum"),
0)::bigint as "mos_sum", coalesce(sum("loss_sum"), 0)::bigint as "loss_sum",
coalesce(sum("jitter_sum"), 0)::bigint as "jitter_sum", coalesce(sum("round_trip_calls"),
0)::bigint as "round_trip_calls", coalesce(sum("round_trip_sum"), 0)::bigint as
"round_trip_sum", coalesce(sum("one_way_calls"), 0)::bigint as "one_way_calls",
coalesce(sum("answered_attempts"), 0)::bigint as "answered_attempts",
coalesce(sum("bought_seconds"), 0)::bigint as "bought_seconds", sum(clients)::bigint as clients
from (select null as time , bucket >= $1::timestamptz as is_now, account_id,
coalesce(sum("attempts"), 0)::bigint as "attempts", coalesce(sum("effective_attempts"),
0)::bigint as "effective_attempts", coalesce(sum("attempt_pdd_ms"), 0)::bigint as
"attempt_pdd_ms", coalesce(sum("attempt_pdds"), 0)::bigint as "attempt_pdds",
coalesce(sum("calls"), 0)::bigint as "calls", coalesce(sum("answered"), 0)::bigint as
"answered", coalesce(sum("short_calls"), 0)::bigint as "short_calls",
coalesce(sum("effective_calls"), 0)::bigint as "effective_calls", coalesce(sum("call_pdd_ms"),
0)::bigint as "call_pdd_ms", coalesce(sum("call_pdds"), 0)::bigint as "call_pdds",
coalesce(sum("duration_ms"), 0)::bigint as "duration_ms", coalesce(sum("billed_seconds"),
0)::bigint as "billed_seconds", coalesce(sum("revenue"), 0)::numeric as "revenue",
coalesce(sum("cost"), 0)::numeric as "cost", coalesce(sum("charged"), 0)::numeric as "charged",
coalesce(sum("switch_faults"), 0)::bigint as "switch_faults", coalesce(sum("client_faults"),
0)::bigint as "client_faults", coalesce(sum("settlement_faults"), 0)::bigint as
"settlement_faults", coalesce(sum("user_faults"), 0)::bigint as "user_faults",
coalesce(sum("quality_calls"), 0)::bigint as "quality_calls", coalesce(sum("mos_sum"),
0)::bigint as "mos_sum", coalesce(sum("loss_sum"), 0)::bigint as "loss_sum",
coalesce(sum("jitter_sum"), 0)::bigint as "jitter_sum", coalesce(sum("round_trip_calls"),
0)::bigint as "round_trip_calls", coalesce(sum("round_trip_sum"), 0)::bigint as
"round_trip_sum", coalesce(sum("one_way_calls"), 0)::bigint as "one_way_calls",
coalesce(sum(case when gateway_id <> 0 then answered else 0 end), 0)::bigint as
"answered_attempts", coalesce(sum(buy_billed_seconds), 0)::bigint as "bought_seconds",
(account_id <> 0 and sum(calls) > 0)::int::bigint as clients from ( select bucket, seller_id,
account_id, reseller_id, settlement_id, gateway_id, country, destination, prefix, sip_code,
refusal, codec, attempts, effective_attempts, attempt_pdd_ms, attempt_pdds, calls, answered,
short_calls, effective_calls, call_pdd_ms, call_pdds, duration_ms, billed_seconds,
buy_billed_seconds, revenue, cost, charged, bought, switch_faults, client_faults,
settlement_faults, user_faults, quality_calls, mos_sum, loss_sum, jitter_sum, round_trip_calls,
round_trip_sum, one_way_calls from traffic_sum where kind = 'PARTY' and bucket >=
$2::timestamptz and bucket < $3::timestamptz union all select bucket, seller_id, account_id,
reseller_id, settlement_id, gateway_id, country, destination, prefix, sip_code, refusal, codec,
attempts, effective_attempts, attempt_pdd_ms, attempt_pdds, calls, answered, short_calls,
effective_calls, call_pdd_ms, call_pdds, duration_ms, billed_seconds, buy_billed_seconds,
revenue, cost, charged, bought, switch_faults, client_faults, settlement_faults, user_faults,
quality_calls, mos_sum, loss_sum, jitter_sum, round_trip_calls, round_trip_sum, one_way_calls
from traffic_sum where kind = 'PARTY_DAY' and bucket >= $4::timestamptz and bucket <
$5::timestamptz union all select bucket, seller_id, account_id, reseller_id, settlement_id,
gateway_id, country, destination, prefix, sip_code, refusal, codec, attempts,
effective_attempts, attempt_pdd_ms, attempt_pdds, calls, answered, short_calls, effective_calls,
call_pdd_ms, call_pdds, duration_ms, billed_seconds, buy_billed_seconds, revenue, cost, charged,
bought, switch_faults, client_faults, settlement_faults, user_faults, quality_calls, mos_sum,
loss_sum, jitter_sum, round_trip_calls, round_trip_sum, one_way_calls from traffic_sum where
kind = 'PARTY' and bucket >= $6::timestamptz and bucket < $7::timestamptz union all select
bucket, seller_id, account_id, reseller_id, settlement_id, gateway_id, country, destination,
prefix, sip_code, refusal, codec, attempts, effective_attempts, attempt_pdd_ms, attempt_pdds,
calls, answered, short_calls, effective_calls, call_pdd_ms, call_pdds, duration_ms,
billed_seconds, buy_billed_seconds, revenue, cost, charged, bought, switch_faults,
client_faults, settlement_faults, user_faults, quality_calls, mos_sum, loss_sum, jitter_sum,
round_trip_calls, round_trip_sum, one_way_calls from traffic_sum where kind = 'PARTY_DAY' and
bucket >= $8::timestamptz and bucket < $9::timestamptz union all select bucket, seller_id,
account_id, reseller_id, settlement_id, gateway_id, country, destination, prefix, sip_code,
refusal, codec, attempts, effective_attempts, attempt_pdd_ms, attempt_pdds, calls, answered,
short_calls, effective_calls, call_pdd_ms, call_pdds, duration_ms, billed_seconds,
buy_billed_seconds, revenue, cost, charged, bought, switch_faults, client_faults,
settlement_faults, user_faults, quality_calls, mos_sum, loss_sum, jitter_sum, round_trip_calls,
round_trip_sum, one_way_calls from traffic_sum where kind = 'PARTY' and bucket >=
$10::timestamptz and bucket < $11::timestamptz union all select bucket, seller_id, account_id,
reseller_id, settlement_id, gateway_id, country, destination collate "C", prefix, sip_code,
refusal, codec, attempts::bigint, effective_attempts::bigint, attempt_pdd_ms::bigint,
attempt_pdds::bigint, calls::bigint, answered::bigint, short_calls::bigint,
effective_calls::bigint, call_pdd_ms::bigint, call_pdds::bigint, duration_ms::bigint,
billed_seconds::bigint, buy_billed_seconds::bigint, revenue::bigint, cost::bigint,
charged::bigint, bought::bigint, switch_faults::bigint, client_faults::bigint,
settlement_faults::bigint, user_faults::bigint, quality_calls::bigint, mos_sum::bigint,
loss_sum::bigint, jitter_sum::bigint, round_trip_calls::bigint, round_trip_sum::bigint,
one_way_calls::bigint from traffic_addition where bucket >= $12::timestamptz and bucket <
$13::timestamptz) t where t.seller_id = $14 and "t"."account_id" = $15 and true group by 1, 2,
3) of_client group by 1, 2), n as ( select null as time, coalesce(sum("attempts"), 0)::bigint as
"attempts", coalesce(sum("effective_attempts"), 0)::bigint as "effective_attempts",
coalesce(sum("attempt_pdd_ms"), 0)::bigint as "attempt_pdd_ms", coalesce(sum("attempt_pdds"),
0)::bigint as "attempt_pdds", coalesce(sum("calls"), 0)::bigint as "calls",
coalesce(sum("answered"), 0)::bigint as "answered", coalesce(sum("short_calls"), 0)::bigint as
"short_calls", coalesce(sum("effective_calls"), 0)::bigint as "effective_calls",
coalesce(sum("call_pdd_ms"), 0)::bigint as "call_pdd_ms", coalesce(sum("call_pdds"), 0)::bigint
as "call_pdds", coalesce(sum("duration_ms"), 0)::bigint as "duration_ms",
coalesce(sum("billed_seconds"), 0)::bigint as "billed_seconds", coalesce(sum("revenue"),
0)::numeric as "revenue", coalesce(sum("cost"), 0)::numeric as "cost", coalesce(sum("charged"),
0)::numeric as "charged", coalesce(sum("switch_faults"), 0)::bigint as "switch_faults",
coalesce(sum("client_faults"), 0)::bigint as "client_faults", coalesce(sum("settlement_faults"),
0)::bigint as "settlement_faults", coalesce(sum("user_faults"), 0)::bigint as "user_faults",
coalesce(sum("quality_calls"), 0)::bigint as "quality_calls", coalesce(sum("mos_sum"),
0)::bigint as "mos_sum", coalesce(sum("loss_sum"), 0)::bigint as "loss_sum",
coalesce(sum("jitter_sum"), 0)::bigint as "jitter_sum", coalesce(sum("round_trip_calls"),
0)::bigint as "round_trip_calls", coalesce(sum("round_trip_sum"), 0)::bigint as
"round_trip_sum", coalesce(sum("one_way_calls"), 0)::bigint as "one_way_calls",
coalesce(sum("answered_attempts"), 0)::bigint as "answered_attempts",
coalesce(sum("bought_seconds"), 0)::bigint as "bought_seconds", coalesce(max(clients), $16) as
clients from found where is_now), b as ( select null as time , coalesce(sum("attempts"),
0)::bigint as "attempts", coalesce(sum("effective_attempts"), 0)::bigint as
"effective_attempts", coalesce(sum("attempt_pdd_ms"), 0)::bigint as "attempt_pdd_ms",
coalesce(sum("attempt_pdds"), 0)::bigint as "attempt_pdds", coalesce(sum("calls"), 0)::bigint as
"calls", coalesce(sum("answered"), 0)::bigint as "answered", coalesce(sum("short_calls"),
0)::bigint as "short_calls", coalesce(sum("effective_calls"), 0)::bigint as "effective_calls",
coalesce(sum("call_pdd_ms"), 0)::bigint as "call_pdd_ms", coalesce(sum("call_pdds"), 0)::bigint
as "call_pdds", coalesce(sum("duration_ms"), 0)::bigint as "duration_ms",
coalesce(sum("billed_seconds"), 0)::bigint as "billed_seconds", coalesce(sum("revenue"),
0)::numeric as "revenue", coalesce(sum("cost"), 0)::numeric as "cost", coalesce(sum("charged"),
0)::numeric as "charged", coalesce(sum("switch_faults"), 0)::bigint as "switch_faults",
coalesce(sum("client_faults"), 0)::bigint as "client_faults", coalesce(sum("settlement_faults"),
0)::bigint as "settlement_faults", coalesce(sum("user_faults"), 0)::bigint as "user_faults",
coalesce(sum("quality_calls"), 0)::bigint as "quality_calls", coalesce(sum("mos_sum"),
0)::bigint as "mos_sum", coalesce(sum("loss_sum"), 0)::bigint as "loss_sum",
coalesce(sum("jitter_sum"), 0)::bigint as "jitter_sum", coalesce(sum("round_trip_calls"),
0)::bigint as "round_trip_calls", coalesce(sum("round_trip_sum"), 0)::bigint as
"round_trip_sum", coalesce(sum("one_way_calls"), 0)::bigint as "one_way_calls",
coalesce(sum("answered_attempts"), 0)::bigint as "answered_attempts",
coalesce(sum("bought_seconds"), 0)::bigint as "bought_seconds" from found where not is_now group
by 1) select n.time, null as "client_id", null as "client_name", null as "reseller_id", null as
"reseller_name", null as "settlement_id", null as "settlement_name", null as "gateway_id", null
as "gateway_name", null as "destination", null as "country", null as "prefix", null as
"sip_code", null as "refusal", null as "codec", n.attempts, "n"."calls" as calls, n.answered,
"n"."calls" - "n"."answered" as failed, n.short_calls, "n"."answered"::float8 /
nullif("n"."calls", 0) as asr, "n"."effective_calls"::float8 / nullif("n"."calls", 0) as ner,
n.duration_ms::float8 / 1000 / nullif(n.answered, 0) as acd_seconds, "n"."call_pdd_ms"::float8 /
nullif("n"."call_pdds", 0) as pdd_ms, n.duration_ms, n.billed_seconds, n.bought_seconds,
n.revenue, n.cost, n.charged, n.switch_faults, n.client_faults, n.settlement_faults,
n.user_faults, n.mos_sum::float8 / 10 / nullif(n.quality_calls, 0) as mos, n.loss_sum::float8 /
nullif(n.quality_calls, 0) as loss_percent, n.jitter_sum::float8 / nullif(n.quality_calls, 0) as
jitter_ms, n.round_trip_sum::float8 / nullif(n.round_trip_calls, 0) as round_trip_ms,
n.one_way_calls, (select currency from account where id = $17) as currency, n.clients, case when
"b"."calls" > 0 then (("n"."calls" - "b"."calls") / "b"."calls"::numeric)::float8 end as
calls_change, case when "b"."duration_ms" > 0 then (("n"."duration_ms" - "b"."duration_ms") /
"b"."duration_ms"::numeric)::float8 end as seconds_change, case when "b"."revenue" > 0 then
(("n"."revenue" - "b"."revenue") / "b"."revenue"::numeric)::float8 end as revenue_change, case
when (b.revenue - b.cost) > 0 then (((n.revenue - n.cost) - (b.revenue - b.cost)) / (b.revenue -
b.cost)::numeric)::float8 end as margin_change, case when "b"."charged" > 0 then (("n"."charged"
- "b"."charged") / "b"."charged"::numeric)::float8 end as charged_change from n left join b on
true where true;
