// Who is kept out, who is spared, and what of it an operator sees.
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePool, overPool } from '#db/database.ts'
import { sendSignal } from '#db/signals.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { QUICK_PACE, startTestEngine } from '#test/support/test-engine.ts'
import { makeWorld } from '#test/support/world.ts'
import type { Engine } from '../engine.ts'
import type { SwitchNotice } from '../kamailio/switch-users.ts'

const CLIENT = '192.0.2.1'
const GATEWAY = '192.0.2.2'
const PHONE = '192.0.2.3'
const STRANGER = '192.0.2.9'

const fresh = databaseForEachTest()
let database: pg.Pool
let kamailio: ScriptedSwitch
let engine: Engine
let ahead_ms: number

beforeEach(async () => {
  ahead_ms = 0
  database = makePool(fresh.url, 'test', 3)
  const world = await makeWorld(database, { source: CLIENT, gateway_hosts: [GATEWAY, '192.0.2.4'] })
  await database.query(`insert into sip_user (account_id, username, ha1) values ($1, 'ann', $2)`, [
    world.client_id,
    '0'.repeat(32),
  ])
  kamailio = new ScriptedSwitch()
  engine = await startTestEngine(kamailio, {
    url: fresh.urls.engine,
    clock: { now_ms: Date.now, monotonic_ms: () => performance.now() + ahead_ms },
    pace: QUICK_PACE,
  })
})

afterEach(async () => {
  await engine.stop()
  await database.end()
})

const rows = async (sql: string) => (await database.query(sql)).rows
const bans = () => rows('select host(ip) as ip, kind, reason from ban order by ip')
const applyConsoleRequests = () => sendSignal(overPool(database), { changed: 'bans' })

async function register(): Promise<void> {
  const expires_at = Date.now() / 1000 + 600
  const phone = { username: 'ann', contact: `sip:ann@${PHONE}`, ...source(PHONE) }
  kamailio.registrations = [{ ...phone, registered_at: Date.now() / 1000, expires_at }]
  kamailio.listener?.onNotice?.({ ...phone, kind: 'registered', expires_at })
  await vi.waitFor(async () => expect(await rows('select from registration')).toHaveLength(1))
}

const source = (source_ip: string) =>
  ({ source_ip, source_port: 5060, transport: 'UDP', user_agent: 'test' }) as const

function guess(source_ip: string, suppressed = 0): void {
  const sign: SwitchNotice = {
    ...source(source_ip),
    kind: 'auth_failed',
    method: 'REGISTER',
    reason: 'wrong_password',
    username: 'ann',
    realm: 'softswitch',
    sip_call_id: 'x',
    from: 'x',
    to: 'x',
    ruri: 'x',
    at: Date.now() / 1000,
    suppressed,
  }
  kamailio.listener?.onNotice?.(sign)
}

test('wrong passwords ban a stranger, and no client, gateway or SIP user of ours', async () => {
  await register()
  for (const ip of [CLIENT, GATEWAY, PHONE, STRANGER]) guess(ip, 50)
  await vi.waitFor(async () =>
    expect(await bans()).toEqual([{ ip: STRANGER, kind: 'AUTO', reason: 'wrong password' }]),
  )
  await vi.waitFor(() => expect([...kamailio.banned.keys()]).toEqual([STRANGER]))
})

test('what others may send in the name of an address does not ban it', async () => {
  for (let n = 0; n < 30; n++) await kamailio.invite({ source_ip: STRANGER })
  await database.query('delete from sip_user')
  ahead_ms = 60_000
  const told = () => rows('select from auth_failure')
  await vi.waitFor(async () => expect(await told()).not.toEqual([]))
  // Only the address of the failures is banned.
  guess('192.0.2.10', 50)
  await vi.waitFor(async () => expect(await bans()).not.toEqual([]))
  expect(await bans()).toMatchObject([{ ip: '192.0.2.10' }])
})

test('a flood is a ban that lasts as long as the switch has said, and can be lifted', async () => {
  const until = Date.now() / 1000 + 300
  kamailio.flooding.set(STRANGER, until).set(GATEWAY, until)
  await vi.waitFor(() => expect(kamailio.flooding.size).toBe(0))
  expect(await bans()).toEqual([{ ip: STRANGER, kind: 'FLOOD', reason: 'flood' }])
  const [row] = await rows(`select extract(epoch from banned_until)::float8 as until from ban`)
  expect(Math.abs(row?.until - until)).toBeLessThan(3)
  expect([...kamailio.banned.keys()]).toEqual([STRANGER])
  // Another comparison leaves it as it is.
  kamailio.banned.set('192.0.2.77', until)
  await vi.waitFor(() => expect(kamailio.banned.has('192.0.2.77')).toBe(false))
  expect([...kamailio.banned.keys()]).toEqual([STRANGER])
  await database.query('delete from ban')
  await applyConsoleRequests()
  await vi.waitFor(() => expect(kamailio.banned.size).toBe(0))
})

test('a ban that the switch does not take keeps no other ban from it', async () => {
  kamailio.unbannable.add('192.0.2.66')
  const ban = `insert into ban (ip, kind, banned_until) values ($1, 'MANUAL', now() + '1 hour')`
  for (const ip of ['192.0.2.66', '2001:db8::1', STRANGER]) await database.query(ban, [ip])
  await applyConsoleRequests()
  await vi.waitFor(() => expect([...kamailio.banned.keys()]).toEqual([STRANGER]))
})

test('the switch knows the addresses of clients, gateways and SIP users', async () => {
  await database.query(
    `insert into client_ip (account_id, ip, tech_prefix)
      select account_id, '198.51.100.4/30', '1' from client limit 1`,
  )
  await register()
  kamailio.listener?.onConnected()
  const network = ['198.51.100.4', '198.51.100.5', '198.51.100.6', '198.51.100.7']
  const hosts = [CLIENT, GATEWAY, PHONE, '192.0.2.4']
  await vi.waitFor(() => expect([...kamailio.spared].toSorted()).toEqual([...hosts, ...network]))
})
