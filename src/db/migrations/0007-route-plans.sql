-- Where calls go: route plans, their rules, and the targets of each rule.

create table route_plan (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account,
  name text not null check (length(name) between 1 and 80),
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- How the targets of a rule are ordered.
  mode text not null default 'LCR'
    check (mode in ('ORDERED', 'LCR', 'LCR_QUALITY', 'QUALITY', 'PERCENT', 'STATIC_THEN_LCR')),
  -- Cost differences up to this count as equal, and priority decides; a rate.
  rate_delta bigint not null default 0 check (rate_delta between 0 and 100000000000000),
  -- What a call must earn: in percent, and as an amount per minute or per call.
  profit_mode text not null default 'PER_CALL'
    check (profit_mode in ('OFF', 'PER_MINUTE', 'PER_CALL')),
  min_profit_percent integer not null default 0
    check (min_profit_percent between -1000000 and 100000000),
  min_profit_abs bigint not null default 0 check (min_profit_abs between 0 and 1000000000),
  max_attempts integer not null default 10 check (max_attempts between 1 and 30),
  -- Seconds until the call is answered or given up, over all attempts together.
  max_setup_seconds integer not null default 30 check (max_setup_seconds between 5 and 180),
  -- Numbers that these lists reject are refused.
  dst_list_id bigint references number_list,
  src_list_id bigint references number_list,
  -- The fallback plan, asked after the last rule of this one.
  parent_plan_id bigint references route_plan,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint route_plan_is_not_its_own_fallback check (parent_plan_id <> id)
);
create unique index route_plan_name on route_plan (owner_id, lower(name)) where deleted_at is null;
-- The plans that fall back to one, before it is deleted.
create index route_plan_parent on route_plan (parent_plan_id);
create trigger route_plan_touch before update on route_plan
  for each row execute function touch_row();

-- The longest prefix wins; several rules may have the same prefix.
create table route_rule (
  id bigint generated always as identity primary key,
  route_plan_id bigint not null references route_plan,
  -- Among equally specific rules the lowest position wins.
  position integer not null default 1 check (position >= 1),
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'blocked')),

  -- Which calls it matches: all that is set here has to fit.
  dst_prefix number_prefix not null default '',
  src_prefix number_prefix not null default '',
  -- Caller numbers that the list accepts.
  src_list_id bigint references number_list,
  client_id bigint references account,
  -- Clients anywhere below this reseller.
  reseller_id bigint references account,
  -- The call must have all of them.
  tags text[] not null default '{}',
  min_length smallint not null default 0 check (min_length between 0 and 100),
  max_length smallint not null default 100 check (max_length between 0 and 100),
  window_id bigint references time_window,

  -- What happens to them.
  action text not null default 'ROUTE' check (action in ('ROUTE', 'BLOCK')),
  block_sip_code smallint not null default 403
    check (block_sip_code in (403, 404, 480, 484, 503, 603)),
  block_reason text not null default '' check (length(block_reason) <= 100),
  -- Whether rules of shorter prefixes are tried after it, and whether any rule is.
  match_mode text not null default 'LONGEST_ONLY'
    check (match_mode in ('LONGEST_ONLY', 'LONGEST_THEN_SHORTER')),
  exclusive boolean not null default false,

  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint route_rule_lengths check (min_length <= max_length)
);
-- The rules of a plan in their order.
create index route_rule_plan on route_rule (route_plan_id, position);
-- Which rules use a list or a window, before it is deleted.
create index route_rule_src_list on route_rule (src_list_id) where src_list_id is not null;
create index route_rule_window on route_rule (window_id) where window_id is not null;
create trigger route_rule_touch before update on route_rule
  for each row execute function touch_row();

-- A target keeps its id when the plan is saved again, because calls in progress are counted by it.
create table route_target (
  id bigint generated always as identity primary key,
  route_rule_id bigint not null references route_rule on delete cascade,
  -- One of the two.
  gateway_id bigint references gateway,
  gateway_group_id bigint references gateway_group,
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- The order of ORDERED; among equal costs it decides in LCR.
  position integer not null check (position >= 1),
  -- Where the mode leaves the order open: the highest priority first, and targets of the same
  -- priority share the calls by weight.
  priority integer not null default 100 check (priority between 1 and 32767),
  weight integer not null default 100 check (weight between 1 and 32767),
  -- PERCENT sends this share of the calls here first.
  percent smallint not null default 0 check (percent between 0 and 100),
  -- STATIC_THEN_LCR tries these by priority and weight, then all others by cost.
  is_static boolean not null default false,
  -- For comparing costs only, in ten-thousandths.
  cost_multiplier integer not null default 10000 check (cost_multiplier between 1 and 1000000),
  channel_limit integer check (channel_limit between 1 and 100000),
  strip_digits smallint not null default 0 check (strip_digits between 0 and 15),
  prepend text collate "C" not null default '' check (prepend ~ '^[0-9+*#]{0,20}$'),
  translation_id bigint references translation,
  valid_from timestamptz,
  valid_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint route_target_is_gateway_or_group
    check ((gateway_id is null) <> (gateway_group_id is null)),
  constraint route_target_period check (valid_from < valid_until)
);
-- A gateway or a group once per rule; also the targets of a rule.
create unique index route_target_unique on route_target
  (route_rule_id, gateway_id, gateway_group_id) nulls not distinct;
create trigger route_target_touch before update on route_target
  for each row execute function touch_row();
-- Which targets use a gateway, a group or a translation, before it is deleted.
create index route_target_gateway on route_target (gateway_id);
create index route_target_gateway_group on route_target (gateway_group_id);
create index route_target_translation on route_target (translation_id)
  where translation_id is not null;
