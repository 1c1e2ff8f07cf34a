-- Drafts of invoices by themselves, when a period of the account has ended (ADR-0029).
alter table account
  add column billing_cycle text not null default 'BY_HAND'
    check (billing_cycle in ('BY_HAND', 'DAY', 'WEEK', 'HALF_MONTH', 'MONTH')),
  -- Of its days; null is the time zone of the switch.
  add column billing_timezone text,
  -- From the issue of an invoice to its due date; null is the number of days of the settings.
  add column payment_terms_days integer check (payment_terms_days between 0 and 365),
  -- The first invoice of the account begins with the period of this instant.
  add column billing_since timestamptz not null default now();
create index account_billing_cycle on account (id) where billing_cycle <> 'BY_HAND';

create function note_billing_since() returns trigger language plpgsql as $$
begin
  new.billing_since := now();
  return new;
end $$;
create trigger account_billing_since before update of billing_cycle on account
  for each row when (old.billing_cycle = 'BY_HAND' and new.billing_cycle <> 'BY_HAND')
  execute function note_billing_since();
