// Conditions on calls, the rows `r` of call_record, that several lists share.
import { type RawBuilder, sql } from 'kysely'
import type { CallStatus } from '#core/call/call-record.ts'
import type { Stage } from '#core/routing/refusal-stage.ts'
import { refusalsOf } from '#core/routing/refusals-of.ts'
import { contains, startsWith } from './paging.ts'
import type { Period, TimeQuery } from './periods.ts'
import { inScope, type Scope } from './scope.ts'

/** Began in the period; `t` are the attempts of a call, `own` and `child` charges of it. */
export function within(
  row: 'r' | 't' | 'own' | 'child',
  { from_at, to_at }: Period,
): RawBuilder<boolean> {
  const started_at = sql.ref(`${row}.started_at`)
  return sql<boolean>`${started_at} >= ${from_at}::timestamptz
    and ${started_at} < ${to_at}::timestamptz`
}

/**
 * Any attempt of the call fits, not the last alone. Attempts bear the time of their call; the
 * period says again what the planner cannot conclude.
 */
export function wasTried(which: RawBuilder<unknown>, period: Period): RawBuilder<boolean> {
  return sql<boolean>`(r.started_at, r.call_id) in (
    select t.started_at, t.call_id from call_record t where ${within('t', period)} and ${which})`
}

/**
 * Clients and callers whom nobody knows are found among the wholesale ones, as they come from
 * there.
 */
const TYPES = {
  wholesale: ['WHOLESALE', 'UNKNOWN'],
  retail: ['RETAIL'],
  all: ['WHOLESALE', 'UNKNOWN', 'RETAIL'],
}

/** Longer calls are no longer short (domain.md §1.12). */
const SHORT_MS = 15_000

/** The usual views of calls. */
const PRESETS = {
  short: sql<boolean>`r.status = 'ANSWERED' and r.duration_ms <= ${SHORT_MS}`,
  rerouted: sql<boolean>`r.attempt_no > 1`,
  not_authorised: isRefused('AUTH'),
  bad_routing: isRefused('RATE', 'ROUTE'),
  package: sql<boolean>`exists (select from call_charge h where h.call_id = r.call_id
    and h.started_at = r.started_at and h.package_seconds > 0)`,
}

function isRefused(...stages: readonly Stage[]): RawBuilder<boolean> {
  return sql<boolean>`r.refusal = any (${refusalsOf(...stages)}::text[])`
}

export interface CallQuery extends TimeQuery {
  readonly q?: string | undefined
  readonly type: keyof typeof TYPES
  readonly preset?: keyof typeof PRESETS | undefined
  readonly status?: CallStatus | undefined
  readonly account_id?: number | undefined
  readonly reseller_id?: number | undefined
  readonly username?: string | undefined
  readonly source_ip?: string | undefined
  readonly gateway_id?: number | undefined
  readonly settlement_id?: number | undefined
  readonly route_plan_id?: number | undefined
  readonly caller_number?: string | undefined
  readonly called_number?: string | undefined
  readonly destination?: string | undefined
  readonly sip_code?: number | undefined
  readonly q850_cause?: number | undefined
  readonly refusal?: string | undefined
  readonly min_duration?: number | undefined
  readonly max_duration?: number | undefined
  readonly codec?: string | undefined
}

/** The calls, by their last attempts, that a list of them finds. */
export function isWanted(scope: Scope, query: CallQuery, period: Period): RawBuilder<boolean> {
  const filters = [
    within('r', period),
    sql<boolean>`r.is_last`,
    sql<boolean>`r.client_type = any (${TYPES[query.type]}::text[])`,
    inScope(scope, 'r.account_id'),
    ...(query.preset ? [PRESETS[query.preset]] : []),
    ...callerFilters(query),
    ...wayFilters(query, period),
    ...resultFilters(query),
  ]
  if (query.q) {
    const found = startsWith(query.q)
    filters.push(sql`(r.called_number like ${found} or r.caller_number like ${found}
      or r.dialled_number like ${found} or r.sip_call_id = ${query.q}
      or r.call_id::text = ${query.q})`)
  }
  return sql.join<boolean>(filters, sql` and `)
}

function callerFilters(query: CallQuery): RawBuilder<boolean>[] {
  const { account_id, reseller_id, username, source_ip, caller_number } = query
  const filters: RawBuilder<boolean>[] = []
  if (account_id) filters.push(sql`r.account_id = ${account_id}`)
  if (reseller_id) filters.push(sql`r.reseller_ids @> array[${reseller_id}::bigint]`)
  if (username) {
    filters.push(sql`r.sip_user_id = any (array(
      select id from sip_user where username like ${startsWith(username)}))`)
  }
  if (source_ip) filters.push(sql`r.source_ip <<= ${source_ip}::inet`)
  if (caller_number) filters.push(sql`r.caller_number like ${startsWith(caller_number)}`)
  return filters
}

function wayFilters(query: CallQuery, period: Period): RawBuilder<boolean>[] {
  const { gateway_id, settlement_id, route_plan_id, called_number, destination } = query
  const filters: RawBuilder<boolean>[] = []
  if (gateway_id) filters.push(wasTried(sql`t.gateway_id = ${gateway_id}`, period))
  if (settlement_id) filters.push(wasTried(sql`t.settlement_id = ${settlement_id}`, period))
  if (route_plan_id) filters.push(sql`r.route_plan_id = ${route_plan_id}`)
  if (called_number) filters.push(sql`r.called_number like ${startsWith(called_number)}`)
  if (destination) filters.push(sql`r.destination ilike ${contains(destination)}`)
  return filters
}

function resultFilters(query: CallQuery): RawBuilder<boolean>[] {
  const { status, sip_code, q850_cause, refusal, min_duration, max_duration, codec } = query
  const filters: RawBuilder<boolean>[] = []
  if (status === 'FAILED') filters.push(sql`r.status <> 'ANSWERED'`)
  else if (status) filters.push(sql`r.status = ${status}`)
  if (sip_code) filters.push(sql`r.sip_code = ${sip_code}::bigint`)
  if (q850_cause) filters.push(sql`r.q850_cause = ${q850_cause}::bigint`)
  if (refusal) filters.push(sql`r.refusal = ${refusal}`)
  if (min_duration) filters.push(sql`r.duration_ms >= ${min_duration}::bigint * 1000`)
  if (max_duration !== undefined) {
    filters.push(sql`r.duration_ms <= ${max_duration}::bigint * 1000`)
  }
  if (codec) {
    filters.push(sql`(r.codec = ${codec} or r.media -> 'callee' ->> 'codec' = ${codec})`)
  }
  return filters
}
