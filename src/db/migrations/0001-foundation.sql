-- What every other table leans on: settings, change numbers, processes and accounts.

create function touch_row() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

create table setting (
  key text primary key,
  value jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger setting_touch before update on setting for each row execute function touch_row();

-- A number per subject that grows with each committed change. NOTIFY is the hint, this number is the
-- truth: the engine polls it, because a notification can be lost while it reconnects.
create table change_number (
  subject text primary key,
  number bigint not null
);
insert into change_number values ('switchboard', 1), ('setting', 1);

-- What the supervisor and the engines say of themselves, for the console and /api/health.
create table process_state (
  name text primary key,
  state text not null check (state in ('starting', 'running', 'stopped', 'missing', 'failing')),
  detail text not null default '',
  facts jsonb not null default '{}',
  seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger process_state_touch before update on process_state for each row execute function touch_row();

-- One row per paying party, so that chain, balance, hold and ledger are the same code for all.
create table account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('OPERATOR', 'RESELLER', 'WHOLESALE', 'RETAIL', 'SETTLEMENT')),
  parent_id bigint references account,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'active' check (status in ('active', 'blocked', 'closed')),
  company text not null default '',
  address text not null default '',
  country_iso2 text not null default '' check (country_iso2 ~ '^([A-Z]{2})?$'),
  tax_number text not null default '',
  noc_email text not null default '',
  billing_email text not null default '',
  rates_email text not null default '',
  phone text not null default '',
  notes text not null default '',
  billing_type text not null default 'PREPAID' check (billing_type in ('PREPAID', 'POSTPAID')),
  -- Ten-thousandths of a percent, as everywhere: 23 % is 230000.
  vat_percent integer not null default 0 check (vat_percent between 0 and 1000000),
  tariff_id bigint,
  channel_limit integer check (channel_limit between 1 and 100000),
  cps_limit integer check (cps_limit between 1 and 10000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((kind = 'OPERATOR') = (parent_id is null))
);
create unique index account_name_unique on account (parent_id, kind, lower(name)) where deleted_at is null;
create index account_tariff on account (tariff_id) where deleted_at is null;
create trigger account_touch before update on account for each row execute function touch_row();

-- The operator of the switch is the other side of most ledger entries; its sums are derived, and it has
-- no balance row, because a row that all calls share would halve the throughput (ADR-0004).
insert into account (kind, name) values ('OPERATOR', 'Operator');

-- Apart from the profile, because this row changes with every call.
create table account_balance (
  account_id bigint primary key references account,
  -- Millionths. A client's own money; for a settlement account what we owe it.
  balance bigint not null default 0,
  -- How far a client may go below zero; for a settlement account how much it lets us owe.
  credit_limit bigint not null default 0 check (credit_limit >= 0),
  -- Promised to calls that are going on.
  held bigint not null default 0 check (held >= 0),
  -- A settlement account is credited, never held back, so its row has no floor.
  has_floor boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint balance_above_floor check (not has_floor or balance + credit_limit - held >= 0)
) with (fillfactor = 40);
