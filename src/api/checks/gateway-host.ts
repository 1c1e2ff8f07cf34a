// Where calls may be sent: not to the switch itself, to this machine by a name, or to the metadata
// service of a cloud. A name is resolved here once; who owns it may change it later.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isMachineAddress } from '#contract/primitives.ts'
import type { Tx } from '#db/database.ts'
import { readSipPorts } from '#db/machine/sip-ports.ts'
import { listTunnelAddresses } from '#db/machine/switch-sockets.ts'
import { isLoopback } from '../http/network.ts'
import { badField } from '../http/problem.ts'

/** Answers the addresses of a name; none if it has none now, or if nothing answers in time. */
export type ResolveHost = (name: string) => Promise<readonly string[]>

const RESOLVE_MS = 2000

export const resolveHost: ResolveHost = (name) => {
  const late = new Promise<[]>((resolve) => setTimeout(resolve, RESOLVE_MS, []).unref())
  const addresses = lookup(name, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  )
  return Promise.race([addresses, late])
}

/**
 * The addresses of a gateway's host. A name that is not known yet passes: the gateway is down until
 * it is.
 * @throws a problem of the field `host` for a name of this machine, or of a place that no host has
 */
export async function addressesOf(host: string, resolve: ResolveHost): Promise<readonly string[]> {
  if (isIP(host)) return [host]
  const addresses = await resolve(host)
  const bad = addresses.find((ip) => !isMachineAddress(ip) || isLoopback(ip))
  if (bad) throw badField('host', `This name leads to ${bad}, where no gateway can be.`)
  return addresses
}

/** A call that is sent to the switch itself would be routed again, and again. */
export async function refuseOwnSocket(
  tx: Tx,
  addresses: readonly string[],
  port: number,
): Promise<void> {
  const own = ((await readSipPorts(tx))?.listen ?? []).flatMap((listener) =>
    [listener.address, listener.advertise].map((ip) => `${ip}:${listener.port}`),
  )
  const tunnels = (await listTunnelAddresses(tx)).flatMap((tunnel) =>
    [tunnel.local_ip, tunnel.advertised_ip].map((ip) => `${ip}:${tunnel.sip_port}`),
  )
  const sockets = new Set([...own, ...tunnels])
  if (addresses.some((ip) => sockets.has(`${ip}:${port}`))) {
    throw badField('host', 'The switch itself listens on this address: calls would loop.')
  }
}
