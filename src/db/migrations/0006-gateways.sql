-- The gateways of carriers: how and when each gets a call, and its current state.

-- What happens after a gateway has refused a call. The first rule that matches its reply decides;
-- without one the next gateway is tried.
create table failover_policy (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  description text not null default '',
  -- For gateways that name no policy; it can be changed, but not deleted.
  is_default boolean not null default false,
  -- [{codes: [486], causes: [19] | null for any or none, action: 'stop' | 'stop_after_two_gateways' |
  -- 'stop_if_rang' | 'continue', reply_code: 480 to the caller in place of the codes | null}]
  rules jsonb not null default '[]' check (jsonb_typeof(rules) = 'array'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index failover_policy_name on failover_policy (owner_id, lower(name))
  where deleted_at is null;
create unique index failover_policy_default on failover_policy (is_default) where is_default;
create trigger failover_policy_touch before update on failover_policy
  for each row execute function touch_row();
-- The code that applies it has the same rules and the reasons for them; a test compares both.
insert into failover_policy (owner_id, name, description, is_default, rules) values (1, 'Default',
  'Stops when the called user has decided, tries on when the route is to blame.', true, '[
  {"codes": [486, 600, 603, 607, 608], "causes": null, "action": "stop", "reply_code": null},
  {"codes": [480, 408], "causes": [18, 19, 20], "action": "stop_if_rang", "reply_code": null},
  {"codes": [404, 410, 484, 604], "causes": [1, 22, 28], "action": "stop_after_two_gateways",
   "reply_code": null},
  {"codes": [401, 402, 403, 407], "causes": null, "action": "continue", "reply_code": 503},
  {"codes": [404, 410, 484, 604], "causes": null, "action": "continue", "reply_code": null},
  {"codes": [415, 488, 606], "causes": null, "action": "continue", "reply_code": null}]');

-- The local address from which calls to a gateway leave: one of this machine, or the inner end of a
-- VPN that the operating system runs.
create table tunnel (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  kind text not null default 'BIND_IP' check (kind in ('BIND_IP', 'WIREGUARD', 'GRE', 'IPSEC')),
  -- A single address, without a network.
  local_ip inet not null
    check (masklen(local_ip) = case family(local_ip) when 4 then 32 else 128 end),
  sip_port integer not null default 5060 check (sip_port between 1 and 65535),
  -- Advertised to the carrier instead of local_ip, behind a NAT.
  advertised_ip inet,
  -- The network interface that must have local_ip; empty is any.
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

create table gateway (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references account,
  name text not null check (length(name) between 1 and 60),
  description text not null default '',
  -- In maintenance its calls go on and it gets no new ones.
  status text not null default 'active' check (status in ('active', 'blocked', 'maintenance')),

  -- Where it is.
  host text not null check (host ~ '^[A-Za-z0-9.:_-]{1,253}$'),
  port integer not null default 5060 check (port between 1 and 65535),
  transport text not null default 'UDP' check (transport in ('UDP', 'TCP')),
  -- The local address for it; empty is SIP_LISTEN.
  tunnel_id bigint references tunnel,

  -- Which calls it gets. Limits: calls at once, new calls per second, calls at once to one number.
  channel_limit integer check (channel_limit between 1 and 100000),
  cps_limit integer check (cps_limit between 1 and 10000),
  per_number_channel_limit integer check (per_number_channel_limit between 1 and 100000),
  -- The highest priority first; gateways of the same priority share the calls by weight.
  priority integer not null default 100 check (priority between 1 and 32767),
  weight integer not null default 100 check (weight between 1 and 32767),
  -- Only numbers with one of these prefixes; empty is all numbers.
  dst_prefixes text[] collate "C" not null default '{}'
    check (array_to_string(dst_prefixes, ',', '-') ~ '^([0-9]{1,15}(,[0-9]{1,15})*)?$'),
  dst_min_length smallint not null default 0 check (dst_min_length between 0 and 100),
  dst_max_length smallint not null default 100 check (dst_max_length between 0 and 100),
  dst_list_id bigint references number_list,
  src_list_id bigint references number_list,
  window_id bigint references time_window,
  -- Only tried when no other gateway of the rule is left.
  last_resort boolean not null default false,
  min_profit_percent integer check (min_profit_percent between -1000000 and 100000000),
  -- The highest buy rate; numbers that cost more do not go here.
  max_buy_rate bigint check (max_buy_rate >= 0),

  -- What it is sent.
  strip_digits integer not null default 0 check (strip_digits between 0 and 15),
  prepend text collate "C" not null default '' check (prepend ~ '^[0-9+*#]{0,20}$'),
  translation_id bigint references translation,
  codecs text[] not null default '{PCMA,PCMU,G729,G723,GSM}',
  media_mode text not null default 'PROXY' check (media_mode in ('PROXY', 'DIRECT')),
  -- In From, instead of the number of the caller and our own host; empty leaves them.
  from_user text not null default '' check (from_user ~ '^[A-Za-z0-9._+-]{0,64}$'),
  from_domain text not null default '' check (from_domain ~ '^[A-Za-z0-9.:_-]{0,253}$'),
  -- P-Asserted-Identity: none, built from the number of the caller, or the one received.
  pai_mode text not null default 'none' check (pai_mode in ('none', 'build', 'relay')),
  -- Remote-Party-ID.
  rpid boolean not null default false,
  -- When the caller requests privacy: pass sends the request and the identity to a carrier that is
  -- trusted to withhold it, hide sends no name and no number, none ignores the request.
  privacy_mode text not null default 'pass' check (privacy_mode in ('pass', 'hide', 'none')),
  -- Caller numbers to send instead, one per call.
  cli_pool_id bigint references number_list,

  -- When the next gateway is tried: seconds without any reply, without ringing (18x), without an
  -- answer; and after which replies (empty is the default policy).
  invite_timeout_seconds integer not null default 4 check (invite_timeout_seconds between 1 and 180),
  pdd_timeout_seconds integer not null default 12 check (pdd_timeout_seconds between 1 and 180),
  ring_timeout_seconds integer not null default 60 check (ring_timeout_seconds between 1 and 180),
  failover_policy_id bigint references failover_policy,
  -- No other gateway after the first 18x to the caller.
  stop_after_ringing boolean not null default true,

  -- Whether it is up: OPTIONS at this interval, DOWN and UP after that many results in a row.
  options_ping boolean not null default false,
  ping_interval_seconds integer not null default 60 check (ping_interval_seconds between 5 and 3600),
  fail_threshold integer not null default 3 check (fail_threshold between 1 and 20),
  recover_threshold integer not null default 2 check (recover_threshold between 1 and 20),

  -- How we log in there: by registering, and by answering its challenges.
  register boolean not null default false,
  register_expires_seconds integer not null default 3600 check (register_expires_seconds between 60 and 86400),
  auth_username text not null default '' check (length(auth_username) <= 64),
  -- Not a hash, because answering a challenge takes the password itself. Encrypted with keys that
  -- are not in the database, hence its length.
  auth_password text not null default '' check (length(auth_password) <= 1000),
  -- Empty accepts the realm of any challenge.
  auth_realm text not null default '' check (length(auth_realm) <= 253),

  -- What good traffic looks like over the last hours; empty is not judged. Lengths in seconds.
  min_asr integer check (min_asr between 0 and 1000000),
  min_acd_seconds integer check (min_acd_seconds between 0 and 86400),
  max_pdd_seconds integer check (max_pdd_seconds between 1 and 180),
  max_short_call_ratio integer check (max_short_call_ratio between 0 and 1000000),
  quality_window_hours integer not null default 24 check (quality_window_hours between 1 and 168),
  -- Fewer calls than these say nothing.
  quality_min_calls integer not null default 100 check (quality_min_calls between 1 and 1000000),
  quality_action text not null default 'ALARM'
    check (quality_action in ('ALARM', 'LOCK', 'DEPRIORITISE')),
  -- How long a lock lasts, then it is probed with this part of the calls; empty is until a person
  -- unlocks it.
  auto_unlock_minutes integer check (auto_unlock_minutes between 1 and 10080),
  probe_percent integer not null default 50000 check (probe_percent between 1 and 1000000),

  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint gateway_dst_lengths check (dst_min_length <= dst_max_length),
  constraint gateway_registration check (not register or auth_username <> '')
);
create unique index gateway_name on gateway (lower(name)) where deleted_at is null;
-- The gateways of a carrier.
create index gateway_settlement on gateway (settlement_id) where deleted_at is null;
-- Which gateways use a thing, before it is deleted.
create index gateway_translation on gateway (translation_id) where deleted_at is null;
create index gateway_window on gateway (window_id) where deleted_at is null;
create index gateway_failover_policy on gateway (failover_policy_id) where deleted_at is null;
create index gateway_tunnel on gateway (tunnel_id) where deleted_at is null;
create trigger gateway_touch before update on gateway for each row execute function touch_row();

-- What the engine knows of a gateway right now. Its own table, because it changes by itself, and an
-- edit of the gateway must not conflict with that.
create table gateway_state (
  gateway_id bigint primary key references gateway,
  ping_state text not null default 'UNKNOWN' check (ping_state in ('UP', 'DOWN', 'UNKNOWN')),
  ping_at timestamptz,
  ping_ms integer,
  -- In a row, up to now.
  ping_failures integer not null default 0,
  ping_successes integer not null default 0,
  -- Set by the console, cleared by the engine that has sent the ping.
  ping_asked_at timestamptz,
  registration_state text not null default 'OFF'
    check (registration_state in ('OFF', 'TRYING', 'REGISTERED', 'FAILED')),
  registered_until timestamptz,
  -- PROBING gets a share of the calls until it is judged again.
  lock_state text not null default 'OPEN' check (lock_state in ('OPEN', 'LOCKED', 'PROBING')),
  locked_at timestamptz,
  lock_reason text check (lock_reason in ('HAND', 'ASR', 'ACD', 'PDD', 'SHORT_CALLS')),
  unlock_at timestamptz,
  -- After a 503 with Retry-After.
  paused_until timestamptz,
  -- Judged are the calls of the window since judged_from; judged_base is what the quarter of an
  -- hour in which that lies had counted before.
  judged_from timestamptz,
  judged_base jsonb,
  calls integer not null default 0,
  asr integer,
  acd_seconds integer,
  pdd_ms integer,
  short_call_ratio integer,
  -- The limit that these figures break, whatever the action.
  broken_limit text check (broken_limit in ('ASR', 'ACD', 'PDD', 'SHORT_CALLS')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint gateway_state_lock_has_reason check ((lock_state = 'OPEN') = (lock_reason is null))
) with (
  -- Room on each page for the next version of its rows.
  fillfactor = 70
);
create trigger gateway_state_touch before update on gateway_state
  for each row execute function touch_row();

create function add_gateway_state() returns trigger language plpgsql as $$
begin
  insert into gateway_state (gateway_id) values (new.id);
  return null;
end $$;
create trigger gateway_add_state after insert on gateway
  for each row execute function add_gateway_state();

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
create unique index gateway_group_name on gateway_group (owner_id, lower(name))
  where deleted_at is null;
create trigger gateway_group_touch before update on gateway_group
  for each row execute function touch_row();

create table gateway_group_member (
  group_id bigint not null references gateway_group on delete cascade,
  gateway_id bigint not null references gateway,
  -- As of a gateway, but within the group.
  priority integer not null default 100 check (priority between 1 and 32767),
  weight integer not null default 100 check (weight between 1 and 32767),
  primary key (group_id, gateway_id)
);
-- The groups of a gateway, before it is deleted.
create index gateway_group_member_gateway on gateway_group_member (gateway_id);
