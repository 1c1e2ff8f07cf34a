-- Sums of traffic by client and destination, and by gateway and destination, by the day (ADR-0020).
alter table traffic_sum drop constraint traffic_sum_kind_check;
alter table traffic_sum add constraint traffic_sum_kind_check check (kind in (
  'PARTY', 'WAY', 'PLACE', 'RESULT', 'TRADE', 'WHOLE',
  'PARTY_DAY', 'WAY_DAY', 'PLACE_DAY', 'RESULT_DAY', 'TRADE_DAY',
  -- Client, reseller, country and destination. Settlement account, gateway, country and
  -- destination, of the operator's side alone. Both are made of WHOLE.
  'SALE_DAY', 'PURCHASE_DAY'));
-- All sums by the day are made again, from the last day back to the first; reports read finer ones
-- until then.
update traffic_condensed set day_sums_from = 'infinity';
