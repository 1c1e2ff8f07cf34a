-- Who calls: the profiles of clients, how their calls are recognised, and who is kept out.

-- Wholesale clients are recognised by their addresses, retail clients by their SIP users. Calls of
-- both are checked for the same things, so they have the same profile; account.kind is the type.
create table client (
  account_id bigint primary key references account,
  route_plan_id bigint references route_plan,
  -- No calls from then on.
  expires_at timestamptz,
  -- Rules of route plans can choose by them.
  tags text[] not null default '{}',

  -- Where an INVITE has the called number and the caller number.
  dst_from text not null default 'RURI' check (dst_from in ('RURI', 'TO', 'DIVERSION')),
  src_from text not null default 'FROM' check (src_from in ('FROM', 'FROM_NAME', 'PAI', 'RPID')),
  translation_id bigint references translation,
  -- Called and caller numbers that these lists reject are refused.
  dst_list_id bigint references number_list,
  src_list_id bigint references number_list,
  -- What happens to the caller number; FORCE replaces it by one of cli_list_id.
  cli_policy text not null default 'PASS'
    check (cli_policy in ('PASS', 'FORCE', 'REQUIRE_E164', 'REJECT_ANONYMOUS')),
  cli_list_id bigint references number_list,
  -- Premium rate and satellite numbers (number_list.is_high_risk).
  allow_high_risk boolean not null default false,

  codecs text[] not null default '{PCMA,PCMU,G729,G723,GSM}',
  media_mode text not null default 'PROXY' check (media_mode in ('PROXY', 'DIRECT')),
  -- The max duration of a call, whatever the available funds.
  max_call_duration_seconds integer not null default 7200 check (max_call_duration_seconds between 1 and 86400),
  -- The highest sell rate; numbers that cost more are refused.
  max_sell_rate bigint check (max_sell_rate >= 0),
  min_profit_percent integer check (min_profit_percent between -1000000 and 100000000),
  per_call_cost_limit bigint check (per_call_cost_limit > 0),
  -- The rate of a call to one of our own SIP users.
  on_net_rate bigint not null default 0 check (on_net_rate between 0 and 100000000000000),
  constraint client_force_needs_cli_list check (cli_policy <> 'FORCE' or cli_list_id is not null)
);
-- Which clients use a plan, before it is deleted.
create index client_route_plan on client (route_plan_id);

-- The IP list. The most specific row that matches the call says which client it is from.
create table client_ip (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'blocked')),

  -- A single address is a /32 or a /128; a row for all addresses is not possible.
  ip cidr not null check (masklen(ip) > 0),
  port integer check (port between 1 and 65535),
  transport text check (transport in ('UDP', 'TCP')),
  -- Digits that the client sends before the number; taken off.
  tech_prefix text collate "C" not null default '' check (tech_prefix ~ '^[0-9*#]{0,15}$'),
  dst_prefixes text[] not null default '{}',
  src_prefixes text[] not null default '{}',
  dst_min_length integer not null default 0 check (dst_min_length between 0 and 64),
  dst_max_length integer not null default 64 check (dst_max_length between 0 and 64),
  -- Digest login in addition to the address. The hash is as good as the password, so it is
  -- encrypted with keys that are not in the database; one in clear is encrypted at the next start.
  auth_username text check (auth_username ~ '^[A-Za-z0-9._-]{3,40}$'),
  auth_ha1 text
    check (auth_ha1 ~ '^([0-9a-f]{32}|gcm1:[0-9a-f]{8}:[A-Za-z0-9_-]{80})$'),

  -- For calls of this row, instead of what the client has.
  route_plan_id bigint references route_plan,
  tariff_id bigint references tariff,
  -- Within the limits of the client, which count the calls of all its rows.
  channel_limit integer check (channel_limit between 1 and 100000),
  cps_limit integer check (cps_limit between 1 and 10000),

  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint client_ip_dst_lengths check (dst_min_length <= dst_max_length),
  constraint client_ip_auth_is_complete check ((auth_username is null) = (auth_ha1 is null))
);
-- With two rows for the same calls the client would be ambiguous.
create unique index client_ip_unique on client_ip
  (ip, coalesce(port, 0), coalesce(transport, ''), tech_prefix, dst_prefixes, src_prefixes);
