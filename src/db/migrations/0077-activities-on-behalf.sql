-- Resellers have the activities of their business. The account of an open portal has its id beside
-- its name: a name can be changed, and then belong to another account.

-- The account whose portal the user had open, or opened; null is the own area, and older rows.
alter table activity_log add column on_behalf_of_id bigint references account;
-- The activities of a reseller: those on behalf of it and of the accounts right below it.
create index activity_log_on_behalf on activity_log (on_behalf_of_id)
  where on_behalf_of_id is not null;

-- Rows without it keep the hash that they had.
create or replace function activity_hash(previous_hash bytea, entry activity_log) returns bytea
language sql stable as $$
  select sha256(previous_hash || convert_to((jsonb_build_array(entry.position, entry.id,
    extract(epoch from entry.at), entry.user_id, entry.username, entry.ip::text, entry.user_agent,
    entry.action, entry.entity, entry.entity_id, entry.entity_name, entry.changes,
    entry.request_id) || case when entry.token_name is null then '[]'::jsonb
      else jsonb_build_array(entry.token_name) end
    || case when entry.on_behalf_of is null then '[]'::jsonb
      else jsonb_build_array(jsonb_build_object('on_behalf_of', entry.on_behalf_of)) end
    || case when entry.on_behalf_of_id is null then '[]'::jsonb
      else jsonb_build_array(jsonb_build_object('on_behalf_of_id', entry.on_behalf_of_id)) end
    )::text, 'UTF8'))
$$;
