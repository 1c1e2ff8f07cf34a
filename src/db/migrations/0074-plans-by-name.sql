-- A reseller has several route plans for its clients, each by a name that the operator has chosen
-- for resellers: name and content of the plan itself are not seen by it.
alter table route_plan add column name_for_resellers text not null default '';
comment on column route_plan.name_for_resellers is 'Empty for plans that are given to no reseller.';

-- The route plans that a reseller was given for its clients, the preset of new ones first. Without
-- any, it has those of the reseller above.
create table reseller_plan (
  reseller_id bigint not null references reseller (account_id),
  route_plan_id bigint not null references route_plan (id),
  position integer not null,
  primary key (reseller_id, route_plan_id)
);
-- Who uses a plan, before it is deleted or loses its name for resellers.
create index reseller_plan_plan on reseller_plan (route_plan_id);

insert into reseller_plan (reseller_id, route_plan_id, position)
select account_id, client_plan_id, 1 from reseller where client_plan_id is not null;

-- So far each reseller had one plan, without a name: that of the plan may name a carrier.
update route_plan set name_for_resellers = 'Standard'
where id in (select route_plan_id from reseller_plan);

alter table reseller drop column client_plan_id;
