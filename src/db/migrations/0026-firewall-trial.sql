-- The change of firewall zones that waits to be confirmed, or else the last one that did.
create table firewall_trial (
  is_only boolean primary key default true check (is_only),
  state text not null check (state in ('UNCONFIRMED', 'CONFIRMED', 'UNDONE')),
  -- All zones with their networks, as they were before the trial.
  zones_before jsonb not null,
  confirm_until timestamptz not null,
  -- Why it was undone.
  message text not null default '',
  changed_by text not null,
  changed_at timestamptz not null default now()
);
