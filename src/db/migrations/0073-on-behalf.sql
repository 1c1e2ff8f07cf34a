-- Sessions in which the user sees the portal of an account below the own one (ADR-0034).

alter table session
  -- The account whose portal is open; null is the own area of the user.
  add column on_behalf_of bigint references account,
  -- Why the user may change something there; null is read-only.
  add column writes_reason text check (length(writes_reason) between 5 and 200),
  add constraint session_writes_on_behalf
    check (writes_reason is null or on_behalf_of is not null);

-- The name of the account whose portal the user had open; null is the own area.
alter table activity_log add column on_behalf_of text;

-- Rows of the own area keep the hash that they had.
create or replace function activity_hash(previous_hash bytea, entry activity_log) returns bytea
language sql stable as $$
  select sha256(previous_hash || convert_to((jsonb_build_array(entry.position, entry.id,
    extract(epoch from entry.at), entry.user_id, entry.username, entry.ip::text, entry.user_agent,
    entry.action, entry.entity, entry.entity_id, entry.entity_name, entry.changes,
    entry.request_id) || case when entry.token_name is null then '[]'::jsonb
      else jsonb_build_array(entry.token_name) end
    || case when entry.on_behalf_of is null then '[]'::jsonb
      else jsonb_build_array(jsonb_build_object('on_behalf_of', entry.on_behalf_of)) end)::text,
    'UTF8'))
$$;
