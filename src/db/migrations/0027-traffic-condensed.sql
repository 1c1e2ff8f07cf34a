-- Sums of traffic are kept by the quarter of an hour, after some weeks by the hour, and after a year
-- by the day (ADR-0020).

create table traffic_condensed (
  -- There is one row.
  is_only boolean primary key default true check (is_only),
  -- Whose hours and days: that of the switch when the first sums were condensed.
  zone text not null default 'UTC',
  -- Before this, sums are kept by the hour: those that are added too. Condensed as far as `done`,
  -- and some seconds later than it was declared, because a report may have read it before.
  hours_until timestamptz not null default '-infinity',
  hours_done timestamptz not null default '-infinity',
  hours_declared timestamptz not null default '-infinity',
  -- The same for days.
  days_until timestamptz not null default '-infinity',
  days_done timestamptz not null default '-infinity',
  days_declared timestamptz not null default '-infinity'
);
insert into traffic_condensed default values;

-- The row of the sums that an instant belongs to, and where the next one begins.
create function condensed_bucket(at timestamptz, c traffic_condensed) returns timestamptz
language sql stable as $$
  select case
    when at < c.days_until then date_trunc('day', at, c.zone)
    when at < c.hours_until then date_trunc('hour', at, c.zone)
    else date_bin('15 minutes', at, '2000-01-01Z') end
$$;
create function condensed_end(at timestamptz, c traffic_condensed) returns timestamptz
language sql stable as $$
  select case
    when at < c.days_until then
      (date_trunc('day', at at time zone c.zone) + interval '1 day') at time zone c.zone
    when at < c.hours_until then date_trunc('hour', at, c.zone) + interval '1 hour'
    else date_bin('15 minutes', at, '2000-01-01Z') + interval '15 minutes' end
$$;
