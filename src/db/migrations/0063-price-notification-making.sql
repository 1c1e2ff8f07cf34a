-- Price notifications are compared by a job: one without `prepared_at` has no rates yet.
alter table price_notification
  -- Null is all accounts that use the tariff.
  add column account_id bigint references account,
  -- When its rates were complete. Null: they are being compared, or that failed.
  add column prepared_at timestamptz,
  -- Why the last try failed, how often that was, and when the next try is.
  add column failure text not null default '',
  add column failures integer not null default 0,
  add column retry_at timestamptz,
  alter column new_count set default 0,
  alter column increase_count set default 0,
  alter column decrease_count set default 0,
  alter column changed_count set default 0,
  alter column removed_count set default 0,
  alter column withdrawn_count set default 0,
  alter column unchanged_count set default 0;
update price_notification set prepared_at = created_at;

-- The next one begins where this one ends, which is known when it is complete.
create unique index price_notification_unprepared on price_notification (tariff_id)
  where prepared_at is null;

alter table price_notification_recipient
  drop constraint price_notification_recipient_notification_id_fkey,
  add constraint price_notification_recipient_notification_id_fkey
    foreign key (notification_id) references price_notification on delete cascade;

-- Drafts that the job continues with, also to issue them.
drop index invoice_unprepared;
create index invoice_waiting on invoice (id)
  where issued_at is null and (prepared_at is null or issue_when_ready);
