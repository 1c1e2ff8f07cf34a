// Firewall zones: their order, their lists, whom they shut out of the console, and who cannot.
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import * as bans from '#contract/machine/bans.ts'
import * as trials from '#contract/machine/firewall-trial.ts'
import * as zones from '#contract/machine/firewall-zones.ts'
import { me } from '#contract/people/session.ts'
import { apiForFile, loginOf, type Session, sessionOf } from '#test/support/api.ts'
import { addClient, lastActivity, named } from '#test/support/configuration.ts'
import { clientIpForm } from '#test/support/forms.ts'

const api = apiForFile({ trustedProxy: ['127.0.0.1'] })
afterEach(async () => {
  await sql`delete from firewall_trial`.execute(api.database)
  await api.database.deleteFrom('firewall_zone').execute()
  // A change by another process counts within two seconds.
  api.clock.now += 2000
})

const OFFICE = '192.0.2.7'

/** The admin's session as it is used from another address. */
const from = (ip: string): Session =>
  sessionOf(api.app, { ...api.admin.headers, 'x-forwarded-for': ip })

const login = (ip: string, user_type = 'ADMIN') =>
  api.app.inject(loginOf({ user_type }, { headers: { 'x-forwarded-for': ip } }))

type Form = Parameters<typeof addZone>[0]

async function addZone(change: Partial<ReturnType<typeof zoneForm>> = {}) {
  const body = { ...zoneForm(), ...change }
  return (await api.admin.call(zones.createFirewallZone, { body })).data
}

const zoneForm = () => ({
  name: named('zone'),
  description: '',
  policy: 'DENY' as 'ALLOW' | 'DENY' | 'RATE_LIMIT',
  requests_per_second: null as number | null,
  services: ['WEB_ADMIN'] as ('SIP_INVITE' | 'WEB_ADMIN' | 'WEB_CLIENT')[],
  status: 'active' as const,
})

const listed = (network: string, expires_at: string | null = null) => ({
  network,
  comment: '',
  expires_at,
})

async function zoneWith(networks: ReturnType<typeof listed>[], change: Form = {}) {
  const zone = await addZone(change)
  const params = { id: zone.id }
  const body = { version: zone.version, networks }
  const { status } = await api.admin.call(zones.setZoneNetworks, { params, body })
  expect(status).toBe(204)
  return zone
}

test('a zone is added behind the others, changed, moved, and deleted', async () => {
  const [one, two] = [await addZone(), await addZone()]
  const params = { id: two.id }
  const limit = { policy: 'RATE_LIMIT' as const, requests_per_second: 5 }
  const { data } = await api.admin.call(zones.updateFirewallZone, {
    params,
    body: { ...zoneForm(), ...limit, name: 'Slow', version: two.version },
  })
  expect(data).toMatchObject({ name: 'Slow', ...limit, hits: 0, last_hit_at: null, version: 2 })
  const ids = [two.id, one.id]
  expect((await api.admin.call(zones.orderFirewallZones, { body: { ids } })).status).toBe(204)
  expect(await lastActivity(api)).toMatchObject({
    entity: 'firewall_zone',
    changes: {
      order: [
        [one.name, 'Slow'],
        ['Slow', one.name],
      ],
    },
  })
  const list = await api.admin.call(zones.listFirewallZones, { query: {} })
  expect(list.data.map(({ name, position }) => [name, position])).toEqual([
    ['Slow', 1],
    [one.name, 2],
  ])
  expect((await api.admin.call(zones.deleteFirewallZone, { params })).status).toBe(204)
  expect((await api.admin.call(zones.getFirewallZone, { params })).status).toBe(404)
})

