-- The record feed: every closed record goes to consumers outside of the switch, from the tables
-- (ADR-0037).

create sequence call_record_position;
-- The place of a record among all that are written, for the record feed; null on records from
-- before it. A transaction has its id before it takes a position: once all transactions up to some
-- id are over, all records up to the positions that were taken before it can be read.
alter table call_record add column feed_position bigint;
alter table call_record alter column feed_position set default
  case when pg_current_xact_id() is not null then nextval('call_record_position') end;
-- The next records of a consumer.
create index call_record_feed on call_record (feed_position) where feed_position is not null;

-- Up to where the records are complete.
create table record_feed (
  -- There is one row.
  is_only boolean primary key default true check (is_only),
  -- Nothing is written at this position, or before it, any more.
  safe_position bigint not null default 0,
  -- The last position at some time, and a transaction that began after it was taken: when all up
  -- to that transaction are over, this position is safe.
  seen_position bigint not null default 0,
  seen_xid xid8 not null default '0'
);
insert into record_feed default values;

-- Who gets the records.
create table record_consumer (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('WEBHOOK', 'FOLDER')),
  status text not null default 'active' check (status in ('active', 'paused')),
  -- Where a webhook is called; empty for a folder.
  url text not null default '',
  -- The folder below that of the record feed; empty for a webhook.
  folder text not null default '' check (folder ~ '^([a-z0-9][a-z0-9_-]{0,59})?$'),
  -- Whether the address may be one of this machine or of its network.
  allows_private boolean not null default false,
  -- Signs what a webhook gets; encrypted.
  secret text not null default '',
  answered_only boolean not null default false,
  -- These accounts with all below them; empty is all.
  account_ids bigint[] not null default '{}',
  -- Records that are sent at once.
  batch_size integer not null default 500 check (batch_size between 1 and 1000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint record_consumer_target check (
    case kind when 'WEBHOOK' then url <> '' and folder = '' else url = '' and folder <> '' end)
);
create unique index record_consumer_name on record_consumer (lower(name));
-- Two consumers do not write the same files.
create unique index record_consumer_folder on record_consumer (folder) where folder <> '';
create trigger record_consumer_touch before update on record_consumer
  for each row execute function touch_row();

-- How far each consumer is: written by the job, apart from the configuration.
create table record_delivery (
  consumer_id bigint primary key references record_consumer on delete cascade,
  -- All records up to this position are delivered, or do not match the filter.
  position bigint not null,
  -- The last position of the batch under way: what is sent again is the same batch.
  batch_to bigint,
  -- Calls that began before it are not delivered; null is any.
  from_at timestamptz,
  delivered_count bigint not null default 0,
  last_delivered_at timestamptz,
  failing_since timestamptz,
  failures_in_a_row integer not null default 0,
  error text not null default '',
  next_try_at timestamptz,
  -- A test that a user has requested, the last one that was done, and why it failed.
  test_asked_at timestamptz,
  tested_at timestamptz,
  test_error text not null default ''
);
