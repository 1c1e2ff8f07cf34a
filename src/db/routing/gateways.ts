import { type Insertable, sql } from 'kysely'
import type { LockState } from '#core/gateway/gateway-lock.ts'
import { insertRow, markDeleted, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, type Scope } from '../scope.ts'
import { startOfDay } from '../settings.ts'
import type { GatewayTable } from '../tables/routing.ts'

/** Route plans and gateway groups that use the gateway. */
const usedByCount = sql<number>`(
  select count(distinct p.id) from route_target t
  join route_rule r on r.id = t.route_rule_id
  join route_plan p on p.id = r.route_plan_id
  where t.gateway_id = g.id and p.deleted_at is null)
  + (select count(*) from gateway_group_member m where m.gateway_id = g.id)`

const activeCalls = sql<number>`(select count(*) from open_call c where c.gateway_id = g.id)`

/** Figures of today and of the last hour, by its quarters, for each gateway with traffic. */
function recentTraffic(user_zone: string | null) {
  const isToday = sql`bucket >= ${startOfDay(user_zone)}`
  const inHour = sql`bucket > now() - interval '1 hour'`
  return sql<{
    gateway_id: number
    attempts_today: number
    answered_today: number
    attempts_hour: number | null
    answered_hour: number | null
    acd_seconds: number | null
    pdd_ms: number | null
  }>`(select gateway_id,
      (sum(attempts) filter (where ${isToday}))::bigint as attempts_today,
      (sum(answered) filter (where ${isToday}))::bigint as answered_today,
      (sum(attempts) filter (where ${inHour}))::bigint as attempts_hour,
      (sum(answered) filter (where ${inHour}))::bigint as answered_hour,
      (sum(duration_ms) filter (where ${inHour})
        / nullif(sum(answered) filter (where ${inHour}), 0) / 1000)::bigint as acd_seconds,
      (sum(attempt_pdd_ms) filter (where ${inHour})
        / nullif(sum(attempt_pdds) filter (where ${inHour}), 0))::bigint as pdd_ms
    from traffic_by_gateway
    where bucket >= least(${startOfDay(user_zone)}, now() - interval '1 hour')
    group by gateway_id)`
}

const orZero = (column: string) => sql<number>`coalesce(${sql.ref(column)}, 0)`

/** The day of today is that of the user's time zone; null is that of the switch. */
const gateways = (database: Database, scope: Scope, user_zone: string | null) =>
  database
    .selectFrom('gateway as g')
    .innerJoin('account as a', 'a.id', 'g.settlement_id')
    .innerJoin('gateway_state as s', 's.gateway_id', 'g.id')
    .leftJoin(recentTraffic(user_zone).as('t'), 't.gateway_id', 'g.id')
    .where('g.deleted_at', 'is', null)
    .where(inScope(scope, 'g.settlement_id'))
    .select(['g.id', 'g.version', 'g.name', 'g.settlement_id', 'g.status', 'g.description'])
    .select(['g.host', 'g.port', 'g.transport', 'g.tunnel_id', 'g.priority', 'g.weight'])
    .select(['g.last_resort', 'g.channel_limit', 'g.cps_limit', 'g.per_number_channel_limit'])
    .select(['g.window_id', 'g.max_buy_rate', 'g.min_profit_percent', 'g.dst_prefixes'])
    .select(['g.dst_min_length', 'g.dst_max_length', 'g.dst_list_id', 'g.strip_digits'])
    .select(['g.prepend', 'g.translation_id', 'g.src_list_id', 'g.cli_pool_id', 'g.pai_mode'])
    .select([
      'g.rpid',
      'g.privacy_mode',
      'g.from_user',
      'g.from_domain',
      'g.invite_timeout_seconds',
    ])
    .select([
      'g.pdd_timeout_seconds',
      'g.ring_timeout_seconds',
      'g.failover_policy_id',
      'g.stop_after_ringing',
    ])
    .select([
      'g.options_ping',
      'g.ping_interval_seconds',
      'g.fail_threshold',
      'g.recover_threshold',
    ])
    .select(['g.min_asr', 'g.min_acd_seconds', 'g.max_pdd_seconds', 'g.max_short_call_ratio'])
    .select(['g.quality_window_hours', 'g.quality_min_calls', 'g.quality_action'])
    .select([
      'g.auto_unlock_minutes',
      'g.probe_percent',
      'g.register',
      'g.register_expires_seconds',
    ])
    .select(['g.auth_username', 'g.auth_realm', 'g.codecs', 'g.media_mode'])
    .select(['s.ping_state', 's.ping_since', 's.ping_at', 's.ping_ms', 's.ping_asked_at'])
    .select(['s.registration_state', 's.registration_since', 's.registered_until'])
    .select(['s.lock_state', 's.lock_reason'])
    .select(['s.locked_at', 's.unlock_at', 's.paused_until', 's.calls as judged_calls'])
    .select([
      's.asr as judged_asr',
      's.acd_seconds as judged_acd_seconds',
      's.pdd_ms as judged_pdd_ms',
    ])
    .select(['s.short_call_ratio as judged_short_call_ratio', 's.broken_limit'])
    .select(['t.acd_seconds as acd_hour_seconds', 't.pdd_ms as pdd_ms_hour'])
    .select(['g.created_at', 'g.updated_at'])
    .select('a.name as settlement_name')
    .select([
      sql<boolean>`g.auth_password <> ''`.as('has_auth_password'),
      activeCalls.as('active_calls'),
      orZero('t.attempts_today').as('attempts_today'),
      orZero('t.answered_today').as('answered_today'),
      orZero('t.attempts_hour').as('attempts_hour'),
      orZero('t.answered_hour').as('answered_hour'),
      usedByCount.as('used_by_count'),
    ])

