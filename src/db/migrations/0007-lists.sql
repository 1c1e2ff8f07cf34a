-- What rules, clients and gateways refer to: hours, lists of numbers, and changes of numbers.

create table time_window (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- A name of the IANA list, such as Europe/London: hours follow its summer time.
  timezone text not null check (length(timezone) between 1 and 60),
  -- [{weekdays: [1..7], from: 'HH:MM', till: 'HH:MM', months: [1..12], days: [1..31]}]; open in any of them.
  ranges jsonb not null default '[]' check (jsonb_typeof(ranges) = 'array'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index time_window_name on time_window (owner_id, lower(name)) where deleted_at is null;
create trigger time_window_touch before update on time_window for each row execute function touch_row();

create table number_list (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- How a number is compared with the items; RANDOM is a pool from which one is taken.
  mode text not null default 'PREFIX' check (mode in ('STRICT', 'PREFIX', 'RANDOM')),
  -- For a number that no item fits.
  default_action text not null default 'ACCEPT' check (default_action in ('ACCEPT', 'REJECT')),
  -- Grows with each change of the list or of one of its items; the engine compares it.
  items_version bigint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index number_list_name on number_list (owner_id, lower(name)) where deleted_at is null;
create trigger number_list_touch before update on number_list for each row execute function touch_row();

create table number_list_item (
  id bigint generated always as identity primary key,
  number_list_id bigint not null references number_list on delete cascade,
  key text collate "C" not null check (key ~ '^[0-9]{0,32}$'),
  -- The item fits numbers of this many digits only.
  min_length smallint not null default 0 check (min_length between 0 and 100),
  max_length smallint not null default 100 check (max_length between 0 and 100),
  action text not null default 'REJECT' check (action in ('ACCEPT', 'REJECT')),
  -- What rules of a route plan may ask for.
  tag text not null default '' check (length(tag) <= 40),
  description text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (min_length <= max_length),
  unique (number_list_id, key, min_length, max_length)
);
create trigger number_list_item_touch before update on number_list_item for each row execute function touch_row();

create table translation (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- In the order in which they are applied; contract/translations.ts says what a rule is.
  rules jsonb not null default '[]' check (jsonb_typeof(rules) = 'array'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index translation_name on translation (owner_id, lower(name)) where deleted_at is null;
create trigger translation_touch before update on translation for each row execute function touch_row();
