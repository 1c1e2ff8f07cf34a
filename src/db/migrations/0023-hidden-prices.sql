-- Permission groups that hide money from their users.
alter table permission_group
  -- What is sold: rates, charges, revenue.
  add column hides_prices boolean not null default false,
  -- What it costs, and what is earned.
  add column hides_costs boolean not null default false;
