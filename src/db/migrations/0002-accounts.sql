-- Everyone who pays or is paid: the operator, resellers, clients and carriers, and in which
-- currency.

create table currency (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  name text not null check (length(name) between 1 and 80),
  -- What one unit is worth in the system currency, in hundred-millionths.
  rate bigint not null check (rate between 1 and 100000000000000),
  -- The currency of margins and of totals over all accounts (ADR-0014).
  is_system boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint currency_system_rate_is_one check (not is_system or rate = 100000000)
);
-- Exactly one system currency: none is deleted, and this index allows no second one.
create unique index currency_is_system on currency (is_system) where is_system;
create trigger currency_touch before update on currency for each row execute function touch_row();
insert into currency (code, name, rate, is_system) values ('USD', 'US dollar', 100000000, true);

create function system_currency() returns text language sql stable as $$
  select code from currency where is_system $$;

-- One table for all kinds, so that chain, balance, hold and ledger are the same code for all.
create table account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('OPERATOR', 'RESELLER', 'WHOLESALE', 'RETAIL', 'SETTLEMENT')),
  parent_id bigint references account,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'active' check (status in ('active', 'blocked', 'closed')),
  -- PREPAID has no credit limit, POSTPAID may have one.
  billing_type text not null default 'PREPAID' check (billing_type in ('PREPAID', 'POSTPAID')),
  -- When the operator renames the system currency, the new code is written to every row here.
  currency text not null default system_currency() references currency on update cascade,
  vat_percent integer not null default 0 check (vat_percent between 0 and 1000000),
  -- Its foreign key is in 0005, because a tariff has an owner: each of the two tables refers to
  -- the other.
  tariff_id bigint,
  -- Calls at once and new calls per second; null is unlimited.
  channel_limit integer check (channel_limit between 1 and 100000),
  cps_limit integer check (cps_limit between 1 and 10000),
  company text not null default '',
  address text not null default '',
  country_iso2 text not null default '' check (country_iso2 ~ '^([A-Z]{2})?$'),
  tax_number text not null default '',
  noc_email text not null default '',
  billing_email text not null default '',
  rates_email text not null default '',
  phone text not null default '',
  notes text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint account_only_operator_has_no_parent check ((kind = 'OPERATOR') = (parent_id is null))
);
create unique index account_name_unique on account (parent_id, kind, lower(name))
  where deleted_at is null;
-- The accounts below a reseller, which is how every query of a reseller begins. Deleted ones too,
-- because their calls stay.
create index account_parent on account (parent_id);
-- Which accounts use a tariff or a currency, before one is deleted.
create index account_tariff on account (tariff_id) where deleted_at is null;
create index account_currency on account (currency);
create trigger account_touch before update on account for each row execute function touch_row();

-- Its own table and not columns of the account, because this row changes with every call.
create table account_balance (
  account_id bigint primary key references account,
  -- A client's own money; for a settlement account what we owe it.
  balance bigint not null default 0,
  -- How far a client may go below zero.
  credit_limit bigint not null default 0 check (credit_limit >= 0),
  -- Reserved for calls in progress.
  held bigint not null default 0 check (held >= 0),
  -- False for settlement accounts: they are credited after each call, and nothing is reserved.
  has_floor boolean not null default true,
  -- The most that we may owe to a settlement account. It is here, like the spending limits, because
  -- every batch of calls locks this row anyway.
  max_debt bigint check (max_debt >= 0),
  daily_spend_limit bigint check (daily_spend_limit > 0),
  monthly_spend_limit bigint check (monthly_spend_limit > 0),
  -- Spent on spent_day and in its month, both in the time zone of the settings.
  spent_day date not null default '2000-01-01',
  spent_today bigint not null default 0,
  spent_this_month bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The last guard of the money: two calls cannot reserve the same amount.
  constraint balance_above_floor check (not has_floor or balance + credit_limit - held >= 0)
) with (
  -- Room on each page for the next version of its rows, so that no index has to be changed.
  fillfactor = 40
);

