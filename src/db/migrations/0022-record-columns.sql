-- Who the caller was said to be, as it came (texts of strangers, cut by the engine); the address of
-- ours that the call came to; and what the gateway was told, and through which tunnel.
alter table call_record
  add column pai text not null default '',
  add column rpid text not null default '',
  add column diversion text not null default '',
  add column privacy text not null default '',
  add column local_address text not null default '',
  add column sent_caller_name text not null default '',
  add column tunnel_id bigint;
