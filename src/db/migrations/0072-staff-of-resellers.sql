-- Staff users of resellers, with permission groups of the reseller's own area (ADR-0033).

alter table console_user
  -- The reseller for which the user works; its account is that of the user. Null is an admin, or
  -- the portal login of an account, which stays the only one of it.
  add column employer_id bigint references account,
  drop constraint console_user_admin_has_no_account,
  add constraint console_user_works_for_one check (case type
    when 'ADMIN' then account_id is null and employer_id is null
    else (account_id is null) <> (employer_id is null) end),
  add constraint console_user_staff_of_reseller check (employer_id is null or type = 'RESELLER');
-- The staff of a reseller: listed, and signed out with it.
create index console_user_employer on console_user (employer_id) where employer_id is not null;

-- Whose group it is: the operator's, or that of a reseller for its own staff.
alter table permission_group
  add column owner_id bigint not null default 1 references account,
  -- A reseller has no scope to narrow: its staff sees what it sees.
  add constraint permission_group_scope_of_operator check (owner_id = 1 or scope = 'EVERYTHING');
drop index permission_group_name;
alter table permission_group alter column owner_id drop default;
create unique index permission_group_name on permission_group (owner_id, lower(name))
  where deleted_at is null;
