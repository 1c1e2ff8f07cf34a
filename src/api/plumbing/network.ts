// The network that an address belongs to, for counting tries: attackers have many addresses in one.
import { isIPv6 } from 'node:net'

/** The /24 of an IPv4 address, also when it is written as IPv6; the /64 of another IPv6 address. */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const [head = '', tail] = plain.split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array<string>(gap).fill('0'), ...back].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
