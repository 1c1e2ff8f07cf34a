-- The media quality of calls in the sums of reports: how many were measured, and sums of the worse
-- direction of each (core/call/media-quality.ts). Calls from before add none, because their media
-- does not say whether they were on hold.
alter table traffic_addition
  add column quality_calls integer not null default 0,
  add column mos_sum integer not null default 0,
  add column loss_sum integer not null default 0,
  add column jitter_sum bigint not null default 0,
  add column round_trip_calls integer not null default 0,
  add column round_trip_sum bigint not null default 0,
  add column one_way_calls integer not null default 0;
alter table traffic_sum
  add column quality_calls bigint not null default 0,
  add column mos_sum bigint not null default 0,
  add column loss_sum bigint not null default 0,
  add column jitter_sum bigint not null default 0,
  add column round_trip_calls bigint not null default 0,
  add column round_trip_sum bigint not null default 0,
  add column one_way_calls bigint not null default 0;

create function media_quality(
  media json, is_last boolean, out mos numeric, out loss numeric, out jitter numeric,
  out round_trip numeric
)
language sql immutable as $$
  select least((media -> 'caller' ->> 'mos')::numeric, (media -> 'callee' ->> 'mos')::numeric),
    greatest((media -> 'caller' ->> 'loss_percent')::numeric,
      (media -> 'callee' ->> 'loss_percent')::numeric),
    greatest((media -> 'caller' ->> 'jitter_ms')::numeric,
      (media -> 'callee' ->> 'jitter_ms')::numeric),
    greatest((media -> 'caller' ->> 'round_trip_ms')::numeric,
      (media -> 'callee' ->> 'round_trip_ms')::numeric)
  from (select) one
  where is_last and media -> 'is_held' is not null
$$;

-- As before, and the media.
create or replace view traffic_of_records as
select r.started_at, date_bin('15 minutes', r.started_at, '2000-01-01Z') as bucket,
  1::bigint as seller_id, r.account_id, coalesce(r.reseller_ids[1], 0) as reseller_id,
  coalesce(r.settlement_id, 0) as settlement_id, coalesce(r.gateway_id, 0) as gateway_id,
  country_of(r.called_number) as country, r.destination, coalesce(r.prefix, '') as prefix,
  coalesce(r.sip_code, r.gateway_sip_code, 0::smallint) as sip_code,
  coalesce(r.refusal, '') as refusal, r.codec,
  sent.yes::int as attempts, (sent.yes and effective.yes)::int as effective_attempts,
  case when sent.yes then coalesce(r.pdd_ms, 0) else 0 end::bigint as attempt_pdd_ms,
  (sent.yes and r.pdd_ms is not null)::int as attempt_pdds,
  r.is_last::int as calls, (r.is_last and r.status = 'ANSWERED')::int as answered,
  (r.is_last and r.status = 'ANSWERED' and r.duration_ms <= 15000)::int as short_calls,
  (r.is_last and effective.yes)::int as effective_calls,
  case when r.is_last then coalesce(r.call_pdd_ms, 0) else 0 end::bigint as call_pdd_ms,
  (r.is_last and r.call_pdd_ms is not null)::int as call_pdds,
  r.duration_ms::bigint as duration_ms, r.billed_seconds::bigint as billed_seconds,
  r.buy_billed_seconds::bigint as buy_billed_seconds, r.revenue, r.cost,
  r.sell_amount as charged, r.buy_amount as bought,
  (r.is_last and r.fault is not distinct from 'SWITCH')::int as switch_faults,
  (r.is_last and r.fault is not distinct from 'CLIENT')::int as client_faults,
  (r.is_last and r.fault is not distinct from 'SETTLEMENT')::int as settlement_faults,
  (r.is_last and r.fault is not distinct from 'USER')::int as user_faults,
  (q.mos is not null)::int as quality_calls,
  coalesce(round(q.mos * 10), 0)::int as mos_sum,
  coalesce(q.loss, 0)::int as loss_sum,
  coalesce(q.jitter, 0)::bigint as jitter_sum,
  (q.round_trip is not null)::int as round_trip_calls,
  coalesce(q.round_trip, 0)::bigint as round_trip_sum,
  (r.is_last and r.one_way_audio is not null)::int as one_way_calls
from call_record r,
  lateral (select r.gateway_id is not null and r.attempt_end is distinct from 'NOT_SENT') sent (yes),
  media_quality(r.media, r.is_last) q,
  is_effective(r.status, r.refusal, r.attempt_end, r.pdd_ms, r.gateway_sip_code,
    r.gateway_q850_cause) effective (yes)
union all
select r.started_at, date_bin('15 minutes', r.started_at, '2000-01-01Z'),
  s.seller_id, r.account_id, r.reseller_ids[1], 0, 0,
  country_of(r.called_number), r.destination, coalesce(r.prefix, ''),
  coalesce(r.sip_code, r.gateway_sip_code, 0::smallint), coalesce(r.refusal, ''), r.codec,
  0, 0, 0, 0, 1, (r.status = 'ANSWERED')::int,
  (r.status = 'ANSWERED' and r.duration_ms <= 15000)::int,
  effective.yes::int, coalesce(r.call_pdd_ms, 0), (r.call_pdd_ms is not null)::int,
  r.duration_ms, coalesce(child.billed_seconds, 0), coalesce(own.billed_seconds, 0),
  greatest(sold.net, 0) + greatest(-coalesce(own.net, 0), 0),
  greatest(-sold.net, 0) + greatest(coalesce(own.net, 0), 0), 0, 0,
  (r.fault is not distinct from 'SWITCH')::int,
  (r.fault is not distinct from 'CLIENT')::int,
  (r.fault is not distinct from 'SETTLEMENT')::int,
  (r.fault is not distinct from 'USER')::int,
  (q.mos is not null)::int,
  coalesce(round(q.mos * 10), 0)::int,
  coalesce(q.loss, 0)::int,
  coalesce(q.jitter, 0)::bigint,
  (q.round_trip is not null)::int,
  coalesce(q.round_trip, 0)::bigint,
  (r.one_way_audio is not null)::int
from call_record r
  cross join lateral unnest(r.reseller_ids) s (seller_id)
  left join call_charge own on own.call_id = r.call_id and own.started_at = r.started_at
    and own.account_id = s.seller_id
  left join call_charge child on child.call_id = r.call_id and child.started_at = r.started_at
    and child.parent_id = s.seller_id,
  -- Half away from zero, as round() does of numeric.
  lateral (select case
    when child.call_id is null then 0
    when child.net = child.amount or child.amount = 0 then child.income
    else round(child.income::numeric * child.net / child.amount)::bigint end) sold (net),
  media_quality(r.media, r.is_last) q,
  is_effective(r.status, r.refusal, r.attempt_end, r.pdd_ms, r.gateway_sip_code,
    r.gateway_q850_cause) effective (yes)
where r.is_last;
