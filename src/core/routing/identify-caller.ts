// Who calls: a SIP user that has proved its password, or the most specific matching row of the IP
// list (docs/domain/routing.md, R2).
import type { Invite } from './decision.ts'
import {
  type Client,
  type ClientIp,
  type Reseller,
  type RoutingSnapshot,
  resellersOf,
  type SipUser,
} from './snapshot.ts'

/** The client that calls, and the row of its IP list or the SIP user that identifies it. */
export interface KnownCaller {
  readonly kind: 'known'
  readonly client: Client
  /** Above the client, the nearest first; a deleted one is missing. */
  readonly resellers: readonly Reseller[]
  readonly row: ClientIp | undefined
  readonly user: SipUser | undefined
}

export type Caller =
  | KnownCaller
  /** A name and a password may still identify the caller. */
  | { readonly kind: 'challenge' }
  | { readonly kind: 'unknown' }

/**
 * A proved password takes precedence over the address. Among the rows whose network holds the
 * address, port, transport, prefixes and lengths fit: the longest network wins, then an exact port,
 * then a named transport, then the longest tech prefix, destination prefix and source prefix.
 */
export function identifyCaller(snapshot: RoutingSnapshot, invite: Invite): Caller {
  const user = snapshot.sip_users.get(invite.auth_username.toLowerCase())
  if (user) return knownCaller(snapshot, undefined, user)
  const row = findRow(snapshot, invite)
  if (row && (row.auth_username === null || row.auth_username === invite.auth_username)) {
    return knownCaller(snapshot, row, undefined)
  }
  const may_prove = row !== undefined || snapshot.sip_users.size > 0
  return { kind: invite.auth_username === '' && may_prove ? 'challenge' : 'unknown' }
}

function knownCaller(
  snapshot: RoutingSnapshot,
  row: ClientIp | undefined,
  user: SipUser | undefined,
): Caller {
  const client = snapshot.clients.get((row ?? user)?.account_id ?? 0)
  if (!client) return { kind: 'unknown' }
  return { kind: 'known', client, resellers: resellersOf(snapshot, client), row, user }
}

function findRow(snapshot: RoutingSnapshot, invite: Invite): ClientIp | undefined {
  for (const rows of snapshot.callers.find(invite.source_ip)) {
    let best: { row: ClientIp; rank: readonly number[] } | undefined
    for (const row of rows) {
      const rank = rankOf(row, invite)
      if (rank && (!best || isHigher(rank, best.rank))) best = { row, rank }
    }
    if (best) return best.row
  }
  return undefined
}

/** How specific a row is, most important first; undefined if it does not match. */
function rankOf(row: ClientIp, invite: Invite): readonly number[] | undefined {
  if (row.port !== null && row.port !== invite.source_port) return undefined
  if (row.transport !== null && row.transport !== invite.transport) return undefined
  if (!invite.dialled_number.startsWith(row.tech_prefix)) return undefined
  const dialled = withoutMarks(invite.dialled_number.slice(row.tech_prefix.length))
  if (dialled.length < row.dst_min_length || dialled.length > row.dst_max_length) return undefined
  const dst = longestPrefix(row.dst_prefixes, dialled)
  const src = longestPrefix(row.src_prefixes, withoutMarks(invite.caller_number))
  if (dst === undefined || src === undefined) return undefined
  const port = row.port === null ? 0 : 1
  const transport = row.transport === null ? 0 : 1
  return [port, transport, row.tech_prefix.length, dst, src]
}

const withoutMarks = (number: string) => number.replace(/^(\+|00)/, '')

/** The length of the longest prefix that fits; 0 when every number does. */
function longestPrefix(prefixes: readonly string[], number: string): number | undefined {
  if (prefixes.length === 0) return 0
  const fitting = prefixes.filter((prefix) => number.startsWith(prefix))
  return fitting.length === 0 ? undefined : Math.max(...fitting.map((prefix) => prefix.length))
}

function isHigher(rank: readonly number[], than: readonly number[]): boolean {
  for (const [at, value] of rank.entries()) {
    const other = than[at] ?? 0
    if (value !== other) return value > other
  }
  return false
}
