select id, name, status, mode, default_action, items_version from number_list where deleted_at
is null;

select key, min_length, max_length, action, tag from number_list_item where number_list_id = $1;

select a.id, a.name, a.status, a.tariff_id, a.vat_percent, a.currency, a.channel_limit,
a.cps_limit, a.parent_id, r.level, extract(epoch from r.expires_at)::float8 as expires_at,
r.loss_policy from account a join reseller r on r.account_id = a.id where a.deleted_at is null;

select u.id, u.status, u.account_id, u.username, u.number, u.display_name, u.allowed_callers,
u.channel_limit, u.allowed_networks::text[] as networks from sip_user u join account a on a.id =
u.account_id where a.deleted_at is null;

select id, name, status, rules from translation where deleted_at is null;

select i.id, i.account_id, i.ip::text, i.port, i.transport, i.tech_prefix, i.dst_prefixes,
i.src_prefixes, i.dst_min_length, i.dst_max_length, i.channel_limit, i.cps_limit,
i.route_plan_id, i.tariff_id, i.auth_username from client_ip i join account a on a.id =
i.account_id where i.status = 'active' and a.deleted_at is null;

select id, name, settlement_id, status, host, port, transport, channel_limit, cps_limit,
per_number_channel_limit, priority, weight, strip_digits, prepend, translation_id, dst_list_id,
src_list_id, dst_prefixes, dst_min_length, dst_max_length, window_id, codecs, media_mode,
invite_timeout_seconds, pdd_timeout_seconds, ring_timeout_seconds, failover_policy_id,
stop_after_ringing, pai_mode, rpid, privacy_mode, cli_pool_id, from_user, from_domain,
auth_username, auth_password, auth_realm, tunnel_id, last_resort, min_profit_percent,
max_buy_rate, probe_percent from gateway where deleted_at is null;

select a.id, a.name, a.status, a.tariff_id, a.vat_percent, a.currency, a.channel_limit,
a.cps_limit, a.kind as type, a.parent_id, extract(epoch from c.expires_at)::float8 as
expires_at, c.route_plan_id, c.max_call_duration_seconds, c.max_sell_rate,
c.per_call_cost_limit, c.min_profit_percent, c.on_net_rate, c.codecs, c.media_mode, c.tags,
c.dst_from, c.src_from, c.translation_id, c.dst_list_id, c.src_list_id, c.cli_policy,
c.cli_list_id, c.allow_high_risk from account a join client c on c.account_id = a.id where
a.deleted_at is null;

select s.id, s.account_id, p.name, p.prefixes, p.priority from package_subscription s join
package p on p.id = s.package_id join account a on a.id = s.account_id where s.state = 'ACTIVE'
and a.deleted_at is null and a.parent_id = p.owner_id;

select code, rate from currency;

with target as ( select route_rule_id, json_agg(json_build_object('id', id, 'status', status,
'gateway_id', gateway_id, 'gateway_group_id', gateway_group_id, 'position', position,
'priority', priority, 'weight', weight, 'percent', percent, 'is_static', is_static,
'strip_digits', strip_digits, 'prepend', prepend, 'translation_id', translation_id,
'channel_limit', channel_limit, 'cost_multiplier', cost_multiplier, 'valid_from_ms',
floor(extract(epoch from valid_from) * 1000), 'valid_until_ms', floor(extract(epoch from
valid_until) * 1000)) order by position) as targets from route_target group by route_rule_id),
rule as ( select route_plan_id, json_agg(json_build_object('id', id, 'status', status,
'position', position, 'dst_prefix', dst_prefix, 'src_prefix', src_prefix, 'src_list_id',
src_list_id, 'client_id', client_id, 'reseller_id', reseller_id, 'tags', tags, 'match_mode',
match_mode, 'min_length', min_length, 'max_length', max_length, 'window_id', window_id,
'exclusive', exclusive, 'action', action, 'block_sip_code', block_sip_code, 'block_reason',
block_reason, 'targets', coalesce(targets, '[]'::json))) as rules from route_rule left join
target on route_rule_id = id group by route_plan_id) select id, name, status, mode,
max_attempts, max_setup_seconds, rate_delta, profit_mode, min_profit_percent, min_profit_abs,
dst_list_id, src_list_id, parent_plan_id, coalesce(rules, '[]'::json) as rules from route_plan
left join rule on route_plan_id = id where deleted_at is null;

select g.id, g.name, g.status, coalesce((select json_agg(json_build_object('gateway_id',
m.gateway_id, 'priority', m.priority, 'weight', m.weight) order by m.priority desc,
m.gateway_id) from gateway_group_member m where m.group_id = g.id), '[]'::json) as members from
gateway_group g where g.deleted_at is null;

select a.id, a.name, a.status, a.tariff_id, a.vat_percent, a.currency, a.channel_limit,
a.cps_limit, b.max_debt from account a join account_balance b on b.account_id = a.id where
a.kind = 'SETTLEMENT' and a.deleted_at is null;

select id, is_default, rules from failover_policy where deleted_at is null;

select id, name, status, host(local_ip) as local_ip, sip_port from tunnel where deleted_at is
null;

select id, name, status, timezone, ranges from time_window where deleted_at is null;

select id, account_ids, gateway_ids, called_prefixes, caller_prefixes, failed_only, percent,
(extract(epoch from until_at) * 1000)::float8 as until_ms from trace_rule where status =
'active' and (until_at is null or until_at > now()) order by id;

select id, account_ids, gateway_ids, called_prefixes, caller_prefixes from recording_rule where
status = 'active' order by id;

select id from number_list where is_high_risk;
