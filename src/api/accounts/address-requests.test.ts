// A wholesale client requests changes of its IP list; the account right above it decides each once.
import { beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/accounts/address-requests.ts'
import { getConnection } from '#contract/accounts/connection.ts'
import { createClientIp, listClientIps } from '#contract/accounts/ip-list.ts'
import { listWholesaleClients } from '#contract/accounts/wholesale-clients.ts'
import { listActivities } from '#contract/people/activities.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addFamily, type Family } from '#test/support/family.ts'
import { clientIpForm } from '#test/support/forms.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const api = apiForFile()
let viewers: Viewers
let family: Family
let acme: Session
let cleo: Session
let sapphire: Session
beforeAll(async () => {
  viewers = await addViewers(api)
  family = await addFamily(api, viewers.tariffs.sell)
  acme = await api.signIn('acme', 'CLIENT')
  cleo = await api.signIn('cleo', 'CLIENT')
  sapphire = await api.signIn('sapphire', 'RESELLER')
})

const request = (session: Session, network: string, kind: 'ADD' | 'REMOVE' = 'ADD') =>
  session.call(contract.createAddressRequest, { body: { kind, network, note: 'New switch' } })
const accept = (session: Session, id: number) =>
  session.call(contract.acceptAddressRequest, { params: { id } })
const refuse = (session: Session, id: number) =>
  session.call(contract.refuseAddressRequest, { params: { id }, body: { reason: 'Not yours' } })
const cancel = (session: Session, id: number) =>
  session.call(contract.cancelAddressRequest, { params: { id } })
const seenBy = async (session: Session) =>
  (await session.call(contract.listAddressRequests, {})).data.map(({ network }) => network)
const ownOf = async (session: Session) =>
  (await session.call(getConnection, {})).data?.address_requests ?? []
const addressesOf = async (account_id: number) =>
  (await api.admin.call(listClientIps, { query: { account_id } })).data.map(({ ip }) => ip)

test('an accepted request adds the address, and is decided once', async () => {
  const { id } = (await request(acme, '203.0.113.1')).data
  expect(await ownOf(acme)).toMatchObject([{ id, state: 'OPEN', note: 'New switch' }])
  const { data } = await accept(api.admin, id)
  expect(data).toMatchObject({ state: 'ACCEPTED', reason: null, client_name: 'Acme' })
  expect(await addressesOf(viewers.acme)).toContain('203.0.113.1')
  expect((await accept(api.admin, id)).problem.code).toBe('changed-meanwhile')
  expect((await refuse(api.admin, id)).problem.code).toBe('changed-meanwhile')
  expect((await cancel(acme, id)).problem.code).toBe('changed-meanwhile')
  const query = { entity: 'address_request', entity_id: String(id) }
  const log = (await api.admin.call(listActivities, { query })).data
  expect(log.map(({ action, username }) => [action, username])).toEqual([
    ['UPDATE', 'admin'],
    ['CREATE', 'acme'],
  ])
})

test('of two decisions at once one counts', async () => {
  const { id } = (await request(acme, '203.0.113.40')).data
  const answers = await Promise.all([accept(api.admin, id), refuse(api.admin, id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a refused request changes nothing, and the client sees the reason', async () => {
  const { id } = (await request(acme, '203.0.113.2/31')).data
  await refuse(api.admin, id)
  const own = (await ownOf(acme)).find((one) => one.id === id)
  expect(own).toMatchObject({ state: 'REFUSED', reason: 'Not yours', network: '203.0.113.2/31' })
  expect(own).not.toHaveProperty('decided_by')
  expect(await addressesOf(viewers.acme)).not.toContain('203.0.113.2/31')
})

test('an accepted removal removes all rows of the address, of this client only', async () => {
  const body = clientIpForm(viewers.acme, '203.0.113.4')
  await api.admin.call(createClientIp, { body })
  await api.admin.call(createClientIp, { body: { ...body, tech_prefix: '99' } })
  const other = { ...clientIpForm(viewers.other, '203.0.113.4'), tech_prefix: '77' }
  await api.admin.call(createClientIp, { body: other })
  const { id } = (await request(acme, '203.0.113.4', 'REMOVE')).data
  await accept(api.admin, id)
  expect(await addressesOf(viewers.acme)).not.toContain('203.0.113.4')
  expect(await addressesOf(viewers.other)).toEqual(['203.0.113.4'])
})

test('an address that the IP list refuses stays an open request', async () => {
  await api.admin.call(createClientIp, { body: clientIpForm(viewers.other, '203.0.113.5') })
  const { id } = (await request(acme, '203.0.113.5')).data
  const taken = await accept(api.admin, id)
  expect([taken.status, Object.keys(taken.problem.fields ?? {})]).toEqual([409, ['ip']])
  expect((await ownOf(acme))[0]).toMatchObject({ id, state: 'OPEN' })
  await cancel(acme, id)
  expect((await ownOf(acme)).map((one) => one.id)).not.toContain(id)
})

test('a reseller decides for its own clients, and nobody else does', async () => {
  const { id } = (await request(cleo, '198.51.100.7')).data
  expect(await seenBy(sapphire)).toEqual(['198.51.100.7'])
  const ruby = await api.signIn('ruby', 'RESELLER')
  for (const foreign of [api.admin, ruby, await api.signIn('topaz', 'RESELLER')]) {
    expect(await seenBy(foreign)).not.toContain('198.51.100.7')
    expect([(await accept(foreign, id)).status, (await refuse(foreign, id)).status]).toEqual([
      404, 404,
    ])
  }
  const list = async (query: { requests?: 'OPEN' }) =>
    (await sapphire.call(listWholesaleClients, { query })).data
  expect(await list({ requests: 'OPEN' })).toMatchObject([{ name: 'Cleo', open_request_count: 1 }])
  expect(await list({})).toHaveLength(2)
  expect((await accept(sapphire, id)).data.state).toBe('ACCEPTED')
  expect(await addressesOf(family.ids.Cleo)).toEqual(['198.51.100.7'])
  expect(await list({ requests: 'OPEN' })).toEqual([])
})

test('a reseller cannot accept an address of a network that others have', async () => {
  await api.admin.call(createClientIp, { body: clientIpForm(viewers.acme, '198.18.0.0/24') })
  const { id } = (await request(cleo, '198.18.0.9')).data
  const { problem } = await accept(sapphire, id)
  expect(problem.fields?.ip).toMatch('in use by others')
  expect(JSON.stringify(problem)).not.toContain('Acme')
  await refuse(sapphire, id)
})

test('a client sees and cancels its own requests alone', async () => {
  const { id } = (await request(acme, '203.0.113.6')).data
  expect((await ownOf(cleo)).map(({ network }) => network)).not.toContain('203.0.113.6')
  expect((await cancel(cleo, id)).status).toBe(404)
  expect((await cancel(acme, id)).status).toBe(204)
})

test.each([
  ['REMOVE', '203.0.113.99', 'not in your IP list'],
  ['ADD', '203.0.113.1', 'in your IP list already'],
  ['ADD', '0.0.0.0/0', 'all addresses'],
  ['ADD', 'here', 'IP address'],
] as const)('the request to %s %s is refused: %s', async (kind, network, message) => {
  const { status, problem } = await request(acme, network, kind)
  expect([status, problem.fields?.network]).toEqual([400, expect.stringContaining(message)])
})

test('a client has ten open requests at most, and no two of the same', async () => {
  for (let i = 0; i < 10; i++) {
    expect((await request(acme, `198.51.100.${100 + i}`)).status).toBe(200)
  }
  expect((await request(acme, '198.51.100.100')).problem.fields?.network).toMatch('already')
  expect((await request(acme, '198.51.100.110')).problem.fields?.network).toMatch('At most 10')
})

test('clients without an IP list, carriers and admins request nothing', async () => {
  const statuses = []
  for (const name of ['rita', 'london']) {
    statuses.push((await request(await api.signIn(name, 'CLIENT'), '203.0.113.8')).status)
  }
  expect(statuses).toEqual([403, 403])
  expect((await request(sapphire, '203.0.113.8')).status).toBe(403)
  expect((await request(api.admin, '203.0.113.8')).status).toBe(404)
})
