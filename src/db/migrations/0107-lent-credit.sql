-- What a reseller has lent: the credit limits of the accounts right below it (ADR-0053). It cannot
-- spend that itself, so that nothing below a reseller makes money: neither a refund nor a call on
-- credit raises what all of them together may spend.
alter table account_balance
  -- In the currency of the account, with each limit rounded up.
  add column lent bigint not null default 0 check (lent >= 0);

create function lent_by(reseller_id bigint) returns bigint language sql stable as $$
  -- More than a balance can be is too much in any case.
  select least(coalesce(sum(ceil(b.credit_limit * c.rate::numeric / own_currency.rate)), 0),
    9000000000000000000)::bigint
  from account own join currency own_currency on own_currency.code = own.currency
    join account a on a.parent_id = own.id and a.deleted_at is null
    join account_balance b on b.account_id = a.id and b.credit_limit > 0
    join currency c on c.code = a.currency
  where own.id = reseller_id and own.kind = 'RESELLER'
$$;

-- The row is locked first: a change that waited for another one must count what that has written.
create function recount_lent(reseller_id bigint) returns void language plpgsql as $$
begin
  perform from account_balance where account_id = reseller_id for update;
  update account_balance set lent = lent_by(reseller_id)
  where account_id = reseller_id and lent <> lent_by(reseller_id);
end $$;

create function note_credit_limit() returns trigger language plpgsql as $$
begin
  perform recount_lent(parent_id) from account where id = new.account_id;
  return null;
end $$;
create trigger account_balance_credit_given after insert on account_balance
  for each row when (new.credit_limit > 0) execute function note_credit_limit();
create trigger account_balance_credit_changed after update of credit_limit on account_balance
  for each row when (new.credit_limit <> old.credit_limit) execute function note_credit_limit();

create function note_borrower() returns trigger language plpgsql as $$
begin
  perform recount_lent(old.parent_id);
  perform recount_lent(new.parent_id);
  -- Its own currency may be another one now.
  perform recount_lent(new.id);
  return null;
end $$;
create trigger account_lent_changed after update of parent_id, currency, deleted_at on account
  for each row when (old.parent_id is distinct from new.parent_id
    or old.currency <> new.currency or old.deleted_at is distinct from new.deleted_at)
  execute function note_borrower();

-- In the order of ids, as calls lock balances.
create function note_currency_rate() returns trigger language plpgsql as $$
begin
  perform recount_lent(id) from (
    select distinct own.id from account own join account a on a.parent_id = own.id
    where own.kind = 'RESELLER' and own.currency <> a.currency
      and new.code in (own.currency, a.currency)
    order by own.id) as resellers;
  return null;
end $$;
create trigger currency_rate_changed after update of rate on currency
  for each row when (old.rate <> new.rate) execute function note_currency_rate();

select recount_lent(account_id) from reseller order by account_id;
