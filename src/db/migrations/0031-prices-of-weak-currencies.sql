-- What the forms let in as a price a minute, here too: a weak currency has large ones.
alter table client
  drop constraint client_on_net_rate_check,
  add constraint client_on_net_rate_check check (on_net_rate between 0 and 100000000000000);
alter table route_plan
  drop constraint route_plan_rate_delta_check,
  add constraint route_plan_rate_delta_check check (rate_delta between 0 and 100000000000000);
