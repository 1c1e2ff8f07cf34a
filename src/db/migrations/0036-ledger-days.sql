-- What the ledger adds up to per account and day, for statements and the ageing of debts: these
-- would read every entry of months.

create table ledger_day (
  account_id bigint not null,
  -- When the day of the entries began in UTC.
  day timestamptz not null,
  -- Entries above zero, and below.
  money_in numeric not null,
  money_out numeric not null,
  -- Those of payments alone.
  paid_in numeric not null,
  paid_out numeric not null,
  -- The days of an account.
  primary key (account_id, day)
) with (fillfactor = 80);

create table ledger_summed (
  -- There is one row.
  is_only boolean primary key default true check (is_only),
  -- The days have all entries up to this one.
  done_id bigint not null default 0,
  -- The last entry at some time; the days get those up to it some minutes later, because a
  -- transaction may still have written one before it.
  seen_id bigint not null default 0,
  seen_at timestamptz not null default '-infinity'
);
insert into ledger_summed default values;