const SORTS = {
  name: sql`lower(g.name)`,
  settlement_name: sql`lower(a.name)`,
  host: sql`g.host`,
  status: sql`g.status`,
  priority: sql`g.priority`,
  ping_state: sql`s.ping_state`,
  lock_state: sql`s.lock_state`,
  active_calls: sql`active_calls`,
  asr_hour: sql`t.answered_hour::float8 / nullif(t.attempts_hour, 0)`,
  attempts_today: sql`attempts_today`,
  created_at: sql`g.created_at`,
}

interface GatewayQuery extends ListQuery<keyof typeof SORTS> {
  readonly user_zone: string | null
  readonly status?: GatewayTable['status'] | undefined
  readonly settlement_id?: number | undefined
  readonly ping_state?: 'UP' | 'DOWN' | 'UNKNOWN' | undefined
  readonly lock_state?: LockState | undefined
  readonly failover_policy_id?: number | undefined
  readonly tunnel_id?: number | undefined
  /** With commas between. */
  readonly ids?: string | undefined
}

const isOneOf = (ids: string | undefined) =>
  ids === undefined ? sql<boolean>`true` : sql<boolean>`g.id = any (${`{${ids}}`}::bigint[])`

export async function listGateways(database: Database, scope: Scope, query: GatewayQuery) {
  const select = gateways(database, scope, query.user_zone)
    .where(hasText(query.q, 'g.name', 'g.host'))
    .where(
      hasValues({
        'g.status': query.status,
        'g.settlement_id': query.settlement_id,
        's.ping_state': query.ping_state,
        's.lock_state': query.lock_state,
        'g.failover_policy_id': query.failover_policy_id,
        'g.tunnel_id': query.tunnel_id,
      }),
    )
    .where(isOneOf(query.ids))
  return offsetPage(database, select, query, SORTS, 'name', sql`g.id`)
}

export async function findGateway(
  database: Database,
  scope: Scope,
  id: number,
  user_zone: string | null = null,
) {
  return gateways(database, scope, user_zone).where('g.id', '=', id).executeTakeFirst()
}

type GatewayValues = Omit<
  Insertable<GatewayTable>,
  'id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>

export const insertGateway = (tx: Tx, gateway: GatewayValues): Promise<number> =>
  insertRow(tx, 'gateway', gateway)

/** False if the row has changed since `version` was read. */
export const updateGateway = (
  tx: Tx,
  id: number,
  version: number,
  gateway: GatewayValues,
): Promise<boolean> => updateVersion(tx, 'gateway', id, version, gateway)

export const deleteGateway = (tx: Tx, id: number, at: string): Promise<void> =>
  markDeleted(tx, 'gateway', id, at)
