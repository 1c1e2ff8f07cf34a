-- Money along the chain: a child pays its parent (ADR-0013).

alter table call_charge
  add column currency text not null default 'USD',
  -- Who was paid: the reseller above, the operator, or whoever runs the settlement account's side.
  add column parent_id bigint not null default 1,
  -- What the parent was credited, in its own currency; 0 when it is the operator.
  add column income bigint not null default 0,
  -- How often the attempt fee of the terms was paid.
  add column attempts smallint not null default 0;
create index call_charge_account on call_charge (account_id, started_at desc, call_id);

-- SALE is what a child paid for a call, credited to its parent.
alter table ledger_entry drop constraint ledger_entry_kind_check;
alter table ledger_entry add check (kind in ('CALL', 'SALE', 'PAYMENT', 'REVERSAL'));
alter table ledger_entry drop constraint ledger_entry_check;
alter table ledger_entry add check (call_id is not null or kind not in ('CALL', 'SALE'));
drop index ledger_entry_call;

-- A call of a chain is charged again as a whole: what was written is reversed, and written anew.
alter table ledger_entry add column re_rating_id bigint;
create unique index ledger_entry_call on ledger_entry
  (call_id, account_id, kind, counter_account_id, (coalesce(re_rating_id, 0)))
  where call_id is not null and kind <> 'REVERSAL';

alter table call_record
  add column sip_user_id bigint,
  add column reseller_ids bigint[] not null default '{}',
  add column route_target_id bigint,
  add column routed_caller_number text collate "C" not null default '',
  add column sent_caller_number text collate "C" not null default '',
  add column transport text not null default '',
  add column media_mode text not null default '',
  add column codec text not null default '',
  -- Of both sides, from the relay: mos, jitter_ms, loss_percent, packets.
  add column media json,
  -- Amounts are in the currency of their account; a unit of it was worth so much of the system currency,
  -- in 1e-8. The margin is in the system currency.
  add column sell_currency text not null default '',
  add column sell_fx bigint not null default 100000000,
  add column buy_currency text not null default '',
  add column buy_fx bigint not null default 100000000;

-- The sums are in the system currency, own_amount in that of the account.
alter table traffic_by_client add column own_amount bigint not null default 0;
alter table traffic_by_gateway add column own_amount bigint not null default 0;
create table traffic_by_reseller (
  bucket timestamptz not null,
  account_id bigint not null,
  calls integer not null,
  answered integer not null,
  duration_ms bigint not null,
  billed_seconds bigint not null,
  -- What it paid and what it was paid, in its own currency.
  cost bigint not null,
  income bigint not null,
  primary key (account_id, bucket)
) with (fillfactor = 80);
create index traffic_by_reseller_bucket on traffic_by_reseller (bucket);
