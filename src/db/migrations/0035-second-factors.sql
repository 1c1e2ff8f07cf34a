-- A code of an app on the user's phone, which the login needs beside the password (RFC 6238).
create table second_factor (
  user_id bigint primary key references console_user,
  -- Encrypted. The app has the same text.
  secret text not null,
  -- Null until the first code has shown that the app has it.
  confirmed_at timestamptz,
  -- Of the newest code that was used: none counts twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger second_factor_touch before update on second_factor
  for each row execute function touch_row();

-- Codes for a user whose phone is lost, each for one login. Only their hashes are stored.
create table recovery_code (
  user_id bigint not null references console_user,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

alter table permission_group add column requires_second_factor boolean not null default false;

-- When the user of the session proved last to be the one: by the login, or by password or code.
alter table session add column confirmed_at timestamptz not null default now();
