-- Archived days follow the rule by which numbers are masked (ADR-0047).
alter table partition_removal
  -- Of calls in the archive: whether the file has masked numbers only.
  add column are_numbers_masked boolean not null default false;
