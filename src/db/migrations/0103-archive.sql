-- Calls of removed days are read from the archive into these tables, for lists that ask for them
-- (ADR-0050). The files are those of partition_removal whose name ends in .parquet.
create table recall (
  id bigint generated always as identity primary key,
  -- The period and the part of its calls, so that equal requests share one.
  request_hash text not null unique,
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  -- Conditions on its calls: {"account_ids": [], "called_numbers": [], ...}
  part jsonb not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'READING', 'READY', 'FAILED')),
  days_total integer not null check (days_total > 0),
  days_done integer not null default 0,
  row_count bigint not null default 0,
  error text not null default '',
  requested_by bigint not null references console_user,
  created_at timestamptz not null default now(),
  -- It is removed an hour after this.
  used_at timestamptz not null default now()
);
create index recall_requested_by on recall (requested_by);

create table recalled_call_record (
  recall_id bigint not null references recall on delete cascade,
  like call_record including defaults
);
create index recalled_call_record_page
  on recalled_call_record (recall_id, started_at, call_id, attempt_no);
create table recalled_call_charge (
  recall_id bigint not null references recall on delete cascade,
  like call_charge including defaults
);
create index recalled_call_charge_call on recalled_call_charge (recall_id, call_id);

-- Tables of the same names, found first by a connection whose search_path begins with this schema:
-- queries of lists read the live calls and those of one recall as one table.
create schema archive;

-- For migrations that add a column to call_record or call_charge: recalled calls get it too.
create function follow_call_columns() returns void language plpgsql as $$
declare
  called text;
  added record;
  columns text;
begin
  foreach called in array array['call_record', 'call_charge'] loop
    for added in
      select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_attribute a
      where a.attrelid = called::regclass and a.attnum > 0 and not a.attisdropped
        and not exists (select from pg_attribute r
          where r.attrelid = ('recalled_' || called)::regclass and r.attname = a.attname)
      order by a.attnum
    loop
      execute format('alter table %I add column %I %s', 'recalled_' || called, added.name, added.type);
    end loop;
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into columns
    from pg_attribute a
    where a.attrelid = called::regclass and a.attnum > 0 and not a.attisdropped;
    execute format('drop view if exists archive.%I', called);
    execute format(
      'create view archive.%1$I as select %2$s from public.%1$I union all
        select %2$s from public.%3$I
        where recall_id = nullif(current_setting(''softswitch.recall'', true), '''')::bigint',
      called, columns, 'recalled_' || called);
  end loop;
end $$;
select follow_call_columns();
