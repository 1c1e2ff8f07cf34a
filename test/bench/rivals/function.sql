-- P3: a client under five resellers, each with a price list of its own.
create table account (
  id integer primary key,
  name text not null unique,
  tariff integer not null,
  -- The account and all above it: who pays for its calls.
  payers integer[] not null,
  balance bigint not null,
  -- Money that the account began with: balance = opening + ledger - holds.
  opening bigint not null
) with (fillfactor = 50);

-- Millionths a minute.
create table rate (
  tariff integer not null,
  prefix text collate "C" not null,
  price bigint not null,
  primary key (tariff, prefix)
);

create table route (
  prefix text collate "C" primary key,
  first text not null,
  second text not null
);

-- One row a call, with its payers side by side: six rows would be six times the work.
create table hold (
  call text primary key,
  client text not null,
  number text not null,
  payers integer[] not null,
  prices bigint[] not null,
  seconds integer not null,
  begun timestamptz not null default now()
);

create table call_record (
  call text primary key,
  client text not null,
  number text not null,
  begun timestamptz not null,
  ended timestamptz not null default now(),
  seconds integer not null
);

create table ledger (
  id bigint generated always as identity primary key,
  call text not null,
  account integer not null,
  amount bigint not null,
  at timestamptz not null default now()
);

insert into account (id, name, tariff, payers, balance, opening)
  select n, case n when 6 then 'client' else 'reseller ' || n end, n,
    array(select generate_series(1, n)), 1000000000000, 1000000000000
  from generate_series(1, 6) n;
insert into rate (tariff, prefix, price)
  select tariff, '44' || to_char(n, 'FM0000'), 12000 + tariff * 3000
  from generate_series(1, 6) tariff cross join generate_series(0, 9999) n;
insert into route (prefix, first, second)
  select '44' || to_char(n, 'FM0000'), 'sip:{{GATEWAY}}:5060', 'sip:{{GATEWAY}}:5060'
  from generate_series(0, 9999) n;
insert into address (grp, ip_addr, mask, port, tag) values (1, '{{CALLER}}', 32, 0, 'client');

-- Each second that has begun costs a sixtieth of the price, rounded up at the end.
create function cost(price bigint, seconds integer) returns bigint
  language sql immutable
  return (price * seconds + 59) / 60;

create function reserve(of_call text, of_client text, dialled text)
  returns table (first text, second text, seconds integer)
  language plpgsql as $$
#variable_conflict use_column
declare
  prefixes text[] := array(select left(dialled, n) from generate_series(1, 15) n);
  chain integer[];
  payer_ids integer[];
  payer_prices bigint[];
  affordable bigint;
begin
  select payers into chain from account where name = of_client;
  -- The locks of reserve and settle are taken by rising id, or calls would deadlock.
  select array_agg(a.id), array_agg(r.price), min(a.balance * 60 / nullif(r.price, 0))
    into payer_ids, payer_prices, affordable
    from (select id, tariff, balance from account where id = any(chain) order by id for update) a
    cross join lateral (
      select price from rate where tariff = a.tariff and prefix = any(prefixes)
      order by length(prefix) desc limit 1
    ) r;
  affordable := least(affordable, 3600);
  if cardinality(payer_ids) is distinct from cardinality(chain) or affordable < 1 then
    return;
  end if;
  update account a set balance = a.balance - cost(p.price, affordable::integer)
    from unnest(payer_ids, payer_prices) p (id, price) where a.id = p.id;
  insert into hold (call, client, number, payers, prices, seconds)
    values (of_call, of_client, dialled, payer_ids, payer_prices, affordable);
  return query select first, second, affordable::integer from route
    where prefix = any(prefixes) order by length(prefix) desc limit 1;
end $$;

create function settle(of_call text, talked integer) returns void language plpgsql as $$
declare
  held hold;
begin
  delete from hold where call = of_call returning * into held;
  if not found then return; end if;
  perform from account where id = any(held.payers) order by id for update;
  update account a
    set balance = a.balance + cost(p.price, held.seconds) - cost(p.price, talked)
    from unnest(held.payers, held.prices) p (id, price) where a.id = p.id;
  insert into ledger (call, account, amount)
    select of_call, p.id, -cost(p.price, talked)
    from unnest(held.payers, held.prices) p (id, price) where talked > 0;
  insert into call_record (call, client, number, begun, seconds)
    values (of_call, held.client, held.number, held.begun, talked);
end $$;
