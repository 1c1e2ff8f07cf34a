// Messages of the engine to Kamailio, encoded as frames: see src/engine/kamailio/README.md. Both
// sides name the same VERSION in the hello.
import { isIP, isIPv4 } from 'node:net'
import { assert, unreachable } from '#core/assert.ts'
import { routeMessage } from './route-message.ts'
import type { SwitchReply } from './switch-link.ts'
import type { Credentials, Ping, ZoneVerdict, ZoneVerdicts } from './switch-users.ts'

const VERSION = 5

export const HEARTBEAT = 'P'

/** Kamailio finds words quickly, and would take JSON apart again for each field. */
function words(...all: readonly (string | number)[]): string {
  assert(!all.some((word) => /[|\p{Cc}]/u.test(String(word))), 'a word holds no bar and no control')
  return all.join('|')
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

export function hello(secret: string, name: string): string {
  assert(/^[A-Za-z0-9]+$/.test(secret), 'the secret of the switch holds letters and digits only')
  assert(/^[A-Za-z0-9._-]+$/.test(name), 'an engine is named with letters, digits, dots and dashes')
  return `H${secret}:${VERSION}:${name}`
}

/** Kamailio answers `read` with this number when it has read this far. */
export const readQuestion = (number: number): string => `R${number}`

/** Each frame costs Kamailio a task, so one frame names many. */
export const ACKNOWLEDGED_MAX = 50

export function acknowledgement(keys: readonly string[]): string {
  return words('acknowledge', ...keys)
}

export function limit(dialog: string, seconds: number): string {
  assert(Number.isInteger(seconds) && seconds >= 1, 'a limit is at least one whole second')
  const { entry, id } = dialogParts(dialog)
  return words('limit', entry, id, seconds)
}

export function cancellation(dialog: string, sip_call_id: string): string {
  return words('cancel', dialogParts(dialog).cseq, base64(sip_call_id))
}

/** Addresses in one frame, so that it is no longer than a task of Kamailio may be. */
const ADDRESSES_MAX = 100

/** The lists of addresses that Kamailio keeps, each for some time: known ones, and other nodes. */
export function addressMessages(list: 'spare' | 'nodes', ips: readonly string[]): string[] {
  const addresses = ips.filter((ip) => isIPv4(ip))
  return Array.from({ length: Math.ceil(addresses.length / ADDRESSES_MAX) }, (_, at) =>
    words(list, ...addresses.slice(at * ADDRESSES_MAX, (at + 1) * ADDRESSES_MAX)),
  )
}

const verdictText = ({ zone_id, limit }: ZoneVerdict): string =>
  `${zone_id}:${limit === 'DENY' ? -1 : limit}`

export function zoneMessage(ip: string, { REGISTER, INVITE }: ZoneVerdicts): string {
  assert(isIP(ip) !== 0, `"${ip}" is no address`)
  return words('zone', ip, `${verdictText(REGISTER)}:${verdictText(INVITE)}`)
}

export const FORGET_ZONES = 'forget_zones'

/** `<hash entry>:<hash id>:<CSeq of the INVITE>`, as the template composes it. */
export function dialogParts(dialog: string): { entry: number; id: number; cseq: string } {
  const parts = /^(\d+):(\d+):(\d+)$/.exec(dialog)
  assert(parts?.[3] !== undefined, `a dialog is named entry:id:cseq, not "${dialog}"`)
  return { entry: Number(parts[1]), id: Number(parts[2]), cseq: parts[3] }
}

export function credentialsMessage(tx: string, known: Credentials): string {
  assert(/^[0-9a-f]{32}$/.test(known.ha1), 'a hash of a password is 32 hex digits')
  const { ha1, max_contacts, expires_min_seconds, expires_max_seconds, is_allowed } = known
  return words(
    'credentials',
    tx,
    ha1,
    max_contacts,
    expires_min_seconds,
    expires_max_seconds,
    Number(is_allowed),
  )
}

export function attemptMessage(tx: string, has_capacity: boolean): string {
  return words('attempt', tx, Number(has_capacity))
}

export function pingMessage(ping: Ping): string {
  return words('ping', base64(ping.id), ping.uri, ping.socket ?? '')
}

const TRACE_WORDS = { OFF: 0, ALL: 1, FAILED_ONLY: 2 } as const

export function replyMessage(tx: string, reply: SwitchReply): string {
  switch (reply.kind) {
    case 'challenge':
      return words('challenge', tx)
    case 'refuse': {
      const { call_id, sip_code, reason, q850_cause, retry_after = 0, trace = 'OFF' } = reply
      const answer = [sip_code, reason, q850_cause, retry_after]
      return words('refuse', tx, call_id, ...answer, TRACE_WORDS[trace])
    }
    case 'route': {
      const { call_id, max_seconds, max_setup_seconds, routes } = reply
      const { caller_networks = [], trace = 'OFF' } = reply
      const limits = [max_seconds, max_setup_seconds]
      const networks = caller_networks.join(',')
      const head = words('route', tx, call_id, ...limits, networks, TRACE_WORDS[trace])
      return [head, ...routes.map((route) => JSON.stringify(routeMessage(route)))].join('\n')
    }
    default:
      return unreachable(reply)
  }
}
