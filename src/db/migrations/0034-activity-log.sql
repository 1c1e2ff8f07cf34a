-- Who did what is a proof only if nobody can change it afterwards, and if it names also what was
-- taken away (EXPORT) and what was tried in vain (REFUSED).
create trigger activity_log_append_only before update or delete on activity_log
  for each row execute function refuse_change();
create trigger activity_log_no_truncate before truncate on activity_log
  for each statement execute function refuse_change();

alter table activity_log drop constraint activity_log_action_check;
alter table activity_log add constraint activity_log_action_check check (action in (
  'LOGIN', 'LOGOUT', 'CREATE', 'UPDATE', 'DELETE', 'EXECUTE', 'EXPORT', 'REFUSED'));
