-- Sums of traffic by the day beside those by the quarter of an hour, for reports of weeks and
-- months, and sums by client and gateway (ADR-0020).

alter table traffic_sum drop constraint traffic_sum_kind_check;
alter table traffic_sum add constraint traffic_sum_kind_check check (kind in (
  -- TRADE: the keys of PARTY and of WAY, of the operator's side alone.
  'PARTY', 'WAY', 'PLACE', 'RESULT', 'TRADE', 'WHOLE',
  -- The same by the day.
  'PARTY_DAY', 'WAY_DAY', 'PLACE_DAY', 'RESULT_DAY', 'TRADE_DAY'));
-- What began since then is in the sums by the day, which are days of this zone: that of the switch.
-- The engine makes them of the sums that there are, from the last day back to the first.
alter table traffic_condensed
  add column day_sums_zone text not null default 'UTC',
  add column day_sums_from timestamptz not null default 'infinity';

insert into traffic_sum
select 'TRADE', bucket, seller_id, account_id, reseller_id, settlement_id, gateway_id, '', '', '', 0,
  '', '', sum(attempts), sum(effective_attempts), sum(attempt_pdd_ms), sum(attempt_pdds),
  sum(calls), sum(answered), sum(short_calls), sum(effective_calls), sum(call_pdd_ms),
  sum(call_pdds), sum(duration_ms), sum(billed_seconds), sum(buy_billed_seconds), sum(revenue),
  sum(cost), sum(charged), sum(bought)
from traffic_sum where kind = 'WHOLE' and seller_id = 1
group by 1, 2, 3, 4, 5, 6, 7;
