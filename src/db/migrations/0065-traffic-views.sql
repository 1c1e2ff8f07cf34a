-- The sums of reports (traffic_sum), with the additions that have not moved to them yet, are the
-- traffic by client, gateway and reseller: exact at any time, and written once. The sums of the
-- first release, which each batch of calls wrote beside them, go.
drop table traffic_by_client;
drop table traffic_by_gateway;
drop table traffic_by_reseller;

-- Calls, from the side of the operator.
create view traffic_by_client as
select bucket, account_id, calls, answered, call_pdd_ms, call_pdds, duration_ms, revenue, cost,
  charged
from traffic_sum where kind = 'PARTY' and seller_id = 1
union all
select bucket, account_id, calls::bigint, answered::bigint, call_pdd_ms, call_pdds::bigint,
  duration_ms, revenue, cost, charged
from traffic_addition where seller_id = 1;

-- Attempts, and the calls that were answered.
create view traffic_by_gateway as
select bucket, settlement_id, gateway_id, attempts, answered, short_calls, attempt_pdd_ms,
  attempt_pdds, duration_ms, cost, bought
from traffic_sum where kind = 'WAY' and seller_id = 1 and gateway_id <> 0
union all
select bucket, settlement_id, gateway_id, attempts::bigint, answered::bigint,
  short_calls::bigint, attempt_pdd_ms, attempt_pdds::bigint, duration_ms, cost, bought
from traffic_addition where seller_id = 1 and gateway_id <> 0;

-- Calls of the clients below a reseller, from its side.
create view traffic_by_reseller as
select bucket, seller_id as reseller_id, account_id, calls, answered, duration_ms, revenue, cost
from traffic_sum where kind = 'PARTY' and seller_id <> 1
union all
select bucket, seller_id, account_id, calls::bigint, answered::bigint, duration_ms, revenue, cost
from traffic_addition where seller_id <> 1;
