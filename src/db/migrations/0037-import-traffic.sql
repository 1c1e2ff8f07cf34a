-- What a rate import means for the traffic of the last 30 days, computed with its preview.

alter table rate_import_row
  -- Answered calls and billed seconds by the rate of the prefix; empty if there were none.
  add column calls bigint,
  add column billed_seconds bigint,
  -- What the new rate would have made of their charges: more, or less.
  add column difference bigint;

-- The same for each client, reseller and settlement account that uses the tariff.
create table rate_import_party (
  import_id bigint not null references rate_import on delete cascade,
  account_id bigint not null,
  calls bigint not null,
  billed_seconds bigint not null,
  difference bigint not null,
  primary key (import_id, account_id)
);
