-- Totals per quarter of an hour for reports and charts, written in the transaction of the records
-- that they count. Every time zone begins its hours on a quarter, so the days and months of any
-- zone are sums of these.

create table traffic_by_client (
  bucket timestamptz not null,
  account_id bigint not null,
  calls integer not null,
  answered integer not null,
  duration_ms bigint not null,
  billed_seconds bigint not null,
  -- Of the operator, in the system currency, without VAT.
  revenue bigint not null,
  cost bigint not null,
  -- What the client was charged, in its currency: with VAT, and without.
  charged bigint not null default 0,
  charged_net bigint not null default 0,
  pdd_ms_sum bigint not null,
  pdd_count integer not null,
  -- The traffic of a client.
  primary key (account_id, bucket)
) with (fillfactor = 80);
-- The traffic of all.
create index traffic_by_client_bucket on traffic_by_client (bucket);

-- Here attempts are counted, not calls.
create table traffic_by_gateway (
  bucket timestamptz not null,
  gateway_id bigint not null,
  settlement_id bigint not null,
  attempts integer not null,
  answered integer not null,
  -- Answered, and at most 15 seconds long.
  short_calls integer not null default 0,
  duration_ms bigint not null,
  billed_seconds bigint not null,
  -- In the system currency, without VAT.
  cost bigint not null,
  -- What the settlement account charged us, in its currency, with VAT.
  charged bigint not null default 0,
  pdd_ms_sum bigint not null,
  pdd_count integer not null,
  primary key (gateway_id, bucket)
) with (fillfactor = 80);
create index traffic_by_gateway_bucket on traffic_by_gateway (bucket);

create table traffic_by_reseller (
  bucket timestamptz not null,
  account_id bigint not null,
  calls integer not null,
  answered integer not null,
  duration_ms bigint not null,
  billed_seconds bigint not null,
  -- What it got from the one below and paid to the one above, in its own currency, without VAT.
  revenue bigint not null,
  cost bigint not null,
  primary key (account_id, bucket)
) with (fillfactor = 80);
create index traffic_by_reseller_bucket on traffic_by_reseller (bucket);
