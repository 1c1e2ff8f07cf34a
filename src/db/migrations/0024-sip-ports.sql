-- Changes of the SIP ports: requested by the console, tried and switched by the supervisor, undone
-- unless confirmed in time. The ports in use are the setting `sip_ports`.
create table sip_ports_change (
  id bigint generated always as identity primary key,
  -- As core/sip-ports.ts has them.
  ports jsonb not null,
  -- UNCONFIRMED is in use for a trial; REFUSED was never in use.
  state text not null default 'REQUESTED'
    check (state in ('REQUESTED', 'UNCONFIRMED', 'CONFIRMED', 'UNDONE', 'REFUSED')),
  -- The field that is refused, such as `listen.0.port`, and why; or why the change was undone.
  field text not null default '',
  message text not null default '',
  confirm_seconds integer not null check (confirm_seconds between 5 and 600),
  confirm_until timestamptz,
  -- Listeners that were given up, as long as calls use them. They accept no new calls.
  closing jsonb not null default '[]',
  requested_by text not null,
  requested_at timestamptz not null default now()
);
-- One change at a time.
create unique index sip_ports_change_pending on sip_ports_change ((true))
  where state in ('REQUESTED', 'UNCONFIRMED');