test('a rate needs a rate limit, a name is of one zone, an order is of all zones', async () => {
  const { name, id, version } = await addZone()
  const create = (change: object) =>
    api.admin.call(zones.createFirewallZone, { body: { ...zoneForm(), ...change } })
  const needed = { requests_per_second: 'Needed for a rate limit, and only for it.' }
  expect((await create({ policy: 'RATE_LIMIT' })).problem.fields).toEqual(needed)
  expect((await create({ requests_per_second: 5 })).problem.fields).toEqual(needed)
  expect((await create({ services: [] })).problem.fields).toHaveProperty('services')
  expect((await create({ name })).problem).toMatchObject({ code: 'already-exists' })
  await addZone()
  const order = await api.admin.call(zones.orderFirewallZones, { body: { ids: [id] } })
  expect(order.problem.code).toBe('changed-meanwhile')
  const update = { params: { id }, body: { ...zoneForm(), version: version + 1 } }
  expect((await api.admin.call(zones.updateFirewallZone, update)).problem.code).toBe(
    'changed-meanwhile',
  )
})

test('countries and networks are set as a whole, and what is wrong is said by line', async () => {
  const { id, version } = await addZone({ services: ['SIP_INVITE'] })
  const params = { id }
  const countries = ['US', 'DE', 'DE']
  await api.admin.call(zones.setZoneCountries, { params, body: { version, countries } })
  expect(await lastActivity(api)).toMatchObject({ changes: { countries: [[], ['DE', 'US']] } })
  const { data } = await api.admin.call(zones.getZoneCountries, { params })
  expect(data).toMatchObject({ countries: ['DE', 'US'], version: version + 1 })
  const wrong = { version, countries: ['XX'] }
  const refused = await api.admin.call(zones.setZoneCountries, { params, body: wrong })
  expect(refused.problem.fields).toEqual({ countries: 'Unknown country.' })

  const set = (networks: ReturnType<typeof listed>[]) =>
    api.admin.call(zones.setZoneNetworks, { params, body: { version: version + 1, networks } })
  expect((await set([listed('10.0.0.0/8'), listed('10.0.0.0/33')])).problem.fields).toEqual({
    'networks.1.network': 'An IP address or network, for example 192.0.2.7 or 192.0.2.0/24.',
  })
  expect((await set([listed('10.1.0.0/16'), listed('10.0.0.0/8')])).problem.fields).toEqual({
    'networks.0.network': 'Already covered by 10.0.0.0/8.',
  })
  const expires_at = '2030-01-01T00:00:00Z'
  await set([listed('2001:db8::/32'), listed('10.0.0.9/8', expires_at), listed(OFFICE)])
  const networks = await api.admin.call(zones.getZoneNetworks, { params })
  expect(networks.data.networks).toEqual([
    { network: '10.0.0.0/8', comment: '', expires_at },
    { network: OFFICE, comment: '', expires_at: null },
    { network: '2001:db8::/32', comment: '', expires_at: null },
  ])
  expect((await set([])).problem.code).toBe('changed-meanwhile')
})

test('a denied address can neither log in nor use a session, and is counted', async () => {
  const zone = await zoneWith([listed(OFFICE), listed('2001:db8::/32')])
  for (const ip of [OFFICE, '2001:db8::5']) {
    expect((await login(ip)).json().message).toBe('Access from this address is not allowed.')
    expect((await from(ip).call(me, {})).status).toBe(403)
  }
  expect((await login('192.0.2.8')).statusCode).toBe(200)
  // The door of clients is another service.
  expect((await login(OFFICE, 'CLIENT')).json().code).toBe('login-failed')
  api.clock.now += 2000
  await from('198.51.100.1').call(me, {})
  const { data } = await api.admin.call(zones.getFirewallZone, { params: { id: zone.id } })
  expect(data).toMatchObject({ hits: 4, last_hit_at: expect.any(String) })
})

