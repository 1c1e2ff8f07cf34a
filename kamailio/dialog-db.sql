-- Where Kamailio keeps its dialogs and unacknowledged events between a stop and the next start. The
-- supervisor runs this with node:sqlite before each start; it changes nothing that is there
-- already.

-- Thousands of dialogs are written one by one at a stop. The file keeps the mode; Kamailio's own
-- parameter for it (db_set_journal_mode) would change LOCATION_DB too.
pragma journal_mode = wal;

create table if not exists version (
  id integer primary key not null,
  table_name text not null unique,
  table_version integer not null default 0
);
insert or ignore into version (table_name, table_version)
values ('version', 1), ('dialog', 7), ('dialog_vars', 1), ('outbox', 2);

create table if not exists dialog (
  id integer primary key not null,
  hash_entry integer not null,
  hash_id integer not null,
  callid text not null,
  from_uri text not null,
  from_tag text not null,
  to_uri text not null,
  to_tag text not null,
  caller_cseq text not null,
  callee_cseq text not null,
  caller_route_set text,
  callee_route_set text,
  caller_contact text not null,
  callee_contact text not null,
  caller_sock text not null,
  callee_sock text not null,
  state integer not null,
  start_time integer not null,
  timeout integer not null default 0,
  sflags integer not null default 0,
  iflags integer not null default 0,
  toroute_name text,
  req_uri text not null,
  xdata text
);
create index if not exists dialog_hash_idx on dialog (hash_entry, hash_id);

create table if not exists dialog_vars (
  id integer primary key not null,
  hash_entry integer not null,
  hash_id integer not null,
  dialog_key text not null,
  dialog_value text not null
);
create index if not exists dialog_vars_hash_idx on dialog_vars (hash_entry, hash_id);

create table if not exists outbox (
  id integer primary key not null,
  key_name text not null default '',
  key_type integer not null default 0,
  value_type integer not null default 0,
  key_value text not null default '',
  expires integer not null default 0
);
-- Kamailio does not save a table at its stop that was empty at its start: one row always stays.
insert into outbox (key_name, value_type, key_value)
select '_', 0, 'stays' where not exists (select 1 from outbox where key_name = '_');
