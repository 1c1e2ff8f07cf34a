-- Exports in the background: lists that the API makes as files, for their user alone (ADR-0048).
create table export_job (
  id bigint generated always as identity primary key,
  user_id bigint not null references console_user,
  name text not null check (length(name) between 1 and 80),
  -- The address of the list, and its query as a request has it.
  list text not null,
  query jsonb not null,
  format text not null check (format in ('CSV', 'JSON_LINES', 'XLSX', 'PARQUET')),
  file_name text not null,
  -- What the user could see when it was requested: with other rights it is neither made nor given.
  rights_hash text not null,
  state text not null default 'WAITING'
    check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  rows_done bigint not null default 0,
  rows_total bigint,
  -- Of the parts that are stored, and the place of the list after them.
  part_count integer not null default 0,
  rows_stored bigint not null default 0,
  bytes bigint not null default 0,
  next_cursor text,
  error text,
  -- Each run of an API process has its own number: an earlier run stores nothing any more.
  claim_no integer not null default 0,
  claimed_until timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz,
  constraint export_job_ended check ((ended_at is null) = (state in ('WAITING', 'RUNNING'))),
  constraint export_job_claimed check ((claimed_until is null) = (state <> 'RUNNING')),
  constraint export_job_expires check ((expires_at is null) = (ended_at is null))
);
-- The exports of a user, and how many are under way.
create index export_job_user on export_job (user_id, id);

-- A part of the file, in order from 1 on.
create table export_part (
  job_id bigint not null references export_job on delete cascade,
  part_no integer not null check (part_no > 0),
  content bytea not null check (length(content) between 1 and 64000000),
  primary key (job_id, part_no)
);
-- It is compressed already.
alter table export_part alter column content set storage external;
