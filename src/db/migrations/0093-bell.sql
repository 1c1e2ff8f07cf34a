-- What a user has read of the bell: all events up to one, and single ones above it (ADR-0041).
create table bell_mark (
  user_id bigint primary key references console_user on delete cascade,
  event_id bigint not null default 0,
  read_ids bigint[] not null default '{}' check (cardinality(read_ids) <= 300)
);
