-- Route plans in full: six modes, rules that ask for more than the number, targets with weights, and a
-- fallback plan.

alter table route_plan
  drop constraint route_plan_mode_check,
  add constraint route_plan_mode_check
    check (mode in ('ORDERED', 'LCR', 'LCR_QUALITY', 'QUALITY', 'PERCENT', 'STATIC_THEN_LCR')),
  -- Seconds until a call is answered or given up, over all attempts together.
  add column max_setup_seconds integer not null default 30 check (max_setup_seconds between 5 and 180),
  -- Gateways that are dearer by no more than this go by priority; hundred-millionths per minute.
  add column rate_delta bigint not null default 0 check (rate_delta between 0 and 100000000000),
  -- Plans that exist asked for no profit of their own; those to come compare whole calls.
  add column profit_mode text not null default 'OFF'
    check (profit_mode in ('OFF', 'PER_MINUTE', 'PER_CALL')),
  add column min_profit_percent integer not null default 0
    check (min_profit_percent between -1000000 and 100000000),
  add column min_profit_abs bigint not null default 0 check (min_profit_abs between 0 and 1000000000),
  -- Numbers that these lists reject are refused by the plan.
  add column dst_list_id bigint references number_list,
  add column src_list_id bigint references number_list,
  -- Asked when the rules of this one are exhausted.
  add column parent_plan_id bigint references route_plan check (parent_plan_id <> id);
alter table route_plan alter column profit_mode set default 'PER_CALL';
create index route_plan_parent on route_plan (parent_plan_id);

-- Several rules may begin with the same prefix now, because they ask for other things as well.
alter table route_rule
  drop constraint route_rule_route_plan_id_dst_prefix_key,
  -- Among rules that ask for equally much, the first counts first.
  add column position integer not null default 1 check (position >= 1),
  add column src_prefix text collate "C" not null default '' check (src_prefix ~ '^[0-9]{0,15}$'),
  -- Only callers that the list accepts.
  add column src_list_id bigint references number_list,
  add column client_id bigint references account,
  -- Only calls of clients below this reseller.
  add column reseller_id bigint references account,
  -- All of them must be among the tags of the call.
  add column tags text[] not null default '{}',
  add column match_mode text not null default 'LONGEST_ONLY'
    check (match_mode in ('LONGEST_ONLY', 'LONGEST_THEN_SHORTER')),
  add column min_length smallint not null default 0 check (min_length between 0 and 100),
  add column max_length smallint not null default 100 check (max_length between 0 and 100),
  add column window_id bigint references time_window,
  -- No rule after this one is asked.
  add column exclusive boolean not null default false,
  -- Only of a rule that blocks.
  add column block_sip_code smallint not null default 403
    check (block_sip_code in (403, 404, 480, 484, 503, 603)),
  add column block_reason text not null default '' check (length(block_reason) <= 100),
  add check (min_length <= max_length);
create index route_rule_plan on route_rule (route_plan_id, position);

alter table route_target
  drop constraint route_target_route_rule_id_gateway_id_key,
  alter column gateway_id drop not null,
  add column gateway_group_id bigint references gateway_group,
  -- The highest is tried first, where the mode leaves it open.
  add column priority integer not null default 100 check (priority between 1 and 32767),
  -- Of calls to targets of one priority, each takes a share by its weight.
  add column weight integer not null default 100 check (weight between 1 and 32767),
  -- The share of calls that PERCENT sends here first.
  add column percent smallint not null default 0 check (percent between 0 and 100),
  -- STATIC_THEN_LCR tries these by priority and weight before all others by cost.
  add column is_static boolean not null default false,
  add column strip_digits smallint not null default 0 check (strip_digits between 0 and 15),
  add column prepend text collate "C" not null default '' check (prepend ~ '^[0-9+*#]{0,20}$'),
  add column translation_id bigint references translation,
  add column channel_limit integer check (channel_limit between 1 and 100000),
  -- Ten-thousandths: what this target costs counts so many times when costs are compared.
  add column cost_multiplier integer not null default 10000 check (cost_multiplier between 1 and 1000000),
  add column valid_from timestamptz,
  add column valid_until timestamptz,
  add check ((gateway_id is null) <> (gateway_group_id is null)),
  add check (valid_from < valid_until);
-- A target keeps its id while the plan is saved again, because running calls are counted by it.
create unique index route_target_unique on route_target
  (route_rule_id, gateway_id, gateway_group_id) nulls not distinct;
create index route_target_gateway_group on route_target (gateway_group_id);
