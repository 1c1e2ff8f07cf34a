-- A reseller whose account and the one above stay the same is counted once, and resellers in the
-- order of ids, as calls lock balances.
create or replace function note_borrower() returns trigger language plpgsql as $$
begin
  perform recount_lent(id) from (
    -- Its own, too: its currency may be another one now.
    select distinct id from unnest(array[old.parent_id, new.parent_id, new.id]) as ids (id)
    where id is not null order by id) as resellers;
  return null;
end $$;
