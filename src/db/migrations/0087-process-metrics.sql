-- The counters and histograms of processes that have no HTTP, as /metrics shows them (ADR-0042).
-- Not logged: after a crash of the database each process writes its own again.
create unlogged table process_metrics (
  node_id smallint not null references node,
  -- An engine, such as `engine-a`; or `jobs`.
  process text not null check (length(process) between 1 and 60),
  -- Families of metrics, as prom-client has them.
  families jsonb not null,
  written_at timestamptz not null default now(),
  primary key (node_id, process)
);
