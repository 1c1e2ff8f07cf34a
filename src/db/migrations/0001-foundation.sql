-- What all tables share, and what belongs to the switch as a whole.
--
-- How to read these files: each table is complete in one place, with its indexes and
-- triggers right below. The glossary says what each table is (docs/glossary.md).
-- Comments name no source files: these files are never edited, and those move.
--
--   amounts    bigint, millionths of a unit of the currency of the account (ADR-0004)
--   rates      bigint, hundred-millionths of a unit per minute
--   percents   integer, ten-thousandths of a percent: 23 % is 230000
--   version    grows with each edit in the console, so that two people do not overwrite each other
--   deleted_at set instead of deleting the row, because calls and payments refer to it
--
-- Checks of one column and foreign keys have the name that PostgreSQL gives them
-- (table_column_check, table_column_fkey), from which the API knows the field of a form; checks of
-- several columns are named here. Prefixes and numbers sort and compare by their bytes
-- (collate "C"), because only then an index finds what a number begins with.

-- What a number begins with: none, or up to fifteen digits. Compared by its bytes, see above.
create domain number_prefix as text collate "C" check (value ~ '^[0-9]{0,15}$');

create function touch_row() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- For tables that are evidence: rows are added and never changed.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create table setting (
  key text primary key,
  value jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger setting_touch before update on setting for each row execute function touch_row();

-- A number per subject that grows with each committed change. A notification can be lost while the
-- engine reconnects; this number cannot, so the engine also polls it (ADR-0005).
create table change_number (
  subject text primary key,
  number bigint not null
);
insert into change_number (subject, number) values ('routing', 1), ('setting', 1);

-- What the supervisor and the engines report about themselves, for the console and /api/health.
create table process_state (
  name text primary key,
  state text not null check (state in ('starting', 'running', 'stopped', 'missing', 'failing')),
  detail text not null default '',
  facts jsonb not null default '{}',
  seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger process_state_touch before update on process_state
  for each row execute function touch_row();
