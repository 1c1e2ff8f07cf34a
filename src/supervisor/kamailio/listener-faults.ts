// The faults of SIP listeners on this machine.
import { networkInterfaces } from 'node:os'
import { type SipListener, socketName } from '#core/sip-ports.ts'
import { tryPort } from '../ports.ts'
import { isHere } from './tunnels.ts'

interface Fault {
  /** The field of the form, such as `listen.0.port`. */
  readonly field: string
  readonly message: string
}

/** The first fault; `in_use` are the listeners of our own Kamailio, whose ports are not free. */
export async function findListenerFault(
  listen: readonly SipListener[],
  in_use: readonly SipListener[],
): Promise<Fault | undefined> {
  const own = new Set(in_use.map(socketName))
  for (const [at, listener] of listen.entries()) {
    const { transport, address, port } = listener
    if (!isHere(address)) {
      const known = addressesHere().join(', ')
      const message = `${address} is not an address of this machine, which has ${known}.`
      return { field: `listen.${at}.address`, message }
    }
    if (own.has(socketName(listener))) continue
    if ((await tryPort(transport, port, address)) === undefined) {
      const name = `${transport.toUpperCase()} port ${port} of ${address}`
      return { field: `listen.${at}.port`, message: `${name} is in use by another program.` }
    }
  }
  return undefined
}

/** IPv4 only, as all SIP addresses of the switch. */
function addressesHere(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => family === 'IPv4')
    .map(({ address }) => address)
}
