-- The ledger is kept by months in UTC, so that old ones are removed at once; what they have moved
-- stays as a sum of each account.

-- As in 0022, and for the ledger, whose months refuse to book anything twice. An index over all
-- months cannot say that something is there once: npm run verify looks across them (ADR-0012).
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
    execute format('create unique index on %I (package_period_id)
      where package_period_id is not null', parent || suffix);
    execute format('create unique index on %I (reverses_id)
      where reverses_id is not null', parent || suffix);
  end if;
end $$;
do $$ begin
  execute format(
    'alter function make_partition(text, date) set search_path = %I, pg_temp', current_schema());
end $$;

alter table ledger_entry rename to ledger_entry_before;
-- Constraints are named in the whole table only; indexes and sequences in the schema.
alter sequence ledger_entry_id_seq rename to ledger_entry_before_id_seq;
alter index ledger_entry_pkey rename to ledger_entry_before_pkey;
alter index ledger_entry_account rename to ledger_entry_before_account;
alter index ledger_entry_at rename to ledger_entry_before_at;

-- Columns as in the baseline, those of a fixed width first: eight bytes less for each entry.
create table ledger_entry (
  id bigint generated always as identity,
  -- Taken when the balance of the account is locked: the order of its ids is that of its times.
  at timestamptz not null default clock_timestamp(),
  account_id bigint not null,
  counter_account_id bigint not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  call_id bigint,
  payment_id bigint,
  package_period_id bigint,
  reverses_id bigint,
  re_rating_id bigint,
  kind text not null check (kind in ('CALL', 'SALE', 'PAYMENT', 'REVERSAL', 'PACKAGE')),
  note text not null default '',
  constraint ledger_entry_is_between_two check (account_id <> counter_account_id),
  constraint ledger_entry_call_is_named check (call_id is not null or kind not in ('CALL', 'SALE')),
  constraint ledger_entry_package_is_named
    check ((kind = 'PACKAGE') = (package_period_id is not null)),
  constraint ledger_entry_reversal_is_named check ((kind = 'REVERSAL') = (reverses_id is not null))
) partition by range (at);

select make_partition('ledger_entry', month::date) from (
    select coalesce(min(at), now()) as first from ledger_entry_before) known,
  generate_series(
    date_trunc('month', least(first, now() - interval '1 day') at time zone 'UTC'),
    (now() at time zone 'UTC') + interval '3 months', interval '1 month') month;
insert into ledger_entry (id, at, account_id, counter_account_id, amount, balance_after, call_id,
    payment_id, package_period_id, reverses_id, re_rating_id, kind, note)
  overriding system value
  select id, at, account_id, counter_account_id, amount, balance_after, call_id, payment_id,
    package_period_id, reverses_id, re_rating_id, kind, note
  from ledger_entry_before order by id;
select setval('ledger_entry_id_seq', max(id)) from ledger_entry having max(id) is not null;
drop table ledger_entry_before;

create index ledger_entry_account on ledger_entry (account_id, id desc);
-- Who spends fast: the entries of the last minutes, asked every few seconds (as in the baseline).
create index ledger_entry_at on ledger_entry using brin (at)
  with (pages_per_range = 32, autosummarize = on);
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger ledger_entry_no_truncate before truncate on ledger_entry
  for each statement execute function refuse_change();

-- What the entries of removed months have moved: the balance at which an account begins.
create table removed_ledger_sum (
  account_id bigint primary key references account,
  amount numeric not null
);

alter table partition_removal drop constraint partition_removal_parent_check;
alter table partition_removal add constraint partition_removal_parent_check check (parent in (
  'call_record', 'call_charge', 'routing_log', 'auth_failure', 'activity_log', 'ledger_entry'));

-- As in 0002, and of an account whose entries have been removed.
create or replace function check_account_currency() returns trigger language plpgsql as $$
begin
  if new.currency = old.currency or pg_trigger_depth() > 1 then
    return new;
  end if;
  if exists (select from ledger_entry where account_id = new.id)
    or exists (select from removed_ledger_sum where account_id = new.id)
    or exists (select from account_balance where account_id = new.id and held <> 0) then
    raise exception 'money has moved in the currency of this account'
      using errcode = '23514', table = 'account', constraint = 'account_currency_check';
  end if;
  return new;
end $$;
