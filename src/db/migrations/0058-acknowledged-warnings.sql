-- A warning of a running process that an operator has read: it is not shown on every screen until a
-- week later, or until the process reports another one.
create table acknowledged_warning (
  process text primary key,
  warning text not null,
  reason text not null,
  username text not null,
  until timestamptz not null
);
