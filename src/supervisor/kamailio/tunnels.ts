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
  /**
   * Calls back when an address is there on which the last `read` did not listen, looking every so
   * often. One that is gone does not: to stop listening would interrupt SIP, and what comes in
   * there until the next start is judged by its source, as everywhere.
   */
  watch(onNew: () => void, pace?: Pace): void
}

interface Pace {
  /** Between looks. */
  readonly every_ms: number
  /** From one new address to the next look: each interrupts SIP for a second or two. */
  readonly rest_ms: number
}

/** A VPN that comes up is detected automatically. */
const PACE: Pace = { every_ms: 10_000, rest_ms: 60_000 }

export function openTunnels(url: string): Tunnels {
  let listening: TunnelAddress[] = []

  /** Undefined while the database is away: the tunnels of a moment ago are better than none. */
  async function look(): Promise<TunnelAddress[] | undefined> {
    const database = openDatabase(url, 'supervisor tunnels', 1)
    try {
      const rows = await listTunnelAddresses(database)
      return rows
        .filter(({ local_ip }) => isHere(local_ip))
        .map(({ local_ip, sip_port, advertised_ip }) => ({
          address: local_ip,
          port: sip_port,
          advertise: advertised_ip,
        }))
    } catch {
      return undefined
    } finally {
      await database.destroy()
    }
  }

  return {
    async read() {
      listening = (await look()) ?? listening
      return listening
    },
    watch(onNew, { every_ms, rest_ms } = PACE) {
      const lookAfter = (pause_ms: number) => setTimeout(() => void compare(), pause_ms).unref()
      async function compare(): Promise<void> {
        const found = (await look()) ?? []
        const known = new Set(listening.map(keyOf))
        if (found.every((tunnel) => known.has(keyOf(tunnel)))) return void lookAfter(every_ms)
        listening = found
        onNew()
        lookAfter(rest_ms)
      }
      lookAfter(every_ms)
    },
  }
}

const keyOf = (tunnel: TunnelAddress): string => JSON.stringify(tunnel)

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
