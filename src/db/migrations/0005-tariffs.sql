-- What calls cost: tariffs and their rates.

create table tariff (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  -- SELL prices clients, RESELLER_COST resellers, BUY settlement accounts.
  kind text not null check (kind in ('SELL', 'BUY', 'RESELLER_COST')),
  currency text not null default system_currency() references currency on update cascade,
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- For a rate that leaves them empty.
  first_increment integer not null default 60 check (first_increment between 1 and 3600),
  next_increment integer not null default 60 check (next_increment between 1 and 3600),
  connect_fee bigint not null default 0 check (connect_fee between 0 and 100000000000),
  grace_seconds integer not null default 0 check (grace_seconds between 0 and 3600),
  free_seconds integer not null default 0 check (free_seconds between 0 and 86400),
  min_duration_seconds integer not null default 0 check (min_duration_seconds between 0 and 3600),
  surcharge_percent integer not null default 0 check (surcharge_percent between 0 and 10000000),
  -- For all rates: the rounding of talk time to whole seconds, and of amounts to decimals.
  duration_rounding text not null default 'HALF_UP'
    check (duration_rounding in ('UP', 'DOWN', 'HALF_UP')),
  rounding_mode text not null default 'HALF_UP' check (rounding_mode in ('UP', 'DOWN', 'HALF_UP')),
  rounding_decimals integer not null default 6 check (rounding_decimals between 0 and 6),
  -- Leaves out gateways that at this duration cost more than the client pays, by more than this
  -- part of what it pays.
  loss_protection boolean not null default true,
  max_loss_percent integer not null default 0 check (max_loss_percent between 0 and 1000000),
  average_duration_seconds integer not null default 200 check (average_duration_seconds between 1 and 7200),
  notes text not null default '',
  -- Grows with each change of the tariff or of one of its rates; the engine compares it.
  rates_version bigint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index tariff_name on tariff (owner_id, lower(name)) where deleted_at is null;
create trigger tariff_touch before update on tariff for each row execute function touch_row();

-- A tariff has an owner and an account has a tariff: one of the two must wait for the other.
alter table account add foreign key (tariff_id) references tariff;

-- Limits of rates and fees leave room for weak currencies, in which prices have many digits.
create table tariff_rate (
  id bigint generated always as identity primary key,
  tariff_id bigint not null references tariff,
  -- First digits of the number in E.164; the empty prefix matches every number.
  prefix number_prefix not null,
  destination text not null default '',
  blocked boolean not null default false,
  rate bigint not null check (rate between 0 and 100000000000000),
  -- Of the first increment; empty is the same as rate.
  first_rate bigint check (first_rate between 0 and 100000000000000),
  -- Empty is what the tariff says, down to surcharge_percent.
  first_increment integer check (first_increment between 1 and 3600),
  next_increment integer check (next_increment between 1 and 3600),
  connect_fee bigint check (connect_fee between 0 and 100000000000),
  grace_seconds integer check (grace_seconds between 0 and 3600),
  free_seconds integer check (free_seconds between 0 and 86400),
  min_duration_seconds integer check (min_duration_seconds between 0 and 3600),
  surcharge_percent integer check (surcharge_percent between 0 and 10000000),
  -- Per attempt, answered or not.
  attempt_fee bigint not null default 0 check (attempt_fee between 0 and 100000000000),
  additional_seconds integer not null default 0 check (additional_seconds between 0 and 3600),
  -- Without VAT.
  min_charge bigint check (min_charge between 0 and 1000000000000),
  max_charge bigint check (max_charge between 0 and 1000000000000),
  -- [{after_seconds, rate, increment}], each later than the one before.
  steps jsonb not null default '[]'
    check (jsonb_typeof(steps) = 'array' and jsonb_array_length(steps) <= 4),
  -- The party is credited instead of charged.
  reverse_billing boolean not null default false,
  -- The rate counts in these hours; empty is always.
  window_id bigint references time_window,
  effective_from timestamptz not null default now(),
  effective_until timestamptz,
  notes text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tariff_rate_period check (effective_until is null or effective_until > effective_from),
  constraint tariff_rate_charges check (min_charge <= max_charge),
  -- Unanswered calls must not credit the client.
  constraint tariff_rate_reverse_billing_has_no_attempt_fee
    check (not reverse_billing or attempt_fee = 0)
);
-- One rate per prefix, start and window; also the list of a tariff, and what the engine loads.
create unique index tariff_rate_prefix
  on tariff_rate (tariff_id, prefix, effective_from, coalesce(window_id, 0));
-- Which rates use a window, before it is deleted.
create index tariff_rate_window on tariff_rate (window_id) where window_id is not null;
create trigger tariff_rate_touch before update on tariff_rate
  for each row execute function touch_row();
