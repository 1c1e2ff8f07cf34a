-- Each foreign key of the ledger is a question for every entry of every call, thirteen of a chain of six, and
-- nearly all of them name nothing. What they name is never removed, as the accounts, and invariant L1 looks.
alter table ledger_entry
  drop constraint ledger_entry_payment_id_fkey,
  drop constraint ledger_entry_reverses_id_fkey,
  drop constraint ledger_entry_package_period_id_fkey,
  drop constraint ledger_entry_re_rating_id_fkey;

-- Whoever looks for the calls of an engine reads the whole table, which is as short as calls are few.
drop index open_call_engine;

-- A call leaves its row behind within minutes, and some four kilobytes of it. Swept up every few seconds
-- (supervisor/postgres-files.ts) the table stays as small as there are calls, and its pages are written again
-- instead of new ones. It is not cut off at its end, because that would lock out the calls.
alter table open_call set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false,
  toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 1000,
  toast.autovacuum_vacuum_cost_delay = 0, toast.vacuum_truncate = false
);
