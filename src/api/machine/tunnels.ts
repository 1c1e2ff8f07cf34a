import { networkInterfaces } from 'node:os'
import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/machine/tunnels.ts'
import { isRtpPort } from '#core/sip-ports.ts'
import type { Tx } from '#db/database.ts'
import { readSipPorts } from '#db/machine/sip-ports.ts'
import { lockedUsersOf } from '#db/references.ts'
import {
  deleteTunnel,
  findTunnel,
  insertTunnel,
  listTunnels,
  updateTunnel,
} from '#db/routing/tunnels.ts'
import { refuseInUse } from '../checks/in-use.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'

const entity = 'tunnel'
const form = contract.tunnelForm

/** Linux accepts all of 127.0.0.0/8, even if the interface does not list it. */
const LOOPBACK = /^127\./

/** Whether the address can be bound here now: a VPN that is down has taken it away. */
function presenceOf(tunnel: { local_ip: string; interface: string }): contract.TunnelPresence {
  const holders = Object.entries(networkInterfaces())
    .filter(([, addresses = []]) =>
      addresses.some(({ address, internal }) =>
        LOOPBACK.test(tunnel.local_ip)
          ? internal && LOOPBACK.test(address)
          : address === tunnel.local_ip,
      ),
    )
    .map(([name]) => name)
  if (holders.length === 0) return 'NOT_HERE'
  return tunnel.interface === '' || holders.includes(tunnel.interface) ? 'HERE' : 'OTHER_INTERFACE'
}

const withPresence = <T extends { local_ip: string; interface: string }>(tunnel: T) => ({
  ...tunnel,
  presence: presenceOf(tunnel),
})

/** An address may lie on any interface; a VPN has its own, so that it can be seen to be down. */
function checkInterface({ kind, ...tunnel }: BodyOf<typeof contract.createTunnel>): void {
  if (kind === 'BIND_IP' || tunnel.interface !== '') return
  throw badField('interface', 'A VPN has an interface of its own, such as wg0.')
}

/** Media of a call would take the port of the tunnel, or the tunnel that of a call. */
async function refuseMediaPort(tx: Tx, sip_port: number): Promise<void> {
  const ports = await readSipPorts(tx)
  if (!ports || !isRtpPort(ports, sip_port)) return
  throw badField('sip_port', `Within the RTP range, ${ports.rtp_min} to ${ports.rtp_max}.`)
}

export const tunnels: HandlersOf<typeof contract> = {
  async listTunnels({ database, caller, query }) {
    const { rows, page } = await listTunnels(database, caller.scope, query)
    return { rows: rows.map(withPresence), page }
  },

  async getTunnel({ database, caller, params }) {
    return withPresence(found(await findTunnel(database, caller.scope, params.id)))
  },

  createTunnel: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      checkInterface(body)
      await refuseMediaPort(tx, body.sip_port)
      const id = await insertTunnel(tx, body)
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return withPresence(found(await findTunnel(tx, actor.caller.scope, id)))
    }),

  updateTunnel: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      checkInterface(body)
      await refuseMediaPort(tx, body.sip_port)
      const { scope } = actor.caller
      const { version, ...values } = body
      const before = found(await findTunnel(tx, scope, id))
      if (!(await updateTunnel(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await publishChange(tx, actor, { entity, id, name: body.name, form, before, after: values })
      return withPresence(found(await findTunnel(tx, scope, id)))
    }),

  deleteTunnel: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findTunnel(tx, actor.caller.scope, id))
      refuseInUse('The tunnel', await lockedUsersOf(tx, 'tunnel', id))
      await deleteTunnel(tx, id, toInstant(clock.now_ms()))
      await publishChange(tx, actor, { entity, id, name: before.name, form, before })
    }),
}
