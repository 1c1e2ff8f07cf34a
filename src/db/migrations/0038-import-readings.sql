-- How rate files are read: the worksheets to choose from, and whose files they are.

alter table rate_import
  -- The names of the worksheets of a workbook.
  add column worksheets jsonb not null default '[]',
  -- The carrier that made the file: its next one is read the same way.
  add column settlement_id bigint references account;
-- The imports of files of a carrier, newest first.
create index rate_import_settlement on rate_import (settlement_id, id desc)
  where settlement_id is not null;
