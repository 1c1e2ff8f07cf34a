// A newer country database as a file: which addresses it decides about, and which files are
// refused.
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import * as countries from '#contract/machine/country-database.ts'
import * as zones from '#contract/machine/firewall-zones.ts'
import { me } from '#contract/people/session.ts'
import { apiForFile, loginOf, type Session, sessionOf } from '#test/support/api.ts'
import { lastActivity, named } from '#test/support/configuration.ts'

const api = apiForFile({ trustedProxy: ['127.0.0.1'] })
afterEach(async () => {
  await sql`delete from firewall_trial`.execute(api.database)
  await api.database.deleteFrom('firewall_zone').execute()
  await api.database.deleteFrom('country_file').execute()
  // A change by another process counts within two seconds.
  api.clock.now += 2000
})

const OFFICE = '192.0.2.7'

/** The admin's session as it is used from another address. */
const from = (ip: string): Session =>
  sessionOf(api.app, { ...api.admin.headers, 'x-forwarded-for': ip })

const login = (ip: string) => api.app.inject(loginOf({}, { headers: { 'x-forwarded-for': ip } }))

const published_at = '2026-10-01T00:00:00Z'

async function upload(text: string, session = api.admin, type = 'text/csv') {
  const query = new URLSearchParams({ file_name: 'countries.csv', published_at })
  const answer = await session.send({
    method: 'POST',
    url: `${countries.uploadCountryFile.path}?${query}`,
    headers: { 'content-type': type },
    payload: text,
  })
  return { status: answer.statusCode, ...answer.json() }
}

const verdict = async (address: string) => {
  const { data } = await api.admin.call(zones.testFirewallZones, { body: { address } })
  return [data.country, data.services.find(({ service }) => service === 'WEB_ADMIN')?.policy]
}

async function denyCountries(...codes: string[]) {
  const zone = { name: named('zone'), description: '', policy: 'DENY', status: 'active' } as const
  const services = ['WEB_ADMIN' as const]
  const form = { ...zone, services, requests_per_second: null }
  const { data } = await api.admin.call(zones.createFirewallZone, { body: form })
  const body = { version: data.version, countries: codes }
  await api.admin.call(zones.setZoneCountries, { params: { id: data.id }, body })
}

test('an uploaded country file decides for its kind of addresses until it is removed', async () => {
  await denyCountries('FR')
  const resolver = '77.88.8.8'
  expect(await verdict(resolver)).toEqual(['RU', 'ALLOW'])
  expect((await login(resolver)).statusCode).toBe(200)
  const { status, data } = await upload('77.88.0.0/16,FR\n198.51.100.0,198.51.100.255,DE')
  expect(status).toBe(200)
  const file = {
    kind: 'IPV4',
    file_name: 'countries.csv',
    published_at,
    networks_count: 2,
    countries_count: 2,
    uploaded_by: 'admin',
  }
  expect(data.files).toMatchObject([file])
  const line = `IPV4: countries.csv of ${published_at}, 2 networks`
  expect(await lastActivity(api)).toMatchObject({
    entity_name: 'Country database',
    changes: { files: [[], [line]] },
  })
  expect(await verdict(resolver)).toEqual(['FR', 'DENY'])
  expect((await login(resolver)).statusCode).toBe(403)
  // The other kind keeps the countries that are built in.
  expect(await verdict('2a02:6b8::feed:ff')).toEqual(['RU', 'ALLOW'])
  await upload('2a02:6b8::/32,FR')
  expect(await verdict('2a02:6b8::feed:ff')).toEqual(['FR', 'DENY'])
  expect(await verdict(resolver)).toEqual(['FR', 'DENY'])

  const removed = await api.admin.call(countries.removeCountryFiles, {})
  expect(removed.data.files).toEqual([])
  expect(Date.parse(removed.data.built_in_at)).toBeGreaterThan(Date.parse('2026-01-01'))
  expect(await verdict(resolver)).toEqual(['RU', 'ALLOW'])
  expect((await login(resolver)).statusCode).toBe(200)
})

test('a country file with a fault changes nothing, and the fault is named by line', async () => {
  await upload('77.88.0.0/16,FR')
  const { data: before } = await api.admin.call(countries.getCountryDatabase, {})
  const wrong = await upload('77.88.0.0/16,DE\n192.0.2.0/24,QQ\n192.0.2.0/99,DE')
  expect([wrong.status, wrong.fields]).toEqual([
    400,
    { file: 'Line 2: Unknown country "QQ". Line 3: "192.0.2.0/99" is not an IP network.' },
  ])
  expect((await upload('{"a":1}', api.admin, 'application/json')).status).toBe(400)
  expect((await upload('1.0.0.0/24,DE', sessionOf(api.app, {}))).status).toBe(401)
  const empty = await api.admin.send({ method: 'POST', url: countries.uploadCountryFile.path })
  expect(empty.statusCode).toBe(400)
  expect((await api.admin.call(countries.getCountryDatabase, {})).data).toEqual(before)
})

test('a country file that shuts out the own address is refused', async () => {
  await denyCountries('FR')
  const refused = await upload('192.0.2.0/24,FR', from(OFFICE))
  expect(refused.message).toMatch(/^This would shut out your own address 192.0.2.7 by "/)
  const { data } = await api.admin.call(countries.getCountryDatabase, {})
  expect(data.files).toEqual([])
  expect((await from(OFFICE).call(me, {})).status).toBe(200)
})
