-- Tariffs whose rates are computed from those of another tariff: copies, and followers.

create table tariff_markup (
  -- Its rates are computed; a user cannot change them.
  tariff_id bigint primary key references tariff on delete cascade,
  parent_id bigint not null references tariff,
  -- A follower is computed again with each change of its parent. A copy is computed once; then its
  -- row is deleted, and the tariff is like any other.
  follows boolean not null,
  -- Of a copy: rates that have ended too. A follower has all rates.
  has_past boolean not null,
  -- [{prefix, percent, fixed}]: the longest prefix of a rate counts, and the empty one is there.
  -- The fixed amount is in the currency of the tariff.
  rules jsonb not null check (jsonb_typeof(rules) = 'array'),
  -- Of rates per minute.
  decimals integer not null check (decimals between 0 and 8),
  rounding_mode text not null check (rounding_mode in ('UP', 'DOWN', 'HALF_UP')),
  -- What a unit of the parent's currency is worth in that of the tariff, as the user typed it;
  -- empty: by the exchange rates of the settings.
  typed_fx bigint check (typed_fx > 0),
  -- The exchange rates of the last computation; empty where both currencies are the same.
  parent_fx bigint,
  own_fx bigint,
  -- Everything has to be computed, not only the prefixes that have changed.
  is_due boolean not null default true,
  -- Why it could not be computed; the rates are those of before.
  error text not null default '',
  computed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger tariff_markup_touch before update on tariff_markup
  for each row execute function touch_row();
-- The followers of a tariff.
create index tariff_markup_parent on tariff_markup (parent_id);

-- Prefixes of followers that have to be computed again. Written in the transaction that changes the
-- rates of the parent, whichever it is, so that no change is missed. There is no key, because a
-- repeated prefix must not wait for the computation that is under way.
create table tariff_markup_change (
  tariff_id bigint not null,
  prefix number_prefix not null
);
-- The changes of a follower.
create index tariff_markup_change_tariff on tariff_markup_change (tariff_id);

create function note_markup_changes() returns trigger language plpgsql as $$
begin
  insert into tariff_markup_change (tariff_id, prefix)
  select distinct m.tariff_id, r.prefix
  from tariff_markup m join changed_rate r on r.tariff_id = m.parent_id
  where m.follows;
  return null;
end $$;
create trigger tariff_rate_added after insert on tariff_rate
  referencing new table as changed_rate
  for each statement execute function note_markup_changes();
create trigger tariff_rate_deleted after delete on tariff_rate
  referencing old table as changed_rate
  for each statement execute function note_markup_changes();
create trigger tariff_rate_changed_from after update on tariff_rate
  referencing old table as changed_rate
  for each statement execute function note_markup_changes();
create trigger tariff_rate_changed_to after update on tariff_rate
  referencing new table as changed_rate
  for each statement execute function note_markup_changes();
