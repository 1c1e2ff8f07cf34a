-- The price of a package belongs to the reseller that sells it (ADR-0016): beside the entry PACKAGE
-- of the client there is an entry SALE of the reseller, of the same period.

-- The entry SALE of a period, in the currency of the reseller. Empty for packages of the operator,
-- and for periods from before this migration, whose price was not credited.
alter table package_period add column income bigint check (income >= 0);

alter table ledger_entry
  drop constraint ledger_entry_call_is_named,
  drop constraint ledger_entry_package_is_named,
  add constraint ledger_entry_call_is_named
    check (kind <> 'CALL' or call_id is not null),
  -- The sale of a call, or of a period of a package.
  add constraint ledger_entry_sale_is_named
    check (kind <> 'SALE' or (call_id is null) <> (package_period_id is null)),
  add constraint ledger_entry_package_is_named
    check ((kind <> 'PACKAGE' or package_period_id is not null)
      and (package_period_id is null or kind in ('PACKAGE', 'SALE')));

-- As in 0044; a period has one entry in each ledger.
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
  elsif parent not in ('call_record', 'call_charge', 'routing_log', 'auth_failure') then
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
do $$
declare
  month regclass;
  old regclass;
begin
  execute format(
    'alter function make_partition(text, date) set search_path = %I, pg_temp', current_schema());
  for month, old in
    select i.indrelid, i.indexrelid from pg_inherits p
      join pg_index i on i.indrelid = p.inhrelid and i.indnatts = 1
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where p.inhparent = 'ledger_entry'::regclass and a.attname = 'package_period_id'
  loop
    execute format('drop index %s', old);
    execute format('create unique index on %s (package_period_id, account_id)
      where package_period_id is not null', month);
  end loop;
end $$;
