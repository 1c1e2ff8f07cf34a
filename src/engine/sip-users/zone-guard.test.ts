// The firewall zones as the switch knows them, and the calls and passwords that they refuse.
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makePool, overPool } from '#db/database.ts'
import { sendSignal } from '#db/signals.ts'
import { databaseForFile } from '#test/support/database.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { startTestEngine } from '#test/support/test-engine.ts'
import { makeWorld } from '#test/support/world.ts'
import type { Engine } from '../engine.ts'

const CLIENT = '192.0.2.1'
const GATEWAY = '192.0.2.2'
const STRANGER = '192.0.2.9'

const fresh = databaseForFile()
let database: pg.Pool
let kamailio: ScriptedSwitch
let engine: Engine

beforeAll(async () => {
  database = makePool(fresh.url, 'test', 3)
  const world = await makeWorld(database, { source: CLIENT, gateway_hosts: [GATEWAY, '192.0.2.3'] })
  await database.query(`insert into sip_user (account_id, username, ha1) values ($1, 'ann', $2)`, [
    world.client_id,
    '0'.repeat(32),
  ])
  kamailio = new ScriptedSwitch()
  engine = await startTestEngine(kamailio, { url: fresh.urls.engine })
})

afterAll(async () => {
  await engine.stop()
  await database.end()
})

async function addZone(policy: string, services: string, network: string, more: object = {}) {
  const { rows } = await database.query<{ id: number }>(
    `insert into firewall_zone
      (name, position, policy, requests_per_second, services, countries)
      select $1, count(*), $2, $3, $4, $5 from firewall_zone returning id`,
    [
      `${policy} ${network}`,
      policy,
      policy === 'RATE_LIMIT' ? 5 : null,
      services,
      'countries' in more ? more.countries : [],
    ],
  )
  const id = rows[0]?.id ?? 0
  await database.query('insert into firewall_network (zone_id, network) values ($1, $2)', [
    id,
    network,
  ])
  await sendSignal(overPool(database), { changed: 'firewall' })
  return id
}

afterEach(async () => {
  await database.query('delete from firewall_zone')
  kamailio.zones.clear()
})

const notice = (source_ip: string, method: 'REGISTER' | 'INVITE' = 'INVITE') =>
  kamailio.listener?.onNotice?.({ kind: 'zone', source_ip, method })

/** Until the engine has loaded the zone, it has no verdict about the address. */
async function verdictOf(address: string, zone_id: number) {
  await vi.waitFor(() => {
    notice(address)
    const { REGISTER, INVITE } = kamailio.zones.get(address) ?? {}
    expect([REGISTER?.zone_id, INVITE?.zone_id]).toContain(zone_id)
  })
  return kamailio.zones.get(address)
}

const NO_ZONE = { zone_id: 0, limit: 0 }

test('the switch gets a verdict for each service, and known addresses have none', async () => {
  const deny = await addZone('DENY', '{SIP_REGISTER}', '192.0.2.0/24')
  const limit = await addZone('RATE_LIMIT', '{SIP_REGISTER,SIP_INVITE}', '192.0.0.0/16')
  expect(await verdictOf(STRANGER, limit)).toEqual({
    REGISTER: { zone_id: deny, limit: 'DENY' },
    INVITE: { zone_id: limit, limit: 5 },
  })
  for (const address of [CLIENT, GATEWAY, '198.51.100.1']) {
    notice(address)
    expect(kamailio.zones.get(address)).toEqual({ REGISTER: NO_ZONE, INVITE: NO_ZONE })
  }
})

test('a zone of a country has its addresses', async () => {
  const countries = ['RU']
  const zone = await addZone('ALLOW', '{SIP_INVITE}', '203.0.113.1', { countries })
  expect(await verdictOf('77.88.8.8', zone)).toMatchObject({ INVITE: { zone_id: zone, limit: 0 } })
})

test('an uploaded country file counts at once, and its removal too', async () => {
  const zone = await addZone('DENY', '{SIP_INVITE}', '203.0.113.1', { countries: ['FR'] })
  await verdictOf('203.0.113.1', zone)
  notice('77.88.8.8')
  expect(kamailio.zones.get('77.88.8.8')?.INVITE).toEqual(NO_ZONE)
  const content = Buffer.from([77, 88, 0, 0, ...Buffer.from('FR'), 77, 89, 0, 0, 0, 0])
  await database.query(
    `insert into country_file
      (kind, file_name, published_at, networks_count, countries_count, content, uploaded_by)
      values ('IPV4', 'countries.csv', now(), 1, 1, $1, 'admin')`,
    [content],
  )
  await sendSignal(overPool(database), { changed: 'firewall' })
  expect(await verdictOf('77.88.8.8', zone)).toMatchObject({ INVITE: { limit: 'DENY' } })
  await database.query('delete from country_file')
  await sendSignal(overPool(database), { changed: 'firewall' })
  await vi.waitFor(() => {
    notice('77.88.8.8')
    expect(kamailio.zones.get('77.88.8.8')?.INVITE).toEqual(NO_ZONE)
  })
})

test('a change makes the switch forget its verdicts and passwords', async () => {
  notice(STRANGER)
  const zone = await addZone('DENY', '{SIP_INVITE}', STRANGER)
  await vi.waitFor(() => expect(kamailio.zones.has(STRANGER)).toBe(false))
  await verdictOf(STRANGER, zone)
  kamailio.forgotten.splice(0)
  await database.query('delete from firewall_zone')
  await sendSignal(overPool(database), { changed: 'firewall' })
  await vi.waitFor(() => expect(kamailio.zones.size).toBe(0))
  await vi.waitFor(() => expect(kamailio.forgotten).toContain(undefined))
})

test('a denied address can neither call nor register, however right its password', async () => {
  const ask = () =>
    kamailio.listener?.credentials?.({
      tx: '1:1',
      method: 'REGISTER',
      username: 'ann',
      source_ip: STRANGER,
      source_port: 5060,
      transport: 'UDP',
      user_agent: '',
      received_at: Date.now() / 1000,
    })
  expect(await ask()).toMatchObject({ is_allowed: true })
  const zone = await addZone('DENY', '{SIP_REGISTER,SIP_INVITE}', STRANGER)
  await verdictOf(STRANGER, zone)
  expect(await ask()).toMatchObject({ ha1: '0'.repeat(32), is_allowed: false })
  const { decision } = await kamailio.invite({ source_ip: STRANGER })
  expect(decision).toMatchObject({ kind: 'refuse', sip_code: 403 })
  const rows = async () => (await database.query('select reason from auth_failure')).rows
  await vi.waitFor(async () => expect(await rows()).toEqual([{ reason: 'firewall zone' }]))
  expect((await database.query('select from call_record')).rowCount).toBe(0)
})

test('hits of the engine and of the switch are added up', async () => {
  const zone = await addZone('DENY', '{SIP_INVITE}', STRANGER)
  await verdictOf(STRANGER, zone)
  kamailio.zone_hits.push({ zone_id: zone, hits: 40 }, { zone_id: zone + 1000, hits: 1 })
  const hits = async () => (await database.query('select zone_id, hits from firewall_hit')).rows
  await vi.waitFor(async () => expect((await hits())[0]?.hits).toBeGreaterThan(40))
  expect(await hits()).toMatchObject([{ zone_id: zone }])
})
