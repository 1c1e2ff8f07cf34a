-- Numbers of calls lose their last digits after some days (ADR-0047).

-- A telephone number without its last four characters, of which the first four always stay: by
-- those the country of a call is found. Applied again, it changes nothing.
create function mask_number(number text) returns text
language sql immutable strict parallel safe
return left(number, greatest(4, length(number) - 4))
  || repeat('*', least(4, greatest(0, length(number) - 4)));

-- How far the numbers of past days are masked.
create table number_masking (
  -- There is one row.
  is_only boolean primary key default true check (is_only),
  -- All days before it are masked; null while none is.
  masked_until timestamptz,
  -- The same, and the day under way: its numbers may be masked or not.
  begun_until timestamptz,
  -- The last record of the day under way that is masked.
  last_started_at timestamptz,
  last_call_id bigint,
  last_attempt_no smallint,
  -- Why the next day has to wait.
  error text not null default '',
  constraint number_masking_last check (
    (last_started_at is null) = (last_call_id is null)
    and (last_started_at is null) = (last_attempt_no is null))
);
insert into number_masking default values;
