-- Whom the switch has kept out because of a flood.
alter table ban drop constraint ban_kind_check;
alter table ban add constraint ban_kind_check check (kind in ('AUTO', 'FLOOD', 'MANUAL'));
