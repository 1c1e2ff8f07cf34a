-- A carrier's own account of the calls that we sent it, compared with ours.

create table reconciliation (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references account,
  file_name text not null check (length(file_name) between 1 and 200),
  file_size bigint not null default 0,
  -- How the file is read, as the type CallFileLayout of the core; and its first rows.
  layout jsonb,
  head jsonb not null default '[]',
  worksheets jsonb not null default '[]',
  -- How the carrier counts, as the type ReconciliationOptions.
  options jsonb,
  -- Our calls of [from_at, until_at); empty is the days of the file.
  from_at timestamptz,
  until_at timestamptz,
  state text not null default 'UPLOADING'
    check (state in ('UPLOADING', 'UPLOADED', 'COMPARING', 'COMPARED', 'FAILED')),
  error text not null default '',
  -- Of the comparison, in thousandths.
  progress integer not null default 0,
  rows_count integer not null default 0,
  compared_at timestamptz,
  -- Set when its rows were removed by the retention; the sums stay.
  rows_removed_at timestamptz,
  dispute_state text check (dispute_state in ('OPEN', 'ACCEPTED', 'REJECTED', 'SETTLED')),
  dispute_amount bigint,
  created_by bigint not null references console_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reconciliation_period check (from_at < until_at),
  constraint reconciliation_dispute check ((dispute_state is null) = (dispute_amount is null))
);
create trigger reconciliation_touch before update on reconciliation
  for each row execute function touch_row();
-- The reconciliations with a carrier, newest first.
create index reconciliation_settlement on reconciliation (settlement_id, id desc);

-- The bytes of the file; the retention deletes them after some days.
create table reconciliation_chunk (
  reconciliation_id bigint not null references reconciliation on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (reconciliation_id, position)
);
alter table reconciliation_chunk alter column bytes set storage external;

-- A call, or the sums of a destination, a prefix or a day, of one side or both.
create table reconciliation_row (
  reconciliation_id bigint not null references reconciliation on delete cascade,
  number integer not null,
  class text not null check (class in ('MATCHED', 'OTHER_DURATION', 'OTHER_RATE', 'ONLY_OURS',
    'ONLY_THEIRS', 'OUTSIDE', 'INVALID')),
  -- The called number, or what is added up.
  called_number text collate "C" not null,
  destination text not null,
  line integer,
  call_id bigint,
  our_at timestamptz,
  their_at timestamptz,
  our_calls integer,
  their_calls integer,
  our_seconds bigint,
  their_seconds bigint,
  our_amount bigint,
  their_amount bigint,
  -- What the carrier charges more than we do.
  difference bigint,
  -- Of an invalid row: why, and where in the file.
  reason text not null,
  column_name text not null,
  value text not null,
  primary key (reconciliation_id, number)
);
-- The rows of a class; without the hundred thousands that match.
create index reconciliation_row_class on reconciliation_row (reconciliation_id, class, number)
  where class <> 'MATCHED';

-- What the rows of a destination add up to, kept with the reconciliation.
create table reconciliation_sum (
  reconciliation_id bigint not null references reconciliation on delete cascade,
  destination text not null,
  class text not null,
  rows_count integer not null,
  our_calls bigint not null,
  their_calls bigint not null,
  our_seconds bigint not null,
  their_seconds bigint not null,
  our_amount bigint not null,
  their_amount bigint not null,
  difference bigint not null,
  primary key (reconciliation_id, destination, class)
);

-- The notes of a dispute, oldest first; they are only added to.
create table reconciliation_note (
  id bigint generated always as identity primary key,
  reconciliation_id bigint not null references reconciliation on delete cascade,
  text text not null,
  created_by bigint not null references console_user,
  created_at timestamptz not null default now()
);
create index reconciliation_note_of on reconciliation_note (reconciliation_id, id);
