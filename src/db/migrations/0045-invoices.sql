-- Invoices: what one account was charged in a period (ADR-0029). They refer to entries of the
-- ledger by a range and never list them, so that each entry is in exactly one.

create table invoice (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  -- The account above at the time: the operator, or a reseller. Of a self-billed one the operator,
  -- who writes it for a settlement account.
  issuer_id bigint not null references account,
  kind text not null check (kind in ('INVOICE', 'SELF_BILLED')),
  -- The period, its end not included; it begins where the one before ends.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Of its days.
  timezone text not null,
  -- It has the entries of the account with `id <= last_entry_id` and `at < ends_at` that no earlier
  -- invoice has: `at >= starts_at or id > after_entry_id`. The latter is the last entry that was
  -- known to the one before; later ones were charged late.
  after_entry_id bigint not null,
  last_entry_id bigint not null,
  -- Of the balance, when the period began.
  brought_forward bigint not null,
  -- The sums of its lines. What a client owes and what a settlement account gets is above zero.
  calls bigint not null default 0,
  seconds bigint not null default 0,
  billed_seconds bigint not null default 0,
  net bigint not null default 0,
  vat bigint not null default 0,
  amount bigint not null default 0,
  made_by bigint references console_user,
  -- From here on a draft has nothing.
  document_number text,
  issued_at timestamptz,
  issued_by bigint references console_user,
  due_on date,
  -- Issuer and account with their addresses as they were.
  parties jsonb,
  sent_at timestamptz,
  voided_at timestamptz,
  voided_by bigint references console_user,
  void_reason text not null default '',
  -- The document that takes a void one back.
  credit_note_number text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invoice_period check (starts_at < ends_at),
  constraint invoice_range check (after_entry_id <= last_entry_id),
  constraint invoice_adds_up check (net + vat = amount),
  constraint invoice_issued_has_all check ((document_number is null) = (issued_at is null)
    and (due_on is null) = (issued_at is null) and (parties is null) = (issued_at is null)),
  constraint invoice_void_was_issued check (voided_at is null or issued_at is not null),
  constraint invoice_void_has_credit_note
    check ((credit_note_number is null) = (voided_at is null))
);
-- A period is billed once, unless the invoice is void. Also the invoices of an account.
create unique index invoice_period_once on invoice (account_id, starts_at) where voided_at is null;
create index invoice_account on invoice (account_id, ends_at desc);
-- Numbers of one issuer.
create unique index invoice_number on invoice (issuer_id, document_number);
create unique index invoice_credit_note on invoice (issuer_id, credit_note_number);
create trigger invoice_touch before update on invoice
  for each row execute function touch_row();

-- An issued invoice is a document: it is sent or made void, and nothing else.
create function keep_issued_invoice() returns trigger language plpgsql as $$
declare
  may_change text[] := array['sent_at', 'voided_at', 'voided_by', 'void_reason',
    'credit_note_number', 'version', 'updated_at'];
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
create trigger invoice_keep_issued before update or delete on invoice
  for each row execute function keep_issued_invoice();
create trigger invoice_no_truncate before truncate on invoice
  for each statement execute function refuse_change();

create table invoice_line (
  invoice_id bigint not null references invoice on delete cascade,
  -- In the order of the document.
  position integer not null,
  -- EARLIER: calls that began before the period. CORRECTION: re-rated calls, reversed
  -- and charged again.
  section text not null
    check (section in ('USAGE', 'EARLIER', 'CORRECTION', 'PACKAGE', 'ADJUSTMENT')),
  -- A destination, the name of a package, or the reason of an adjustment.
  description text not null,
  rate bigint,
  rate_currency text,
  vat_percent integer not null,
  calls bigint not null,
  seconds bigint not null,
  billed_seconds bigint not null,
  net bigint not null,
  vat bigint not null,
  amount bigint not null,
  primary key (invoice_id, position),
  constraint invoice_line_adds_up check (net + vat = amount)
);
create function keep_issued_lines() returns trigger language plpgsql as $$
begin
  if exists (select from invoice
    where id = coalesce(new.invoice_id, old.invoice_id) and issued_at is not null) then
    raise exception 'the lines of an issued invoice are not changed'
      using errcode = '23514', table = 'invoice_line';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;
create trigger invoice_line_keep_issued before insert or update or delete on invoice_line
  for each row execute function keep_issued_lines();
create trigger invoice_line_no_truncate before truncate on invoice_line
  for each statement execute function refuse_change();

-- Numbers without gaps: the row is locked until the document that takes the number is committed.
create table invoice_series (
  issuer_id bigint not null references account,
  kind text not null check (kind in ('INVOICE', 'SELF_BILLED', 'CREDIT_NOTE')),
  -- 0, where the pattern of the numbers has no year.
  year integer not null,
  last_number integer not null check (last_number > 0),
  primary key (issuer_id, kind, year)
);
