-- Who may call, and where a call goes.

create table wholesale_client (
  account_id bigint primary key references account,
  route_plan_id bigint,
  -- The longest a call may last, whatever the money.
  max_call_duration integer not null default 7200 check (max_call_duration between 1 and 86400),
  -- Dearer destinations are refused; hundred-millionths per minute.
  max_sell_rate bigint check (max_sell_rate >= 0),
  codecs text[] not null default '{PCMA,PCMU,G729,G723,GSM}',
  media_mode text not null default 'PROXY' check (media_mode in ('PROXY', 'DIRECT'))
);

create table client_ip (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  -- A single address is a /32 or a /128; never everybody.
  ip cidr not null check (masklen(ip) > 0),
  port integer check (port between 1 and 65535),
  transport text check (transport in ('UDP', 'TCP')),
  -- Digits the caller puts before the number, and by which the row is chosen.
  tech_prefix text collate "C" not null default '' check (tech_prefix ~ '^[0-9*#]{0,15}$'),
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'blocked')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index client_ip_unique on client_ip
  (ip, coalesce(port, 0), coalesce(transport, ''), tech_prefix);
create index client_ip_account on client_ip (account_id);
create trigger client_ip_touch before update on client_ip for each row execute function touch_row();

create table gateway (
  id bigint generated always as identity primary key,
  settlement_id bigint not null references account,
  name text not null check (length(name) between 1 and 60),
  -- Maintenance: calls go on, no new ones come.
  status text not null default 'active' check (status in ('active', 'blocked', 'maintenance')),
  host text not null check (host ~ '^[A-Za-z0-9.:_-]{1,253}$'),
  port integer not null default 5060 check (port between 1 and 65535),
  transport text not null default 'UDP' check (transport in ('UDP', 'TCP')),
  channel_limit integer check (channel_limit between 1 and 100000),
  cps_limit integer check (cps_limit between 1 and 10000),
  strip_digits integer not null default 0 check (strip_digits between 0 and 15),
  prepend text collate "C" not null default '' check (prepend ~ '^[0-9+*#]{0,20}$'),
  codecs text[] not null default '{PCMA,PCMU,G729,G723,GSM}',
  media_mode text not null default 'PROXY' check (media_mode in ('PROXY', 'DIRECT')),
  -- Seconds without any answer, and seconds of ringing, before the next gateway is tried.
  invite_timeout integer not null default 4 check (invite_timeout between 1 and 180),
  ring_timeout integer not null default 60 check (ring_timeout between 1 and 180),
  description text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index gateway_name on gateway (lower(name)) where deleted_at is null;
create index gateway_settlement on gateway (settlement_id) where deleted_at is null;
create trigger gateway_touch before update on gateway for each row execute function touch_row();

create table route_plan (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'blocked')),
  mode text not null default 'LCR' check (mode in ('ORDERED', 'LCR')),
  max_attempts integer not null default 10 check (max_attempts between 1 and 30),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index route_plan_name on route_plan (owner_id, lower(name)) where deleted_at is null;
create trigger route_plan_touch before update on route_plan for each row execute function touch_row();
alter table wholesale_client add foreign key (route_plan_id) references route_plan;
create index wholesale_client_route_plan on wholesale_client (route_plan_id);

-- The rule with the longest prefix of the number counts.
create table route_rule (
  id bigint generated always as identity primary key,
  route_plan_id bigint not null references route_plan,
  dst_prefix text collate "C" not null default '' check (dst_prefix ~ '^[0-9]{0,15}$'),
  description text not null default '',
  action text not null default 'ROUTE' check (action in ('ROUTE', 'BLOCK')),
  status text not null default 'active' check (status in ('active', 'blocked')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (route_plan_id, dst_prefix)
);
create trigger route_rule_touch before update on route_rule for each row execute function touch_row();

create table route_target (
  id bigint generated always as identity primary key,
  route_rule_id bigint not null references route_rule on delete cascade,
  gateway_id bigint not null references gateway,
  -- Tried in this order in ORDERED; breaks ties of cost in LCR.
  position integer not null check (position >= 1),
  status text not null default 'active' check (status in ('active', 'blocked')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (route_rule_id, gateway_id)
);
create index route_target_gateway on route_target (gateway_id);