test('an address has the requests of a rate limit per second, and others their own', async () => {
  const limit = { policy: 'RATE_LIMIT', requests_per_second: 2 } as const
  await zoneWith([listed('192.0.2.0/24')], limit)
  // In the middle of a second.
  api.clock.now = Math.ceil(api.clock.now / 1000) * 1000 + 500
  const status = async (ip: string) => (await from(ip).call(me, {})).status
  expect([await status(OFFICE), await status(OFFICE), await status(OFFICE)]).toEqual([
    200, 200, 429,
  ])
  expect(await status('192.0.2.8')).toBe(200)
  api.clock.now += 1000
  expect(await status(OFFICE)).toBe(200)
})

test('nobody shuts out the own address, now or when a network expires', async () => {
  const session = from(OFFICE)
  const { id, version } = await addZone()
  const set = (networks: ReturnType<typeof listed>[]) =>
    session.call(zones.setZoneNetworks, { params: { id }, body: { version, networks } })
  const refused = await set([listed('192.0.2.0/24')])
  expect(refused.problem.message).toMatch(/^This would shut out your own address 192.0.2.7 by "/)
  // Undone with it.
  const { data } = await session.call(zones.getZoneNetworks, { params: { id } })
  expect(data).toMatchObject({ networks: [], version })

  const tomorrow = new Date(api.clock.now + 86_400_000).toISOString()
  await zoneWith([listed(OFFICE, tomorrow)], { policy: 'ALLOW' })
  const { data: all } = await session.call(zones.listFirewallZones, { query: {} })
  const ids = all.map((zone) => zone.id).toReversed()
  expect((await session.call(zones.orderFirewallZones, { body: { ids } })).status).toBe(204)
  expect((await set([listed('192.0.2.0/24')])).problem.message).toMatch(/^This would shut out/)
  // Another address is no matter of this one.
  expect((await set([listed('198.51.100.0/24')])).status).toBe(204)
})

test('the test says for each service which zone decides, and why', async () => {
  const explain = async (address: string, session = api.admin) =>
    (await session.call(zones.testFirewallZones, { body: { address } })).data
  const zone = await zoneWith([listed('203.0.113.0/24')], { services: ['WEB_CLIENT'] })
  const params = { id: zone.id }
  const body = { version: zone.version + 1, countries: ['RU'] }
  await api.admin.call(zones.setZoneCountries, { params, body })
  const denied = { policy: 'DENY', zone_id: zone.id, zone_name: zone.name }
  const network = { ...denied, reason: 'NETWORK', match: '203.0.113.0/24' }
  const stranger = await explain('203.0.113.5')
  expect(stranger.services.find(({ service }) => service === 'WEB_CLIENT')).toMatchObject(network)
  const others = stranger.services.filter(({ service }) => service !== 'WEB_CLIENT')
  expect(others.map(({ reason }) => reason)).toEqual(others.map(() => 'DEFAULT'))
  // Yandex's resolver, in both kinds of addresses.
  for (const address of ['77.88.8.8', '2a02:6b8::feed:ff']) {
    const { country, services } = await explain(address)
    expect(country).toBe('RU')
    expect(services.at(-1)).toMatchObject({ ...denied, reason: 'COUNTRY', match: 'RU' })
  }
  const client = await addClient(api)
  const clientIp = clientIpForm(client.id, '203.0.113.4/31')
  await api.admin.call(createClientIp, { body: clientIp })
  await api.admin.call(bans.createBan, { body: { ip: '203.0.113.5', minutes: 5, reason: '' } })
  const known = await explain('203.0.113.5')
  expect(known.services.at(-1)).toMatchObject({ reason: 'KNOWN', match: client.form.name })
  expect(known.banned_until).not.toBeNull()
  expect(await explain('', from('198.51.100.9'))).toMatchObject({ address: '198.51.100.9' })
})

const trial = async () => (await api.admin.call(trials.getFirewallTrial, {})).data

/** Confirmed zones: one that denies a network, and one for SIP. */
async function confirmedZones() {
  const denying = await zoneWith([listed(OFFICE), listed('2001:db8::/32')])
  expect((await api.admin.call(trials.confirmFirewallTrial, {})).status).toBe(204)
  const sip = await addZone({ services: ['SIP_INVITE'] })
  expect(await trial()).toMatchObject({ state: 'CONFIRMED', changed_by: 'admin' })
  return [denying, sip] as const
}

const shape = async () => {
  const { data } = await api.admin.call(zones.listFirewallZones, { query: {} })
  const networks = await sql`select zone_id, network, comment, expires_at
    from firewall_network order by 1, 2`.execute(api.database)
  const rows = data.map(
    ({ version: _, updated_at: __, hits: ___, last_hit_at: ____, ...row }) => row,
  )
  return [rows, networks.rows]
}

async function denyNetwork(id: number, network: string) {
  const { version } = (await api.admin.call(zones.getFirewallZone, { params: { id } })).data
  const body = { version, networks: [listed(network)] }
  await api.admin.call(zones.setZoneNetworks, { params: { id }, body })
}

/** After the first change, which could shut out, also harmless ones; names are exchanged. */
async function changeEverything([denying, sip]: Awaited<ReturnType<typeof confirmedZones>>) {
  const params = { id: denying.id }
  await denyNetwork(denying.id, '198.51.100.0/24')
  await api.admin.call(zones.deleteFirewallZone, { params: { id: sip.id } })
  const { version } = (await api.admin.call(zones.getFirewallZone, { params })).data
  const body = { ...zoneForm(), name: sip.name, policy: 'ALLOW' as const, version }
  expect((await api.admin.call(zones.updateFirewallZone, { params, body })).status).toBe(200)
  await zoneWith([listed('198.51.100.0/24')], { name: denying.name })
}

test('a change that could shut out others is undone unless confirmed in time', async () => {
  const confirmed = await confirmedZones()
  const before = await shape()
  await changeEverything(confirmed)
  expect(await trial()).toMatchObject({ state: 'UNCONFIRMED' })
  expect(await shape()).not.toEqual(before)
  api.clock.now += 60_000
  const { status } = await api.admin.call(trials.confirmFirewallTrial, {})
  expect(status).toBe(404)
  const undone = { state: 'UNDONE', message: 'Not confirmed in time.' }
  await expect.poll(trial).toMatchObject(undone)
  const why = { undone: [null, 'Not confirmed in time.'] }
  expect(await lastActivity(api)).toMatchObject({ username: 'firewall trial', changes: why })
  expect(await shape()).toEqual(before)
  expect((await login(OFFICE)).statusCode).toBe(403)
})

test('it is undone on request with all since, and confirmed by who gets through', async () => {
  const confirmed = await confirmedZones()
  const before = await shape()
  await changeEverything(confirmed)
  expect((await api.admin.call(trials.undoFirewallTrial, {})).status).toBe(204)
  expect(await lastActivity(api)).toMatchObject({ changes: { undone: [null, 'Undone by admin.'] } })
  expect(await shape()).toEqual(before)
  expect((await api.admin.call(trials.undoFirewallTrial, {})).status).toBe(404)

  await zoneWith([listed('198.51.100.0/24')])
  const shutOut = await from('198.51.100.7').call(trials.confirmFirewallTrial, {})
  expect(shutOut.status).toBe(403)
  expect((await from('192.0.2.8').call(trials.confirmFirewallTrial, {})).status).toBe(204)
  const kept = await shape()
  api.clock.now += 120_000
  expect(await trial()).toMatchObject({ state: 'CONFIRMED' })
  expect(await shape()).toEqual(kept)
})

test('what the API left unconfirmed is undone when it starts again', async () => {
  const [denying] = await confirmedZones()
  const before = await shape()
  await denyNetwork(denying.id, '198.51.100.0/24')
  await sql`update firewall_trial set changed_at = changed_at - interval '1 hour'`.execute(
    api.database,
  )
  const undone = { state: 'UNDONE', message: 'The API was restarted.' }
  await expect.poll(trial).toMatchObject(undone)
  expect(await shape()).toEqual(before)
})
