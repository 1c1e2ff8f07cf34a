-- Clients and resellers see the price notifications that were made for them, so that there is a
-- permission for them. Who could see them until now has it.
update permission_group set permissions = permissions || array['price_notifications.view']
where exists (select from unnest(permissions) p where p like 'tariffs.%');
update permission_group set permissions = permissions || array['price_notifications.export']
where 'tariffs.export' = any (permissions);

-- WITHDRAWN: an earlier notification announced a rate that will not take effect. Its old rate is the
-- announced one, and its rate is what counts in its place.
alter table price_notification_row drop constraint price_notification_row_kind_check;
alter table price_notification_row add constraint price_notification_row_kind_check check (kind in
  ('NEW', 'INCREASE', 'DECREASE', 'CHANGED', 'REMOVED', 'WITHDRAWN', 'UNCHANGED'));
alter table price_notification add column withdrawn_count integer not null default 0;
alter table price_notification alter column withdrawn_count drop default;
-- What was announced and has not taken effect yet.
create index price_notification_row_date
  on price_notification_row (notification_id, effective_from);
