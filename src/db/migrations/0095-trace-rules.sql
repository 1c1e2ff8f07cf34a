-- Rules for which calls SIP messages are stored (ADR-0044).
create table trace_rule (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'active' check (status in ('active', 'paused')),
  -- These accounts with all below them; empty is all. The same for the lists below.
  account_ids bigint[] not null default '{}',
  gateway_ids bigint[] not null default '{}',
  called_prefixes text[] not null default '{}',
  caller_prefixes text[] not null default '{}',
  failed_only boolean not null default false,
  percent integer not null default 100 check (percent between 1 and 100),
  -- When it ends by itself.
  until_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index trace_rule_name on trace_rule (lower(name));
create trigger trace_rule_touch before update on trace_rule
  for each row execute function touch_row();
