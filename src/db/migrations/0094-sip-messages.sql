-- SIP messages of traced calls as they were on the wire, secrets masked (ADR-0044).
create table sip_message (
  call_id bigint not null,
  -- When Kamailio sent or received it.
  at timestamptz not null,
  -- The order within the call: several may have the same time.
  message_no integer not null check (message_no > 0),
  transport text not null check (transport in ('UDP', 'TCP', 'TLS')),
  from_ip inet not null,
  from_port integer not null check (from_port between 0 and 65535),
  to_ip inet not null,
  to_port integer not null check (to_port between 0 and 65535),
  -- On this leg: each leg has its own.
  sip_call_id text not null,
  -- Bytes, since nothing says that it is text; at most 16 KiB of a larger one.
  message bytea not null check (length(message) between 1 and 16384),
  is_cut boolean not null default false,
  primary key (call_id, at, message_no)
) partition by range (at);
create index sip_message_sip_call_id on sip_message (sip_call_id, at);

-- As in 0079, and messages by day.
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
      'sip_message') then
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
  'call_record', 'call_charge', 'routing_log', 'auth_failure', 'sip_message', 'activity_log',
  'ledger_entry'));
