-- The rows of the activity log become a chain: each has the SHA-256 of its content and of the row
-- before, so that a row that was changed or removed, even by the owner of the database, is found
-- by rules A1 and A2 of npm run verify.

alter table activity_log
  -- Without a gap, in the order of the commits; null only until the transaction ends.
  add column position bigint unique,
  add column previous_hash bytea,
  add column hash bytea;
-- The list of one person, newest first, and whether a refusal of the last hour is there already.
create index activity_log_user on activity_log (user_id, at desc, id desc);

-- The two ends of the chain. Its one row is also the lock by which writers follow one another.
create table activity_chain (
  one_row boolean primary key default true check (one_row),
  -- Rows before it were removed by the retention.
  first_position bigint not null default 1,
  last_position bigint not null default 0,
  last_hash bytea not null default ''
);
insert into activity_chain default values;

create function activity_hash(previous_hash bytea, entry activity_log) returns bytea
language sql stable as $$
  select sha256(previous_hash || convert_to(jsonb_build_array(entry.position, entry.id,
    extract(epoch from entry.at), entry.user_id, entry.username, entry.ip::text, entry.user_agent,
    entry.action, entry.entity, entry.entity_id, entry.entity_name, entry.changes,
    entry.request_id)::text, 'UTF8'))
$$;

create function append_to_activity_chain(activity_id bigint) returns void language plpgsql as $$
declare
  head activity_chain;
  entry activity_log;
begin
  select * into head from activity_chain for update;
  select * into entry from activity_log l where l.id = activity_id;
  entry.position := head.last_position + 1;
  entry.previous_hash := head.last_hash;
  entry.hash := activity_hash(entry.previous_hash, entry);
  update activity_log l set position = entry.position, previous_hash = entry.previous_hash,
    hash = entry.hash where l.id = activity_id;
  update activity_chain set last_position = entry.position, last_hash = entry.hash;
end $$;

drop trigger activity_log_append_only on activity_log;
select append_to_activity_chain(id) from (select id from activity_log order by id) existing;

-- With the rights of the owner: the API may add rows, and give none of them a place by itself.
create function chain_activity() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  perform append_to_activity_chain(new.id);
  return null;
end $$;
revoke execute on function append_to_activity_chain(bigint) from public;
-- When the transaction ends: taken earlier, the lock would be held while a change waits for rows
-- of another change that waits for this lock.
create constraint trigger activity_log_chain after insert on activity_log
  deferrable initially deferred for each row execute function chain_activity();

create function refuse_activity_change() returns trigger language plpgsql as $$
declare
  chain constant text[] := array['position', 'previous_hash', 'hash'];
begin
  if tg_op = 'UPDATE' and old.position is null and to_jsonb(new) - chain = to_jsonb(old) - chain
  then return new; end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger activity_log_append_only before update or delete on activity_log
  for each row execute function refuse_activity_change();
