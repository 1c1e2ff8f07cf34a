-- Until when a call was known to last that the switch has lost, and whose end only a BYE can tell. Whichever
-- engine closes it without one, however much later, books no more than that.
alter table open_call add column lost_at timestamptz;
