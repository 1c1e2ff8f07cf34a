import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as contract from '#contract/machine/sip-ports.ts'
import { mediaOf, type SipPorts } from '#core/sip-ports.ts'
import type { Database } from '#db/database.ts'
import {
  confirmSipPorts,
  endTrial,
  findSipPortsChange,
  readMediaPlace,
  readSipPorts,
  readSipPortsChange,
  refuseUntaken,
  requestSipPorts,
} from '#db/machine/sip-ports.ts'
import { writeSetting } from '#db/settings.ts'
import { type Actor, noteActivity } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, Problem } from '../http/problem.ts'

const LOOK_EVERY_MS = 200
/** 90 seconds: a busy machine may close unused ports first, and starts Kamailio for each. */
const LOOKS = 450
const NONE: SipPorts = { listen: [], rtp_min: 0, rtp_max: 0 }

const mutable = ({ listen, ...range }: SipPorts) => ({ ...range, listen: [...listen] })

async function statusOf(database: Database): Promise<contract.SipPortsStatus> {
  const ports = (await readSipPorts(database)) ?? NONE
  const media = await readMediaPlace(database)
  const change = await readSipPortsChange(database)
  const isPending = change?.state === 'REQUESTED' || change?.state === 'UNCONFIRMED'
  return {
    ports: mutable(ports),
    addresses: Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family }) => family === 'IPv4')
      .map((one) => one.address),
    change: change ? { ...change, ports: mutable(change.ports) } : null,
    closing: isPending ? [] : [...(change?.closing ?? [])],
    is_media_waiting: media !== undefined && !isSame(media, mediaOf(ports)),
  }
}

const isSame = (one: object, other: object) =>
  Object.entries(one).every(([name, value]) => other[name as never] === value)

const noteChange = (
  database: Database,
  actor: Actor,
  changes: Record<string, [unknown, unknown]>,
) =>
  noteActivity(database, actor, {
    action: 'UPDATE',
    entity: 'setting',
    entity_id: 'sip_ports',
    entity_name: 'SIP ports',
    changes,
  })

export const sipPorts: HandlersOf<typeof contract> = {
  getSipPorts: ({ database }) => statusOf(database),

  async setSipPorts({ database, body, ...actor }) {
    const { confirm_seconds, ...ports } = body
    const requested_by = actor.caller.username
    const id = await database.transaction().execute(async (tx) => {
      const last = await readSipPortsChange(tx)
      if (last?.state === 'REQUESTED' || last?.state === 'UNCONFIRMED') {
        throw badField('listen', `Confirm or undo the change of ${last.requested_by} first.`)
      }
      await noteChange(tx, actor, { tried: [(await readSipPorts(tx)) ?? null, ports] })
      return requestSipPorts(tx, { ports, confirm_seconds, requested_by })
    })
    for (let look = 0; look < LOOKS; look++) {
      const change = await findSipPortsChange(database, id)
      if (change?.state === 'REFUSED') throw badField(change.field, change.message)
      if (change?.state !== 'REQUESTED') return statusOf(database)
      await sleep(LOOK_EVERY_MS)
    }
    await refuseUntaken(database, id)
    throw badField('listen', 'The supervisor does not respond.')
  },

  async confirmSipPorts({ database, ...actor }) {
    await database.transaction().execute(async (tx) => {
      const before = await readSipPorts(tx)
      const ports = await confirmSipPorts(tx)
      if (!ports) throw new Problem('not-found', { message: 'No change waits to be confirmed.' })
      await writeSetting(tx, 'sip_ports', ports)
      await noteChange(tx, actor, { sip_ports: [before ?? null, ports] })
    })
    return statusOf(database)
  },

  async undoSipPorts({ database, ...actor }) {
    await database.transaction().execute(async (tx) => {
      if (!(await endTrial(tx))) {
        throw new Problem('not-found', { message: 'No change waits to be confirmed.' })
      }
      await noteChange(tx, actor, { undone: [false, true] })
    })
    return statusOf(database)
  },
}
