-- Payments settle invoices (ADR-0029): the oldest first, and before that as a user assigned them.

-- What is paid of it: computed for all invoices of the account by each payment and each invoice.
alter table invoice add column settled bigint not null default 0;
alter table invoice add constraint invoice_settled_at_most
  check (settled between 0 and greatest(amount, 0) and (settled = 0 or voided_at is null));
create index invoice_open on invoice (due_on)
  where issued_at is not null and voided_at is null and settled < amount;

create or replace function keep_issued_invoice() returns trigger language plpgsql as $$
declare
  may_change text[] := array['sent_at', 'voided_at', 'voided_by', 'void_reason',
    'credit_note_number', 'settled', 'version', 'updated_at'];
begin
  if old.issued_at is null and tg_op = 'DELETE' then
    return old;
  end if;
  if old.issued_at is null then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.voided_at is null
    and to_jsonb(new) - may_change = to_jsonb(old) - may_change then
    return new;
  end if;
  raise exception 'an issued invoice is not changed' using errcode = '23514', table = 'invoice';
end $$;

-- A part of a payment that a user assigned to an invoice; written under the lock of the account's
-- balance.
create table invoice_payment (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoice,
  payment_id bigint not null references payment,
  -- Below zero in the row that takes another one back.
  amount bigint not null,
  reverses_id bigint unique references invoice_payment,
  created_by bigint not null references console_user,
  created_at timestamptz not null default now(),
  constraint invoice_payment_sign check (case when reverses_id is null then amount > 0
    else amount < 0 end)
);
create index invoice_payment_invoice on invoice_payment (invoice_id);
create index invoice_payment_payment on invoice_payment (payment_id);
create trigger invoice_payment_append_only before update or delete on invoice_payment
  for each row execute function refuse_change();
create trigger invoice_payment_no_truncate before truncate on invoice_payment
  for each statement execute function refuse_change();

create function check_invoice_payment() returns trigger language plpgsql as $$
begin
  if (select i.account_id <> p.account_id from invoice i, payment p
      where i.id = new.invoice_id and p.id = new.payment_id) then
    raise exception 'the payment is of another account'
      using errcode = '23514', table = 'invoice_payment';
  end if;
  if (select sum(amount) from invoice_payment where invoice_id = new.invoice_id)
      > (select amount from invoice where id = new.invoice_id)
    or (select sum(h.amount) from invoice_payment h join invoice i on i.id = h.invoice_id
        where h.payment_id = new.payment_id and i.voided_at is null)
      > (select amount from payment where id = new.payment_id) then
    raise exception 'more is assigned than there is'
      using errcode = '23514', table = 'invoice_payment';
  end if;
  return null;
end $$;
create trigger invoice_payment_within after insert on invoice_payment
  for each row execute function check_invoice_payment();
