-- Who may sign in to the console, and what is known of it.

create table console_user (
  id bigint generated always as identity primary key,
  username text not null check (username ~ '^[A-Za-z0-9._-]{3,40}$'),
  password_hash text not null,
  type text not null check (type in ('ADMIN', 'RESELLER', 'WHOLESALE', 'RETAIL', 'SETTLEMENT')),
  account_id bigint references account,
  status text not null default 'active' check (status in ('active', 'blocked')),
  last_login_at timestamptz,
  last_login_ip inet,
  password_changed_at timestamptz not null default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((type = 'ADMIN') = (account_id is null))
);
create unique index console_user_username on console_user (lower(username)) where deleted_at is null;
create unique index console_user_account on console_user (account_id) where deleted_at is null;
create trigger console_user_touch before update on console_user for each row execute function touch_row();

-- The bearer token and the cookie are two halves: neither alone is a session (reliability.md §5).
create table session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  user_id bigint not null references console_user,
  ip inet not null,
  user_agent text not null default '',
  remember boolean not null default false,
  last_active_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index session_by_user on session (user_id) where revoked_at is null;

-- A solved captcha is good once.
create table captcha_used (
  signature text primary key,
  expires_at timestamptz not null
);

-- The store of rate-limiter-flexible, which counts failed logins by user and by network.
create table login_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table activity_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id bigint references console_user,
  username text not null,
  ip inet,
  user_agent text not null default '',
  action text not null check (action in ('LOGIN', 'LOGOUT', 'CREATE', 'UPDATE', 'DELETE', 'EXECUTE')),
  entity text not null,
  entity_id text not null default '',
  entity_name text not null default '',
  -- {field: [old, new]}, secrets masked.
  changes jsonb not null default '{}',
  request_id text not null default ''
);
create index activity_log_at on activity_log (at desc, id desc);
create index activity_log_entity on activity_log (entity, entity_id, at desc);

create table auth_failure (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('REGISTER', 'INVITE', 'WEB', 'API')),
  username text not null default '',
  source_ip inet,
  source_port integer,
  user_agent text not null default '',
  sip_call_id text not null default '',
  reason text not null
);
create index auth_failure_at on auth_failure (at desc, id desc);
