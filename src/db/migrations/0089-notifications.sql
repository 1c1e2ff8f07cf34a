-- Notifications: events leave the switch by e-mail and webhook, by rules that say who gets which
-- of them (ADR-0041).

-- The server that takes the mails of the switch.
create table mail_server (
  -- There is one row, or none.
  is_only boolean primary key default true check (is_only),
  status text not null default 'active' check (status in ('active', 'paused')),
  host text not null check (length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  -- STARTTLS is required where it is chosen: a server that does not offer it gets no mail.
  security text not null check (security in ('NONE', 'STARTTLS', 'TLS')),
  -- Whether a certificate that no known authority has signed is refused.
  checks_certificate boolean not null default true,
  username text not null default '' check (length(username) <= 254),
  -- Encrypted; empty for none.
  password text not null default '',
  from_address text not null check (length(from_address) between 3 and 254),
  from_name text not null default '' check (length(from_name) <= 80),
  reply_to text not null default '' check (length(reply_to) <= 254),
  -- The address of the console, for links in mails; empty for none.
  console_url text not null default '' check (length(console_url) <= 200),
  -- Whether the address may be one of this machine or of its network.
  allows_private boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger mail_server_touch before update on mail_server
  for each row execute function touch_row();

-- Where events are sent as signed JSON.
create table notification_webhook (
  id bigint generated always as identity primary key,
  -- The operator, or a reseller.
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'active' check (status in ('active', 'paused')),
  url text not null check (length(url) between 1 and 500),
  allows_private boolean not null default false,
  -- Signs what is sent; encrypted. The previous one signs too for a day after a new one is made.
  secret text not null,
  previous_secret text not null default '',
  previous_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index notification_webhook_name on notification_webhook (owner_id, lower(name));
create trigger notification_webhook_touch before update on notification_webhook
  for each row execute function touch_row();

-- Who gets which events.
create table notification_rule (
  id bigint generated always as identity primary key,
  -- The operator gets all events, a reseller those of its tree.
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'active' check (status in ('active', 'paused')),
  -- Empty is all.
  topics text[] not null default '{}',
  min_severity text not null default 'INFO'
    check (min_severity in ('CRITICAL', 'WARNING', 'INFO')),
  -- Accounts with all below them, carriers too; empty is all.
  account_ids bigint[] not null default '{}',
  -- Whether the end of an alarm is an event too.
  sends_cleared boolean not null default true,
  -- What happens at other times waits for these; no weekday is every day.
  weekdays smallint[] not null default '{}',
  from_time text not null default '00:00' check (from_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  till_time text not null default '24:00' check (till_time ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  -- Null is that of the switch.
  timezone text,
  -- Recipients: users of the owner, addresses, the account that an event concerns, the carrier.
  user_ids bigint[] not null default '{}',
  addresses text[] not null default '{}',
  to_account_contacts boolean not null default false,
  to_settlement_contacts boolean not null default false,
  webhook_ids bigint[] not null default '{}',
  -- Messages to one recipient within an hour; the rest waits for a digest.
  max_per_hour integer not null default 20 check (max_per_hour between 1 and 1000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index notification_rule_name on notification_rule (owner_id, lower(name));
create trigger notification_rule_touch before update on notification_rule
  for each row execute function touch_row();

-- A message of events to one recipient by one channel, as it was written.
create table notification_delivery (
  id bigint generated always as identity primary key,
  -- The same whenever it is sent again: part of the Message-ID, and the `webhook-id`.
  message_id uuid not null default gen_random_uuid(),
  owner_id bigint not null references account,
  -- Null for a test, and when the rule is gone.
  rule_id bigint references notification_rule on delete set null,
  webhook_id bigint references notification_webhook on delete set null,
  channel text not null check (channel in ('EMAIL', 'WEBHOOK')),
  -- The address in small letters, or the name of the webhook.
  recipient text not null check (length(recipient) between 1 and 254),
  -- In whose name it comes: the owner, or the reseller above the account that gets it.
  sender_id bigint not null,
  -- In which its times are written; null is that of the switch.
  timezone text,
  kind text not null default 'MESSAGE' check (kind in ('MESSAGE', 'DIGEST', 'TEST')),
  event_ids bigint[] not null default '{}',
  -- Null for a digest or a test.
  topic text,
  severity text not null check (severity in ('CRITICAL', 'WARNING', 'INFO')),
  subject text not null,
  -- Texts of a mail.
  body_text text not null default '',
  body_html text not null default '',
  from_name text not null default '',
  reply_to text not null default '',
  unsubscribe_url text not null default '',
  -- The body for a webhook, byte by byte.
  payload text not null default '',
  state text not null default 'WAITING'
    check (state in ('WAITING', 'SENT', 'FAILED', 'SUPPRESSED')),
  -- Why it is suppressed. HOURS and DIGEST wait for a digest.
  reason text check (reason in ('UNSUBSCRIBED', 'BOUNCED', 'HOURS', 'DIGEST')),
  -- The digest with its events.
  digest_id bigint references notification_delivery on delete set null,
  -- Since it was queued last.
  attempts integer not null default 0,
  queued_at timestamptz not null default now(),
  -- One under way has a time in the future, until which no other process sends it.
  next_try_at timestamptz,
  last_answer text not null default '',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint notification_delivery_reason check ((state = 'SUPPRESSED') = (reason is not null)),
  constraint notification_delivery_try check ((state = 'WAITING') = (next_try_at is not null))
);
-- What is due.
create index notification_delivery_due on notification_delivery (next_try_at)
  where state = 'WAITING';
-- What waits for a digest.
create index notification_delivery_held on notification_delivery (rule_id, channel, recipient)
  where reason in ('HOURS', 'DIGEST') and digest_id is null;
-- The bound of an hour, and the log of a rule.
create index notification_delivery_rule on notification_delivery (rule_id, created_at);
create index notification_delivery_owner on notification_delivery (owner_id, created_at);
create index notification_delivery_time on notification_delivery (created_at);
create index notification_delivery_webhook on notification_delivery (webhook_id)
  where webhook_id is not null;
create index notification_delivery_digest on notification_delivery (digest_id)
  where digest_id is not null;

create table notification_attempt (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references notification_delivery on delete cascade,
  at timestamptz not null default now(),
  ok boolean not null,
  answer text not null
);
create index notification_attempt_delivery on notification_attempt (delivery_id, id);

-- What an address does not want to get from an owner any more.
create table notification_opt_out (
  address text not null,
  owner_id bigint not null references account,
  -- Empty is all.
  topic text not null default '',
  created_at timestamptz not null default now(),
  primary key (address, owner_id, topic)
);

-- Addresses that a mail server has refused for good: nothing is sent to them any more.
create table bounced_address (
  id bigint generated always as identity primary key,
  address text not null unique,
  since timestamptz not null default now(),
  last_at timestamptz not null default now(),
  answer text not null,
  bounce_count integer not null default 1
);
