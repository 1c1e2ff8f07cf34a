-- The same fields of many things changed at once, and what each had before, so that it can be
-- undone.
create table bulk_change (
  id bigint generated always as identity primary key,
  -- Such as `gateways`.
  resource text not null,
  -- In their order: field, kind and value.
  operations jsonb not null,
  changed_count integer not null,
  -- Those that could not be changed.
  skipped_count integer not null,
  created_by bigint not null references console_user,
  created_at timestamptz not null default now(),
  undone_count integer not null default 0,
  undone_by bigint references console_user,
  undone_at timestamptz
);
-- Old ones are removed.
create index bulk_change_created_at on bulk_change (created_at);

create table bulk_change_thing (
  id bigint generated always as identity primary key,
  bulk_change_id bigint not null references bulk_change on delete cascade,
  -- Of the thing, as its path has it.
  thing_id text not null,
  name text not null,
  -- By field, what it was and what it became, as the API writes them.
  changes jsonb not null,
  is_undone boolean not null default false
);
-- The things of a bulk change.
create index bulk_change_thing_of on bulk_change_thing (bulk_change_id, id);
