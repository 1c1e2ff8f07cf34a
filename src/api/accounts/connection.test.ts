// A client sees how its calls reach the switch, and renews the password of its own phones only.
import { beforeAll, expect, test } from 'vitest'
import { getConnection, renewOwnSipPassword } from '#contract/accounts/connection.ts'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { createSipUser } from '#contract/accounts/sip-users.ts'
import { SIP_REALM } from '#core/sip-realm.ts'
import { writeSetting } from '#db/settings.ts'
import { apiForFile } from '#test/support/api.ts'
import { clientIpForm, sipUserForm } from '#test/support/forms.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const api = apiForFile()
let viewers: Viewers
beforeAll(async () => {
  viewers = await addViewers(api)
  const address = '192.0.2.1'
  const listener = { transport: 'udp', address, port: 5060, advertise: '198.51.100.1' }
  const ports = { listen: [listener], rtp_min: 20_000, rtp_max: 30_000 }
  await writeSetting(api.database, 'sip_ports', ports)
})

const signIn = (username: string) => api.signIn(username, 'CLIENT')

test('a wholesale client sees its addresses, ours, its limits and their use', async () => {
  const body = clientIpForm(viewers.acme, '203.0.113.9')
  await api.admin.call(createClientIp, { body })
  await api.admin.call(createClientIp, { body: clientIpForm(viewers.other, '203.0.113.10') })
  const { data } = await (await signIn('acme')).call(getConnection, {})
  expect(data?.listeners).toEqual([{ transport: 'udp', address: '198.51.100.1', port: 5060 }])
  expect(data?.addresses.map(({ ip }) => ip)).toEqual(['203.0.113.9'])
  expect(data?.addresses[0]).not.toHaveProperty('route_plan_name')
  expect(data).toMatchObject({ realm: SIP_REALM, sip_users: [], active_calls: 1 })
})

test('a retail client renews the password of its own SIP user, and of no other', async () => {
  const { data: own } = await api.admin.call(createSipUser, { body: sipUserForm(viewers.rita) })
  const rita = await signIn('rita')
  const { data } = await rita.call(getConnection, {})
  expect(data?.sip_users).toMatchObject([{ username: own.username, contacts: 0 }])
  expect(data?.sip_users[0]).not.toHaveProperty('password')
  const call = { params: { id: own.id } }
  const renewed = await rita.call(renewOwnSipPassword, call)
  expect(renewed.data.username).toBe(own.username)
  expect(renewed.data.password).not.toBe(own.password)
  expect((await (await signIn('acme')).call(renewOwnSipPassword, call)).status).toBe(404)
})

test('who places no calls has no connection', async () => {
  expect((await (await signIn('london')).call(getConnection, {})).data).toBeNull()
  expect((await api.admin.call(getConnection, {})).data).toBeNull()
})
