-- What clients, gateways and rules refer to: hours, lists of numbers and changes of numbers.

create table time_window (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- A name of the IANA list, such as Europe/London: the hours follow its daylight saving time.
  timezone text not null check (length(timezone) between 1 and 60),
  -- [{weekdays: [1..7], from: 'HH:MM', till: 'HH:MM', months: [1..12], days: [1..31]}]; the window
  -- is open in any of them.
  ranges jsonb not null default '[]' check (jsonb_typeof(ranges) = 'array'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index time_window_name on time_window (owner_id, lower(name))
  where deleted_at is null;
create trigger time_window_touch before update on time_window
  for each row execute function touch_row();

create table number_list (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- STRICT compares whole numbers, PREFIX their first digits. RANDOM is a pool of numbers, one of
  -- which is taken.
  mode text not null default 'PREFIX' check (mode in ('STRICT', 'PREFIX', 'RANDOM')),
  -- For a number that no item matches.
  default_action text not null default 'ACCEPT' check (default_action in ('ACCEPT', 'REJECT')),
  -- The one list of premium rate and satellite numbers: what it rejects is refused to every client
  -- that may not call high-risk numbers.
  is_high_risk boolean not null default false,
  -- Grows with each change of the list or of one of its items; the engine compares it.
  items_version bigint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Without that list all clients could call such numbers, so it cannot be deleted. To refuse
  -- nothing, it is blocked.
  constraint number_list_high_risk_stays
    check (not is_high_risk or (mode <> 'RANDOM' and deleted_at is null))
);
create unique index number_list_name on number_list (owner_id, lower(name))
  where deleted_at is null;
create unique index number_list_high_risk on number_list (is_high_risk) where is_high_risk;
create trigger number_list_touch before update on number_list
  for each row execute function touch_row();

create table number_list_item (
  id bigint generated always as identity primary key,
  number_list_id bigint not null references number_list on delete cascade,
  key text collate "C" not null check (key ~ '^[0-9]{0,32}$'),
  -- The item matches only numbers with this many digits.
  min_length smallint not null default 0 check (min_length between 0 and 100),
  max_length smallint not null default 100 check (max_length between 0 and 100),
  action text not null default 'REJECT' check (action in ('ACCEPT', 'REJECT')),
  -- A word by which rules of a route plan can choose.
  tag text not null default '' check (length(tag) <= 40),
  description text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint number_list_item_lengths check (min_length <= max_length),
  -- Its index also lists the items of a list by number.
  unique (number_list_id, key, min_length, max_length)
);
create trigger number_list_item_touch before update on number_list_item
  for each row execute function touch_row();

create table translation (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- Applied in this order: [{field: 'called_number' | 'caller_number' | 'caller_name' | 'pai' |
  -- 'diversion', match: 'prefix' | 'regex', pattern, strip, replacement, pool_list_id: a pool to
  -- take the number from | null, stop: no rule after it}].
  rules jsonb not null default '[]' check (jsonb_typeof(rules) = 'array'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index translation_name on translation (owner_id, lower(name))
  where deleted_at is null;
create trigger translation_touch before update on translation
  for each row execute function touch_row();

-- Toll fraud calls premium rate and satellite numbers, so no client may until the operator allows
-- it. The list is a beginning: codes that belong to no country, and premium rate of countries where
-- it has a prefix of its own. The operator adds what its destinations need.
with list as (
  insert into number_list (owner_id, name, description, mode, default_action, is_high_risk)
  values (1, 'High-risk numbers',
    'Premium rate and satellite: refused to clients that may not call them', 'PREFIX', 'ACCEPT',
    true)
  returning id)
insert into number_list_item (number_list_id, key, action, tag, description)
select list.id, item.key, 'REJECT', item.tag, item.description
from list, (values
  ('870', 'satellite', 'Inmarsat'),
  ('878', 'premium', 'Universal personal numbers'),
  ('881', 'satellite', 'Mobile satellite systems'),
  ('882', 'satellite', 'International networks'),
  ('883', 'satellite', 'International networks'),
  ('979', 'premium', 'International premium rate'),
  ('1900', 'premium', 'North America, premium rate'),
  ('1976', 'premium', 'North America, premium rate'),
  ('31900', 'premium', 'Netherlands, premium rate'),
  ('31906', 'premium', 'Netherlands, premium rate'),
  ('31909', 'premium', 'Netherlands, premium rate'),
  ('3290', 'premium', 'Belgium, premium rate'),
  ('3389', 'premium', 'France, premium rate'),
  ('34803', 'premium', 'Spain, premium rate'),
  ('34806', 'premium', 'Spain, premium rate'),
  ('34807', 'premium', 'Spain, premium rate'),
  ('34905', 'premium', 'Spain, premium rate'),
  ('34907', 'premium', 'Spain, premium rate'),
  ('39892', 'premium', 'Italy, premium rate'),
  ('39895', 'premium', 'Italy, premium rate'),
  ('39899', 'premium', 'Italy, premium rate'),
  ('41900', 'premium', 'Switzerland, premium rate'),
  ('41901', 'premium', 'Switzerland, premium rate'),
  ('41906', 'premium', 'Switzerland, premium rate'),
  ('43900', 'premium', 'Austria, premium rate'),
  ('43901', 'premium', 'Austria, premium rate'),
  ('43930', 'premium', 'Austria, premium rate'),
  ('43931', 'premium', 'Austria, premium rate'),
  ('4470', 'premium', 'United Kingdom, personal numbers'),
  ('449', 'premium', 'United Kingdom, premium rate'),
  ('46900', 'premium', 'Sweden, premium rate'),
  ('46939', 'premium', 'Sweden, premium rate'),
  ('46944', 'premium', 'Sweden, premium rate'),
  ('4870', 'premium', 'Poland, premium rate'),
  ('49900', 'premium', 'Germany, premium rate'),
  ('61190', 'premium', 'Australia, premium rate')
) as item (key, tag, description);
