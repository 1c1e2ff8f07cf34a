-- Backups as the console shows them (ADR-0046). The files in the store are what counts: the
-- supervisor writes here what it finds there, what it does, and what came of it.
create table backup_store (
  is_only boolean primary key default true check (is_only),
  -- OFF: none is set up. OWN: ours. EXTERNAL: the database has backups of its own, if any.
  kind text not null check (kind in ('OFF', 'OWN', 'EXTERNAL')),
  -- The folder, or the address of the bucket.
  address text not null default '',
  since timestamptz not null default now(),
  -- Every change before then is in the store.
  log_stored_until timestamptz,
  -- The public half of the key that is in use.
  key_recipient text not null default '',
  -- The key, encrypted, until a user says that it is kept elsewhere.
  sealed_key text
);

create table base_backup (
  name text primary key,
  started_at timestamptz not null,
  -- The first moment that can be restored from it.
  ended_at timestamptz not null,
  bytes bigint not null check (bytes > 0)
);

-- The last backup, restored into a folder beside the database and checked there.
create table restore_test (
  id bigint generated always as identity primary key,
  backup_name text not null,
  started_at timestamptz not null default now(),
  -- In words; empty at the end.
  step text not null default '',
  ended_at timestamptz,
  -- Why it failed; empty if it did not.
  error text not null default '' check (length(error) <= 500),
  -- Until the restored database was ready for clients, and until all checks were done.
  restore_ms bigint,
  check_ms bigint,
  -- The last change that was restored.
  restored_until timestamptz,
  indexes integer,
  rules integer
);
-- The last one that succeeded.
create index restore_test_ended on restore_test (ended_at) where error = '';

insert into alarm_rule (name, topic, severity, subject_kind, comparison, bound, window_minutes,
  min_calls, pending_seconds, clear_seconds) values
  ('No restore test for too long', 'RESTORE_TEST_LATE', 'CRITICAL', 'SWITCH', 'ABOVE', 0, 60, 0, 0,
    0)
on conflict do nothing;
