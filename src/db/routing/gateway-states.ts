// The present states of gateways: written by the engine, shown in the console.
import { type RawBuilder, sql } from 'kysely'
import type { Health, PingState } from '#core/gateway/gateway-health.ts'
import type { Assessed, Assessment, Lock } from '#core/gateway/gateway-lock.ts'
import type { Quality } from '#core/gateway/gateway-quality.ts'
import type { SqlConnection, Tx } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'

// The console's side.

/** The sums of a gateway's traffic `t` that it is judged by. */
const SUMS = `json_build_object('calls', coalesce(sum(t.attempts), 0),
    'answered', coalesce(sum(t.answered), 0), 'short_calls', coalesce(sum(t.short_calls), 0),
    'duration_ms', coalesce(sum(t.duration_ms), 0),
    'pdd_ms_sum', coalesce(sum(t.attempt_pdd_ms), 0),
    'pdd_count', coalesce(sum(t.attempt_pdds), 0))`

/** The sums of a gateway's quarter of an hour that is going on, as `judged_base` holds them. */
const QUARTER = `(select ${SUMS}::jsonb from traffic_by_gateway t
  where t.gateway_id = gateway_state.gateway_id
    and t.bucket = date_bin('15 minutes', now(), 'epoch'))`

export async function lockGateway(tx: Tx, gateway_id: number): Promise<void> {
  await sql`update gateway_state set lock_state = 'LOCKED', lock_reason = 'HAND',
    locked_at = now(), unlock_at = null where gateway_id = ${gateway_id}`.execute(tx)
}

/** Only calls from now on count, or those that have locked it would lock it again. */
export async function unlockGateway(tx: Tx, gateway_id: number): Promise<void> {
  const quarter: RawBuilder<unknown> = sql.raw(QUARTER)
  await sql`update gateway_state set lock_state = 'OPEN', lock_reason = null, locked_at = null,
    unlock_at = null, broken_limit = null, judged_from = now(), judged_base = ${quarter}
    where gateway_id = ${gateway_id}`.execute(tx)
}

export async function askForPing(tx: Tx, gateway_id: number): Promise<void> {
  await sql`update gateway_state set ping_asked_at = now()
    where gateway_id = ${gateway_id}`.execute(tx)
}

/** The same for all gateways that calls may use; answers their number. */
export async function askForAllPings(tx: Tx, scope: Scope): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('gateway_state as s')
    .from('gateway as g')
    .set({ ping_asked_at: sql<string>`now()` })
    .whereRef('g.id', '=', 's.gateway_id')
    .where('g.deleted_at', 'is', null)
    .where('g.status', '=', 'active')
    .where(inScope(scope, 'g.settlement_id'))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** An answer from an earlier address or request is out of date. */
export async function forgetHealth(tx: Tx, gateway_id: number): Promise<void> {
  await sql`update gateway_state set ping_state = 'UNKNOWN', ping_failures = 0,
    ping_successes = 0, ping_since = null, ping_at = null, ping_ms = null, paused_until = null
    where gateway_id = ${gateway_id}`.execute(tx)
}

// The engine's side.

export interface GatewayConditionRow {
  readonly gateway_id: number
  /** UNKNOWN of gateways that are not pinged. */
  readonly health: PingState
  readonly lock: 'LOCKED' | 'PROBING' | null
  /** Epoch milliseconds. */
  readonly paused_until: number | null
  /** It breaks a limit, and shall be tried after the others then. */
  readonly is_deprioritised: boolean
  readonly quality: Quality
}

/** The state of each gateway that routing needs besides its configuration. */
export async function loadGatewayConditions(
  database: SqlConnection,
): Promise<GatewayConditionRow[]> {
  const { rows } = await database.query<GatewayConditionRow>(`select s.gateway_id,
      case when g.options_ping then s.ping_state else 'UNKNOWN' end as health,
      nullif(s.lock_state, 'OPEN') as lock, ${epochMs('s.paused_until')} as paused_until,
      s.broken_limit is not null and g.quality_action = 'DEPRIORITISE' as is_deprioritised,
      json_build_object('calls', s.calls, 'asr', s.asr, 'acd_seconds', s.acd_seconds,
        'pdd_ms', s.pdd_ms, 'short_call_ratio', s.short_call_ratio) as quality
    from gateway_state s join gateway g on g.id = s.gateway_id where g.deleted_at is null`)
  return rows
}

