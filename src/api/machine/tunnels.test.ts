import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { lookupTunnels } from '#contract/console/lookups.ts'
import * as tunnels from '#contract/machine/tunnels.ts'
import { createGateway } from '#contract/routing/gateways.ts'
import { apiForFile } from '#test/support/api.ts'
import { addSettlement, named, routingChangeNumber } from '#test/support/configuration.ts'
import { gatewayForm, tunnelForm } from '#test/support/forms.ts'

const api = apiForFile()

type Form = ReturnType<typeof tunnelForm>
const create = (change: Partial<Form>) =>
  api.admin.call(tunnels.createTunnel, { body: { ...tunnelForm(named('tunnel')), ...change } })

test('a tunnel is added, read, changed, listed and deleted', async () => {
  const before = await routingChangeNumber(api)
  const body = { ...tunnelForm(named('tunnel')), kind: 'WIREGUARD', interface: 'wg0' } as const
  const { data } = await api.admin.call(tunnels.createTunnel, { body })
  expect(data).toMatchObject({ ...body, used_by_count: 0, version: 1 })
  const params = { id: data.id }
  expect((await api.admin.call(tunnels.getTunnel, { params })).data).toEqual(data)
  const change = { ...body, advertised_ip: '203.0.113.9', sip_port: 5070, version: 1 }
  const changed = await api.admin.call(tunnels.updateTunnel, { params, body: change })
  expect(changed.data).toMatchObject({ advertised_ip: '203.0.113.9', sip_port: 5070, version: 2 })
  const query = { kind: 'WIREGUARD', sort: 'local_ip' } as const
  expect((await api.admin.call(tunnels.listTunnels, { query })).data).toEqual([changed.data])
  const found = await api.admin.call(lookupTunnels, { query: { q: body.name } })
  expect(found.data).toEqual([
    { id: data.id, name: body.name, kind: 'WIREGUARD', status: 'active' },
  ])
  expect((await api.admin.call(tunnels.deleteTunnel, { params })).status).toBe(204)
  expect(await routingChangeNumber(api)).toBe(before + 3)
})

test('a VPN names its interface, an address need not', async () => {
  const refused = await create({ kind: 'GRE' as never })
  expect([refused.status, refused.problem.fields?.interface]).toEqual([
    400,
    'A VPN has an interface of its own, such as wg0.',
  ])
  const { data } = await create({ interface: 'eth0' })
  const body = { ...tunnelForm(data.name), kind: 'IPSEC', version: 1 } as const
  const changed = await api.admin.call(tunnels.updateTunnel, { params: { id: data.id }, body })
  expect(changed.status).toBe(400)
})

test('a tunnel tells whether this machine has its address', async () => {
  const [loopback = 'lo'] =
    Object.entries(networkInterfaces()).find(([, addresses]) =>
      addresses?.some(({ internal }) => internal),
    ) ?? []
  const presenceOf = async (change: Partial<Form>) => (await create(change)).data.presence
  expect(await presenceOf({ local_ip: '127.0.8.1' })).toBe('HERE')
  expect(await presenceOf({ local_ip: '127.0.8.2', interface: loopback })).toBe('HERE')
  expect(await presenceOf({ local_ip: '127.0.8.3', interface: 'wg7' })).toBe('OTHER_INTERFACE')
  expect(await presenceOf({ local_ip: '203.0.113.77' })).toBe('NOT_HERE')
})

test('an address with its port belongs to one tunnel', async () => {
  await create({ local_ip: '127.0.8.9' })
  const same = await create({ local_ip: '127.0.8.9' })
  expect(same.problem).toMatchObject({
    code: 'already-exists',
    fields: { local_ip: expect.any(String) },
  })
  expect((await create({ local_ip: '127.0.8.9', sip_port: 5090 })).status).toBe(200)
})

test.each([['127.0.0.0/8'], ['2001:db8::7'], ['localhost'], [''], ['1.2.3']])(
  '%j is no address of a tunnel',
  async (local_ip) => {
    expect((await create({ local_ip })).problem.fields).toHaveProperty('local_ip')
  },
)

test('a tunnel is not deleted while a gateway uses it', async () => {
  const { data: tunnel } = await create({ local_ip: '127.0.8.20' })
  const body = { ...gatewayForm(await addSettlement(api), named('gateway')), tunnel_id: tunnel.id }
  await api.admin.call(createGateway, { body })
  const kept = await api.admin.call(tunnels.deleteTunnel, { params: { id: tunnel.id } })
  expect(kept.problem.message).toContain(body.name)
  const read = await api.admin.call(tunnels.getTunnel, { params: { id: tunnel.id } })
  expect(read.data.used_by_count).toBe(1)
})
