// The rules of route plans with their targets. They are read and written as a whole.
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'
import type { RouteRuleTable, RouteTargetTable } from '../tables/routing.ts'

type Placed = 'position' | 'created_at' | 'updated_at'

export type TargetValues = Readonly<
  Omit<Selectable<RouteTargetTable>, 'id' | 'route_rule_id' | Placed>
>

export type RuleValues = Readonly<
  Omit<Selectable<RouteRuleTable>, 'id' | 'route_plan_id' | 'version' | Placed>
> & {
  readonly id: number | null
  /** In the order in which they are tried. */
  readonly targets: readonly TargetValues[]
}

interface TargetRow extends TargetValues {
  readonly id: number
  readonly name: string
  readonly state: string
  readonly translation_name: string | null
}

interface RuleRow extends RuleValues {
  readonly id: number
  readonly src_list_name: string | null
  readonly client_name: string | null
  readonly reseller_name: string | null
  readonly window_name: string | null
  readonly targets: TargetRow[]
}

/** In their order, each with its targets in the order in which they are tried. */
export async function listRouteRules(
  database: Database,
  scope: Scope,
  plan_id: number,
): Promise<RuleRow[]> {
  const instant = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  const { rows } = await sql<RuleRow>`
    with target as (
      select t.route_rule_id, json_agg(json_build_object('id', t.id, 'gateway_id', t.gateway_id,
          'gateway_group_id', t.gateway_group_id, 'priority', t.priority, 'weight', t.weight,
          'percent', t.percent, 'is_static', t.is_static, 'strip_digits', t.strip_digits,
          'prepend', t.prepend, 'translation_id', t.translation_id,
          'channel_limit', t.channel_limit, 'cost_multiplier', t.cost_multiplier,
          'valid_from', ${instant('t.valid_from')}, 'valid_until', ${instant('t.valid_until')},
          'status', t.status, 'name', coalesce(g.name, o.name),
          'state', coalesce(g.status, o.status), 'translation_name', l.name)
        order by t.position) as targets
      from route_target t
      join route_rule r on r.id = t.route_rule_id
      left join gateway g on g.id = t.gateway_id
      left join gateway_group o on o.id = t.gateway_group_id
      left join translation l on l.id = t.translation_id
      where r.route_plan_id = ${plan_id} group by t.route_rule_id)
    select r.id, r.dst_prefix, r.src_prefix, r.src_list_id, r.client_id, r.reseller_id, r.tags,
      r.match_mode, r.min_length, r.max_length, r.window_id, r.exclusive, r.description, r.action,
      r.block_sip_code, r.block_reason, r.status, coalesce(t.targets, '[]'::json) as targets,
      s.name as src_list_name, c.name as client_name, e.name as reseller_name,
      w.name as window_name
    from route_rule r
    left join target t on t.route_rule_id = r.id
    left join number_list s on s.id = r.src_list_id
    left join account c on c.id = r.client_id
    left join account e on e.id = r.reseller_id
    left join time_window w on w.id = r.window_id
    join route_plan p on p.id = r.route_plan_id
    where p.id = ${plan_id} and ${inScope(scope, 'p.owner_id')}
    order by r.position, r.id`.execute(database)
  return rows
}

/**
 * Rules and targets that stay keep their ids: call records name the rule that they went by, and
 * running calls are counted by their target.
 */
export async function writeRouteRules(
  tx: Tx,
  plan_id: number,
  rules: readonly RuleValues[],
): Promise<void> {
  const numbered = await withIds(tx, rules)
  const ids = numbered.map((rule) => rule.id)
  await sql`delete from route_rule
    where route_plan_id = ${plan_id} and id <> all (${ids}::bigint[])`.execute(tx)
  const json = JSON.stringify(numbered)
  await sql`insert into route_rule (id, route_plan_id, position, dst_prefix, src_prefix,
      src_list_id, client_id, reseller_id, tags, match_mode, min_length, max_length, window_id,
      exclusive, description, action, block_sip_code, block_reason, status)
    overriding system value
    select r.id, ${plan_id}, given.position, r.dst_prefix, r.src_prefix, r.src_list_id,
      r.client_id, r.reseller_id, r.tags, r.match_mode, r.min_length, r.max_length, r.window_id,
      r.exclusive, r.description, r.action, r.block_sip_code, r.block_reason, r.status
    from jsonb_array_elements(${json}::jsonb) with ordinality given (value, position)
    cross join jsonb_populate_record(null::route_rule, given.value) r
    on conflict (id) do update set position = excluded.position,
      dst_prefix = excluded.dst_prefix, src_prefix = excluded.src_prefix,
      src_list_id = excluded.src_list_id, client_id = excluded.client_id,
      reseller_id = excluded.reseller_id, tags = excluded.tags, match_mode = excluded.match_mode,
      min_length = excluded.min_length, max_length = excluded.max_length,
      window_id = excluded.window_id, exclusive = excluded.exclusive,
      description = excluded.description, action = excluded.action,
      block_sip_code = excluded.block_sip_code, block_reason = excluded.block_reason,
      status = excluded.status, version = route_rule.version + 1`.execute(tx)
  await writeTargets(tx, plan_id, json)
}

async function withIds(tx: Tx, rules: readonly RuleValues[]) {
  const missing = rules.filter((rule) => rule.id === null).length
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('route_rule', 'id')) as id
    from generate_series(1, ${missing})`.execute(tx)
  const fresh = rows.map((row) => row.id)
  return rules.map((rule) => ({ ...rule, id: rule.id ?? fresh.pop() ?? 0 }))
}

async function writeTargets(tx: Tx, plan_id: number, json: string): Promise<void> {
  const given = sql`(select r.value ->> 'id' as rule_id, t.value, t.position
    from jsonb_array_elements(${json}::jsonb) r (value)
    cross join jsonb_array_elements(r.value -> 'targets') with ordinality t (value, position))`
  await sql`delete from route_target t using route_rule r
    where r.id = t.route_rule_id and r.route_plan_id = ${plan_id} and not exists (
      select 1 from ${given} as given
      where given.rule_id::bigint = r.id
        and (given.value ->> 'gateway_id')::bigint is not distinct from t.gateway_id
        and (given.value ->> 'gateway_group_id')::bigint is not distinct from t.gateway_group_id)
    `.execute(tx)
  await sql`insert into route_target (route_rule_id, gateway_id, gateway_group_id, position,
      priority, weight, percent, is_static, strip_digits, prepend, translation_id, channel_limit,
      cost_multiplier, valid_from, valid_until, status)
    select given.rule_id::bigint, t.gateway_id, t.gateway_group_id, given.position, t.priority,
      t.weight, t.percent, t.is_static, t.strip_digits, t.prepend, t.translation_id,
      t.channel_limit, t.cost_multiplier, t.valid_from, t.valid_until, t.status
    from ${given} as given
    cross join jsonb_populate_record(null::route_target, given.value) t
    on conflict (route_rule_id, gateway_id, gateway_group_id) do update set
      position = excluded.position, priority = excluded.priority, weight = excluded.weight,
      percent = excluded.percent, is_static = excluded.is_static,
      strip_digits = excluded.strip_digits, prepend = excluded.prepend,
      translation_id = excluded.translation_id, channel_limit = excluded.channel_limit,
      cost_multiplier = excluded.cost_multiplier, valid_from = excluded.valid_from,
      valid_until = excluded.valid_until, status = excluded.status`.execute(tx)
}
