-- Failed logins are kept by days and the activity log by months, as calls are by days, so that old
-- ones are removed at once; and what is known of partitions that were removed.

-- As in the baseline, and for two more tables.
create or replace function make_partition(parent text, day date) returns void
language plpgsql security definer as $$
declare
  first_day date := day;
  next_day date := day + 1;
  suffix text := to_char(day, '_YYYYMMDD');
begin
  if parent = 'activity_log' then
    first_day := date_trunc('month', day);
    next_day := first_day + interval '1 month';
    suffix := to_char(day, '_YYYYMM');
  elsif parent not in ('call_record', 'call_charge', 'routing_log', 'auth_failure') then
    raise exception '% is not kept by days', parent;
  end if;
  perform pg_advisory_xact_lock(727002);
  execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
    parent || suffix, parent, first_day::timestamp at time zone 'UTC',
    next_day::timestamp at time zone 'UTC');
end $$;
do $$ begin
  execute format(
    'alter function make_partition(text, date) set search_path = %I, pg_temp', current_schema());
end $$;

alter table auth_failure rename to auth_failure_before;
alter sequence auth_failure_id_seq rename to auth_failure_before_id_seq;
create sequence auth_failure_id_seq;
-- Columns as in the baseline. Partitioned by day in UTC.
create table auth_failure (
  id bigint not null default nextval('auth_failure_id_seq'),
  kind text not null check (kind in ('REGISTER', 'INVITE', 'WEB')),
  reason text not null,
  username text not null default '',
  source_ip inet,
  hour timestamptz not null default date_trunc('hour', now(), 'UTC'),
  at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  count integer not null default 1,
  source_port integer,
  transport text not null default '',
  user_agent text not null default '',
  sip_call_id text not null default '',
  realm text collate "C" not null default '',
  from_uri text not null default '',
  to_uri text collate "C" not null default '',
  request_uri text not null default '',
  sip_code smallint
) partition by range (hour);
alter sequence auth_failure_id_seq owned by auth_failure.id;

alter table activity_log rename to activity_log_before;
alter sequence activity_log_id_seq rename to activity_log_before_id_seq;
create sequence activity_log_id_seq;
-- Columns as in the baseline and in the chain. Partitioned by month in UTC.
create table activity_log (
  id bigint not null default nextval('activity_log_id_seq'),
  at timestamptz not null default now(),
  user_id bigint references console_user,
  username text not null,
  ip inet,
  user_agent text not null default '',
  action text not null check (action in (
    'LOGIN', 'LOGOUT', 'CREATE', 'UPDATE', 'DELETE', 'EXECUTE', 'EXPORT', 'REFUSED')),
  entity text not null,
  entity_id text not null default '',
  entity_name text not null default '',
  changes jsonb not null default '{}',
  request_id text not null default '',
  position bigint,
  previous_hash bytea,
  hash bytea
) partition by range (at);
alter sequence activity_log_id_seq owned by activity_log.id;

-- What is there, the first days to come, and the first months.
select make_partition('auth_failure', day::date) from (
    select coalesce(min(hour), now()) as first from auth_failure_before) known,
  generate_series(date_trunc('day', least(first, now()) at time zone 'UTC') - interval '1 day',
    (now() at time zone 'UTC') + interval '8 days', interval '1 day') day;
select make_partition('activity_log', month::date) from (
    select coalesce(min(at), now()) as first from activity_log_before) known,
  generate_series(date_trunc('month', least(first, now()) at time zone 'UTC'),
    (now() at time zone 'UTC') + interval '3 months', interval '1 month') month;

insert into auth_failure (id, kind, reason, username, source_ip, hour, at, last_at, count,
    source_port, transport, user_agent, sip_call_id, realm, from_uri, to_uri, request_uri, sip_code)
  select id, kind, reason, username, source_ip, hour, at, last_at, count, source_port, transport,
    user_agent, sip_call_id, realm, from_uri, to_uri, request_uri, sip_code
  from auth_failure_before;
select setval('auth_failure_id_seq', max(id)) from auth_failure having max(id) is not null;
drop table auth_failure_before;
alter table auth_failure add primary key (id, hour);
create unique index auth_failure_hour on auth_failure
  (hour, kind, coalesce(source_ip, '0.0.0.0'), username, reason);
create index auth_failure_at on auth_failure (at desc, id desc);
create index auth_failure_source on auth_failure (source_ip, at desc);

insert into activity_log (id, at, user_id, username, ip, user_agent, action, entity, entity_id,
    entity_name, changes, request_id, position, previous_hash, hash)
  select id, at, user_id, username, ip, user_agent, action, entity, entity_id, entity_name, changes,
    request_id, position, previous_hash, hash
  from activity_log_before;
