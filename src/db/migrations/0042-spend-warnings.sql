-- Who spends fast is asked every few seconds, of the entries of the last minutes. They lie at the end of the
-- ledger, which is only added to: a summary of each stretch of it finds them, and costs next to nothing to
-- keep, where an index of every entry would be written with every call.
create index ledger_entry_at on ledger_entry using brin (at)
  with (pages_per_range = 32, autosummarize = on);
