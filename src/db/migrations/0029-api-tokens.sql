-- Keys by which programs use the API for a user. Only the hash of a token is stored.
create table api_token (
  id bigint generated always as identity primary key,
  user_id bigint not null references console_user,
  name text not null check (name <> ''),
  -- The first letters of the token, by which the user recognises it.
  prefix text not null,
  token_hash bytea not null unique,
  -- At most these; what the user lacks at the time of a request does not count.
  permissions text[] not null,
  -- Empty is any address that the user may have.
  allowed_networks cidr[] not null default '{}',
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip inet,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- The tokens of a user, one of each name.
create unique index api_token_name on api_token (user_id, lower(name)) where revoked_at is null;
create trigger api_token_touch before update on api_token
  for each row execute function touch_row();

-- The token by which a user did something; null is the console.
alter table activity_log add column token_name text;

-- Rows without a token keep the hash that they had.
create or replace function activity_hash(previous_hash bytea, entry activity_log) returns bytea
language sql stable as $$
  select sha256(previous_hash || convert_to((jsonb_build_array(entry.position, entry.id,
    extract(epoch from entry.at), entry.user_id, entry.username, entry.ip::text, entry.user_agent,
    entry.action, entry.entity, entry.entity_id, entry.entity_name, entry.changes,
    entry.request_id) || case when entry.token_name is null then '[]'::jsonb
      else jsonb_build_array(entry.token_name) end)::text, 'UTF8'))
$$;
