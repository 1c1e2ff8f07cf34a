-- How money moved: payments outside of the switch, and the ledger of all balances.

create table payment (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- RECHARGE: a client pays in advance or what it owes. PAYMENT_MADE: we pay a settlement account.
  kind text not null check (kind in ('RECHARGE', 'PAYMENT_MADE', 'REVERSAL')),
  payer_id bigint not null references account,
  payee_id bigint not null references account,
  -- The one of the two whose balance it is about, in the currency of which the amount is.
  account_id bigint not null references account,
  amount bigint not null check (amount > 0),
  -- With a reseller above: what its balance pays for it, in its own currency.
  parent_amount bigint check (parent_amount > 0),
  method text not null
    check (method in ('cash', 'bank', 'card', 'crypto', 'mobile_money', 'other')),
  reference text not null default '',
  note text not null default '',
  private_note text not null default '',
  reverses_id bigint unique references payment,
  -- A form that is sent twice is one payment.
  idempotency_key uuid not null unique,
  created_by bigint not null references console_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payment_is_between_two check (payer_id <> payee_id),
  constraint payment_account_takes_part check (account_id in (payer_id, payee_id))
);
-- The list, newest first: of all, and of one account by its part in it.
create index payment_at on payment (at desc, id desc);
create index payment_payer on payment (payer_id, at desc);
create index payment_payee on payment (payee_id, at desc);
create index payment_account on payment (account_id, at desc);
-- One bank transfer is entered once.
create unique index payment_reference on payment (method, reference)
  where reference <> '' and kind <> 'REVERSAL';
-- A wrong payment is reversed by another one.
create trigger payment_append_only before update or delete on payment
  for each row execute function refuse_change();
create trigger payment_no_truncate before truncate on payment
  for each statement execute function refuse_change();

-- Every movement of every balance. The sign is that of the balance: a charge of a client is
-- negative (ADR-0012). No foreign keys: each would lock and read a row for every entry of every
-- call, and what they refer to is never removed; rule L1 of npm run verify checks it.
create table ledger_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  account_id bigint not null,
  -- The other side; the operator for what is bought from it or sold to it.
  counter_account_id bigint not null,
  -- CALL is what an account pays for a call, SALE what a reseller gets for it from the one below.
  kind text not null check (kind in ('CALL', 'SALE', 'PAYMENT', 'REVERSAL', 'PACKAGE')),
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  -- What the entry is for.
  call_id bigint,
  payment_id bigint,
  package_period_id bigint,
  reverses_id bigint,
  -- A re-rating reverses the entries of a call and writes new ones.
  re_rating_id bigint,
  note text not null default '',
  constraint ledger_entry_is_between_two check (account_id <> counter_account_id),
  constraint ledger_entry_call_is_named check (call_id is not null or kind not in ('CALL', 'SALE')),
  constraint ledger_entry_package_is_named
    check ((kind = 'PACKAGE') = (package_period_id is not null)),
  constraint ledger_entry_reversal_is_named check ((kind = 'REVERSAL') = (reverses_id is not null))
);
-- The ledger of an account, newest first.
create index ledger_entry_account on ledger_entry (account_id, id desc);
-- Nothing is booked twice: a call, a payment, a package period, a reversal.
create unique index ledger_entry_call on ledger_entry
  (call_id, account_id, kind, counter_account_id, (coalesce(re_rating_id, 0)))
  where call_id is not null and kind <> 'REVERSAL';
create unique index ledger_entry_payment on ledger_entry (payment_id, account_id)
  where payment_id is not null;
create unique index ledger_entry_package on ledger_entry (package_period_id)
  where package_period_id is not null;
create unique index ledger_entry_reverses on ledger_entry (reverses_id)
  where reverses_id is not null;
-- Who spends fast: the entries of the last minutes, asked every few seconds. They are at the end of
-- a table that only grows, so a summary of its pages finds them, and costs next to nothing to keep;
-- an ordinary index would be written for every call.
create index ledger_entry_at on ledger_entry using brin (at)
  with (pages_per_range = 32, autosummarize = on);
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger ledger_entry_no_truncate before truncate on ledger_entry
  for each statement execute function refuse_change();
