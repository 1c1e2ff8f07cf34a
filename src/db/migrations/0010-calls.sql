-- Calls in progress, records and charges of those that ended, and why they were routed that way.
-- None of these tables has foreign keys: each would be one more look-up for every call, and what
-- they refer to is never removed.

-- Written in the transaction that reserves the money and deleted in the one that charges it, so a
-- row has exactly what any engine needs to finish the call after a crash (ADR-0007).
create table open_call (
  call_id bigint primary key,
  engine text not null,
  state text not null default 'ROUTING' check (state in ('ROUTING', 'RINGING', 'ANSWERED')),

  -- For the list of active calls.
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

  -- How Kamailio knows the call: hash entry and hash id of the dialog, and its Call-ID.
  dialog text not null default '',
  sip_call_id text not null,

  -- Who pays, and how much of each is reserved, in the same order.
  payer_ids bigint[] not null,
  held bigint[] not null,
  package_subscription_id bigint,
  package_seconds_held integer not null default 0,
  -- The talk time that this pays for.
  granted_seconds integer not null,
  -- Whose money, or which limit, was too little for more; any engine can then say why the call was
  -- cut.
  money_end json,
  -- Without news from the switch the call is closed after this.
  expires_at timestamptz not null,
  -- How long the call is known to have lasted, when the switch has lost it and only a BYE could
  -- report its end. Without a BYE it is charged up to here.
  lost_at timestamptz,
  hang_up_asked_at timestamptz,
  hang_up_asked_by text,
  -- The call is over and cannot be charged, although the database works: since when, and why.
  close_failed_at timestamptz,
  close_error text not null default '',

  -- The call as decided: numbers, frozen terms of every payer, routes and why. json and not jsonb,
  -- here and below: parsing it into jsonb would be half the work of a call.
  decided json not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (
  fillfactor = 60,
  -- Each call leaves its row behind within minutes, with some four kilobytes. Vacuumed every few
  -- seconds, as often as the embedded server looks, the table stays as small as the number of
  -- calls, and its pages are used again. It is never truncated, because that locks out the calls.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false,
  toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 1000,
  toast.autovacuum_vacuum_cost_delay = 0, toast.vacuum_truncate = false
);
-- Compressing what is deleted a minute later would cost more than the rest of the row. Not inside
-- of "create table", because PostgreSQL 15 cannot read that.
alter table open_call alter decided set storage external;
-- The active calls of a client. There is no index by engine: the table is short enough to be read.
create index open_call_account on open_call (account_id);

-- One row per attempt; the row with is_last represents the call. Partitioned by day in UTC. Columns
-- of fixed width come first, the widest first: no padding in the largest table there is.
create table call_record (
  started_at timestamptz not null,
  -- To the gateway.
  sent_at timestamptz,
  progress_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz not null,
  call_id bigint not null,

  -- The client, what it pays, and how it was recognised. Amounts are in the currency of the
  -- account, with VAT; fx is what one unit of that is worth in the system currency, in
  -- hundred-millionths.
  account_id bigint not null,
  client_ip_id bigint,
  sip_user_id bigint,
  tariff_id bigint,
  rate_id bigint,
  sell_rate bigint,
  sell_amount bigint not null default 0,
  sell_fx bigint not null default 100000000,
  -- The carrier, and what we pay it.
  settlement_id bigint,
  gateway_id bigint,
  tunnel_id bigint,
  buy_tariff_id bigint,
  buy_rate_id bigint,
  buy_rate bigint,
  buy_amount bigint not null default 0,
  buy_fx bigint not null default 100000000,
  -- What the operator earns and pays for the call, without VAT, in the system currency: from the
  -- client or the top reseller, and to carriers, or to a client by reverse billing.
  revenue bigint not null default 0,
  cost bigint not null default 0,
  route_plan_id bigint,
  route_rule_id bigint,
  route_target_id bigint,

  duration_ms integer not null default 0,
  billed_seconds integer not null default 0,
  buy_billed_seconds integer not null default 0,
  -- Post-dial delay of the attempt, and from the INVITE of the caller over all attempts.
  pdd_ms integer,
  call_pdd_ms integer,
  routing_ms integer,
  source_port integer,
  -- To the caller, and from the gateway.
  sip_code smallint,
  q850_cause smallint,
  gateway_sip_code smallint,
  gateway_q850_cause smallint,
  attempt_no smallint not null,
  is_last boolean not null,
  -- Whether the gateway sent media before the answer; in the row that represents the call.
  early_media boolean not null default false,

  client_type text not null,
  status text not null check (status in ('ANSWERED', 'FAILED', 'CANCELLED', 'REJECTED')),
  -- Our own code, when the switch refused or cut the call (docs/refusals.md).
  refusal text,
  attempt_end text check (attempt_end in (
    'ANSWERED', 'REFUSED', 'NO_RESPONSE', 'PDD_TIMEOUT', 'NO_ANSWER', 'CANCELLED', 'NOT_SENT')),
  -- Why the gateway got no INVITE: our own code.
  not_sent_reason text,
  release_side text check (release_side in ('CALLER', 'CALLEE', 'SWITCH')),
  sip_reason text not null default '',
  sell_currency text not null default '',
  buy_currency text not null default '',
  prefix text collate "C",
  buy_prefix text collate "C",
  destination text not null default '',

  -- Numbers as received, as routed and as sent to the gateway.
  dialled_number text collate "C" not null default '',
  called_number text collate "C" not null default '',
  sent_number text collate "C" not null default '',
  caller_number text collate "C" not null default '',
  routed_caller_number text collate "C" not null default '',
  sent_caller_number text collate "C" not null default '',
  caller_name text not null default '',
  sent_caller_name text not null default '',

  -- What the INVITE said besides, as received; cut to a length by the engine.
  sip_call_id text not null default '',
  user_agent text not null default '',
  -- Of the gateway's final response: User-Agent, or Server.
  gateway_user_agent text not null default '',
  from_domain text collate "C" not null default '',
  dialled_domain text collate "C" not null default '',
  pai text not null default '',
  rpid text not null default '',
  diversion text not null default '',
  privacy text not null default '',
  transport text not null default '',
  source_ip inet,
  -- Our address that the call came to, and that of the gateway.
  local_address text not null default '',
  gateway_address text,

  media_mode text not null default '',
  codec text not null default '',
  -- Of both sides, from rtpengine: mos, jitter_ms, loss_percent, packets.
  media json,
  -- From the one right above the client up to the top one.
  reseller_ids bigint[] not null default '{}',
  engine text not null default '',
  created_at timestamptz not null default now(),
  -- The calls of a client, newest first.
  primary key (account_id, started_at, call_id, attempt_no)
) partition by range (started_at);
-- All calls, newest first.
create index call_record_time on call_record (started_at, call_id, attempt_no);
-- The calls to a number.
create index call_record_called on call_record (called_number);
-- Refused for money today: counted while the home page is open.
create index call_record_no_money on call_record (started_at)
  where refusal in ('BALANCE_LOW', 'BALANCE_RESELLER');

-- What each party was charged for a call, with the frozen terms, so that it can be computed again
-- (ADR-0013).
create table call_charge (
  call_id bigint not null,
  started_at timestamptz not null,
  account_id bigint not null,
  -- 0 is the client, 1 to 5 the resellers above it, -1 the settlement account.
  depth smallint not null,
  -- Who was paid: the reseller above, or the operator.
  parent_id bigint not null default 1,
  tariff_id bigint not null,
  rate_id bigint not null,
  prefix text collate "C" not null,
  terms json not null,
  currency text not null default system_currency(),
  duration_seconds integer not null,
  billed_seconds integer not null,
  -- How many times the attempt fee of the terms was charged.
  attempts smallint not null default 0,
  net bigint not null,
  vat bigint not null,
  amount bigint not null,
  -- What the parent was credited, in its own currency; 0 for the operator.
  income bigint not null default 0,
  -- What a package paid; the terms paid for the rest.
  package_subscription_id bigint,
  package_seconds integer not null default 0,
  -- The last re-rating that changed the charge.
  re_rating_id bigint,
  created_at timestamptz not null default now(),
  primary key (call_id, started_at, account_id)
) partition by range (started_at);
-- The calls that a re-rating of one account reads.
create index call_charge_account on call_charge (account_id, started_at desc, call_id);

-- Each step of the decision with its inputs; the console makes the words.
create table routing_log (
  started_at timestamptz not null,
  call_id bigint not null,
  steps json not null,
  primary key (call_id, started_at)
) partition by range (started_at);

-- An engine needs new days, and must not have the right to create tables. So this runs with the
-- rights of the owner, and looks for names only in the schema in which it was created.
create function make_partition(parent text, day date) returns void
language plpgsql security definer as $$
begin
  if parent not in ('call_record', 'call_charge', 'routing_log') then
    raise exception '% is not kept by days', parent;
  end if;
  -- Two engines may come at once: the lock lets the second one see what the first one has made.
  perform pg_advisory_xact_lock(727002);
  execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
    parent || to_char(day, '_YYYYMMDD'), parent, day::timestamp at time zone 'UTC',
    (day + 1)::timestamp at time zone 'UTC');
end $$;
do $$ begin
  execute format(
    'alter function make_partition(text, date) set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function make_partition(text, date) from public;
