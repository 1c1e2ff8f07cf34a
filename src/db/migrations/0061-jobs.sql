-- Background jobs, a row each: when it ran last, when it runs again, and why it failed. Their work
-- is in tables of its own.
create table job (
  name text primary key,
  is_running boolean not null,
  started_at timestamptz not null,
  duration_ms bigint,
  next_at timestamptz,
  failures_in_a_row integer not null default 0,
  error text not null default ''
);
