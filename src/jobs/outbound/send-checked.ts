// A request to an address that a user has given: it is resolved once and checked, and the
// connection goes to what was checked. Redirects are not followed, and of the answer only the
// status is read, and one number of its headers.
import { lookup as resolve } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'

const TIMEOUT_MS = 10_000

/** Special-purpose addresses by RFC 6890: of this machine and of networks behind it. */
const PRIVATE_V4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
])
const PRIVATE_V6 = blockList('ipv6', [
  ['::', 96],
  // With an IPv4 address inside: mapped, translated twice, Teredo and 6to4.
  ['::ffff:0.0.0.0', 96],
  ['::ffff:0:0.0.0.0', 96],
  ['2001::', 32],
  ['64:ff9b::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
])

type Family = 'ipv4' | 'ipv6'

/** One list for each family: a network of mapped addresses would hold every IPv4 address. */
function blockList(family: Family, networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList()
  for (const [network, length] of networks) list.addSubnet(network, length, family)
  return list
}

export const isPrivateAddress = (ip: string): boolean =>
  isIP(ip) === 6 ? PRIVATE_V6.check(ip, 'ipv6') : PRIVATE_V4.check(ip, 'ipv4')

/** All addresses of a host name. */
export type Resolve = (name: string) => Promise<readonly string[]>

export const resolveName: Resolve = async (name) =>
  (await resolve(name, { all: true })).map(({ address }) => address)

export interface Outgoing {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly allows_private: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** A header of the answer with a number that says why it is refused. */
  readonly reason_header?: string
}

/** Returns when the receiver has accepted it. */
export async function sendChecked(
  { method, url, allows_private, headers, body, reason_header = '' }: Outgoing,
  { resolveName, stop }: { readonly resolveName: Resolve; readonly stop: AbortSignal },
): Promise<void> {
  const target = new URL(url)
  const late = AbortSignal.timeout(TIMEOUT_MS)
  const signal = AbortSignal.any([late, stop])
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const abort = () => reject(new Error(late.aborted ? 'No answer within 10 seconds.' : 'Stopped.'))
  signal.addEventListener('abort', abort)
  try {
    const address = await Promise.race([
      resolveChecked(target.hostname, allows_private, resolveName),
      promise,
    ])
    if (typeof address !== 'string') return
    const send = target.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(target, {
      method,
      agent: false,
      signal,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // The address that was checked; a second look-up may find another one.
      lookup: (_name, options, done) => {
        const family = isIP(address)
        if (options.all) done(null, [{ address, family }])
        else done(null, address, family)
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const reason = String(response.headers[reason_header] ?? '')
      resolve({ status: response.statusCode ?? 0, reason: /^\d{1,6}$/.test(reason) ? reason : '' })
      response.on('error', () => {}).destroy()
    })
    request.end(body)
    checkAnswer(await promise)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** The address of a host; what is not allowed is refused. */
export async function resolveChecked(
  hostname: string,
  allows_private: boolean,
  resolveName: Resolve,
): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolveName(host)
  const [first] = addresses
  if (!first) throw new Error(`${host} has no address.`)
  const refused = allows_private ? undefined : addresses.find(isPrivateAddress)
  if (refused) throw new Error(`${refused} is a private address, which is not allowed here.`)
  return first
}

interface Answer {
  readonly status: number
  readonly reason: string
}

function checkAnswer({ status, reason }: Answer): void {
  if (status >= 200 && status < 300) return
  const redirect = status >= 300 && status < 400 ? ': redirects are not followed' : ''
  const why = reason === '' ? redirect : ` with error ${reason}`
  throw new Error(`The receiver answered ${status}${why}.`)
}
