-- What a person may want to be notified of (ADR-0041): an alarm fired or cleared, or something
-- happened. Never changed, but for the mark of its deliveries.
create table notification_event (
  id bigint generated always as identity primary key,
  -- The condition of an alarm, or what happened: the topics of `core/notification/topics.ts`.
  topic text not null check (topic ~ '^[A-Z][A-Z_]{1,39}$'),
  phase text not null check (phase in ('FIRED', 'CLEARED', 'HAPPENED')),
  severity text not null check (severity in ('CRITICAL', 'WARNING', 'INFO')),
  -- The alarm that fired or cleared; null for what happened.
  alarm_id bigint,
  -- The account that it concerns; null for the machine and for gateways, which are the operator's.
  account_id bigint references account,
  subject_kind text not null,
  -- Null where the subject has a name only: a process, a disk.
  subject_id bigint,
  subject_name text not null,
  -- Events with the same group are one message: the gateways of a carrier.
  group_key text not null default '',
  -- With the numbers, without times.
  sentence text not null check (length(sentence) between 1 and 500),
  -- The values, as they were.
  payload jsonb not null default '{}',
  occurred_at timestamptz not null default now(),
  -- Since when its deliveries are made; null until then.
  expanded_at timestamptz,
  check ((phase = 'HAPPENED') = (alarm_id is null))
);
create index notification_event_waiting on notification_event (id) where expanded_at is null;
create index notification_event_account on notification_event (account_id, id)
  where account_id is not null;
create index notification_event_time on notification_event (occurred_at);
