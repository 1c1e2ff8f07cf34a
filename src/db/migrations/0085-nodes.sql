-- Call nodes: machines with Kamailio, rtpengine and engines of their own on this database (ADR-0040).
-- The first machine is node 1.

create table node (
  -- Part of the names of its engines, and of the ids of its calls: never used again.
  id smallint primary key check (id between 1 and 100),
  name text not null check (length(name) between 1 and 60),
  -- Where other nodes reach it, as transport:address:port; empty until it has started.
  sip_address text not null default '' check (length(sip_address) <= 60),
  -- The version of the software that it runs, and the last migration that this version has.
  release text not null default '' check (length(release) <= 60),
  last_migration text not null default '' check (length(last_migration) <= 120),
  -- New calls and registrations are refused with 503.
  drained_at timestamptz,
  -- Null until it has its secrets.
  joined_at timestamptz,
  -- Its supervisor ends, and it does not start again.
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index node_name on node (lower(name)) where removed_at is null;
create trigger node_touch before update on node for each row execute function touch_row();
insert into node (id, name, joined_at) values (1, 'Node 1', now());

-- One-time codes with which nodes join. The code itself is encrypted; with it node and supervisor
-- prove themselves to each other, and the secrets are sealed for the node alone.
create table node_join (
  id bigint generated always as identity primary key,
  node_id smallint not null references node,
  code text not null,
  expires_at timestamptz not null,
  -- Of the node: its key for this exchange, and the proof that it has the code.
  node_key text,
  proof text,
  -- Of a supervisor: its key for this exchange, and the secrets; taken away by the node.
  supervisor_key text,
  sealed text,
  -- Why it was refused; empty if it was not.
  refusal text not null default '',
  created_at timestamptz not null default now()
);
create index node_join_node on node_join (node_id);

-- What runs on each machine.
alter table process_state add column node_id smallint not null default 1 references node;
alter table process_state drop constraint process_state_pkey,
  add constraint process_state_pkey primary key (node_id, name);
alter table machine_sample add column node_id smallint not null default 1 references node;
alter table machine_sample drop constraint machine_sample_pkey,
  add constraint machine_sample_pkey primary key (node_id, at);
alter table machine_task add column node_id smallint not null default 1 references node;

-- Which node holds the connection of the phone.
alter table registration add column node_id smallint not null default 1 references node;
create index registration_node on registration (node_id);
