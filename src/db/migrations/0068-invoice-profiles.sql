-- How a reseller issues invoices to the accounts right below it (ADR-0029). Without a row it has
-- the defaults of the code, and never the texts of the operator, which are in the settings.
create table invoice_profile (
  account_id bigint primary key references account,
  -- Empty details are those of its account.
  company text not null,
  company_address text not null,
  company_tax_number text not null,
  bank_details text not null,
  document_footer text not null,
  -- Patterns of its numbers.
  invoice_number text not null check (invoice_number <> ''),
  credit_note_number text not null check (credit_note_number <> ''),
  invoice_terms_days integer not null check (invoice_terms_days between 0 and 365),
  issues_drafts boolean not null,
  -- The zone of its days, and of accounts without their own; null is that of the switch.
  timezone text check (timezone <> ''),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger invoice_profile_touch before update on invoice_profile
  for each row execute function touch_row();
