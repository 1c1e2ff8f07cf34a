-- Calls that are priced again after they ended (ADR-0015): first a preview of what would change for
-- whom, then reversals and new entries.

create table re_rating (
  id bigint generated always as identity primary key,
  reason text not null,
  state text not null default 'PREVIEWING'
    check (state in ('PREVIEWING', 'PREVIEWED', 'APPLYING', 'APPLIED', 'FAILED')),
  error text not null default '',
  -- Calls that began in [from_at, until_at), and of those the ones that match all that is set here.
  from_at timestamptz not null,
  until_at timestamptz not null,
  account_id bigint references account,
  tariff_id bigint references tariff,
  prefix number_prefix not null default '',
  -- The tariff to price them by; empty is the one that each had.
  new_tariff_id bigint references tariff,
  -- The last call that the preview has read; after a restart it continues there.
  looked_until timestamptz,
  looked_until_call_id bigint,
  -- Kept with each batch, so that the list does not have to count.
  charges_looked_at integer not null default 0,
  changes_count integer not null default 0,
  applied_count integer not null default 0,
  problems_count integer not null default 0,
  created_by bigint not null references console_user,
  applied_by bigint references console_user,
  applied_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint re_rating_period check (from_at < until_at)
);
create trigger re_rating_touch before update on re_rating
  for each row execute function touch_row();
create index re_rating_account on re_rating (account_id);
create index re_rating_tariff on re_rating (tariff_id);
create index re_rating_new_tariff on re_rating (new_tariff_id);

-- One charge that would be different. What is applied is what the preview showed, not what the
-- tariff says by then.
create table re_rating_change (
  re_rating_id bigint not null references re_rating on delete cascade,
  call_id bigint not null,
  account_id bigint not null,
  started_at timestamptz not null,
  depth smallint not null,
  currency text not null,
  called_number text collate "C" not null,
  old_tariff_id bigint not null,
  old_rate bigint not null,
  old_prefix number_prefix not null,
  old_billed_seconds integer not null,
  old_net bigint not null,
  old_amount bigint not null,
  -- Empty when the tariff has no rate for the call.
  new_tariff_id bigint,
  new_rate_id bigint,
  new_rate bigint,
  new_prefix number_prefix,
  new_destination text,
  new_terms json,
  new_duration_seconds integer,
  new_billed_seconds integer,
  new_net bigint,
  new_vat bigint,
  new_amount bigint,
  -- CHANGED: the charge is no longer the one that was shown. BALANCE_LOW: a party cannot pay it.
  problem text check (problem in ('NO_RATE', 'CHANGED', 'BALANCE_LOW')),
  applied_at timestamptz,
  primary key (re_rating_id, call_id, account_id),
  constraint re_rating_change_has_amount check (new_amount is not null or problem = 'NO_RATE')
);
-- What is still to be applied, in order.
create index re_rating_change_next on re_rating_change (re_rating_id, call_id)
  where applied_at is null and problem is null;
