-- The route plan of the clients that a reseller adds: it is given by the operator, and its name and
-- content are not seen by the reseller. Null takes that of the reseller above.
alter table reseller add column client_plan_id bigint references route_plan (id);
create index reseller_client_plan on reseller (client_plan_id) where client_plan_id is not null;
