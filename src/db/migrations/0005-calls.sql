-- Calls that are going on, records of those that ended, and what they cost.

-- Written with the hold and removed with the charge, in the same transactions: what stands here is
-- exactly what an engine has to go on with after a crash (ADR-0007). JSON as text: making it jsonb is
-- half of the work of a call.
create table open_call (
  call_id bigint primary key,
  engine text not null,
  state text not null default 'ROUTING' check (state in ('ROUTING', 'RINGING', 'ANSWERED')),
  account_id bigint not null,
  client_type text not null,
  settlement_id bigint,
  gateway_id bigint,
  caller_number text not null default '',
  called_number text collate "C" not null,
  destination text not null default '',
  source_ip inet not null,
  started_at timestamptz not null,
  ringing_at timestamptz,
  answered_at timestamptz,
  -- Talk seconds that the holds below pay for.
  granted_seconds integer not null,
  -- Without a sign of life the hold is released after this.
  expires_at timestamptz not null,
  -- Kamailio's name of the dialog: hash entry, hash id, Call-ID.
  dialog text not null default '',
  sip_call_id text not null,
  payer_ids bigint[] not null,
  held bigint[] not null,
  hang_up_asked_at timestamptz,
  hang_up_asked_by text,
  -- The call as decided: numbers, frozen terms of every payer, routes and why (core/call/call.ts).
  decided json not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 60);
-- Compressing what is deleted a minute later costs more than all the rest of its row.
alter table open_call alter decided set storage external;
create index open_call_account on open_call (account_id);
create index open_call_engine on open_call (engine);

-- One row per attempt; is_last marks the row that stands for the call. Partitioned by day in UTC.
create table call_record (
  started_at timestamptz not null,
  progress_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz not null,
  call_id bigint not null,
  account_id bigint not null,
  tariff_id bigint,
  rate_id bigint,
  sell_rate bigint,
  sell_amount bigint not null default 0,
  settlement_id bigint,
  gateway_id bigint,
  buy_tariff_id bigint,
  buy_rate_id bigint,
  buy_rate bigint,
  buy_amount bigint not null default 0,
  margin bigint not null default 0,
  route_plan_id bigint,
  route_rule_id bigint,
  client_ip_id bigint,
  duration_ms integer not null default 0,
  billed_seconds integer not null default 0,
  buy_billed_seconds integer not null default 0,
  pdd_ms integer,
  routing_ms integer,
  sip_code smallint,
  q850_cause smallint,
  source_port integer,
  attempt_no smallint not null,
  is_last boolean not null,
  client_type text not null,
  status text not null check (status in ('ANSWERED', 'FAILED', 'CANCELLED', 'REJECTED')),
  -- Our own code when the switch said no or cut the call (core/routing/refusal.ts).
  refusal text,
  release_side text check (release_side in ('CALLER', 'CALLEE', 'SWITCH')),
  source_ip inet,
  gateway_address text,
  caller_number text collate "C" not null default '',
  caller_name text not null default '',
  dialled_number text collate "C" not null default '',
  called_number text collate "C" not null default '',
  sent_number text collate "C" not null default '',
  prefix text collate "C",
  buy_prefix text collate "C",
  destination text not null default '',
  sip_call_id text not null default '',
  user_agent text not null default '',
  sip_reason text not null default '',
  engine text not null default '',
  created_at timestamptz not null default now(),
  primary key (account_id, started_at, call_id, attempt_no)
) partition by range (started_at);
create index call_record_time on call_record (started_at, call_id, attempt_no);
create index call_record_called on call_record (called_number);

-- What each party paid for a call, with the frozen terms, so that it can be computed again.
create table call_charge (
  call_id bigint not null,
  started_at timestamptz not null,
  account_id bigint not null,
  -- 0 is the client, 1 to 5 the resellers above it, -1 the settlement account.
  depth smallint not null,
  tariff_id bigint not null,
  rate_id bigint not null,
  prefix text collate "C" not null,
  terms json not null,
  duration_seconds integer not null,
  billed_seconds integer not null,
  net bigint not null,
  vat bigint not null,
  amount bigint not null,
  created_at timestamptz not null default now(),
  primary key (call_id, started_at, account_id)
) partition by range (started_at);

