-- Requests to read the first rows of an uploaded file. The API adds a row and waits, the jobs answer.
create table file_reading (
  id bigint generated always as identity primary key,
  owner text not null check (owner in ('rate_import', 'reconciliation')),
  owner_id bigint not null,
  request jsonb not null,
  head jsonb,
  error text,
  created_at timestamptz not null default now()
);
