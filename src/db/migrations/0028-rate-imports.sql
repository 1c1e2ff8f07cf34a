-- Import of rates from files: the file, how it is read, what it would change in the tariff, what it
-- has changed, and what was there before.

create table rate_import (
  id bigint generated always as identity primary key,
  tariff_id bigint not null references tariff,
  file_name text not null check (length(file_name) between 1 and 200),
  file_size bigint not null default 0,
  -- How the file is read, as the type RateFileLayout of the core; and its first rows.
  layout jsonb,
  head jsonb not null default '[]',
  -- MERGE leaves the rates that the file lacks. DELETE_MISSING ends them. REPLACE also ends rates
  -- with a time window, and empties fields that the file lacks.
  mode text not null default 'MERGE' check (mode in ('MERGE', 'DELETE_MISSING', 'REPLACE')),
  -- When rows take effect that have no date themselves. NOTICE: new and lower rates at once, all
  -- other changes after notice_days.
  effective text not null default 'AT_ONCE'
    check (effective in ('AT_ONCE', 'AT_TIME', 'NOTICE')),
  starts_at timestamptz,
  notice_days integer not null default 7 check (notice_days between 1 and 365),
  -- A rate that changes by more than this percentage needs a second confirmation.
  large_percent integer not null default 500000 check (large_percent between 0 and 100000000),
  state text not null default 'UPLOADING' check (state in ('UPLOADING', 'UPLOADED', 'PREVIEWING',
    'PREVIEWED', 'APPLYING', 'APPLIED', 'UNDOING', 'UNDONE', 'FAILED')),
  error text not null default '',
  -- Of the work of its state, in thousandths.
  progress integer not null default 0,
  -- Of the tariff when the preview was made, and when that was: later changes make it stale.
  rates_version bigint,
  previewed_at timestamptz,
  -- Rows of the preview by kind.
  new_count integer not null default 0,
  up_count integer not null default 0,
  down_count integer not null default 0,
  changed_count integer not null default 0,
  unchanged_count integer not null default 0,
  removed_count integer not null default 0,
  invalid_count integer not null default 0,
  large_count integer not null default 0,
  below_buy_count integer not null default 0,
  -- Rates that were added, and those that were ended, changed or deleted.
  added_count integer not null default 0,
  ended_count integer not null default 0,
  created_by bigint not null references console_user,
  applied_by bigint references console_user,
  applied_at timestamptz,
  undone_by bigint references console_user,
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint rate_import_starts check (effective <> 'AT_TIME' or starts_at is not null)
);
create trigger rate_import_touch before update on rate_import
  for each row execute function touch_row();
-- The imports of a tariff, newest first.
create index rate_import_tariff on rate_import (tariff_id, id desc);
-- What there is to work on.
create index rate_import_open on rate_import (id)
  where state in ('PREVIEWING', 'APPLYING', 'UNDOING');

-- The bytes of the file; the retention deletes them after some days.
create table rate_import_chunk (
  import_id bigint not null references rate_import on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (import_id, position)
);
-- Rate files are often text; compressed by PostgreSQL they take more time than they save.
alter table rate_import_chunk alter column bytes set storage external;

-- The preview: what each rate of the file means for the tariff, and which rates it ends.
create table rate_import_row (
  import_id bigint not null references rate_import on delete cascade,
  number integer not null,
  -- Empty: the rate is not in the file.
  line integer,
  kind text not null check (kind in ('NEW', 'UP', 'DOWN', 'CHANGED', 'UNCHANGED', 'REMOVED',
    'INVALID')),
  -- Empty in a row that cannot be read.
  prefix number_prefix,
  destination text not null default '',
  blocked boolean not null default false,
  rate bigint,
  first_rate bigint,
  first_increment integer,
  next_increment integer,
  connect_fee bigint,
  -- Empty is at once, when the import is applied.
  starts_at timestamptz,
  ends_at timestamptz,
  -- The rate that it takes the place of.
  old_id bigint,
  old_rate bigint,
  -- Only that rate is removed, and not all rates of the prefix without a time window.
  is_alone boolean not null default false,
  -- From the old rate to the new one, in ten-thousandths of a percent.
  change_percent bigint generated always as (case when old_rate > 0 and kind in ('UP', 'DOWN')
    then least(1e15, (rate - old_rate)::double precision / old_rate * 1e6)::bigint end) stored,
  -- The highest rate of a settlement account for the prefix, in the currency of the tariff.
  buy_rate bigint,
  buy_tariff_id bigint,
  -- Of an invalid row: why, and where in the file. Of others: a remark.
  reason text not null default '',
  column_name text not null default '',
  value text not null default '',
  primary key (import_id, number)
);

-- What an applied import has changed beside the rates that it added, for the undo.
create table rate_import_before (
  import_id bigint not null references rate_import on delete cascade,
  rate_id bigint not null,
  version integer not null,
  effective_until timestamptz,
  -- The whole rate, if it was changed in place or deleted; else only its end was set.
  rate jsonb,
  primary key (import_id, rate_id)
);

-- The import that added a rate. There is no foreign key: an import that was applied is never
-- deleted, and a check of each of a million rates takes longer than the rates.
alter table tariff_rate add column import_id bigint;