create table reseller (
  account_id bigint primary key references account,
  -- 1 is right below the operator, n + 1 below a reseller of level n. It never changes.
  level smallint not null check (level between 1 and 5),
  allow_create_subreseller boolean not null default true,
  -- Clients right below it; null is unlimited.
  max_clients integer check (max_clients between 0 and 1000000),
  -- With no more than this available, the reseller and the operator are warned.
  low_balance_threshold bigint check (low_balance_threshold >= 0),
  -- A call that it would sell below its own cost: refused, logged or let through.
  loss_policy text not null default 'WARN' check (loss_policy in ('BLOCK', 'WARN', 'ALLOW')),
  -- No calls of its clients from then on.
  expires_at timestamptz
);
-- The list of one level.
create index reseller_level on reseller (level);

-- What only a settlement account (a carrier) has.
create table settlement (
  account_id bigint primary key references account,
  -- The wholesale client of the same partner: what it owes us is netted with what we owe it.
  client_id bigint unique references account,
  -- Minutes of a calendar month that we may send; null is unlimited.
  monthly_minutes_cap integer check (monthly_minutes_cap between 1 and 100000000)
);

-- A kind and a level never change, and a level is one more than that of the parent. So no chain is
-- longer than five resellers, and none is a circle.
create function check_account_parent() returns trigger language plpgsql as $$
declare
  parent_kind text;
  parent_level smallint;
  own_level smallint;
  fits boolean;
begin
  if tg_op = 'UPDATE' and new.kind <> old.kind then
    raise exception 'the kind of an account cannot be changed';
  end if;
  if new.kind = 'OPERATOR' then
    return new;
  end if;
  select a.kind, r.level into parent_kind, parent_level
    from account a left join reseller r on r.account_id = a.id where a.id = new.parent_id;
  select level into own_level from reseller where account_id = new.id;
  fits := case parent_kind
    when 'OPERATOR' then coalesce(own_level, 1) = 1
    when 'RESELLER' then parent_level is not null
      and new.kind in ('RESELLER', 'WHOLESALE', 'RETAIL')
      and coalesce(own_level, parent_level + 1) = parent_level + 1
    else false end;
  if fits then
    return new;
  end if;
  raise exception 'this account cannot be below that one'
    using errcode = '23514', table = 'account', constraint = 'account_parent_id_check';
end $$;
create trigger account_parent_check before insert or update of parent_id, kind on account
  for each row execute function check_account_parent();

create function check_reseller_level() returns trigger language plpgsql as $$
declare
  expected smallint;
begin
  if tg_op = 'UPDATE' and new.level <> old.level then
    raise exception 'the level of a reseller cannot be changed';
  end if;
  select coalesce(r.level, 0) + 1 into expected
    from account a left join reseller r on r.account_id = a.parent_id
    where a.id = new.account_id and a.kind = 'RESELLER';
  if new.level = expected then
    return new;
  end if;
  raise exception 'the level of a reseller is one more than the level above'
    using errcode = '23514', table = 'reseller', constraint = 'reseller_level_check';
end $$;
create trigger reseller_level_check before insert or update on reseller
  for each row execute function check_reseller_level();

-- Amounts in the ledger are in the currency of the account, so it stays once there are any. A new
-- code of the same currency arrives by the cascade of the foreign key, one trigger deeper than an
-- edit of the account.
create function check_account_currency() returns trigger language plpgsql as $$
begin
  if new.currency = old.currency or pg_trigger_depth() > 1 then
    return new;
  end if;
  if exists (select from ledger_entry where account_id = new.id)
    or exists (select from account_balance where account_id = new.id and held <> 0) then
    raise exception 'money has moved in the currency of this account'
      using errcode = '23514', table = 'account', constraint = 'account_currency_check';
  end if;
  return new;
end $$;
create trigger account_currency_check before update of currency on account
  for each row execute function check_account_currency();

-- The operator is the other side of most ledger entries. Its totals are derived and it has no
-- balance row: one row that every call locks would halve the throughput (ADR-0004).
insert into account (kind, name) values ('OPERATOR', 'Operator');
