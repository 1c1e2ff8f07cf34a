select ((date_trunc('day', now() at time zone coalesce( (select value #>> '{}' from setting
where key = 'timezone'), $1)) - '0 day'::interval) at time zone coalesce( (select value #>> '{}'
from setting where key = 'timezone'), $2)) as from_at, now() + interval '1 minute' as to_at;

select r.started_at from call_record r where "r"."started_at" >= $1::timestamptz and
"r"."started_at" < $2::timestamptz and r.is_last and "r"."account_id" in ( select $3::bigint
union all select id from account where parent_id = $4) and r.client_type = any ($5::text[]) and
true order by r.started_at desc, r.call_id desc, r.attempt_no desc limit $6;

with r as ( select * from call_record r where "r"."started_at" >= $1::timestamptz and
"r"."started_at" < $2::timestamptz and r.is_last and "r"."account_id" in ( select $3::bigint
union all select id from account where parent_id = $4) and r.client_type = any ($5::text[]) and
true and r.started_at = any ($6::timestamptz[]) order by r.started_at desc, r.call_id desc,
r.attempt_no desc limit $7) select r.attempt_no, r.is_last, r.duration_ms, r.pdd_ms,
r.call_pdd_ms, r.routing_ms, r.account_id, r.client_type, r.caller_number, r.caller_name,
r.dialled_number, r.called_number, r.sent_number, r.prefix, r.destination, r.source_ip,
r.source_port, r.gateway_id, r.gateway_address, r.status, r.sip_code, r.sip_reason,
r.q850_cause, r.gateway_sip_code, r.gateway_q850_cause, r.attempt_end, r.not_sent_reason,
r.refusal, r.fault, r.release_side, r.billed_seconds, r.sell_rate, r.sell_amount,
r.buy_billed_seconds, r.buy_rate, r.buy_prefix, r.revenue, r.cost, r.sip_call_id, r.user_agent,
r.gateway_user_agent, r.transport, r.routed_caller_number, r.sent_caller_number, r.media_mode,
r.codec, r.media, r.one_way_audio, r.early_media, r.sell_currency, r.pai, r.rpid, r.diversion,
r.privacy, r.from_domain, r.dialled_domain, r.local_address, r.sent_caller_name, r.call_id::text
as call_id, r.started_at, r.sent_at, r.progress_at, r.answered_at, r.ended_at, c.name as
client_name, s.name as settlement_name, g.name as gateway_name, p.name as route_plan_name,
u.username as sip_username, n.name as tunnel_name, coalesce(br.destination, '') as
buy_destination, coalesce(bought.amount, r.buy_amount) as buy_amount, r.buy_amount::numeric as
attempt_buy_amount, ( select code from currency where is_system) as currency,
coalesce(st.currency, r.sell_currency) as sell_rate_currency, coalesce(bt.currency,
r.buy_currency) as buy_rate_currency, coalesce(bought.currency, r.buy_currency) as buy_currency,
array(select n.name from unnest(r.reseller_ids) with ordinality as p(id, place) join account n
on n.id = p.id order by p.place) as reseller_names, sold.net as sell_net, sold.vat as sell_vat,
bought.net as buy_net, bought.vat as buy_vat, coalesce(r.media -> 'callee' ->> 'codec', '') as
callee_codec, (r.media -> 'caller' ->> 'mos')::float8 as caller_mos, (r.media -> 'callee' ->>
'mos')::float8 as callee_mos from r left join account c on c.id = r.account_id left join account
s on s.id = r.settlement_id left join gateway g on g.id = r.gateway_id left join sip_user u on
u.id = r.sip_user_id left join route_plan p on p.id = r.route_plan_id left join tunnel n on n.id
= r.tunnel_id left join tariff st on st.id = r.tariff_id left join tariff bt on bt.id =
r.buy_tariff_id left join tariff_rate br on br.id = r.buy_rate_id left join lateral ( select
h.net, h.vat from call_charge h where r.is_last and h.call_id = r.call_id and h.started_at =
r.started_at and "h"."started_at" between $8::timestamptz and $9::timestamptz and h.depth = 0
limit 1) sold on true left join lateral ( select (array_agg(h.currency order by h.is_last
desc))[1] as currency, round(sum(h."net"::numeric * h.fx) / (array_agg(h.fx order by h.is_last
desc))[1]) as "net", round(sum(h."vat"::numeric * h.fx) / (array_agg(h.fx order by h.is_last
desc))[1]) as "vat", round(sum(h."amount"::numeric * h.fx) / (array_agg(h.fx order by h.is_last
desc))[1]) as "amount" from (select h.net, h.vat, h.amount, (coalesce(h.terms->>'party_fx',
'100000000'))::bigint as fx, h.terms->>'currency' as currency, h.account_id = r.settlement_id as
is_last from call_charge h where false and r.is_last and h.call_id = r.call_id and h.started_at
= r.started_at and "h"."started_at" between $10::timestamptz and $11::timestamptz and h.depth =
-1) h) bought on true order by r.started_at desc, r.call_id desc, r.attempt_no desc;
