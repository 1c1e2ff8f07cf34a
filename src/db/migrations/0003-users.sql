-- Who may sign in to the console, and what they did there.

create table console_user (
  id bigint generated always as identity primary key,
  username text not null check (username ~ '^[A-Za-z0-9._-]{3,40}$'),
  password_hash text not null,
  type text not null check (type in ('ADMIN', 'RESELLER', 'WHOLESALE', 'RETAIL', 'SETTLEMENT')),
  -- The account of a portal login.
  account_id bigint references account,
  status text not null default 'active' check (status in ('active', 'blocked')),
  last_login_at timestamptz,
  last_login_ip inet,
  password_changed_at timestamptz not null default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint console_user_admin_has_no_account check ((type = 'ADMIN') = (account_id is null))
);
-- The login, and that a name is taken whatever its capitals.
create unique index console_user_username on console_user (lower(username))
  where deleted_at is null;
-- One portal login per account.
create unique index console_user_account on console_user (account_id) where deleted_at is null;
create trigger console_user_touch before update on console_user
  for each row execute function touch_row();

-- A session needs both halves: the bearer token, and the cookie that scripts cannot read
-- (ADR-0010). Only their hashes are stored.
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
-- The sessions of a user: listed, and ended when the user is blocked or changes the password.
create index session_by_user on session (user_id) where revoked_at is null;
create trigger session_touch before update on session for each row execute function touch_row();

-- A solved captcha can be used once.
create table captcha_used (
  signature text primary key,
  expires_at timestamptz not null
);

-- Failed logins by user and by network, counted by rate-limiter-flexible, whose columns these are.
create table login_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Who did what. It is evidence, so rows cannot be changed, and it also has exports (EXPORT) and
-- refused changes (REFUSED).
create table activity_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id bigint references console_user,
  username text not null,
  ip inet,
  user_agent text not null default '',
  action text not null check (action in (
    'LOGIN', 'LOGOUT', 'CREATE', 'UPDATE', 'DELETE', 'EXECUTE', 'EXPORT', 'REFUSED')),
  entity text not null,
  entity_id text not null default '',
  entity_name text not null default '',
  -- {field: [old, new]}, secrets masked.
  changes jsonb not null default '{}',
  request_id text not null default ''
);
-- The list, newest first.
create index activity_log_at on activity_log (at desc, id desc);
-- The last change of one thing, for a form that two people edit.
create index activity_log_entity on activity_log (entity, entity_id, at desc);
create trigger activity_log_append_only before update or delete on activity_log
  for each row execute function refuse_change();
create trigger activity_log_no_truncate before truncate on activity_log
  for each statement execute function refuse_change();
