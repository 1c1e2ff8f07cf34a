-- Changes of its IP list that a wholesale client requests, for the operator or the reseller right
-- above it to accept or refuse. One that the client cancels is deleted.
create table address_request (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  kind text not null check (kind in ('ADD', 'REMOVE')),
  network cidr not null check (masklen(network) > 0),
  note text not null default '' check (length(note) <= 200),
  state text not null default 'OPEN' check (state in ('OPEN', 'ACCEPTED', 'REFUSED')),
  -- Why it was refused, for the client.
  reason text check (length(reason) between 1 and 200),
  requested_by bigint not null references console_user,
  at timestamptz not null default now(),
  decided_by bigint references console_user,
  decided_at timestamptz,
  constraint address_request_is_decided
    check ((state = 'OPEN') = (decided_at is null) and (state = 'OPEN') = (decided_by is null)),
  constraint address_request_refused_with_reason
    check ((state = 'REFUSED') = (reason is not null))
);
-- The requests of a client, and whether the same one is open already.
create index address_request_account on address_request (account_id, at);
create unique index address_request_open on address_request (account_id, kind, network)
  where state = 'OPEN';

-- A password opens a portal, in which addresses can be requested now. Groups that could set one
-- still can.
update permission_group set permissions = permissions || array['address_requests.create']
where 'portal_passwords.execute' = any (permissions);
