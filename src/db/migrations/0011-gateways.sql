-- What decides whether, when and how a gateway gets a call, and what is known of it just now.

-- What becomes of a call when a gateway has refused it: the first rule that fits the answer counts, and an
-- answer without a rule lets the next gateway be tried.
create table stop_policy (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  description text not null default '',
  -- For gateways that name none; it can be changed, but not deleted.
  is_default boolean not null default false,
  -- [{codes: [486], causes: [19] | null for any or none, action: 'stop' | 'stop_if_two' | 'stop_if_rang' |
  -- 'continue', reply_code: 480 in place of the codes | null}]
  rules jsonb not null default '[]' check (jsonb_typeof(rules) = 'array'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index stop_policy_name on stop_policy (owner_id, lower(name)) where deleted_at is null;
create unique index stop_policy_default on stop_policy (is_default) where is_default;
create trigger stop_policy_touch before update on stop_policy for each row execute function touch_row();
-- domain.md §3.4; core/routing/stop-policy.ts holds the same table, and a test compares.
insert into stop_policy (owner_id, name, description, is_default, rules) values (1, 'Default',
  'Stops when the called user has decided, tries on when the route is to blame.', true, '[
  {"codes": [486, 600, 603, 607, 608], "causes": null, "action": "stop", "reply_code": null},
  {"codes": [480, 408], "causes": [18, 19, 20], "action": "stop_if_rang", "reply_code": null},
  {"codes": [404, 410, 484, 604], "causes": [1, 22, 28], "action": "stop_if_two", "reply_code": null},
  {"codes": [401, 402, 403, 407], "causes": null, "action": "continue", "reply_code": 503},
  {"codes": [404, 410, 484, 604], "causes": null, "action": "continue", "reply_code": null},
  {"codes": [415, 488, 606], "causes": null, "action": "continue", "reply_code": null}]');

-- A way out of this machine: an address of it, or the inner end of a VPN that the operating system keeps up.
create table tunnel (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  kind text not null default 'BIND_IP' check (kind in ('BIND_IP', 'WIREGUARD', 'GRE', 'IPSEC')),
  local_ip inet not null check (masklen(local_ip) = case family(local_ip) when 4 then 32 else 128 end),
  sip_port integer not null default 5060 check (sip_port between 1 and 65535),
  -- What the other side is told instead of local_ip, when a NAT stands between.
  advertised_ip inet,
  -- The network interface that must hold local_ip; empty is whichever does.
  interface text not null default '' check (interface ~ '^[A-Za-z0-9._@-]{0,15}$'),
  status text not null default 'active' check (status in ('active', 'blocked')),
  description text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index tunnel_name on tunnel (owner_id, lower(name)) where deleted_at is null;
create unique index tunnel_address on tunnel (local_ip, sip_port) where deleted_at is null;
create trigger tunnel_touch before update on tunnel for each row execute function touch_row();

alter table gateway
  -- Calls at once to the same number through this gateway.
  add column per_number_channel_limit integer check (per_number_channel_limit between 1 and 100000),
  -- The higher priority first; among equals the calls are shared by weight.
  add column priority integer not null default 100 check (priority between 1 and 32767),
  add column weight integer not null default 100 check (weight between 1 and 32767),
  add column translation_id bigint references translation,
  add column dst_list_id bigint references number_list,
  add column src_list_id bigint references number_list,
  -- Takes only numbers that begin with one of these; none is all.
  add column dst_prefixes text[] collate "C" not null default '{}'
    check (array_to_string(dst_prefixes, ',', '-') ~ '^([0-9]{1,15}(,[0-9]{1,15})*)?$'),
  add column dst_min_length smallint not null default 0 check (dst_min_length between 0 and 100),
  add column dst_max_length smallint not null default 100 check (dst_max_length between 0 and 100),
  add column window_id bigint references time_window,
  -- Seconds until the first 18x, beside invite_timeout (the first answer) and ring_timeout (until answered).
  add column pdd_timeout integer not null default 12 check (pdd_timeout between 1 and 180),
  -- Null is the default policy.
  add column stop_policy_id bigint references stop_policy,
  add column stop_after_ringing boolean not null default true,
  add column options_ping boolean not null default false,
  add column ping_interval integer not null default 60 check (ping_interval between 5 and 3600),
  add column fail_threshold integer not null default 3 check (fail_threshold between 1 and 20),
  add column recover_threshold integer not null default 2 check (recover_threshold between 1 and 20),
  add column register boolean not null default false,
  add column register_expires integer not null default 3600 check (register_expires between 60 and 86400),
  add column auth_username text not null default '' check (length(auth_username) <= 64),
  -- Must be at hand in clear to answer a challenge; it leaves the database for the switch only.
  add column auth_password text not null default '' check (length(auth_password) <= 128),
  -- Empty answers whatever realm the carrier names.
  add column auth_realm text not null default '' check (length(auth_realm) <= 253),
  -- Instead of the caller's number, and of our own name, in From.
  add column from_user text not null default '' check (from_user ~ '^[A-Za-z0-9._+-]{0,64}$'),
  add column from_domain text not null default '' check (from_domain ~ '^[A-Za-z0-9.:_-]{0,253}$'),
  -- P-Asserted-Identity: none; built from the caller's number; or the caller's own passed on.
  add column pai_mode text not null default 'none' check (pai_mode in ('none', 'build', 'relay')),
  add column rpid boolean not null default false,
  -- A caller that asks for privacy. pass: the wish goes on with the identity, to a carrier that we trust to
  -- keep it. hide: neither name nor number leave us. none: the wish is dropped and the number shown.
  add column privacy_mode text not null default 'pass' check (privacy_mode in ('pass', 'hide', 'none')),
  add column cli_pool_id bigint references number_list,
  add column tunnel_id bigint references tunnel,
  -- Tried only when no other gateway of the rule is left.
  add column protect_route boolean not null default false,
  -- What good traffic looks like; null is not judged. Ten-thousandths of a percent, and seconds.
  add column min_asr integer check (min_asr between 0 and 1000000),
  add column min_acd integer check (min_acd between 0 and 86400),
  add column max_pdd integer check (max_pdd between 1 and 180),
  add column max_short_call_ratio integer check (max_short_call_ratio between 0 and 1000000),
  add column quality_window_hours integer not null default 24 check (quality_window_hours between 1 and 168),
  add column quality_min_calls integer not null default 100 check (quality_min_calls between 1 and 1000000),
  add column quality_action text not null default 'ALARM'
    check (quality_action in ('ALARM', 'LOCK', 'DEPRIORITISE')),
  -- Until then a locked gateway gets nothing, and then probe_percent of the calls; null waits for a human.
  add column auto_unlock_minutes integer check (auto_unlock_minutes between 1 and 10080),
  add column probe_percent integer not null default 50000 check (probe_percent between 1 and 1000000),
  add column min_profit_percent integer check (min_profit_percent between -1000000 and 10000000),
  -- Dearer destinations do not go here; hundred-millionths per minute.
  add column max_buy_rate bigint check (max_buy_rate >= 0),
  add constraint gateway_dst_lengths check (dst_min_length <= dst_max_length),
  add constraint gateway_registration check (not register or auth_username <> '');
create index gateway_translation on gateway (translation_id) where deleted_at is null;
create index gateway_window on gateway (window_id) where deleted_at is null;
create index gateway_stop_policy on gateway (stop_policy_id) where deleted_at is null;
create index gateway_tunnel on gateway (tunnel_id) where deleted_at is null;

-- What the engine knows of a gateway just now. Apart from gateway, because it changes by itself.
create table gateway_state (
  gateway_id bigint primary key references gateway,
  ping_state text not null default 'UNKNOWN' check (ping_state in ('UP', 'DOWN', 'UNKNOWN')),
  ping_at timestamptz,
  ping_ms integer,
  -- In a row, up to now.
  ping_failures integer not null default 0,
  ping_successes integer not null default 0,
  -- The console's wish, taken off by the engine that fulfils it.
  ping_asked_at timestamptz,
  registration_state text not null default 'OFF'
    check (registration_state in ('OFF', 'TRYING', 'REGISTERED', 'FAILED')),
  registered_until timestamptz,
  -- PROBING gets a share of the calls until it is judged again.
  lock_state text not null default 'OPEN' check (lock_state in ('OPEN', 'LOCKED', 'PROBING')),
  locked_at timestamptz,
  lock_reason text check (lock_reason in ('HAND', 'ASR', 'ACD', 'PDD', 'SHORT_CALLS')),
  unlock_at timestamptz,
  -- A 503 with Retry-After.
  paused_until timestamptz,
  -- The calls that are judged: those within the window, but none from before judged_from, whose quarter of an
  -- hour already held the sums of judged_base.
  judged_from timestamptz,
  judged_base jsonb,
  calls integer not null default 0,
  asr integer,
  acd integer,
  pdd_ms integer,
  short_call_ratio integer,
  -- The limit that these figures break, whatever the action.
  broken_limit text check (broken_limit in ('ASR', 'ACD', 'PDD', 'SHORT_CALLS')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((lock_state = 'OPEN') = (lock_reason is null))
) with (fillfactor = 70);
create trigger gateway_state_touch before update on gateway_state for each row execute function touch_row();

create function add_gateway_state() returns trigger language plpgsql as $$
begin
  insert into gateway_state (gateway_id) values (new.id);
  return null;
end $$;
create trigger gateway_add_state after insert on gateway for each row execute function add_gateway_state();
insert into gateway_state (gateway_id) select id from gateway;

-- Answered calls of at most 15 seconds.
alter table traffic_by_gateway add column short_calls integer not null default 0;

create table gateway_group (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'blocked')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index gateway_group_name on gateway_group (owner_id, lower(name)) where deleted_at is null;
create trigger gateway_group_touch before update on gateway_group for each row execute function touch_row();

create table gateway_group_member (
  group_id bigint not null references gateway_group on delete cascade,
  gateway_id bigint not null references gateway,
  -- As of a gateway, but within the group.
  priority integer not null default 100 check (priority between 1 and 32767),
  weight integer not null default 100 check (weight between 1 and 32767),
  primary key (group_id, gateway_id)
);
create index gateway_group_member_gateway on gateway_group_member (gateway_id);

-- The batch that closes calls locks the balance anyhow, so the limit of the debt stands beside it.
alter table account_balance add column max_debt bigint check (max_debt >= 0);
update account_balance b set max_debt = s.max_debt from settlement s where s.account_id = b.account_id;
alter table settlement
  drop column max_debt,
  -- The wholesale client whose calls come from the same partner: what it owes us is set against what we owe.
  add column client_id bigint unique references account,
  -- Minutes of a calendar month that we may send; null is without limit.
  add column monthly_minutes_cap integer check (monthly_minutes_cap between 1 and 100000000);
