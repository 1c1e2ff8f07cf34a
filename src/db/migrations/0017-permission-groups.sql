-- Several admins, each with the rights of their permission groups.

alter table console_user
  add column full_name text not null default '',
  add column email text not null default '',
  add column phone text not null default '',
  -- Every permission, now and in later versions; groups count only without it.
  add column has_all_rights boolean not null default false,
  -- From where the user may sign in and send requests; empty is anywhere.
  add column allowed_networks cidr[] not null default '{}',
  -- From then on the user may not sign in, and no session works.
  add column expires_at timestamptz,
  -- In which the console shows times to the user; null is that of the switch.
  add column timezone text,
  -- The clients and resellers that a group with the scope OWN shows to the user.
  add column own_account_ids bigint[] not null default '{}',
  add constraint console_user_all_rights_of_admin check (not has_all_rights or type = 'ADMIN');
-- Until now every admin could do everything.
update console_user set has_all_rights = true where type = 'ADMIN';

create table permission_group (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null default '',
  -- Such as `tariffs.edit`; the names are those of core/permission/permission.ts.
  permissions text[] not null default '{}',
  -- Whose rows its users see: EVERYTHING, the accounts of the user, or those listed here.
  scope text not null default 'EVERYTHING' check (scope in ('EVERYTHING', 'OWN', 'LISTED')),
  account_ids bigint[] not null default '{}',
  -- How many last digits of telephone numbers are hidden.
  masked_digits integer not null default 0 check (masked_digits between 0 and 15),
  refuses_export boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index permission_group_name on permission_group (lower(name))
  where deleted_at is null;
create trigger permission_group_touch before update on permission_group
  for each row execute function touch_row();

-- Who is in which group.
create table user_permission_group (
  user_id bigint not null references console_user,
  group_id bigint not null references permission_group,
  primary key (user_id, group_id)
);
-- The members of a group.
create index user_permission_group_by_group on user_permission_group (group_id);
