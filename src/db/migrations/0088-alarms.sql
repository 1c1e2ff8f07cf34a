-- Conditions that the jobs judge, and the spells in which they were true (ADR-0041).

create table alarm_rule (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  -- The condition: a topic of `core/alarm/conditions.ts`, which has its unit and its subjects.
  topic text not null check (topic ~ '^[A-Z][A-Z_]{1,39}$'),
  severity text not null check (severity in ('CRITICAL', 'WARNING', 'INFO')),
  status text not null default 'active' check (status in ('active', 'paused')),
  subject_kind text not null,
  -- Only these; empty is all. Destinations have a name and no id.
  subject_ids bigint[] not null default '{}',
  destinations text[] not null default '{}',
  comparison text not null check (comparison in ('BELOW', 'ABOVE')),
  -- SAME_HOUR: `bound` is a percentage off the mean of the same hour of the last four weeks.
  compares_with text not null default 'BOUND' check (compares_with in ('BOUND', 'SAME_HOUR')),
  -- In the unit of the topic: ten-thousandths of a percent, seconds, milliseconds, a number, days,
  -- or millionths of the currency of the account.
  bound bigint not null,
  -- The quarter of an hour that is going on, and whole ones before it.
  window_minutes integer not null default 60
    check (window_minutes between 15 and 1440 and window_minutes % 15 = 0),
  -- Fewer calls decide nothing.
  min_calls integer not null default 0 check (min_calls between 0 and 1000000),
  -- The time for which it is true before the alarm fires, and not true before it clears.
  pending_seconds integer not null default 0 check (pending_seconds between 0 and 86400),
  clear_seconds integer not null default 0 check (clear_seconds between 0 and 86400),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index alarm_rule_name on alarm_rule (lower(name));
create trigger alarm_rule_touch before update on alarm_rule
  for each row execute function touch_row();

-- One spell of a condition at one subject.
create table alarm (
  id bigint generated always as identity primary key,
  -- Null after the rule was deleted.
  rule_id bigint references alarm_rule on delete set null,
  topic text not null,
  severity text not null check (severity in ('CRITICAL', 'WARNING', 'INFO')),
  -- The rule as it was when the spell began.
  rule jsonb not null,
  subject_kind text not null,
  -- Null where the subject has a name only: a process, a disk, a destination.
  subject_id bigint,
  -- The id, or the name, within the kind.
  subject_key text not null,
  subject_name text not null,
  -- The account that it concerns; null for the machine, gateways and margins.
  account_id bigint references account,
  group_key text not null default '',
  state text not null check (state in ('PENDING', 'FIRING', 'CLEARED')),
  -- When the condition was first true.
  began_at timestamptz not null,
  fired_at timestamptz,
  -- When its event was written: later than it fired if it was snoozed then.
  announced_at timestamptz,
  -- Since when it is not true, and since when nothing can be said; null otherwise.
  fine_since_at timestamptz,
  undecided_since_at timestamptz,
  cleared_at timestamptz,
  clear_cause text check (clear_cause in ('RECOVERED', 'RULE_CHANGED', 'NO_CALLS')),
  -- In the unit of the topic.
  first_value bigint not null,
  last_value bigint not null,
  worst_value bigint not null,
  -- Of an amount; empty for other units.
  currency text not null default '',
  -- With the numbers, as they were when it fired.
  sentence text not null check (length(sentence) between 1 and 500),
  acknowledged_at timestamptz,
  acknowledged_by bigint references console_user,
  acknowledged_note text not null default '',
  constraint alarm_cleared_has_cause check (
    (state = 'CLEARED') = (cleared_at is not null)
    and (state = 'CLEARED') = (clear_cause is not null)),
  constraint alarm_fired_has_time check ((state = 'PENDING') = (fired_at is null)),
  constraint alarm_acknowledged_by_someone
    check ((acknowledged_at is null) = (acknowledged_by is null))
);
-- One open alarm of a rule at a subject.
create unique index alarm_open on alarm (rule_id, subject_key) where state <> 'CLEARED';
-- Those that are open, which every run reads; also of a rule that is gone.
create index alarm_not_cleared on alarm (id) where state <> 'CLEARED';
-- The list, the newest first.
create index alarm_began on alarm (began_at desc, id desc);
-- The alarms of an account.
create index alarm_account on alarm (account_id, began_at desc) where account_id is not null;
-- The oldest, which are removed.
create index alarm_cleared on alarm (cleared_at) where state = 'CLEARED';

-- No messages of a condition at a subject until then, over all its spells: what is snoozed is
-- often what comes and goes.
create table alarm_snooze (
  rule_id bigint not null references alarm_rule on delete cascade,
  subject_key text not null,
  until_at timestamptz not null,
  created_by bigint not null references console_user,
  created_at timestamptz not null default now(),
  primary key (rule_id, subject_key)
);

-- The rules of a new switch. They can be changed, paused and deleted.
insert into alarm_rule (name, topic, severity, subject_kind, comparison, bound, window_minutes,
  min_calls, pending_seconds, clear_seconds) values
  ('Gateway down', 'GATEWAY_DOWN', 'CRITICAL', 'GATEWAY', 'ABOVE', 0, 60, 0, 0, 10),
  ('Gateway not registered', 'GATEWAY_NOT_REGISTERED', 'CRITICAL', 'GATEWAY', 'ABOVE', 0, 60, 0,
    30, 30),
  ('Gateway locked', 'GATEWAY_LOCKED', 'WARNING', 'GATEWAY', 'ABOVE', 0, 60, 0, 0, 0),
  ('Few calls of a gateway are answered', 'ASR', 'WARNING', 'GATEWAY', 'BELOW', 200000, 60, 50,
    60, 300),
  ('Few numbers of a carrier are reached', 'NER', 'WARNING', 'SETTLEMENT', 'BELOW', 500000, 60,
    100, 60, 300),
  ('A client makes many short calls', 'SHORT_CALLS', 'WARNING', 'CLIENT', 'ABOVE', 500000, 60, 100,
    60, 300),
  ('Losses with a carrier', 'MARGIN', 'CRITICAL', 'SETTLEMENT', 'BELOW', 0, 60, 20, 60, 300),
  ('Losses to a destination', 'MARGIN', 'WARNING', 'DESTINATION', 'BELOW', 0, 60, 20, 60, 300),
  ('Low balance of a client', 'LOW_BALANCE', 'WARNING', 'CLIENT', 'BELOW', 0, 60, 0, 0, 60),
  ('Low balance of a reseller', 'LOW_BALANCE', 'CRITICAL', 'RESELLER', 'BELOW', 0, 60, 0, 0, 60),
  ('Money of a client ends', 'MONEY_ENDS', 'INFO', 'CLIENT', 'BELOW', 1, 60, 0, 300, 3600),
  ('Money of a reseller ends', 'MONEY_ENDS', 'WARNING', 'RESELLER', 'BELOW', 1, 60, 0, 300, 3600),
  ('Credit of a client spent', 'CREDIT_SPENT', 'WARNING', 'CLIENT', 'ABOVE', 900000, 60, 0, 0, 300),
  ('Credit of a reseller spent', 'CREDIT_SPENT', 'CRITICAL', 'RESELLER', 'ABOVE', 900000, 60, 0, 0,
    300),
  ('Debt limit of a carrier reached', 'CREDIT_SPENT', 'WARNING', 'SETTLEMENT', 'ABOVE', 900000, 60,
    0, 0, 300),
  ('Daily limit of a client spent', 'DAILY_LIMIT_SPENT', 'WARNING', 'CLIENT', 'ABOVE', 900000, 60,
    0, 0, 300),
  ('Invoice overdue', 'INVOICE_OVERDUE', 'INFO', 'CLIENT', 'ABOVE', 0, 60, 0, 0, 0),
  ('Limits of a client refuse calls', 'LIMIT_HITS', 'INFO', 'CLIENT', 'ABOVE', 100, 60, 0, 0, 300),
  ('Many failed logins', 'AUTH_FAILURES', 'WARNING', 'SWITCH', 'ABOVE', 1000, 60, 0, 0, 300),
  ('Many bans', 'BANS', 'WARNING', 'SWITCH', 'ABOVE', 20, 60, 0, 0, 300),
  ('Process does not run', 'PROCESS', 'CRITICAL', 'PROCESS', 'ABOVE', 0, 60, 0, 30, 10),
  ('Node silent', 'NODE_SILENT', 'CRITICAL', 'NODE', 'ABOVE', 0, 60, 0, 15, 10),
  ('Disk nearly full', 'DISK', 'CRITICAL', 'DISK', 'ABOVE', 900000, 60, 0, 60, 60),
  ('Clock is off', 'CLOCK', 'WARNING', 'NODE', 'ABOVE', 2000, 60, 0, 60, 60),
  ('Work fails again and again', 'WORK_FAILING', 'WARNING', 'WORK', 'ABOVE', 2, 60, 0, 0, 0),
  ('Ended calls cannot be closed', 'UNCLOSED_CALLS', 'CRITICAL', 'SWITCH', 'ABOVE', 0, 60, 0, 60,
    0);

-- Who could see the state of the switch sees its alarms.
update permission_group
set permissions = permissions || array['alarms.view', 'alarms.edit', 'alarms.export']
where 'gateways.view' = any (permissions) and 'system.view' = any (permissions);