create unique index client_ip_auth_username on client_ip (lower(auth_username))
  where auth_username is not null;
-- The rows of a client.
create index client_ip_account on client_ip (account_id);
-- Which rows use a tariff or a plan, before it is deleted.
create index client_ip_tariff on client_ip (tariff_id) where tariff_id is not null;
create index client_ip_route_plan on client_ip (route_plan_id) where route_plan_id is not null;
create trigger client_ip_touch before update on client_ip
  for each row execute function touch_row();

-- A name and a password with which phones of a retail client register and call.
create table sip_user (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  username text not null check (username ~ '^[A-Za-z0-9._-]{3,40}$'),
  -- MD5(username:realm:password), all that digest needs (RFC 2617, 3.2.2.2); stored encrypted, as
  -- client_ip.auth_ha1.
  ha1 text not null
    check (ha1 ~ '^([0-9a-f]{32}|gcm1:[0-9a-f]{8}:[A-Za-z0-9_-]{80})$'),
  status text not null default 'active' check (status in ('active', 'blocked')),
  description text not null default '',
  -- The international number at which other clients of ours call it, and which it shows.
  number text collate "C" not null default '' check (number ~ '^([1-9][0-9]{2,14})?$'),
  display_name text not null default '' check (length(display_name) <= 60),
  -- Other numbers that it may show.
  allowed_callers text[] not null default '{}',
  channel_limit integer default 2 check (channel_limit between 1 and 1000),
  -- Phones registered at once.
  max_contacts integer not null default 1 check (max_contacts between 1 and 10),
  -- Seconds of a registration.
  expires_min_seconds integer not null default 60 check (expires_min_seconds between 30 and 86400),
  expires_max_seconds integer not null default 3600 check (expires_max_seconds between 60 and 86400),
  -- From where it may register and call; empty is from everywhere.
  allowed_networks cidr[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sip_user_expires check (expires_min_seconds <= expires_max_seconds)
);
create unique index sip_user_username on sip_user (lower(username));
create unique index sip_user_number on sip_user (number) where number <> '';
-- The SIP users of a client.
create index sip_user_account on sip_user (account_id);
create trigger sip_user_touch before update on sip_user
  for each row execute function touch_row();

-- Where the phones of SIP users are now, as the switch reports it; the engine writes it, the
-- console reads it.
create table registration (
  -- For the console; it stays the same when a phone registers again.
  id bigint generated always as identity unique,
  sip_user_id bigint not null references sip_user on delete cascade,
  contact text not null,
  source_ip inet not null,
  source_port integer not null,
  transport text not null,
  user_agent text not null default '',
  registered_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set by the console; the engine then has the switch remove it.
  removal_asked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (sip_user_id, contact)
);
create trigger registration_touch before update on registration
  for each row execute function touch_row();

-- Failed logins, registrations and calls of unknown sources. Failures of one source, name and
-- reason within an hour are one row with a count, so that a scanner cannot fill the table.
create table auth_failure (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('REGISTER', 'INVITE', 'WEB')),
  reason text not null,
  username text not null default '',
  source_ip inet,
  hour timestamptz not null default date_trunc('hour', now(), 'UTC'),
  -- The first and the last one of the hour.
  at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  count integer not null default 1,
  -- What the last one sent, cut to a length by the engine.
  source_port integer,
  transport text not null default '',
  user_agent text not null default '',
  sip_call_id text not null default '',
  realm text collate "C" not null default '',
  from_uri text not null default '',
  to_uri text collate "C" not null default '',
  request_uri text not null default '',
  -- The reply.
  sip_code smallint
);
-- Finds the row to count in; also the list of a period.
create unique index auth_failure_hour on auth_failure
  (hour, kind, coalesce(source_ip, '0.0.0.0'), username, reason);
-- The list in the order of the first failures.
create index auth_failure_at on auth_failure (at desc, id desc);
-- The failures of an address or a network.
create index auth_failure_source on auth_failure (source_ip, at desc);

-- Addresses whose SIP is not answered for a while: after failures (AUTO), a flood, or by hand.
create table ban (
  ip inet primary key,
  kind text not null check (kind in ('AUTO', 'FLOOD', 'MANUAL')),
  reason text not null default '',
  banned_until timestamptz not null,
  created_by bigint references console_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger ban_touch before update on ban for each row execute function touch_row();
