-- Lists of changed rates for clients and resellers. They are only added to.

create table price_notification (
  id bigint generated always as identity primary key,
  tariff_id bigint not null references tariff,
  -- As they were then.
  tariff_name text not null,
  currency text not null,
  -- KNOWN: what was entered since the time. EFFECTIVE: what takes effect after it.
  basis text not null check (basis in ('KNOWN', 'EFFECTIVE')),
  since timestamptz not null,
  -- Whether it has unchanged rates too.
  is_full boolean not null,
  new_count integer not null,
  increase_count integer not null,
  decrease_count integer not null,
  changed_count integer not null,
  removed_count integer not null,
  unchanged_count integer not null,
  -- Who sent it, and on which paper, as the type PdfIssuer without the logo.
  issuer jsonb not null,
  created_by bigint not null references console_user,
  created_at timestamptz not null default now()
);
create index price_notification_tariff on price_notification (tariff_id, id desc);

create table price_notification_recipient (
  notification_id bigint not null references price_notification,
  account_id bigint not null references account,
  name text not null,
  company text not null,
  address text not null,
  primary key (notification_id, account_id)
);
create index price_notification_recipient_account
  on price_notification_recipient (account_id, notification_id desc);

create table price_notification_row (
  notification_id bigint not null references price_notification,
  number integer not null,
  kind text not null
    check (kind in ('NEW', 'INCREASE', 'DECREASE', 'CHANGED', 'REMOVED', 'UNCHANGED')),
  prefix number_prefix not null,
  destination text not null,
  -- Hours in which the rate counts; empty is always.
  window_name text not null,
  -- Null had no rate, or has none any more.
  old_rate bigint,
  rate bigint,
  first_increment integer,
  next_increment integer,
  connect_fee bigint,
  effective_from timestamptz not null,
  primary key (notification_id, number)
);
