-- Periodic work of a process that has failed since it last succeeded, a row for each.
create table failing_work (
  -- api, engine-a, supervisor.
  process text not null,
  work text not null,
  failures bigint not null default 1,
  message text not null,
  since timestamptz not null default now(),
  failed_at timestamptz not null default now(),
  primary key (process, work)
);
