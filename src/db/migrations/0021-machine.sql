-- The screen Management: what the supervisor measures, and what it is requested to do.

-- The machine each minute for the charts of a day. The supervisor writes a row a minute and deletes
-- those older than 24 hours: 1,440 rows at most.
create table machine_sample (
  -- The start of the minute.
  at timestamptz primary key,
  -- Of all cores, mean of the minute.
  cpu_percent real not null,
  -- Mean number of runnable processes of the last minute.
  load real not null,
  memory_percent real not null,
  -- All network interfaces but loopback, mean of the minute.
  received_bytes_per_second bigint not null,
  sent_bytes_per_second bigint not null,
  -- The most active calls of the minute, counted every five seconds.
  calls integer not null,
  -- New calls per second, at the end of the minute.
  calls_per_second real not null
);

-- Actions that need the rights of the supervisor, in the order of their requests. The supervisor
-- takes one after another, and deletes those of which the end is a day ago.
create table machine_task (
  id bigint generated always as identity primary key,
  action text not null check (action in ('rebuild_traffic', 'verify_books', 'rotate_logs',
    'vacuum_database', 'restart_kamailio', 'restart_rtpengine')),
  -- Also while there are active calls.
  is_forced boolean not null default false,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  taken_at timestamptz,
  done_at timestamptz,
  -- Set with done_at.
  is_ok boolean,
  message text not null default ''
);
