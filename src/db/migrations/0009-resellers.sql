-- Resellers: who sells our calls on, in up to five levels; and payments through them.

create table reseller (
  account_id bigint primary key references account,
  -- 1 stands right under the operator, n + 1 under a reseller of level n. It never changes.
  level smallint not null check (level between 1 and 5),
  allow_create_subreseller boolean not null default true,
  -- How many clients may hang right under it; null is without limit.
  max_clients integer check (max_clients between 0 and 1000000),
  -- Once no more is available, it is told so, and the operator too.
  low_balance_threshold bigint check (low_balance_threshold >= 0),
  -- From then on it sells no more calls.
  expires_at timestamptz
);
create index reseller_level on reseller (level);

-- Whatever is asked in the name of a reseller walks down from it; also to those that are gone, because
-- their calls stay.
create index account_parent on account (parent_id);

-- Kinds and levels never change, and a level is one more than the level above: so no chain is longer
-- than five, and none bites its own tail.
create function check_account_parent() returns trigger language plpgsql as $$
declare
  parent_kind text;
  parent_level smallint;
  own_level smallint;
  fits boolean;
begin
  if tg_op = 'UPDATE' and new.kind <> old.kind then
    raise exception 'an account stays what it is';
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
  raise exception 'this account cannot hang under that one'
    using errcode = '23514', table = 'account', constraint = 'account_parent_id_check';
end $$;
create trigger account_parent_check before insert or update of parent_id, kind on account
  for each row execute function check_account_parent();

create function check_reseller_level() returns trigger language plpgsql as $$
declare
  expected smallint;
begin
  if tg_op = 'UPDATE' and new.level <> old.level then
    raise exception 'a reseller stays on its level';
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

-- What an account has is an amount of one currency. A new name of that currency comes by the foreign key,
-- one level deeper than a change of the account.
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

-- Whose balance a payment is about: the client or reseller that is recharged, the settlement account that
-- is paid. Where a reseller stands above, the money comes from its balance, in its own currency.
alter table payment
  add column account_id bigint references account,
  add column parent_amount bigint check (parent_amount > 0);
update payment p set account_id = l.account_id from ledger_entry l where l.payment_id = p.id;
alter table payment
  alter column account_id set not null,
  add check (account_id in (payer_id, payee_id));
create index payment_account on payment (account_id, at desc);
