-- Where Kamailio keeps who is registered over a restart. A file of its own, because several of its
-- processes open it, and SQLite does not wait for one another there. The supervisor runs this with
-- node:sqlite before each start; it changes nothing that is there already.

-- In WAL mode the first process to open the file locks it for a moment, which ends the others.
pragma journal_mode = delete;

create table if not exists version (
  id integer primary key not null,
  table_name text not null unique,
  table_version integer not null default 0
);
insert or ignore into version (table_name, table_version)
values ('version', 1), ('location', 9), ('uacreg', 5);

create table if not exists location (
  id integer primary key not null,
  ruid varchar(64) not null default '' unique,
  username varchar(64) not null default '',
  domain varchar(64),
  contact varchar(512) not null default '',
  received varchar(128),
  path varchar(512),
  expires bigint not null default 0,
  q real not null default 1.0,
  callid varchar(255) not null default '',
  cseq integer not null default 1,
  last_modified bigint not null default 0,
  flags integer not null default 0,
  cflags integer not null default 0,
  user_agent varchar(255) not null default '',
  socket varchar(64),
  methods integer,
  instance varchar(255),
  reg_id integer not null default 0,
  server_id integer not null default 0,
  connection_id integer not null default 0,
  keepalive integer not null default 0,
  partition integer not null default 0
);

-- Always empty: the engine says with whom we register after each start.
create table if not exists uacreg (
  id integer primary key not null,
  l_uuid varchar(64) not null default '' unique,
  l_username varchar(64) not null default '',
  l_domain varchar(64) not null default '',
  r_username varchar(64) not null default '',
  r_domain varchar(64) not null default '',
  realm varchar(64) not null default '',
  auth_username varchar(64) not null default '',
  auth_password varchar(64) not null default '',
  auth_ha1 varchar(128) not null default '',
  auth_proxy varchar(255) not null default '',
  expires integer not null default 0,
  flags integer not null default 0,
  reg_delay integer not null default 0,
  contact_addr varchar(255) not null default '',
  socket varchar(128) not null default ''
);
