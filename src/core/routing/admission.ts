// Whether a caller may make calls now: its source, the status of all who pay, and limits.
import type { Counted, Invite, RefusedStage } from './decision.ts'
import type { KnownCaller } from './identify-caller.ts'
import type { Refusal } from './refusal.ts'
import { type Client, isFull, type LimitKind, type Reseller, type Usage } from './snapshot.ts'
import type { TraceStep } from './trace.ts'

/** Why the call is refused before its numbers are read. */
export function checkCaller(
  { client, resellers, user }: KnownCaller,
  { source_ip }: Invite,
  now_ms: number,
): RefusedStage | undefined {
  if (user?.networks && user.networks.find(source_ip).length === 0) {
    return { kind: 'refused', refusal: 'AUTH_WRONG_SOURCE' }
  }
  return checkAccountsActive(client, resellers, now_ms / 1000)
}

/** Why the client, or a reseller above it, may not make calls now. */
export function checkAccountsActive(
  client: Client,
  resellers: readonly Reseller[],
  at_seconds: number,
): RefusedStage | undefined {
  if (!isServed(client, at_seconds)) return { kind: 'refused', refusal: 'AUTH_BLOCKED' }
  if (resellers.length < client.reseller_ids.length) {
    return { kind: 'refused', refusal: 'RESELLER_BLOCKED' }
  }
  const barred = resellers.find((reseller) => !isServed(reseller, at_seconds))
  return barred && { kind: 'refused', refusal: 'RESELLER_BLOCKED', party: barred.name }
}

function isServed(party: Client | Reseller, at_seconds: number): boolean {
  return party.status === 'active' && (party.expires_at === null || at_seconds < party.expires_at)
}

/** The first of them whose limit is reached (docs/domain/routing.md, R3). */
export function checkLimits(usage: Usage, counted: readonly Counted[]): RefusedStage | undefined {
  for (const { kind, id, name, limits, when_full } of counted) {
    const full = isFull(usage, kind, id, limits)
    if (!full) continue
    const trace = [limitStep(usage, { kind, id, name: name ?? '', limits }, full)]
    return { kind: 'refused', refusal: when_full[full], party: name, trace }
  }
  return undefined
}

/** How much of which limit is used. */
export function limitStep(
  usage: Usage,
  { kind, id, name, limits }: Pick<Counted, 'kind' | 'id' | 'limits'> & { name: string },
  limit: LimitKind,
): TraceStep & { step: 'LIMIT' } {
  const { calls, starts } = usage.load(kind, id)
  const [count, most] =
    limit === 'CHANNELS' ? [calls, limits.channel_limit] : [starts, limits.cps_limit]
  return { step: 'LIMIT', kind, id, name, limit, count, most: most ?? 0 }
}

/** Everything whose calls are counted for a call of this caller, the narrowest first. */
export function limitsOf({ client, resellers, row, user }: KnownCaller): Counted[] {
  const counted: Counted[] = []
  if (user) {
    const limits = { channel_limit: user.channel_limit, cps_limit: null }
    counted.push({ kind: 'SIP_USER', id: user.id, name: null, ...USER, limits })
  }
  if (row) counted.push({ kind: 'CLIENT_IP', id: row.id, name: null, ...ROW, limits: row })
  counted.push({ kind: 'CLIENT', id: client.id, name: null, ...CLIENT, limits: client })
  for (const reseller of resellers) {
    const { id, name } = reseller
    counted.push({ kind: 'RESELLER', id, name, ...RESELLER, limits: reseller })
  }
  return counted
}

const whenFull = (CHANNELS: Refusal, CPS: Refusal) => ({ when_full: { CHANNELS, CPS } })
const USER = whenFull('LIMIT_CHANNEL_USER', 'LIMIT_CHANNEL_USER')
const ROW = whenFull('LIMIT_CHANNEL_IP', 'LIMIT_CPS_IP')
const CLIENT = whenFull('LIMIT_CHANNEL_CLIENT', 'LIMIT_CPS_CLIENT')
const RESELLER = whenFull('LIMIT_CHANNEL_RESELLER', 'LIMIT_CPS_RESELLER')
