// Telephones that may no longer be used: what the switch keeps of them goes at once.
import type pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePool, overPool } from '#db/database.ts'
import { sendSignal } from '#db/signals.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { makeWorld } from '#test/support/world.ts'
import { type Engine, startEngine } from '../engine.ts'
import type { SwitchSign } from '../kamailio/switch-users.ts'

const CONTACT = 'sip:ann@192.0.2.50:5060'
const HA1 = '0123456789abcdef0123456789abcdef'

let fresh: FreshDatabase
let database: pg.Pool
let kamailio: ScriptedSwitch
let engine: Engine

beforeEach(async () => {
  fresh = await freshDatabase()
  database = makePool(fresh.url, 'test', 3)
  const { client_id } = await makeWorld(database)
  await database.query(
    `insert into sip_user (account_id, username, ha1) values ($1, 'ann', $2), ($1, 'bob', $2)`,
    [client_id, HA1],
  )
  kamailio = new ScriptedSwitch()
  engine = await startEngine({
    url: fresh.url,
    engine: 'a',
    // So late that nothing of what was just written is a change.
    clock: { now_ms: () => Date.now() + 3_600_000, monotonic_ms: () => performance.now() },
    random: Math.random,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    connect: kamailio.connect,
  })
  const signs = async () => (await database.query('select from process_state')).rowCount
  await vi.waitFor(async () => expect(await signs()).toBe(1), { timeout: 5000 })
})

afterEach(async () => {
  await engine.stop()
  await database.end()
  await fresh.close()
})

const telephone = {
  username: 'ann',
  contact: CONTACT,
  source_ip: '192.0.2.50',
  source_port: 5060,
  transport: 'UDP',
  user_agent: 'test',
} as const

const inTenMinutes = () => Date.now() / 1000 + 600
const signal = () => sendSignal(overPool(database), { changed: 'registrations' })
const listed = async () =>
  (await database.query('select contact, removal_asked_at from registration')).rows

async function register(): Promise<void> {
  const sign: SwitchSign = { ...telephone, kind: 'registered', expires_at: inTenMinutes() }
  kamailio.registrations = [
    { ...telephone, registered_at: Date.now() / 1000, expires_at: inTenMinutes() },
  ]
  kamailio.listener?.onSign?.(sign)
  await vi.waitFor(async () => expect(await listed()).toHaveLength(1))
}

test('of a name that nobody has any more, nothing is kept', async () => {
  await register()
  kamailio.allowedNames = ['ann', 'bob', 'eve']
  await database.query(`delete from sip_user where username = 'ann'`)
  await signal()
  await vi.waitFor(() => expect(new Set(kamailio.forgotten)).toEqual(new Set(['ann', 'eve'])))
  await vi.waitFor(() => expect(kamailio.registrations).toEqual([]))
})

test('a telephone that registers again while it is removed is a new one', async () => {
  await register()
  await database.query('update registration set removal_asked_at = now()')
  const { promise: removal, resolve: goOn } = Promise.withResolvers<void>()
  kamailio.removal = removal
  await vi.waitFor(() => expect(kamailio.removals).toBe(1), { timeout: 5000 })
  const again = register()
  goOn()
  await again
  await vi.waitFor(async () =>
    expect(await listed()).toEqual([{ contact: CONTACT, removal_asked_at: null }]),
  )
})
