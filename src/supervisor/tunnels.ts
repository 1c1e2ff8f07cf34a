// The tunnels as addresses on which Kamailio listens: read from the database, as far as this
// machine has them.
import { networkInterfaces } from 'node:os'
import { openDatabase } from '#db/database.ts'
import { listTunnelAddresses } from '#db/machine/switch-sockets.ts'

export interface TunnelAddress {
  address: string
  port: number
  advertise: string | null
}

export interface Tunnels {
  /** Those that can be listened on now; what was known before while the database is away. */
  read(): Promise<TunnelAddress[]>
  /** Calls back after a change, looking every so often. */
  watch(onChange: () => void, every_ms?: number): void
}

/** A VPN that comes up is detected automatically. */
const LOOK_EVERY_MS = 10_000

export function openTunnels(url: string): Tunnels {
  let known: TunnelAddress[] = []

  async function read(): Promise<TunnelAddress[]> {
    const database = openDatabase(url, 'supervisor tunnels', 1)
    try {
      const rows = await listTunnelAddresses(database)
      known = rows
        .filter(({ local_ip }) => isHere(local_ip))
        .map(({ local_ip, sip_port, advertised_ip }) => ({
          address: local_ip,
          port: sip_port,
          advertise: advertised_ip,
        }))
    } catch {
      // The tunnels of a moment ago are better than none.
    } finally {
      await database.destroy()
    }
    return known
  }

  return {
    read,
    watch(onChange, every_ms = LOOK_EVERY_MS) {
      setInterval(async () => {
        const before = JSON.stringify(known)
        if (JSON.stringify(await read()) !== before) onChange()
      }, every_ms).unref()
    },
  }
}

/**
 * Kamailio does not start with an address that this machine does not have. All loopback addresses
 * exist.
 */
export function isHere(ip: string): boolean {
  if (ip.startsWith('127.')) return true
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some(({ address }) => address === ip)
}
