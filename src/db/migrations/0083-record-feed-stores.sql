-- Consumers of the record feed that are a table of ClickHouse, or objects in a store with the
-- interface of S3 (ADR-0037).

alter table record_consumer
  -- The user of ClickHouse, or the id of the access key of a store. The password of the one and the
  -- secret key of the other are in `secret`; without a password it is empty.
  add column username text not null default '' check (length(username) <= 128),
  -- Where ClickHouse inserts; empty for other kinds.
  add column database_name text not null default ''
    check (database_name ~ '^([A-Za-z_][A-Za-z0-9_]{0,126})?$'),
  add column table_name text not null default ''
    check (table_name ~ '^([A-Za-z_][A-Za-z0-9_]{0,126})?$'),
  -- Where a store has the objects: their names begin with the prefix. Empty for other kinds.
  add column bucket text not null default '' check (bucket ~ '^([a-z0-9][a-z0-9.-]{1,62})?$'),
  add column object_prefix text not null default ''
    check (object_prefix ~ '^[A-Za-z0-9_.=/-]{0,200}$'),
  add column region text not null default '' check (region ~ '^[a-z0-9-]{0,40}$'),
  drop constraint record_consumer_kind_check,
  add constraint record_consumer_kind_check
    check (kind in ('WEBHOOK', 'FOLDER', 'CLICKHOUSE', 'S3')),
  drop constraint record_consumer_target,
  add constraint record_consumer_target check (
    (url <> '') = (kind <> 'FOLDER')
    and (folder <> '') = (kind = 'FOLDER')
    and (database_name <> '') = (kind = 'CLICKHOUSE')
    and (table_name <> '') = (kind = 'CLICKHOUSE')
    and (bucket <> '') = (kind = 'S3')
    and (region <> '') = (kind = 'S3')
  );
-- Two consumers do not write the same objects.
create unique index record_consumer_objects on record_consumer (url, bucket, object_prefix)
  where bucket <> '';
