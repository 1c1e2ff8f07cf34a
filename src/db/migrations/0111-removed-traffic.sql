-- The traffic of the rates that an import removes, in the 30 days before its preview: a removal has a
-- confirmation of its own, which names it.
alter table rate_import
  add removed_calls bigint not null default 0,
  add removed_seconds bigint not null default 0;
