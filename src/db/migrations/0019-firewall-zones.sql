-- Firewall zones: which addresses may register, call and use the console (ADR-0021).

create table firewall_zone (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  description text not null default '',
  -- The first active zone that matches an address decides.
  position integer not null,
  policy text not null check (policy in ('ALLOW', 'DENY', 'RATE_LIMIT')),
  -- Of one address, for each service.
  requests_per_second integer check (requests_per_second between 1 and 1000),
  -- SIP_REGISTER, SIP_INVITE, WEB_ADMIN, WEB_RESELLER, WEB_CLIENT.
  services text[] not null,
  -- Two letters by ISO 3166.
  countries text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'blocked')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint firewall_zone_rate_of_limit
    check ((policy = 'RATE_LIMIT') = (requests_per_second is not null))
);
create unique index firewall_zone_name on firewall_zone (lower(name));
create trigger firewall_zone_touch before update on firewall_zone
  for each row execute function touch_row();

create table firewall_network (
  zone_id bigint not null references firewall_zone on delete cascade,
  network cidr not null,
  comment text not null default '' check (length(comment) <= 200),
  -- From then on it is no part of the zone.
  expires_at timestamptz,
  primary key (zone_id, network)
);

-- How many requests a zone has decided; apart from the zone, so that counting is no change of it.
create table firewall_hit (
  zone_id bigint primary key references firewall_zone on delete cascade,
  hits bigint not null default 0,
  last_hit_at timestamptz not null default now()
);
