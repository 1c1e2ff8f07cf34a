-- Without followers the triggers of rates end at once, whatever the number of changed rates.

create or replace function note_markup_changes() returns trigger language plpgsql as $$
begin
  if not exists (select from tariff_markup where follows) then return null; end if;
  insert into tariff_markup_change (tariff_id, prefix)
  select distinct m.tariff_id, r.prefix
  from tariff_markup m join changed_rate r on r.tariff_id = m.parent_id
  where m.follows;
  return null;
end $$;
