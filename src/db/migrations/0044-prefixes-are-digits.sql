-- What re-ratings name is made of digits too, as every other prefix.
alter table re_rating add check (prefix ~ '^[0-9]{0,15}$');
alter table re_rating_change add check (old_prefix ~ '^[0-9]{0,15}$'),
  add check (new_prefix ~ '^[0-9]{0,15}$');
