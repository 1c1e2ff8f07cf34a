-- What a bilateral partner owes us as a client set off against what we owe it as a carrier.

alter table payment drop constraint payment_method_check;
alter table payment add constraint payment_method_check
  check (method in ('cash', 'bank', 'card', 'crypto', 'mobile_money', 'other', 'netting'));

create table netting (
  id bigint generated always as identity primary key,
  settlement_payment_id bigint not null unique references payment,
  client_payment_id bigint not null unique references payment,
  -- The payment of what was left, if it was recorded too.
  net_payment_id bigint unique references payment,
  -- What a unit of the settlement account's currency was worth in the client's.
  rate bigint not null check (rate > 0),
  idempotency_key uuid not null unique,
  created_at timestamptz not null default now()
);
