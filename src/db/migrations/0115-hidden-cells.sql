-- Workbooks may hide sheets, rows and columns. They are named, and left out unless they are chosen.
alter table rate_import
  add column hidden jsonb not null default '{"worksheets": [], "rows": 0, "columns": []}';
alter table reconciliation
  add column hidden jsonb not null default '{"worksheets": [], "rows": 0, "columns": []}';
-- Layouts from before: quotes were always double ones, and no title was looked at.
update rate_import
  set layout = layout || '{"reads_hidden": false, "quote": "\"", "dated_title": null}'
  where layout is not null;
update reconciliation set layout = layout || '{"reads_hidden": false, "quote": "\""}'
  where layout is not null;
