// The SIP ports: what can be requested, and the answers while the supervisor tries them.
import { beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/machine/sip-ports.ts'
import type { SipPorts } from '#core/sip-ports.ts'
import {
  beginTrial,
  readSipPortsChange,
  refuseSipPorts,
  undoSipPorts,
} from '#db/machine/sip-ports.ts'
import { writeSetting } from '#db/settings.ts'
import { apiForFile } from '#test/support/api.ts'
import { lastActivity } from '#test/support/configuration.ts'

const listener = { transport: 'udp', address: '127.0.0.1', port: 5060, advertise: null } as const
const PORTS: SipPorts = { listen: [listener], rtp_min: 10_000, rtp_max: 20_000 }

const api = apiForFile()
beforeAll(async () => {
  await writeSetting(api.database, 'sip_ports', PORTS)
})

const put = (listen: object[], more: object = {}) =>
  api.admin.call(contract.setSipPorts, {
    body: { ...PORTS, listen: listen as [], confirm_seconds: 60, ...more },
  })

/** As the supervisor reads it. */
async function requested(): Promise<number> {
  for (;;) {
    const change = await readSipPortsChange(api.database)
    if (change?.state === 'REQUESTED') return change.id
  }
}

const other = { ...listener, port: 5070 }

test.each<[string, object[], object, string]>([
  ['no listener', [], {}, 'listen'],
  ['a listener twice', [listener, listener], {}, 'listen.1.port'],
  ['every address at once', [{ ...listener, address: '0.0.0.0' }], {}, 'listen.0.address'],
  ['a host name', [{ ...listener, address: 'sip.example' }], {}, 'listen.0.address'],
  ['a listener within the RTP range', [{ ...listener, port: 15_000 }], {}, 'listen.0.port'],
  ['a short RTP range', [listener], { rtp_max: 10_050 }, 'rtp_max'],
  ['a time that is too short', [listener], { confirm_seconds: 1 }, 'confirm_seconds'],
])('%s is refused', async (_, listen, more, field) => {
  expect((await put(listen, more)).problem.fields).toHaveProperty([field])
  expect(await readSipPortsChange(api.database)).toBeUndefined()
})

test('a fault that the supervisor finds is one of the form', async () => {
  const answer = put([other])
  const fault = { field: 'listen.0.port', message: 'UDP port 5070 is in use.' }
  await refuseSipPorts(api.database, await requested(), fault)
  expect((await answer).problem.fields).toEqual({ 'listen.0.port': fault.message })
})

test('a change that is tried is confirmed, and only then stored', async () => {
  const answer = put([other])
  await beginTrial(api.database, await requested(), [listener])
  expect((await answer).data).toMatchObject({
    ports: PORTS,
    change: { state: 'UNCONFIRMED', ports: { listen: [other] } },
    closing: [],
  })
  expect((await put([listener])).problem.fields).toHaveProperty('listen')
  const { data } = await api.admin.call(contract.confirmSipPorts, {})
  expect(data).toMatchObject({ ports: { listen: [other] }, closing: [listener] })
  expect(await lastActivity(api)).toMatchObject({
    entity_id: 'sip_ports',
    changes: { sip_ports: [PORTS, { ...PORTS, listen: [other] }] },
  })
  expect((await api.admin.call(contract.confirmSipPorts, {})).status).toBe(404)
})

test('a change that is undone cannot be confirmed any more', async () => {
  const answer = put([listener])
  const id = await requested()
  await beginTrial(api.database, id, [])
  await answer
  expect((await api.admin.call(contract.undoSipPorts, {})).status).toBe(200)
  expect((await readSipPortsChange(api.database))?.is_overdue).toBe(true)
  expect((await api.admin.call(contract.confirmSipPorts, {})).status).toBe(404)
  await undoSipPorts(api.database, id, [], 'Not confirmed in time.')
  const { data } = await api.admin.call(contract.getSipPorts, {})
  expect(data).toMatchObject({ ports: { listen: [other] }, change: { state: 'UNDONE' } })
})
