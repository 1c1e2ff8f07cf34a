-- Packages: talk time that clients buy in advance, period by period (ADR-0016).

create table package (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  -- A blocked package is neither sold nor renewed; seconds already bought can be used.
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- Of the called numbers; empty is all numbers.
  prefixes text[] collate "C" not null default '{}',
  -- Per period.
  seconds integer not null check (seconds between 1 and 100000000),
  price bigint not null default 0 check (price between 0 and 100000000000000),
  currency text not null default system_currency() references currency on update cascade,
  cycle text not null check (cycle in ('ONCE', 'DAY', 'WEEK', 'MONTH')),
  -- Seconds left at the end of a period are added to the next one.
  has_rollover boolean not null default false,
  -- Of several packages with an equally long prefix, the highest is used first.
  priority integer not null default 100 check (priority between 0 and 1000),
  notes text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index package_name on package (owner_id, lower(name)) where deleted_at is null;
create trigger package_touch before update on package for each row execute function touch_row();

-- A package that a client has. Like account_balance, it changes with every call that uses it.
create table package_subscription (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  package_id bigint not null references package,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED', 'ENDED')),
  -- Why the next period was not bought; it is tried again.
  pause_reason text check (pause_reason in
    ('BALANCE_LOW', 'PACKAGE_BLOCKED', 'CLIENT_NOT_ACTIVE', 'CURRENCY_DIFFERS', 'UNDER_RESELLER')),
  seconds_left bigint not null default 0,
  -- Of those left: reserved for calls in progress.
  seconds_held bigint not null default 0,
  -- At the beginning of the period.
  period_seconds bigint not null default 0,
  -- Where its periods are counted from.
  anchored_at timestamptz not null,
  period_starts_at timestamptz not null,
  -- Empty: it lasts until it is used up.
  period_ends_at timestamptz,
  -- The last failed renewal.
  tried_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint package_subscription_pause_has_reason
    check ((state = 'PAUSED') = (pause_reason is not null)),
  constraint package_subscription_end_has_time check ((state = 'ENDED') = (ended_at is not null)),
  -- Two calls cannot reserve the same seconds.
  constraint package_seconds_cover_holds check (seconds_held >= 0 and seconds_left >= seconds_held)
) with (
  -- Room on each page for the next version of its rows.
  fillfactor = 40
);
-- A package once per client; also the subscriptions of a client.
create unique index package_subscription_unique on package_subscription (account_id, package_id)
  where state <> 'ENDED';
-- Which clients have a package, before it is deleted.
create index package_subscription_package on package_subscription (package_id);
-- What has to be renewed.
create index package_subscription_due on package_subscription (period_ends_at)
  where state <> 'ENDED';
create trigger package_subscription_touch before update on package_subscription
  for each row execute function touch_row();

-- Each period that was bought. The unique key makes a second purchase of a period impossible.
create table package_period (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references package_subscription,
  starts_at timestamptz not null,
  ends_at timestamptz,
  seconds bigint not null check (seconds > 0),
  -- Left at its end, and lost.
  lapsed_seconds bigint not null default 0 check (lapsed_seconds >= 0),
  price bigint not null check (price >= 0),
  created_at timestamptz not null default now(),
  unique (subscription_id, starts_at)
);
