-- A charge that was written before there were currencies, in the one of the system.
alter table call_charge alter column currency set default system_currency();
update call_charge set currency = terms ->> 'currency' where currency <> terms ->> 'currency';

-- Whoever deletes a tariff, a plan, a list, a window or a translation asks who has it.
create index client_ip_tariff on client_ip (tariff_id) where tariff_id is not null;
create index client_ip_route_plan on client_ip (route_plan_id) where route_plan_id is not null;
create index route_rule_src_list on route_rule (src_list_id) where src_list_id is not null;
create index route_rule_window on route_rule (window_id) where window_id is not null;
create index route_target_translation on route_target (translation_id)
  where translation_id is not null;
