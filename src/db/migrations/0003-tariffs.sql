-- What a call costs: tariffs and their rates.

create table tariff (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('SELL', 'BUY')),
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- What a rate takes when it has no value of its own.
  first_increment integer not null default 60 check (first_increment between 1 and 3600),
  next_increment integer not null default 60 check (next_increment between 1 and 3600),
  connect_fee bigint not null default 0 check (connect_fee between 0 and 1000000000),
  grace_seconds integer not null default 0 check (grace_seconds between 0 and 3600),
  free_seconds integer not null default 0 check (free_seconds between 0 and 86400),
  min_duration integer not null default 0 check (min_duration between 0 and 3600),
  surcharge_percent integer not null default 0 check (surcharge_percent between 0 and 10000000),
  duration_rounding text not null default 'HALF_UP' check (duration_rounding in ('UP', 'DOWN', 'HALF_UP')),
  rounding_mode text not null default 'HALF_UP' check (rounding_mode in ('UP', 'DOWN', 'HALF_UP')),
  rounding_decimals integer not null default 6 check (rounding_decimals between 0 and 6),
  -- Gateways are dropped whose cost at this duration is above what the client pays.
  loss_protection boolean not null default true,
  average_duration integer not null default 200 check (average_duration between 1 and 7200),
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
alter table account add constraint account_tariff_fk foreign key (tariff_id) references tariff;

create table tariff_rate (
  id bigint generated always as identity primary key,
  tariff_id bigint not null references tariff,
  -- Digits as dialled in E.164; empty is the default for every number.
  prefix text collate "C" not null check (prefix ~ '^[0-9]{0,15}$'),
  destination text not null default '',
  -- Hundred-millionths per minute.
  rate bigint not null check (rate between 0 and 100000000000),
  first_rate bigint check (first_rate between 0 and 100000000000),
  first_increment integer check (first_increment between 1 and 3600),
  next_increment integer check (next_increment between 1 and 3600),
  connect_fee bigint check (connect_fee between 0 and 1000000000),
  grace_seconds integer check (grace_seconds between 0 and 3600),
  free_seconds integer check (free_seconds between 0 and 86400),
  min_duration integer check (min_duration between 0 and 3600),
  surcharge_percent integer check (surcharge_percent between 0 and 10000000),
  blocked boolean not null default false,
  effective_from timestamptz not null default now(),
  effective_until timestamptz,
  notes text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (effective_until is null or effective_until > effective_from)
);
create unique index tariff_rate_prefix on tariff_rate (tariff_id, prefix, effective_from);
create trigger tariff_rate_touch before update on tariff_rate for each row execute function touch_row();
