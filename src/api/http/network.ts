// Client addresses: which of them are trusted proxies, which one counts, and the network that it
// belongs to, because attackers have many addresses in one.
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Whether an address lies in one of the networks, which are addresses or in CIDR notation. */
export function inNetworks(networks: readonly string[]): (ip: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (ip) => isIP(ip) !== 0 && list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
}

export const isLoopback = inNetworks(['127.0.0.0/8', '::1'])

/** IPv4 also when it is written as IPv6, and without the interface that some addresses name. */
const plain = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/, '')

/** The client address: as reported by the nearest trusted proxy, if it is valid. */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const said = plain(ip)
  return isIP(said) ? said : plain(socket.remoteAddress ?? '')
}

/** Where a request comes from, as the logs keep it. */
export interface Origin {
  readonly ip: string
  readonly user_agent: string
  readonly request_id: string
}

const USER_AGENT_MAX = 300

export const originOf = (request: FastifyRequest): Origin => ({
  ip: addressOf(request),
  user_agent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
  request_id: request.id,
})

/** The /24 of an IPv4 address; the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const address = plain(ip)
  if (!isIPv6(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  const [head = '', tail] = address.split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array<string>(gap).fill('0'), ...back].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
