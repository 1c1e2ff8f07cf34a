-- What a rate of a tariff was before it was changed or deleted, if it had been in effect. Triggers
-- write it, so that no way to change rates leaves it out.
create table past_rate (
  rate_id bigint not null,
  -- When it was changed or deleted.
  replaced_at timestamptz not null default now(),
  tariff_id bigint not null references tariff,
  prefix number_prefix not null,
  destination text not null,
  window_id bigint,
  blocked boolean not null,
  rate bigint not null,
  first_rate bigint,
  first_increment integer,
  next_increment integer,
  connect_fee bigint,
  effective_from timestamptz not null,
  effective_until timestamptz,
  import_id bigint,
  -- Of the rate.
  created_at timestamptz not null,
  -- Of two changes in one transaction, the first knows what was in effect.
  primary key (rate_id, replaced_at)
);
-- The history of one prefix, and what has changed in a tariff since a time.
create index past_rate_prefix on past_rate (tariff_id, prefix);

create function keep_changed_rate() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into past_rate (rate_id, tariff_id, prefix, destination, window_id, blocked, rate,
    first_rate, first_increment, next_increment, connect_fee, effective_from, effective_until,
    import_id, created_at)
  values (old.id, old.tariff_id, old.prefix, old.destination, old.window_id, old.blocked, old.rate,
    old.first_rate, old.first_increment, old.next_increment, old.connect_fee, old.effective_from,
    old.effective_until, old.import_id, old.created_at)
  on conflict do nothing;
  return null;
end $$;
-- An end in the future is part of the rate itself; one in the past, or taken back, is a change.
-- Undoing an import lowers the version: what it puts back was replaced by the rates that it deletes.
create trigger tariff_rate_keep_changed after update on tariff_rate
  for each row when (old.effective_from < now() and (
    (old.prefix, old.window_id, old.blocked, old.rate, old.first_rate, old.first_increment,
      old.next_increment, old.connect_fee, old.effective_from)
    is distinct from (new.prefix, new.window_id, new.blocked, new.rate, new.first_rate,
      new.first_increment, new.next_increment, new.connect_fee, new.effective_from)
    or new.effective_until < now()
    or old.effective_until <= now() and new.version > old.version))
  execute function keep_changed_rate();

create function keep_deleted_rates() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into past_rate (rate_id, tariff_id, prefix, destination, window_id, blocked, rate,
    first_rate, first_increment, next_increment, connect_fee, effective_from, effective_until,
    import_id, created_at)
  select d.id, d.tariff_id, d.prefix, d.destination, d.window_id, d.blocked, d.rate, d.first_rate,
    d.first_increment, d.next_increment, d.connect_fee, d.effective_from, d.effective_until,
    d.import_id, d.created_at
  from deleted d join tariff t on t.id = d.tariff_id
  where d.effective_from < now() and t.deleted_at is null
  on conflict do nothing;
  return null;
end $$;
-- The rates of a deleted tariff have no history that anyone could read.
create trigger tariff_rate_keep_deleted after delete on tariff_rate
  referencing old table as deleted for each statement execute function keep_deleted_rates();
