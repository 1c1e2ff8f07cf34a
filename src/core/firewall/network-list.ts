// The networks of a firewall zone: as lines of text, and what is wrong with a list of them.
import { NetworkTable, parseAddress } from '../ip-network.ts'

export const ZONE_NETWORKS_MAX = 2000
export const ZONE_COMMENT_MAX = 200

export interface NetworkLine {
  /** From 1. */
  readonly line: number
  readonly network: string
  readonly comment: string
  /** Null if the line is correct. */
  readonly fault: string | null
}

const lengthOf = (network: string): number => {
  const [address = '', length] = network.split('/')
  return Number(length ?? (address.includes(':') ? 128 : 32))
}

/** An IPv4 or IPv6 address, or a network in CIDR notation; /0 is every address of its kind. */
export function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/')
  if (more.length > 0 || !parseAddress(address)) return false
  // IPv4 written as IPv6 would have two lengths.
  if (address.includes(':') && address.includes('.')) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && lengthOf(text) <= maxOf(address))
}

const maxOf = (address: string): number => (address.includes(':') ? 128 : 32)

/** For each network the other one that makes it superfluous, or null. */
export function coveringNetworks(networks: readonly string[]): (string | null)[] {
  const table = new NetworkTable<{ readonly at: number; readonly network: string }>()
  for (const [at, network] of networks.entries()) table.add(network, { at, network })
  return networks.map((network, at) => {
    const others = table
      .find(network.split('/')[0] ?? '')
      .flat()
      .filter((other) => other.at !== at && lengthOf(other.network) <= lengthOf(network))
    // The second of two equal ones is superfluous.
    const covering = others.find(
      (other) => lengthOf(other.network) < lengthOf(network) || other.at < at,
    )
    return covering?.network ?? null
  })
}

/**
 * Lines with a network each, and a comment after a comma, a semicolon, a blank or `#`. Empty lines
 * and lines that begin with `#` are left out. `present` are the networks that the zone has already.
 */
export function parseNetworkLines(text: string, present: readonly string[] = []): NetworkLine[] {
  const lines = text.split(/\r\n|\r|\n/).flatMap((line, at) => {
    const words = /^([^\s,;#]+)[\s,;#]*(.*)$/.exec(line.trim())
    if (!words?.[1]) return []
    const [, network, comment = ''] = words
    return [{ line: at + 1, network, comment: comment.slice(0, ZONE_COMMENT_MAX) }]
  })
  const readable = lines.filter(({ network }) => isNetwork(network))
  const covering = coveringNetworks([...present, ...readable.map(({ network }) => network)])
  const coveredBy = new Map(
    readable.map((line, at) => [line, covering[present.length + at] ?? null] as const),
  )
  return lines.map((line) => {
    const other = coveredBy.get(line)
    const fault =
      other === undefined
        ? 'Not an IP address or network.'
        : other === null
          ? null
          : `Already covered by ${other}.`
    return { ...line, fault }
  })
}
