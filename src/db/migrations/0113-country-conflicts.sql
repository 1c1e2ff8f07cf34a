-- Rows of an import whose name says another country than the code deck has for their code. Above a
-- share of the rows the import is applied only with a reason, which is kept.
alter table rate_import_row
  add named_country text,
  add code_country text;
alter table rate_import
  add country_conflicts_count integer not null default 0,
  add country_conflicts_reason text not null default '';
