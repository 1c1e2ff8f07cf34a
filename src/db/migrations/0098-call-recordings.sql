-- Recordings of calls, and the rules for which calls are recorded (ADR-0045).
create table recording_rule (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'active' check (status in ('active', 'paused')),
  -- These accounts with all below them; empty is all. The same for the lists below.
  account_ids bigint[] not null default '{}',
  gateway_ids bigint[] not null default '{}',
  called_prefixes text[] not null default '{}',
  caller_prefixes text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A rule for every call of the switch is a mistake.
  constraint recording_rule_chooses check (cardinality(account_ids) + cardinality(gateway_ids)
    + cardinality(called_prefixes) + cardinality(caller_prefixes) > 0)
);
create unique index recording_rule_name on recording_rule (lower(name));
create trigger recording_rule_touch before update on recording_rule
  for each row execute function touch_row();

-- A part of the recording of a call, encrypted; all parts but the last have the same length.
create table call_recording (
  call_id bigint not null,
  -- When the recording begins; all parts of a call have the same.
  at timestamptz not null,
  part_no integer not null check (part_no > 0),
  -- WAV has the caller on the left channel and the called party on the right, in G.711; calls of
  -- other codecs are stored as packets.
  format text not null check (format in ('WAV', 'PCAP')),
  -- Of the whole recording; bytes in clear.
  duration_ms integer not null check (duration_ms >= 0),
  total_bytes bigint not null check (total_bytes > 0),
  content bytea not null check (length(content) between 1 and 2000000),
  primary key (call_id, at, part_no)
) partition by range (at);
-- Random bytes cannot be compressed.
alter table call_recording alter column content set storage external;

-- As in 0094, and recordings by day.
create or replace function make_partition(parent text, day date) returns void
language plpgsql security definer as $$
declare
  first_day date := day;
  next_day date := day + 1;
  suffix text := to_char(day, '_YYYYMMDD');
begin
  if parent in ('activity_log', 'ledger_entry') then
    first_day := date_trunc('month', day);
    next_day := first_day + interval '1 month';
    suffix := to_char(day, '_YYYYMM');
  elsif parent not in ('call_record', 'call_charge', 'routing_log', 'auth_failure',
      'sip_message', 'call_recording') then
    raise exception '% is not kept by days', parent;
  end if;
  perform pg_advisory_xact_lock(727002);
  if to_regclass(parent || suffix) is not null then return; end if;
  execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
    parent || suffix, parent, first_day::timestamp at time zone 'UTC',
    next_day::timestamp at time zone 'UTC');
  if parent = 'ledger_entry' then
    execute format('alter table %I add primary key (id)', parent || suffix);
    execute format('create unique index on %I
      (call_id, account_id, counter_account_id, (coalesce(re_rating_id, 0)))
      where call_id is not null and kind <> ''REVERSAL''', parent || suffix);
    execute format('create unique index on %I (payment_id, account_id)
      where payment_id is not null', parent || suffix);
    execute format('create unique index on %I (package_period_id, account_id)
      where package_period_id is not null', parent || suffix);
    execute format('create unique index on %I (reverses_id)
      where reverses_id is not null', parent || suffix);
  end if;
end $$;
do $$ begin
  execute format(
    'alter function make_partition(text, date) set search_path = %I, pg_temp', current_schema());
end $$;

alter table partition_removal drop constraint partition_removal_parent_check;
alter table partition_removal add constraint partition_removal_parent_check check (parent in (
  'call_record', 'call_charge', 'routing_log', 'auth_failure', 'sip_message', 'call_recording',
  'activity_log', 'ledger_entry'));
