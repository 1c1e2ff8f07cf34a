-- Packages: talk seconds that clients buy ahead, period by period (ADR-0016).

create table package (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  -- Blocked is neither sold nor renewed; what was bought is used up.
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- Of the called numbers; empty is every number.
  prefixes text[] collate "C" not null default '{}',
  -- Of each period.
  seconds integer not null check (seconds between 1 and 100000000),
  price bigint not null default 0 check (price between 0 and 100000000000000),
  currency text not null default system_currency() references currency,
  cycle text not null check (cycle in ('ONCE', 'DAY', 'WEEK', 'MONTH')),
  -- What is left at the end of a period is added to the next one.
  has_rollover boolean not null default false,
  priority integer not null default 100 check (priority between 0 and 1000),
  notes text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index package_name on package (owner_id, lower(name)) where deleted_at is null;
create trigger package_touch before update on package for each row execute function touch_row();

-- Changes with every call that the package pays, as account_balance does.
create table package_subscription (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  package_id bigint not null references package,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED', 'ENDED')),
  pause_reason text check (pause_reason in
    ('BALANCE_LOW', 'PACKAGE_BLOCKED', 'CLIENT_NOT_ACTIVE', 'CURRENCY_DIFFERS', 'UNDER_RESELLER')),
  seconds_left bigint not null default 0,
  -- Of those that are left: promised to calls that are going on.
  seconds_held bigint not null default 0,
  -- What the period began with.
  period_seconds bigint not null default 0,
  -- From then on its periods follow one another.
  anchored_at timestamptz not null,
  period_starts_at timestamptz not null,
  period_ends_at timestamptz,
  -- When a renewal was last refused.
  tried_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'PAUSED') = (pause_reason is not null)),
  check ((state = 'ENDED') = (ended_at is not null)),
  constraint package_seconds_cover_holds check (seconds_held >= 0 and seconds_left >= seconds_held)
) with (fillfactor = 40);
create unique index package_subscription_unique on package_subscription (account_id, package_id)
  where state <> 'ENDED';
create index package_subscription_package on package_subscription (package_id);
create index package_subscription_due on package_subscription (period_ends_at) where state <> 'ENDED';
create trigger package_subscription_touch before update on package_subscription
  for each row execute function touch_row();

-- Each period that was bought. The key makes a second purchase of the same period impossible.
create table package_period (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references package_subscription,
  starts_at timestamptz not null,
  ends_at timestamptz,
  seconds bigint not null check (seconds > 0),
  -- Of all that was left, what was lost when the period was over.
  lapsed_seconds bigint not null default 0 check (lapsed_seconds >= 0),
  price bigint not null check (price >= 0),
  created_at timestamptz not null default now(),
  unique (subscription_id, starts_at)
);

alter table ledger_entry add column package_period_id bigint references package_period;
alter table ledger_entry drop constraint ledger_entry_kind_check;
alter table ledger_entry add constraint ledger_entry_kind_check
  check (kind in ('CALL', 'SALE', 'PAYMENT', 'REVERSAL', 'PACKAGE'));
alter table ledger_entry add check ((kind = 'PACKAGE') = (package_period_id is not null));
create unique index ledger_entry_package on ledger_entry (package_period_id)
  where package_period_id is not null;

alter table open_call
  add column package_subscription_id bigint,
  add column package_seconds_held integer not null default 0;

-- What the package has paid of a call; the terms have paid the rest.
alter table call_charge
  add column package_subscription_id bigint,
  add column package_seconds integer not null default 0;
