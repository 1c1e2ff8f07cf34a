// The context of the call handlers. Time comes from here, so that tests control it.

import type pg from 'pg'
import type { Logger } from 'pino'
import { routeOver } from '#core/call/call.ts'
import { decodeCall, type EncodedCall } from '#core/call/stored-call.ts'
import { ON_NET } from '#core/routing/decision.ts'
import type { Clock } from '#core/time/clock.ts'
import { findOpenCall, type StoredCall } from '#db/calls/open-calls.ts'
import type { ChargingQueue } from '../charging/charging-queue.ts'
import type { GatewayWatch } from '../gateways/gateway-watch.ts'
import type { SwitchLink } from '../kamailio/switch-link.ts'
import type { EngineMetrics } from '../metrics/engine-metrics.ts'
import type { SipUsers } from '../sip-users/sip-users.ts'
import type { SnapshotCache } from '../snapshot-cache.ts'
import type { ActiveCall, ActiveCalls } from './active-calls.ts'

export interface EngineContext {
  readonly engine: string
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly log: Logger
  readonly database: pg.Pool
  readonly chargingQueue: ChargingQueue
  readonly snapshots: SnapshotCache
  readonly calls: ActiveCalls
  readonly link: SwitchLink
  readonly gateways: GatewayWatch
  readonly sipUsers: SipUsers
  readonly metrics: EngineMetrics
  /** No two calls of all engines have the same. */
  nextCallId(): string
  /** Does this after a while, unless the engine has ended. */
  later(ms: number, action: () => void): void
}

/** A live event cannot wait longer than this; an older stamp was made by another clock. */
const WAITING_SECONDS_MAX = 60
const AT_ONCE_SECONDS = 1

/**
 * Whether the event arrived at the time of its stamp: only then the monotonic clock can be used. A
 * first delivery may have waited too, for us or for the database.
 */
export function isHeardAtOnce(context: EngineContext, live: boolean, stamp: number): boolean {
  const waited_seconds = context.clock.now_ms() / 1000 - stamp
  const has_waited = waited_seconds > AT_ONCE_SECONDS && waited_seconds < WAITING_SECONDS_MAX
  return live && !has_waited
}

/** The call of the event, taken over from the database if it began before a restart. */
export async function findCall(
  context: EngineContext,
  by: { call_id: string; dialog: string; sip_call_id: string },
): Promise<ActiveCall | undefined> {
  const known = context.calls.find(by)
  if (known) return known
  const stored = await findOpenCall(context.database, by)
  return stored ? takeOver(context, stored) : undefined
}

/**
 * Continues a call with its state in the database. If its switch is gone too, it ended when the
 * engine before last saw it.
 */
export function takeOver(
  context: Pick<EngineContext, 'calls' | 'clock'>,
  stored: StoredCall,
  switch_seen_at: number | null = null,
): ActiveCall {
  const call = decodeCall(stored.decided as EncodedCall)
  const by = { call_id: call.call_id, dialog: stored.dialog, sip_call_id: stored.sip_call_id }
  const known = context.calls.find(by)
  if (known) return known
  const seen_at = Math.max(stored.answered_at ?? call.started_at, switch_seen_at ?? 0)
  const active: ActiveCall = {
    call,
    dialog: stored.dialog,
    gateway_id: stored.gateway_id ?? call.routes[0]?.gateway_id ?? ON_NET,
    granted_seconds: stored.granted_seconds,
    ringing_at: stored.ringing_at,
    answered_at: stored.answered_at,
    is_ringing_written: stored.ringing_at !== null,
    answered_monotonic_ms: null,
    is_extending: false,
    money_end: stored.money_end,
    unclosed: null,
    hang_up: stored.hang_up_asked_at === null ? null : 'HUNG_UP',
    seen_at,
    missing_at: null,
    lost_at: stored.lost_at,
    is_held: false,
    media_at: seen_at,
    media_monotonic_ms: null,
    missed_media_replies: 0,
  }
  context.calls.add(active)
  context.calls.enter(active, context.clock.monotonic_ms())
  return active
}

/** Which call, and over which gateway. */
export function progressOf(active: ActiveCall) {
  const route = routeOver(active.call, active.gateway_id)
  return {
    call_id: active.call.call_id,
    gateway_id: active.gateway_id,
    settlement_id: route?.settlement_id ?? null,
  }
}
