-- How a draft gets its lines, what is asked for, and the prefixes of a line (ADR-0029).
alter table invoice
  -- The total in the decimals of its currency: what is to be paid, and what is settled. The ledger
  -- and `amount` keep millionths.
  add column payable bigint not null default 0,
  -- When its lines were complete. Null: they are being made, or that failed.
  add column prepared_at timestamptz,
  -- How much of its calls is read.
  add column progress_percent integer not null default 0
    check (progress_percent between 0 and 100),
  -- It is issued by itself as soon as its lines are complete.
  add column issue_when_ready boolean not null default false,
  -- Why the last try to make or to issue it failed, how often that was, and when the next try is.
  add column failure text not null default '',
  add column failures integer not null default 0,
  add column retry_at timestamptz;

-- What was issued before asked for its exact amount.
alter table invoice disable trigger user;
update invoice set payable = amount, prepared_at = created_at;
alter table invoice enable trigger user;

alter table invoice
  add constraint invoice_payable_is_near check (abs(payable - amount) <= 500000),
  add constraint invoice_issued_is_prepared check (issued_at is null or prepared_at is not null);
-- What the billing job continues with.
create index invoice_unprepared on invoice (id) where prepared_at is null or retry_at is not null;

-- What is settled is what was asked for.
alter table invoice drop constraint invoice_settled_at_most;
alter table invoice add constraint invoice_settled_at_most
  check (settled between 0 and greatest(payable, 0) and (settled = 0 or voided_at is null));
drop index invoice_open;
create index invoice_open on invoice (due_on)
  where issued_at is not null and voided_at is null and settled < payable;

create or replace function check_invoice_payment() returns trigger language plpgsql as $$
begin
  if (select i.account_id <> p.account_id from invoice i, payment p
      where i.id = new.invoice_id and p.id = new.payment_id) then
    raise exception 'the payment is of another account'
      using errcode = '23514', table = 'invoice_payment';
  end if;
  if (select sum(amount) from invoice_payment where invoice_id = new.invoice_id)
      > (select payable from invoice where id = new.invoice_id)
    or (select sum(h.amount) from invoice_payment h join invoice i on i.id = h.invoice_id
        where h.payment_id = new.payment_id and i.voided_at is null)
      > (select amount from payment where id = new.payment_id) then
    raise exception 'more is assigned than there is'
      using errcode = '23514', table = 'invoice_payment';
  end if;
  return null;
end $$;

-- Of a destination at one rate, in order and separated by spaces.
alter table invoice_line add column prefixes text not null default '';
