-- Only of the work that ends outside the API: a process that runs the function cannot write an entry
-- about anything else.

create or replace function note_end_of_work(kind text, thing text, was text, became text, error text)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if kind is null or kind not in ('rate_import', 'reconciliation', 're_rating') then
    raise 'the end of a % is not noted here', coalesce(kind, 'null');
  end if;
  insert into activity_log (user_id, username, ip, user_agent, action, entity, entity_id,
    entity_name, changes, request_id, token_name, on_behalf_of, on_behalf_of_id)
  select user_id, username, null, '', 'EXECUTE', entity, entity_id, entity_name,
    jsonb_build_object('state', jsonb_build_array(was, became))
      || case when error = '' then '{}' else jsonb_build_object('error', jsonb_build_array('', error)) end,
    '', token_name, on_behalf_of, on_behalf_of_id
  from activity_log where entity = kind and entity_id = thing order by at desc, id desc limit 1;
end
$$;
