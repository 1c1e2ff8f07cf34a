-- What additions to traffic add up to, moved here by the engine within a minute (ADR-0020).

create table traffic_sum (
  -- Which of the keys a row has; the others are 0 or empty. A report reads the kind with the
  -- fewest rows that has its keys. PARTY: client and reseller. WAY: settlement account and gateway,
  -- of the operator's side alone. PLACE: country, destination, prefix. RESULT: SIP code, refusal,
  -- codec. WHOLE: all of them.
  kind text collate "C" not null check (kind in ('PARTY', 'WAY', 'PLACE', 'RESULT', 'WHOLE')),
  -- The other columns are those of traffic_addition.
  bucket timestamptz not null,
  seller_id bigint not null,
  account_id bigint not null,
  reseller_id bigint not null,
  settlement_id bigint not null,
  gateway_id bigint not null,
  country text collate "C" not null,
  destination text collate "C" not null,
  prefix text collate "C" not null,
  sip_code smallint not null,
  refusal text collate "C" not null,
  codec text collate "C" not null,
  attempts bigint not null,
  effective_attempts bigint not null,
  attempt_pdd_ms bigint not null,
  attempt_pdds bigint not null,
  calls bigint not null,
  answered bigint not null,
  short_calls bigint not null,
  effective_calls bigint not null,
  call_pdd_ms bigint not null,
  call_pdds bigint not null,
  duration_ms bigint not null,
  billed_seconds bigint not null,
  buy_billed_seconds bigint not null,
  revenue bigint not null,
  cost bigint not null,
  charged bigint not null,
  bought bigint not null,
  -- The traffic of a side.
  primary key (kind, seller_id, bucket, account_id, reseller_id, settlement_id, gateway_id, country,
    destination, prefix, sip_code, refusal, codec)
) with (fillfactor = 80);
-- The traffic of a client, and of a settlement account.
create index traffic_sum_account on traffic_sum (account_id, kind, bucket)
  where seller_id = 1 and account_id <> 0;
create index traffic_sum_settlement on traffic_sum (settlement_id, kind, bucket)
  where settlement_id <> 0;
