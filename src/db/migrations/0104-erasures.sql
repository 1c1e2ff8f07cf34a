-- Erasures of the personal data of deleted accounts (ADR-0051). The books stay, and so does the row.
create table erasure (
  account_id bigint primary key references account,
  -- Whose request it is, and when it came.
  reason text not null check (length(reason) between 1 and 500),
  -- Null if a restore has brought back a time before this user.
  requested_by bigint references console_user,
  requested_at timestamptz not null default now(),
  state text not null default 'WAITING' check (state in ('WAITING', 'ERASING', 'DONE')),
  -- What failed at the last try, or why it has to wait.
  error text not null default '',
  -- Records of calls in the database, and the last one of them.
  calls_done bigint not null default 0,
  last_started_at timestamptz,
  last_call_id bigint,
  last_attempt_no smallint,
  -- Days of the archive that have its calls; null until they are known.
  archive_days_total integer,
  archive_days_done integer not null default 0,
  ended_at timestamptz,
  constraint erasure_ended check ((ended_at is null) = (state <> 'DONE')),
  constraint erasure_last check (
    (last_started_at is null) = (last_call_id is null)
    and (last_started_at is null) = (last_attempt_no is null))
);
-- Those under way.
create index erasure_open on erasure (requested_at) where state <> 'DONE';

-- The rows of a call whose numbers are masked.
create index reconciliation_row_call on reconciliation_row (call_id) where call_id is not null;
