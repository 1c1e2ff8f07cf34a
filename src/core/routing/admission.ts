// Whether the client and the resellers above it may make calls: status and limits.
import type { Refusal } from './refusal.ts'
import {
  type Client,
  type ClientIp,
  isFull,
  type LimitKind,
  type LoadKind,
  type Party,
  type Reseller,
  type RoutingSnapshot,
  type SipUser,
  type Usage,
} from './snapshot.ts'
import type { TraceStep } from './trace.ts'

/** The resellers above a client, the nearest first. */
export function resellersOf(snapshot: RoutingSnapshot, client: Client): Reseller[] {
  return client.reseller_ids.flatMap((id) => snapshot.resellers.get(id) ?? [])
}

export interface Objection {
  readonly refusal: Refusal
  /** Whose it is, when it is not the client's. */
  readonly party: string | null
}

/** Why the client, or a reseller above it, may not make calls now. */
export function checkAccountsActive(
  client: Client,
  resellers: readonly Reseller[],
  at_seconds: number,
): Objection | undefined {
  if (!isServed(client, at_seconds)) return { refusal: 'AUTH_BLOCKED', party: null }
  if (resellers.length < client.reseller_ids.length) {
    return { refusal: 'RESELLER_BLOCKED', party: null }
  }
  const barred = resellers.find((reseller) => !isServed(reseller, at_seconds))
  return barred && { refusal: 'RESELLER_BLOCKED', party: barred.name }
}

function isServed(party: Client | Reseller, at_seconds: number): boolean {
  return party.status === 'active' && (party.expires_at === null || at_seconds < party.expires_at)
}

type Limited = Pick<Party, 'channel_limit' | 'cps_limit'>

export interface Counted {
  readonly kind: LoadKind
  readonly id: number | string
  readonly name: string | null
  readonly limits: Limited
  readonly when_full: Readonly<Record<LimitKind, Refusal>>
}

/** The first of them whose limit is reached (docs/domain/routing.md, R3). */
export function checkLimits(
  usage: Usage,
  counted: readonly Counted[],
  trace: TraceStep[],
): Objection | undefined {
  for (const { kind, id, name, limits, when_full } of counted) {
    const full = isFull(usage, kind, id, limits)
    if (!full) continue
    trace.push(limitStep(usage, { kind, id, name: name ?? '', limits }, full))
    return { refusal: when_full[full], party: name }
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
  return { step: 'LIMIT', kind, name, limit, count, most: most ?? 0 }
}

/** Everything whose calls are counted for a call of this caller, the narrowest first. */
export function limitsOf(
  client: Client,
  resellers: readonly Reseller[],
  by: { row: ClientIp | undefined; user: SipUser | undefined },
): Counted[] {
  const counted: Counted[] = []
  if (by.user)
    counted.push({
      kind: 'SIP_USER',
      id: by.user.id,
      name: null,
      ...USER,
      limits: { ...by.user, cps_limit: null },
    })
  if (by.row) counted.push({ kind: 'CLIENT_IP', id: by.row.id, name: null, ...ROW, limits: by.row })
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
