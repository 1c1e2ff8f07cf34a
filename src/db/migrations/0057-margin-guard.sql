-- What a rate import means for the margin, computed with its preview.

alter table rate_import_row
  drop constraint rate_import_row_kind_check,
  -- BLOCKED: a prefix that is not blocked so far.
  add constraint rate_import_row_kind_check check (kind in ('NEW', 'UP', 'DOWN', 'CHANGED',
    'BLOCKED', 'UNCHANGED', 'REMOVED', 'INVALID')),
  -- The shorter prefix whose rate counts so far; empty if the prefix has a rate itself, or none.
  add column old_prefix number_prefix,
  -- Of a row that buys: the lowest rate that sells its numbers, in the currency of the tariff.
  add column sell_rate bigint,
  add column sell_tariff_id bigint;

alter table rate_import
  add column blocked_count integer not null default 0,
  -- Rows that buy above a rate that sells, and the tariffs that sell so.
  add column above_sell_count integer not null default 0,
  add column loss_tariffs_count integer not null default 0,
  -- Whether all rows have a date of their own.
  add column has_own_dates boolean not null default false;

-- Rates that sell below what the import makes the numbers cost.
create table rate_import_loss (
  import_id bigint not null references rate_import on delete cascade,
  tariff_id bigint not null,
  rate_id bigint not null,
  prefix number_prefix not null,
  -- Both in the currency of the tariff that sells.
  rate bigint not null,
  -- The highest of the new costs of its numbers.
  cost bigint not null,
  -- How many prefixes of the import cost more.
  costs_count integer not null,
  -- Of the last 30 days, by the accounts that use the tariff.
  calls bigint not null default 0,
  billed_seconds bigint not null default 0,
  -- What these calls lose at the highest cost, in the currency of the tariff of the import.
  loss bigint not null default 0,
  primary key (import_id, tariff_id, rate_id)
);
