-- What is not invoiced yet is removed by force alone.

-- Requested by a user who may remove what is not invoiced.
alter table partition_removal add column is_forced boolean not null default false;
-- Their periods may wait for another invoice.
create index invoice_void on invoice (account_id, starts_at) where voided_at is not null;