const epochMs = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`

/** A gateway that needs an OPTIONS: by its interval, or because a user has requested it. */
export interface PingTarget {
  readonly gateway_id: number
  readonly host: string
  readonly port: number
  readonly transport: 'UDP' | 'TCP'
  readonly tunnel_id: number | null
  readonly fail_threshold: number
  readonly recover_threshold: number
  readonly health: Health
}

/** Those whose time has come. */
export async function listDuePings(database: SqlConnection): Promise<PingTarget[]> {
  const { rows } = await database.query<PingTarget>(`select g.id as gateway_id, g.host, g.port,
      g.transport, g.tunnel_id, g.fail_threshold, g.recover_threshold,
      json_build_object('ping_state', s.ping_state, 'ping_failures', s.ping_failures,
        'ping_successes', s.ping_successes) as health
    from gateway g join gateway_state s on s.gateway_id = g.id
    where g.deleted_at is null and (s.ping_asked_at is not null
      or g.options_ping and g.status <> 'blocked'
        and (s.ping_at is null
          or s.ping_at + g.ping_interval_seconds * interval '1 second' <= now()))
    order by s.ping_at nulls first`)
  return rows
}

/** `ms` is null when no answer came. */
export async function writePing(
  database: SqlConnection,
  gateway_id: number,
  health: Health,
  ms: number | null,
): Promise<void> {
  const { ping_state, ping_failures, ping_successes } = health
  await database.query(
    `update gateway_state set ping_state = $2, ping_failures = $3, ping_successes = $4,
      ping_ms = $5, ping_at = now(), ping_asked_at = null,
      ping_since = case when ping_state = $2 then coalesce(ping_since, now()) else now() end
    where gateway_id = $1`,
    [gateway_id, ping_state, ping_failures, ping_successes, ms],
  )
}

export interface GatewayRegistrationRow {
  readonly gateway_id: number
  readonly state: 'TRYING' | 'REGISTERED' | 'FAILED'
  /** Epoch seconds. */
  readonly expires_at: number | null
}

/** All that are wanted; every other gateway is without one. */
export async function writeOutboundRegistrations(
  database: SqlConnection,
  registrations: readonly GatewayRegistrationRow[],
): Promise<void> {
  await database.query(
    `update gateway_state s set registration_state = coalesce(r.state, 'OFF'),
      registered_until = to_timestamp(r.expires_at),
      registration_since = case when s.registration_state = coalesce(r.state, 'OFF')
        then coalesce(s.registration_since, now()) else now() end
    from gateway_state o left join jsonb_to_recordset($1::jsonb)
        as r (gateway_id bigint, state text, expires_at double precision)
      on r.gateway_id = o.gateway_id
    where s.gateway_id = o.gateway_id
      and (r.gateway_id is not null or s.registration_state <> 'OFF')`,
    [JSON.stringify(registrations)],
  )
}

/** A gateway has requested a pause of this many seconds (503 with Retry-After). */
export async function writePause(
  database: SqlConnection,
  gateway_id: number,
  seconds: number,
): Promise<void> {
  await database.query(
    `update gateway_state set paused_until = now() + $2 * interval '1 second'
     where gateway_id = $1`,
    [gateway_id, seconds],
  )
}

export type AssessedRow = Assessed & { readonly gateway_id: number }

/** The calls of each gateway that are judged now, with its limits and its lock. */
export async function listAssessed(database: SqlConnection): Promise<AssessedRow[]> {
  const { rows } = await database.query<AssessedRow>(`with assessed as (
      select g.id, w.begins,
        date_bin('15 minutes', greatest(w.begins, s.judged_from), 'epoch') as from_at
      from gateway g join gateway_state s on s.gateway_id = g.id cross join lateral (
        select now() - g.quality_window_hours * interval '1 hour' as begins) w
      where g.deleted_at is null),
    summed as (
      select a.id, ${SUMS} as sums
      from assessed a left join traffic_by_gateway t
        on t.gateway_id = a.id and t.bucket >= a.from_at
          and t.bucket >= (select min(from_at) from assessed)
      group by a.id)
    select g.id as gateway_id,
      json_build_object('lock_state', s.lock_state, 'lock_reason', s.lock_reason,
        'locked_at', ${epochMs('s.locked_at')}, 'unlock_at', ${epochMs('s.unlock_at')}) as lock,
      json_build_object('min_asr', g.min_asr, 'min_acd_seconds', g.min_acd_seconds,
        'max_pdd_seconds', g.max_pdd_seconds, 'max_short_call_ratio', g.max_short_call_ratio,
        'quality_min_calls', g.quality_min_calls, 'quality_action', g.quality_action,
        'auto_unlock_minutes', g.auto_unlock_minutes) as rules,
      summed.sums, case when s.judged_from > a.begins then s.judged_base end as base
    from assessed a join summed using (id) join gateway g using (id)
      join gateway_state s on s.gateway_id = g.id`)
  return rows
}

export interface AssessmentRow extends Assessment {
  readonly gateway_id: number
  /** As it was read: if a user has locked or unlocked it since, the write is skipped. */
  readonly was: Lock
}

/**
 * Writes the result. A gateway that is locked or begins to probe starts its count again; while
 * locked it keeps the figures that locked it.
 */
export async function writeAssessments(
  database: SqlConnection,
  assessments: readonly AssessmentRow[],
): Promise<void> {
  const rows = assessments.map(({ gateway_id, quality, broken_limit, lock, was }) => ({
    gateway_id,
    ...quality,
    broken_limit,
    ...lock,
    was_state: was.lock_state,
    was_reason: was.lock_reason,
  }))
  await database.query(
    `update gateway_state set
      calls = r.calls, asr = r.asr, acd_seconds = r.acd_seconds, pdd_ms = r.pdd_ms,
      short_call_ratio = r.short_call_ratio, broken_limit = r.broken_limit,
      lock_state = r.lock_state, lock_reason = r.lock_reason,
      locked_at = to_timestamp(r.locked_at / 1000.0),
      unlock_at = to_timestamp(r.unlock_at / 1000.0),
      judged_from = case when r.begins_anew then now() else judged_from end,
      judged_base = case when r.begins_anew then ${QUARTER} else judged_base end
    from (select *, lock_state <> was_state and lock_state <> 'OPEN' as begins_anew
      from jsonb_to_recordset($1::jsonb) as r (gateway_id bigint, calls integer, asr integer,
        acd_seconds integer, pdd_ms integer, short_call_ratio integer, broken_limit text,
        lock_state text, lock_reason text, locked_at bigint, unlock_at bigint,
        was_state text, was_reason text)) r
    where gateway_state.gateway_id = r.gateway_id
      and gateway_state.lock_state = r.was_state
      and gateway_state.lock_reason is not distinct from r.was_reason
      and not (r.was_state = 'LOCKED' and r.lock_state = 'LOCKED')`,
    [JSON.stringify(rows)],
  )
}
