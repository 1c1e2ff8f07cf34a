-- Files of the record feed can be Parquet instead of JSON Lines (ADR-0037).

alter table record_consumer
  -- The format of files; JSON Lines for the kinds that get none.
  add column format text not null default 'JSON_LINES'
    check (format in ('JSON_LINES', 'PARQUET')),
  add constraint record_consumer_files check (format = 'JSON_LINES' or kind in ('FOLDER', 'S3'));