select setval('activity_log_id_seq', max(id)) from activity_log having max(id) is not null;
-- Its argument is a row of the table that goes away.
drop function activity_hash(bytea, activity_log_before);
drop table activity_log_before;
alter table activity_log add primary key (id, at);
create index activity_log_at on activity_log (at desc, id desc);
create index activity_log_entity on activity_log (entity, entity_id, at desc);
create index activity_log_user on activity_log (user_id, at desc, id desc);
-- The chain in its order. An index over all partitions cannot say that a position is there once:
-- rule A1 of npm run verify does.
create index activity_log_position on activity_log (position);

create function activity_hash(previous_hash bytea, entry activity_log) returns bytea
language sql stable as $$
  select sha256(previous_hash || convert_to(jsonb_build_array(entry.position, entry.id,
    extract(epoch from entry.at), entry.user_id, entry.username, entry.ip::text, entry.user_agent,
    entry.action, entry.entity, entry.entity_id, entry.entity_name, entry.changes,
    entry.request_id)::text, 'UTF8'))
$$;

-- By its time too, so that one partition is read.
drop function append_to_activity_chain(bigint);
create function append_to_activity_chain(activity_id bigint, activity_at timestamptz) returns void
language plpgsql as $$
declare
  head activity_chain;
  entry activity_log;
begin
  select * into head from activity_chain for update;
  select * into entry from activity_log l where l.id = activity_id and l.at = activity_at;
  entry.position := head.last_position + 1;
  entry.previous_hash := head.last_hash;
  entry.hash := activity_hash(entry.previous_hash, entry);
  update activity_log l set position = entry.position, previous_hash = entry.previous_hash,
    hash = entry.hash where l.id = activity_id and l.at = activity_at;
  update activity_chain set last_position = entry.position, last_hash = entry.hash;
end $$;
revoke execute on function append_to_activity_chain(bigint, timestamptz) from public;

create or replace function chain_activity() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  perform append_to_activity_chain(new.id, new.at);
  return null;
end $$;
create constraint trigger activity_log_chain after insert on activity_log
  deferrable initially deferred for each row execute function chain_activity();

create or replace function refuse_activity_change() returns trigger language plpgsql as $$
declare
  chain constant text[] := array['position', 'previous_hash', 'hash'];
begin
  if tg_op = 'UPDATE' and old.position is null and to_jsonb(new) - chain = to_jsonb(old) - chain
  then return new; end if;
  raise exception 'activity_log is append-only';
end $$;
create trigger activity_log_append_only before update or delete on activity_log
  for each row execute function refuse_activity_change();
create trigger activity_log_no_truncate before truncate on activity_log
  for each statement execute function refuse_change();

-- Where the chain begins follows from the partitions that were removed.
alter table activity_chain drop column first_position;

-- Requested in the console or by the retention, done by the supervisor, which owns the tables. A
-- row stays for good: npm run verify knows from it what is gone.
create table partition_removal (
  id bigint generated always as identity primary key,
  -- Of the partition, such as call_record_20260131.
  name text collate "C" not null,
  parent text not null check (parent in (
    'call_record', 'call_charge', 'routing_log', 'auth_failure', 'activity_log')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- DETACHED: out of the table and counted, not exported or dropped yet. REFUSED: see the error.
  state text not null default 'WAITING'
    check (state in ('WAITING', 'DETACHED', 'REMOVED', 'REFUSED')),
  -- Why it was refused, or what failed at the last try.
  error text not null default '',
  wants_export boolean not null,
  -- Empty: the retention.
  requested_by bigint references console_user,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  -- What was in it, counted when it was detached.
  row_count bigint,
  -- The least and the greatest call id of charges, or position of activities.
  first_key bigint,
  last_key bigint,
  -- What its charges have added to balances, all currencies together.
  ledger_amount numeric,
  -- The file in the folder of exports, and its SHA-256.
  export_file text,
  export_sha256 text
);
-- The list of removals of one partition; it is removed once at a time.
create index partition_removal_from on partition_removal (parent, from_at);
create unique index partition_removal_active on partition_removal (name)
  where state <> 'REMOVED';

-- What the retention did, by kind of rows: when it ran last, and how much it removed when it removed
-- something last.
create table retention_run (
  kind text primary key,
  ran_at timestamptz not null default now(),
  removed_count bigint not null default 0,
  removed_at timestamptz,
  -- What it could not remove, and why.
  error text not null default ''
);

-- Seconds that the charges of removed partitions took from a package: rule P3 needs them.
create table removed_package_seconds (
  package_subscription_id bigint primary key references package_subscription,
  seconds bigint not null
);
