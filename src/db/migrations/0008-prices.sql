-- What a call costs, in full: currencies, and the terms that only some rates have.

create table currency (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  name text not null check (length(name) between 1 and 80),
  -- What one unit is worth in the system currency, in hundred-millionths.
  rate bigint not null check (rate between 1 and 100000000000000),
  -- The one in which margins and sums over all parties are; it is worth one of itself.
  is_system boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not is_system or rate = 100000000)
);
create unique index currency_is_system on currency (is_system) where is_system;
create trigger currency_touch before update on currency for each row execute function touch_row();

-- The name that the settings gave it until now.
insert into currency (code, name, rate, is_system)
select code, case code when 'USD' then 'US dollar' else code end, 100000000, true from (
  select coalesce((select value ->> 'currency' from setting where key = 'general'), 'USD') as code) one;

create function system_currency() returns text language sql stable as $$
  select code from currency where is_system $$;

-- Renaming the system currency in the settings renames it everywhere.
alter table account add column currency text not null default system_currency()
  references currency on update cascade;
alter table tariff add column currency text not null default system_currency()
  references currency on update cascade;
create index account_currency on account (currency);

alter table tariff
  drop constraint tariff_kind_check,
  add constraint tariff_kind_check check (kind in ('SELL', 'BUY', 'RESELLER_COST')),
  -- A unit of some currencies is worth a ten-thousandth of others.
  drop constraint tariff_connect_fee_check,
  add constraint tariff_connect_fee_check check (connect_fee between 0 and 100000000000),
  -- How much of what a call brings it may lose although the tariff protects against losses.
  add column max_loss_percent integer not null default 0 check (max_loss_percent between 0 and 1000000);

alter table tariff_rate
  drop constraint tariff_rate_rate_check,
  add constraint tariff_rate_rate_check check (rate between 0 and 100000000000000),
  drop constraint tariff_rate_first_rate_check,
  add constraint tariff_rate_first_rate_check check (first_rate between 0 and 100000000000000),
  drop constraint tariff_rate_connect_fee_check,
  add constraint tariff_rate_connect_fee_check check (connect_fee between 0 and 100000000000),
  -- Per attempt, answered or not.
  add column attempt_fee bigint not null default 0 check (attempt_fee between 0 and 100000000000),
  add column additional_seconds integer not null default 0 check (additional_seconds between 0 and 3600),
  -- Without VAT.
  add column min_charge bigint check (min_charge between 0 and 1000000000000),
  add column max_charge bigint check (max_charge between 0 and 1000000000000),
  -- [{after_seconds, rate, increment}], each later than the one before; rates in hundred-millionths.
  add column steps jsonb not null default '[]'
    check (jsonb_typeof(steps) = 'array' and jsonb_array_length(steps) <= 4),
  -- The hours in which the rate counts; null is always.
  add column window_id bigint references time_window,
  -- The party is credited instead of charged.
  add column reverse_billing boolean not null default false,
  add check (min_charge <= max_charge),
  -- A caller must not earn by calls that nobody answers.
  add check (not reverse_billing or attempt_fee = 0);
drop index tariff_rate_prefix;
create unique index tariff_rate_prefix
  on tariff_rate (tariff_id, prefix, effective_from, coalesce(window_id, 0));
create index tariff_rate_window on tariff_rate (window_id) where window_id is not null;

-- Calls keep the terms that they began with, so what is new is nothing in those that there are already.
-- A quote within a text of JSON is escaped: only names of fields are met.
create function with_new_terms(old json) returns json language sql stable as $$
  select replace(old::text, '"terms":{', format('"terms":{"attempt_fee":0,"additional_seconds":0,'
    '"min_charge":null,"max_charge":null,"steps":[],"reverse_billing":false,"currency":"%s",'
    '"tariff_fx":100000000,"party_fx":100000000,', system_currency()))::json $$;
update open_call set decided = with_new_terms(decided);
update call_charge
  set terms = with_new_terms(('{"terms":' || terms::text || '}')::json) -> 'terms';
drop function with_new_terms;
