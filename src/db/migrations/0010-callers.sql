-- Who calls: profiles of all clients, rows of the IP list, users that register, and those who may not.

-- Wholesale and retail clients differ in how they are known (by address, by registration), not in what a
-- call of theirs is asked for, so they share one profile; account.kind tells which one it is.
alter table wholesale_client rename to client;
alter table client
  add column expires_at timestamptz,
  -- Words by which rules of route plans choose.
  add column tags text[] not null default '{}',
  -- Where the numbers of a call stand in the INVITE.
  add column dst_from text not null default 'RURI' check (dst_from in ('RURI', 'TO', 'DIVERSION')),
  add column src_from text not null default 'FROM' check (src_from in ('FROM', 'FROM_NAME', 'PAI', 'RPID')),
  add column translation_id bigint references translation,
  add column dst_list_id bigint references number_list,
  add column src_list_id bigint references number_list,
  add column cli_policy text not null default 'PASS'
    check (cli_policy in ('PASS', 'FORCE', 'REQUIRE_E164', 'REJECT_ANONYMOUS')),
  -- The numbers that FORCE picks from.
  add column cli_list_id bigint references number_list,
  add column min_profit_percent integer check (min_profit_percent between -1000000 and 100000000),
  add column per_call_cost_limit bigint check (per_call_cost_limit > 0),
  -- What a call to a registered user of ours costs per minute; hundred-millionths.
  add column on_net_rate bigint not null default 0 check (on_net_rate between 0 and 100000000000),
  add check (cli_policy <> 'FORCE' or cli_list_id is not null);

-- The caps stand in the row that every call locks anyway, with what was spent on the day that it names
-- and in its month (in the zone of the settings).
alter table account_balance
  add column daily_spend_limit bigint check (daily_spend_limit > 0),
  add column monthly_spend_limit bigint check (monthly_spend_limit > 0),
  add column spent_day date not null default '2000-01-01',
  add column spent_today bigint not null default 0,
  add column spent_this_month bigint not null default 0;

alter table client_ip
  add column dst_prefixes text[] not null default '{}',
  add column src_prefixes text[] not null default '{}',
  add column dst_min_length integer not null default 0 check (dst_min_length between 0 and 64),
  add column dst_max_length integer not null default 64 check (dst_max_length between 0 and 64),
  -- Within the limits of the client, which count over all of its rows.
  add column channel_limit integer check (channel_limit between 1 and 100000),
  add column cps_limit integer check (cps_limit between 1 and 10000),
  -- In place of the client's own, for calls of this row.
  add column route_plan_id bigint references route_plan,
  add column tariff_id bigint references tariff,
  -- Beside the address, a name and a password are asked for.
  add column auth_username text check (auth_username ~ '^[A-Za-z0-9._-]{3,40}$'),
  add column auth_ha1 text check (auth_ha1 ~ '^[0-9a-f]{32}$'),
  add check (dst_min_length <= dst_max_length),
  add check ((auth_username is null) = (auth_ha1 is null));
drop index client_ip_unique;
create unique index client_ip_unique on client_ip
  (ip, coalesce(port, 0), coalesce(transport, ''), tech_prefix, dst_prefixes, src_prefixes);
create unique index client_ip_auth_username on client_ip (lower(auth_username)) where auth_username is not null;

-- A name and a password with which a telephone of a retail client registers and calls.
create table sip_user (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  username text not null check (username ~ '^[A-Za-z0-9._-]{3,40}$'),
  -- MD5(username:realm:password), which is all that digest needs (RFC 2617 §3.2.2.2).
  ha1 text not null check (ha1 ~ '^[0-9a-f]{32}$'),
  -- The international number under which it is called on-net, and which it shows.
  number text collate "C" not null default '' check (number ~ '^([1-9][0-9]{2,14})?$'),
  display_name text not null default '' check (length(display_name) <= 60),
  -- Other numbers that it may show.
  allowed_callers text[] not null default '{}',
  max_contacts integer not null default 1 check (max_contacts between 1 and 10),
  channel_limit integer default 2 check (channel_limit between 1 and 1000),
  expires_min integer not null default 60 check (expires_min between 30 and 86400),
  expires_max integer not null default 3600 check (expires_max between 60 and 86400),
  -- From where it may register and call; empty is from everywhere.
  allowed_networks cidr[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'blocked')),
  description text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (expires_min <= expires_max)
);
create unique index sip_user_username on sip_user (lower(username));
create unique index sip_user_number on sip_user (number) where number <> '';
create index sip_user_account on sip_user (account_id);
create trigger sip_user_touch before update on sip_user for each row execute function touch_row();

-- Where users can be reached now, as the switch tells; the engine writes it, the console reads it.
create table registration (
  -- By which the console names it; a refreshed registration keeps it.
  id bigint generated always as identity unique,
  sip_user_id bigint not null references sip_user on delete cascade,
  contact text not null,
  source_ip inet not null,
  source_port integer not null,
  transport text not null,
  user_agent text not null default '',
  registered_at timestamptz not null default now(),
  expires_at timestamptz not null,
  removal_asked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (sip_user_id, contact)
);
create trigger registration_touch before update on registration
  for each row execute function touch_row();

-- Addresses whose SIP is not answered for a while.
create table ban (
  ip inet primary key,
  kind text not null check (kind in ('AUTO', 'MANUAL')),
  reason text not null default '',
  banned_until timestamptz not null,
  created_by bigint references console_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger ban_touch before update on ban for each row execute function touch_row();

-- Failures of one source, name and reason within an hour are one row that counts, so that a scanner
-- cannot fill the table.
alter table auth_failure
  add column hour timestamptz not null default date_trunc('hour', now(), 'UTC'),
  add column last_at timestamptz not null default now(),
  add column count integer not null default 1,
  add column transport text not null default '',
  add column from_uri text not null default '',
  add column request_uri text not null default '',
  add column sip_code smallint;
-- What was written one by one until now is counted as it will be.
update auth_failure set hour = date_trunc('hour', at, 'UTC'), last_at = at;
update auth_failure f set count = same.count, last_at = same.last_at
  from (select min(id) as id, count(*) as count, max(at) as last_at from auth_failure
    group by hour, kind, source_ip, username, reason) same
  where f.id = same.id;
delete from auth_failure where id not in
  (select min(id) from auth_failure group by hour, kind, source_ip, username, reason);
create unique index auth_failure_hour on auth_failure
  (hour, kind, coalesce(source_ip, '0.0.0.0'), username, reason);
create index auth_failure_source on auth_failure (source_ip, at desc);