-- Why a call went where it went: each step with its inputs, each candidate kept or dropped.
create table routing_log (
  started_at timestamptz not null,
  call_id bigint not null,
  steps json not null,
  primary key (call_id, started_at)
) partition by range (started_at);

-- Append-only. The sign is that of the balance: a charge of a client is negative. Without foreign keys to
-- the accounts, which are never removed: each check would lock the operator's row, for every entry.
create table ledger_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  account_id bigint not null,
  -- The other side of the movement; the operator for what is bought from or sold by it.
  counter_account_id bigint not null,
  kind text not null check (kind in ('CALL', 'PAYMENT', 'REVERSAL')),
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  call_id bigint,
  payment_id bigint,
  reverses_id bigint references ledger_entry,
  note text not null default '',
  check ((kind = 'CALL') = (call_id is not null)),
  check ((kind = 'REVERSAL') = (reverses_id is not null)),
  check (account_id <> counter_account_id)
);
create unique index ledger_entry_call on ledger_entry (call_id, account_id) where call_id is not null;
create unique index ledger_entry_payment on ledger_entry (payment_id, account_id) where payment_id is not null;
create unique index ledger_entry_reverses on ledger_entry (reverses_id) where reverses_id is not null;
create index ledger_entry_account on ledger_entry (account_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger ledger_entry_no_truncate before truncate on ledger_entry
  for each statement execute function refuse_change();

-- Money that changed hands outside the switch: who paid whom.
create table payment (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  payer_id bigint not null references account,
  payee_id bigint not null references account,
  -- RECHARGE: a client pays us ahead or what it owes. PAYMENT_MADE: we pay a settlement account.
  kind text not null check (kind in ('RECHARGE', 'PAYMENT_MADE', 'REVERSAL')),
  amount bigint not null check (amount > 0),
  method text not null check (method in ('cash', 'bank', 'card', 'crypto', 'mobile_money', 'other')),
  reference text not null default '',
  note text not null default '',
  private_note text not null default '',
  reverses_id bigint unique references payment,
  idempotency_key uuid not null unique,
  created_by bigint not null references console_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (payer_id <> payee_id)
);
create index payment_at on payment (at desc, id desc);
create index payment_payer on payment (payer_id, at desc);
create index payment_payee on payment (payee_id, at desc);
create unique index payment_reference on payment (method, reference) where reference <> '' and kind <> 'REVERSAL';
alter table ledger_entry add foreign key (payment_id) references payment;

-- Narrow sums per quarter of an hour, written in the records' own transaction: all zones of the world
-- begin their hours on a quarter, so days and months of any zone are sums of these.
create table traffic_by_client (
  bucket timestamptz not null,
  account_id bigint not null,
  calls integer not null,
  answered integer not null,
  duration_ms bigint not null,
  billed_seconds bigint not null,
  sell_amount bigint not null,
  buy_amount bigint not null,
  margin bigint not null,
  pdd_ms_sum bigint not null,
  pdd_count integer not null,
  primary key (account_id, bucket)
) with (fillfactor = 80);
create index traffic_by_client_bucket on traffic_by_client (bucket);

create table traffic_by_gateway (
  bucket timestamptz not null,
  gateway_id bigint not null,
  settlement_id bigint not null,
  attempts integer not null,
  answered integer not null,
  duration_ms bigint not null,
  billed_seconds bigint not null,
  sell_amount bigint not null,
  buy_amount bigint not null,
  pdd_ms_sum bigint not null,
  pdd_count integer not null,
  primary key (gateway_id, bucket)
) with (fillfactor = 80);
create index traffic_by_gateway_bucket on traffic_by_gateway (bucket);
