-- A call that has ended and cannot be closed, though the database answers: since when, and why.
alter table open_call
  add column close_failed_at timestamptz,
  add column close_error text not null default '';
