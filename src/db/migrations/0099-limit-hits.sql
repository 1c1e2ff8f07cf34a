-- How often a limit of a reseller, a gateway or a settlement account left no room, by quarters of
-- an hour: sums of traffic know the client of a refused call only, and calls that other gateways
-- took are no refusals.
create table limit_hit (
  bucket timestamptz not null,
  kind text not null check (kind in ('RESELLER', 'GATEWAY', 'SETTLEMENT')),
  subject_id bigint not null,
  hits bigint not null check (hits > 0),
  primary key (bucket, kind, subject_id)
);

insert into alarm_rule (name, topic, severity, subject_kind, comparison, bound, window_minutes,
  min_calls, pending_seconds, clear_seconds) values
  ('Limits of a reseller refuse calls', 'LIMIT_HITS', 'INFO', 'RESELLER', 'ABOVE', 100, 60, 0, 0,
    300),
  ('Limits of a gateway turn calls away', 'LIMIT_HITS', 'INFO', 'GATEWAY', 'ABOVE', 100, 60, 0, 0,
    300)
on conflict do nothing;
