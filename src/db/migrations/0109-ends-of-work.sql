-- Work that a user has asked for ends in a process that adds to the activity log and does not read
-- it. Its end is an entry of the same user: of the last one about the same thing.

create function note_end_of_work(kind text, thing text, was text, became text, error text)
returns void language sql security definer set search_path = public, pg_temp as $$
  insert into activity_log (user_id, username, ip, user_agent, action, entity, entity_id,
    entity_name, changes, request_id, token_name, on_behalf_of, on_behalf_of_id)
  select user_id, username, null, '', 'EXECUTE', entity, entity_id, entity_name,
    jsonb_build_object('state', jsonb_build_array(was, became))
      || case when error = '' then '{}' else jsonb_build_object('error', jsonb_build_array('', error)) end,
    '', token_name, on_behalf_of, on_behalf_of_id
  from activity_log where entity = kind and entity_id = thing order by at desc, id desc limit 1
$$;
revoke execute on function note_end_of_work(text, text, text, text, text) from public;
