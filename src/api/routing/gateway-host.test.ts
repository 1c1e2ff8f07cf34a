// Addresses that a gateway may not have: those that no host has, and those of the switch.
import { beforeAll, expect, test } from 'vitest'
import { createTunnel } from '#contract/machine/tunnels.ts'
import { createGateway, updateGateway } from '#contract/routing/gateways.ts'
import { writeSetting } from '#db/settings.ts'
import { apiForFile } from '#test/support/api.ts'
import { addGateway, addSettlement, named } from '#test/support/configuration.ts'
import { gatewayForm, tunnelForm } from '#test/support/forms.ts'

/** The answers of the DNS; every other name is unknown. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'loop.example': ['127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'cloud.example': ['198.51.100.7', '169.254.169.254'],
  'own.example': ['192.0.2.1'],
  'sip.carrier.example': ['198.51.100.7', '2001:db8::7'],
}

const api = apiForFile({ resolveHost: async (name) => NAMES[name] ?? [] })
let settlement_id: number
beforeAll(async () => {
  const place = { transport: 'udp', port: 5060 } as const
  await writeSetting(api.database, 'sip_ports', {
    listen: [
      { ...place, address: '127.0.0.1', advertise: null },
      { ...place, address: '192.0.2.1', advertise: '203.0.113.9' },
    ],
    rtp_min: 10_000,
    rtp_max: 20_000,
  })
  settlement_id = await addSettlement(api)
})

const create = (host: string, port = 5060) =>
  api.admin.call(createGateway, {
    body: { ...gatewayForm(settlement_id, named('gateway')), host, port },
  })

test.each([
  ['0.0.0.0', 'Not a usable IP address'],
  ['0.1.2.3', 'Not a usable IP address'],
  ['224.0.0.1', 'Not a usable IP address'],
  ['239.255.255.250', 'Not a usable IP address'],
  ['255.255.255.255', 'Not a usable IP address'],
  ['240.0.0.1', 'Not a usable IP address'],
  ['169.254.169.254', 'Not a usable IP address'],
  ['169.254.1.1', 'Not a usable IP address'],
  ['fe80::1', 'Not a usable IP address'],
  ['ff02::1', 'Not a usable IP address'],
  ['1.2.3', 'Enter a host name or an IP address'],
  ['256.1.1.1', 'Enter a host name or an IP address'],
  ['2852039166', 'Enter a host name or an IP address'],
  ['169.254.169.254:5060', 'Enter a host name or an IP address'],
  ['carrier.example:5060', 'Enter a host name or an IP address'],
  ['010.0.0.1', 'Enter a host name or an IP address'],
  ['0xa9fea9fe', 'Enter a host name or an IP address'],
  ['0x7f.1', 'Enter a host name or an IP address'],
  ['0X7F.0.0.1', 'Enter a host name or an IP address'],
  ['localhost', 'Not a name of this machine'],
  ['LocalHost', 'Not a name of this machine'],
  ['sip.localhost', 'Not a name of this machine'],
  ['metadata.google.internal', 'Not a name of this machine'],
])('is refused at %s', async (host, message) => {
  const { status, problem } = await create(host)
  expect(status).toBe(400)
  expect(problem.fields?.host).toContain(message)
})

test.each([
  '127.0.0.2',
  '10.0.0.1',
  '100.64.0.1',
  '198.51.100.7',
  'sip.carrier.example',
  'a',
  '0xcarrier.example',
  'internal.carrier.example',
  '2001:db8::7',
])('is taken at %s', async (host) => {
  expect((await create(host)).status).toBe(200)
})

test.each([
  ['loop.example', 'leads to 127.0.0.1'],
  ['mapped.example', 'leads to ::ffff:127.0.0.1'],
  ['cloud.example', 'leads to 169.254.169.254'],
  ['own.example', 'The switch itself listens'],
])('is refused at the name %s', async (host, message) => {
  const { status, problem } = await create(host)
  expect(status).toBe(400)
  expect(problem.fields?.host).toContain(message)
  const id = await addGateway(api, settlement_id)
  const change = { ...gatewayForm(settlement_id, named('gateway')), host, port: 5060, version: 1 }
  const answer = await api.admin.call(updateGateway, { params: { id }, body: change })
  expect(answer.problem.fields?.host).toContain(message)
})

test('is refused where the switch itself listens, and taken at another port of it', async () => {
  for (const host of ['127.0.0.1', '192.0.2.1', '203.0.113.9']) {
    const { status, problem } = await create(host)
    expect(status).toBe(400)
    expect(problem.fields?.host).toBe(
      'The switch itself listens on this address: calls would loop.',
    )
    expect((await create(host, 5080)).status).toBe(200)
  }
})

test('is refused where the switch listens for a tunnel, also on a change', async () => {
  const tunnel = { ...tunnelForm(named('tunnel')), local_ip: '192.0.2.77', sip_port: 5070 }
  const body = { ...tunnel, advertised_ip: '203.0.113.77' }
  expect((await api.admin.call(createTunnel, { body })).status).toBe(200)
  for (const host of ['192.0.2.77', '203.0.113.77']) {
    expect((await create(host, 5070)).problem.fields).toHaveProperty('host')
  }
  const id = await addGateway(api, settlement_id)
  const form = gatewayForm(settlement_id, named('gateway'))
  const change = { ...form, host: '192.0.2.77', port: 5070, version: 1 }
  const answer = await api.admin.call(updateGateway, { params: { id }, body: change })
  expect(answer.problem.fields).toHaveProperty('host')
})

test('a tunnel has an address of a machine', async () => {
  for (const local_ip of ['0.0.0.0', '224.0.0.1', '255.255.255.255']) {
    const body = { ...tunnelForm(named('tunnel')), local_ip }
    expect((await api.admin.call(createTunnel, { body })).problem.fields).toHaveProperty('local_ip')
  }
})

test('a tunnel takes no port of the media', async () => {
  for (const [sip_port, status] of [
    [9_999, 200],
    [10_000, 400],
    [20_000, 400],
    [20_001, 200],
  ] as const) {
    const body = { ...tunnelForm(named('tunnel')), local_ip: '192.0.2.78', sip_port }
    expect((await api.admin.call(createTunnel, { body })).status).toBe(status)
  }
})

test('names are one line, and a realm has no quote', async () => {
  const form = gatewayForm(settlement_id, named('gateway'))
  const refused = [
    { name: 'a\r\nX-Header: b' },
    { name: 'a\u0000b' },
    { auth_realm: 'a"b' },
    { description: 'a\u0007' },
  ]
  for (const change of refused) {
    const { status, problem } = await api.admin.call(createGateway, {
      body: { ...form, ...change },
    })
    expect(status).toBe(400)
    expect(problem.fields).toHaveProperty(Object.keys(change)[0] ?? '')
  }
  const body = { ...form, description: 'Two\nlines' }
  expect((await api.admin.call(createGateway, { body })).status).toBe(200)
})
