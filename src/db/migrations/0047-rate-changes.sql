-- Bulk changes of rates: imports whose rows are computed from the rates of the tariff.

alter table rate_import
  -- Which rates, and what is done to them, as the type RateChange of the core; empty for a file.
  add column rate_change jsonb;
