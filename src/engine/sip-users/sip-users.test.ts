// SIP users that may no longer be used: what the switch keeps of them goes at once.
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PercentCounters } from '#core/routing/percent-counters.ts'
import { listChangedNames } from '#db/accounts/registrar.ts'
import { makePool, overPool } from '#db/database.ts'
import { sendSignal } from '#db/signals.ts'
import { loadUsage } from '#db/snapshot/route-tests.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { QUICK_PACE, startTestEngine } from '#test/support/test-engine.ts'
import { makeWorld, putResellersAbove } from '#test/support/world.ts'
import type { Engine } from '../engine.ts'
import type { CredentialsQuestion, SwitchNotice } from '../kamailio/switch-users.ts'

const CONTACT = 'sip:ann@192.0.2.50:5060'
const HA1 = '0123456789abcdef0123456789abcdef'

const fresh = databaseForEachTest()
let database: pg.Pool
let kamailio: ScriptedSwitch
let engine: Engine
let ahead_ms: number

beforeEach(async () => {
  ahead_ms = 0
  database = makePool(fresh.url, 'test', 3)
  const { client_id } = await makeWorld(database)
  await database.query(
    `insert into sip_user (account_id, username, ha1) values ($1, 'ann', $2), ($1, 'bob', $2)`,
    [client_id, HA1],
  )
  kamailio = new ScriptedSwitch()
  engine = await startTestEngine(kamailio, {
    url: fresh.urls.engine,
    // So late that nothing of what was just written is a change.
    clock: {
      now_ms: () => Date.now() + 3_600_000,
      monotonic_ms: () => performance.now() + ahead_ms,
    },
    pace: QUICK_PACE,
  })
  const signs = async () => (await database.query('select from process_state')).rowCount
  await vi.waitFor(async () => expect(await signs()).toBe(1))
})

afterEach(async () => {
  await engine.stop()
  await database.end()
})

const phone = {
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
  const sign: SwitchNotice = { ...phone, kind: 'registered', expires_at: inTenMinutes() }
  kamailio.registrations = [
    { ...phone, registered_at: Date.now() / 1000, expires_at: inTenMinutes() },
  ]
  kamailio.listener?.onNotice?.(sign)
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

const change = () =>
  database
    .query('update change_number set number = number + 1')
    .then(() => sendSignal(overPool(database), { changed: 'routing' }))

test('the SIP users of a client that is blocked are registered no more', async () => {
  await register()
  await database.query(`update account set status = 'blocked' where kind = 'WHOLESALE'`)
  await change()
  await vi.waitFor(() => expect(kamailio.registrations).toEqual([]))
  expect(kamailio.forgotten).toContain('ann')
  await vi.waitFor(async () => expect(await listed()).toEqual([]))
})

test('below a reseller that is blocked nobody registers, and nobody stays registered', async () => {
  const { rows } = await database.query('select account_id from client limit 1')
  const [, top] = await putResellersAbove(database, rows[0].account_id, [2_000_000, 1_000_000])
  await change()
  const asked = { username: 'Ann', source_ip: '192.0.2.50' } as CredentialsQuestion
  expect(await kamailio.listener?.credentials?.(asked)).toMatchObject({ is_allowed: true })
  await register()
  await database.query(`update account set status = 'blocked' where id = $1`, [top])
  await change()
  expect(await kamailio.listener?.credentials?.(asked)).toMatchObject({ is_allowed: false })
  await vi.waitFor(() => expect(kamailio.registrations).toEqual([]))
  // The switch also forgets the credentials of users who are not registered now.
  expect(await listChangedNames(database, Date.now() - 10_000)).toContain('bob')
})

test('a SIP user that is called has one call more, in the route tests too', async () => {
  const { rows } = await database.query(
    `update sip_user set number = '4930222', channel_limit = 1 where username = 'ann' returning id`,
  )
  await change()
  await register()
  const call = () => kamailio.invite({ dialled_number: '4930222' })
  await vi.waitFor(async () => expect((await call()).decision?.kind).toBe('route'))
  expect((await call()).decision).toMatchObject({ kind: 'refuse', sip_code: 486, q850_cause: 17 })
  const usage = await loadUsage(database, new PercentCounters(), Date.now())
  expect(usage.load('SIP_USER', rows[0].id).calls).toBe(1)
})

test('a SIP user that registers again while it is removed is a new one', async () => {
  await register()
  await database.query('update registration set removal_asked_at = now()')
  const { promise: removal, resolve: goOn } = Promise.withResolvers<void>()
  kamailio.removal = removal
  await vi.waitFor(() => expect(kamailio.removals).toBe(1))
  const again = register()
  goOn()
  await again
  await vi.waitFor(async () =>
    expect(await listed()).toEqual([{ contact: CONTACT, removal_asked_at: null }]),
  )
})

test('whoever has the right password is no stranger, though the call is refused', async () => {
  const [known, unknown] = ['192.0.2.50', '192.0.2.51']
  for (const source_ip of [known, unknown]) {
    const { decision } = await kamailio.invite({ source_ip })
    expect(decision).toMatchObject({ kind: 'challenge' })
  }
  const call = { source_ip: known, auth_username: 'ann', dialled_number: '9999' }
  expect((await kamailio.invite(call)).decision).toMatchObject({ kind: 'refuse' })
  ahead_ms = 60_000
  const failed = async () => (await database.query('select host(source_ip) from auth_failure')).rows
  await vi.waitFor(async () => expect(await failed()).toEqual([{ host: unknown }]))
})
