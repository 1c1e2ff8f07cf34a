-- An engine makes the days that it writes to, and no other table: so that is done here, with the rights of
-- whoever owns the tables, and names are looked for in their schema alone.
create function make_partition(parent text, day date) returns void language plpgsql security definer as $$
begin
  if parent not in ('call_record', 'call_charge', 'routing_log') then
    raise exception '% is not kept by days', parent;
  end if;
  -- Two engines may come together: the lock lets the second one see the first one's work.
  perform pg_advisory_xact_lock(727002);
  execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
    parent || to_char(day, '_YYYYMMDD'), parent, day::timestamp at time zone 'UTC',
    (day + 1)::timestamp at time zone 'UTC');
end $$;
do $$ begin
  execute format('alter function make_partition(text, date) set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function make_partition(text, date) from public;
