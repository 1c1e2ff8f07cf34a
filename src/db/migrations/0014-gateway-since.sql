-- Since when a gateway is in the state of its pings, and of its registration.
alter table gateway_state
  add column ping_since timestamptz,
  add column registration_since timestamptz;
