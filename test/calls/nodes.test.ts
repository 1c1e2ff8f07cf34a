// Two machines on one database, as an operator runs them: their calls and limits, one that is
// drained, and one that dies.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SIP_REALM } from '#core/sip-realm.ts'
import { askHangUpOfAll } from '#db/calls/active-calls.ts'
import { type Database, makePool, overPool } from '#db/database.ts'
import { findTask, requestTask } from '#db/machine/machine-tasks.ts'
import { listNodes } from '#db/machine/nodes.ts'
import { EVERYTHING } from '#db/scope.ts'
import { reloadEverything, sendSignal } from '#db/signals.ts'
import { SHARED_SECRETS } from '#supervisor/data-folder.ts'
import { openPhone, register } from '../sip/phone.ts'
import { probe, sipRequest } from '../sip/probe.ts'
import { type RunningSipp, runSipp, type SippOptions, startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { addNodeCode, type SharedPostgres, startSharedPostgres } from '../support/nodes.ts'
import { type Product, startProduct } from '../support/product.ts'
import { rowsIn } from '../support/rows.ts'
import { checkBooks, makeWorld, type World } from '../support/world.ts'

const SWITCHES = ['127.0.62.1', '127.0.62.2'] as const
const DATABASE = '127.0.62.9'
const CALLER = '127.0.62.11'
const STRANGER = '127.0.62.12'
const PHONE = '127.0.62.31'
const GATEWAY = '127.0.62.21'

let postgres: SharedPostgres
let database: pg.Pool
let kysely: Database
let first: Product
let second: Product
let node_id: number
let world: World
const phones: RunningSipp[] = []
const { rows, one } = rowsIn(() => database)

beforeAll(async () => {
  postgres = await startSharedPostgres(DATABASE)
  database = makePool(postgres.url, 'test', 3)
  kysely = overPool(database)
  const place = { rtp_ports: 400, database_url: postgres.url }
  first = await startProduct({
    ...place,
    http_port: 18_910,
    sip_address: SWITCHES[0],
    first_rtp_port: 25_000,
  })
  world = await makeWorld(database, { source: CALLER, gateway_hosts: [GATEWAY, GATEWAY] })
  const added = await addNodeCode(kysely, first, 'Oslo')
  node_id = added.node_id
  second = await startProduct({
    ...place,
    http_port: 18_920,
    sip_address: SWITCHES[1],
    first_rtp_port: 26_000,
    node: { join_code: added.join_code },
  })
})
afterAll(async () => {
  await second?.remove()
  await first?.remove()
  await database?.end()
  await postgres?.close()
})
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.stop()
  await until(
    'every call is closed',
    async () => (await rows('select 1 from open_call')).length === 0,
  )
  await checkBooks(database)
})

async function begin(scenario: string, more: Omit<SippOptions, 'scenario'>): Promise<RunningSipp> {
  const started = await startSipp({ scenario, ...more })
  phones.push(started)
  return started
}

const gateway = () => begin('gateway', { address: GATEWAY, patience_seconds: 120, seconds: 180 })
const caller = (at: 0 | 1, more: Partial<SippOptions> = {}): SippOptions => ({
  scenario: 'caller',
  address: CALLER,
  port: 5060 + at,
  to: SWITCHES[at],
  number: '+442071838750',
  ...more,
})
const allNodes = async () => (await listNodes(kysely, EVERYTHING, { limit: 10 })).rows
const openCalls = () => rows('select engine, state from open_call order by engine')
const options = async (at: 0 | 1) =>
  (
    await probe(CALLER, SWITCHES[at], sipRequest(CALLER, SWITCHES[at], { method: 'OPTIONS' }))
  ).split('\r\n')[0]

test('the second machine has joined with the secrets of the first', async () => {
  for (const name of SHARED_SECRETS) {
    const [own, other] = await Promise.all(
      [first, second].map(({ folder }) => readFile(join(folder, 'secrets', name), 'utf8')),
    )
    expect(own).toBe(other)
  }
  const secret = ({ folder }: Product) => readFile(join(folder, 'secrets/kamailio-secret'), 'utf8')
  expect(await secret(first)).not.toBe(await secret(second))
  await until('both are measured', async () =>
    (await allNodes()).every(({ is_silent }) => !is_silent),
  )
  expect(await allNodes()).toMatchObject([
    { id: 1, sip_address: `udp:${SWITCHES[0]}:5060`, calls: 0 },
    { id: node_id, name: 'Oslo', sip_address: `udp:${SWITCHES[1]}:5060`, calls: 0 },
  ])
})

test('calls at both machines share a limit, and each machine has its own', async () => {
  await gateway()
  await database.query('update account set channel_limit = 2 where id = $1', [world.client_id])
  await kysely.transaction().execute(reloadEverything)
  const talks = { places: { TALK_MS: 6000 } }
  const calls = [runSipp(caller(0, talks)), runSipp(caller(1, talks))]
  await until('both talk', async () => {
    const open = await openCalls()
    return open.length === 2 && open.every(({ state }) => state === 'ANSWERED')
  })
  expect((await openCalls()).map(({ engine }) => engine)).toEqual(['a', `a${node_id}`])
  for (const at of [0, 1] as const) {
    const refused = await runSipp(caller(at, { scenario: 'caller-is-refused', port: 5070 }))
    expect(refused.successful).toBe(1)
  }
  for (const { successful } of await Promise.all(calls)) expect(successful).toBe(1)
  await until('all are recorded', async () => {
    const { count } = await one('select count(*)::int as count from call_record where is_last')
    return count === 4
  })
  const refusals = await rows(
    'select refusal, count(*)::int from call_record where is_last group by refusal order by 2, 1',
  )
  expect(refusals).toEqual([
    { refusal: 'LIMIT_CHANNEL_CLIENT', count: 2 },
    { refusal: null, count: 2 },
  ])
})

test('a drained machine takes no new call, and the other does', async () => {
  await gateway()
  const drain = (at: string) =>
    database.query(`update node set drained_at = ${at} where id = $1`, [node_id])
  await drain('now()')
  await until('it is drained', async () => (await options(1))?.includes(' 503 ') ?? false)
  const refused = await runSipp(caller(1, { scenario: 'caller-is-refused' }))
  expect(refused.successful).toBe(1)
  expect((await runSipp(caller(0))).successful).toBe(1)
  await drain('null')
  await until('it takes calls again', async () => (await options(1))?.includes(' 200 ') ?? false)
  expect((await runSipp(caller(1))).successful).toBe(1)
})

test('the console hangs up a call, and has logs rotated, at whichever machine it is', async () => {
  await gateway()
  const call = runSipp(caller(1, { scenario: 'caller-is-left', seconds: 60 }))
  await until('it talks', async () => (await openCalls())[0]?.state === 'ANSWERED')
  const at = new Date().toISOString()
  await kysely.transaction().execute(async (tx) => {
    await askHangUpOfAll(tx, EVERYTHING, 'admin', at)
    await sendSignal(tx, { changed: 'hang_up' })
  })
  expect((await call).successful).toBe(1)
  await until('it is closed', async () => (await openCalls()).length === 0)
  const [hungUp] = await rows('select refusal, engine from call_record order by call_id desc')
  expect(hungUp).toEqual({ refusal: 'HUNG_UP', engine: `a${node_id}` })
  const id = await kysely.transaction().execute(async (tx) => {
    const task = {
      node_id,
      action: 'rotate_logs',
      is_forced: false,
      requested_by: 'admin',
    } as const
    const requested = await requestTask(tx, task)
    await sendSignal(tx, { changed: 'machine_tasks' })
    return requested
  })
  await until('the logs are rotated', async () => (await findTask(kysely, id))?.is_ok === true)
  expect(existsSync(join(second.folder, `logs/engine-a${node_id}.log.1`))).toBe(true)
})

test('a phone is called through the machine that holds its connection', async () => {
  const ha1 = createHash('md5').update(`ann:${SIP_REALM}:secret`).digest('hex')
  await database.query(
    `insert into sip_user (account_id, username, ha1, number) values ($1, 'ann', $2, '4477')`,
    [world.client_id, ha1],
  )
  await kysely.transaction().execute(reloadEverything)
  const phone = await openPhone(PHONE, SWITCHES[1])
  const ann = { username: 'ann', password: 'secret', contact: '<sip:ann@10.1.2.3:5070>' }
  const { last } = await register(phone, SWITCHES[1], ann)
  expect(last).toContain('SIP/2.0 200 ')
  await phone.close()
  await until('the registration is known', async () => {
    const [registration] = await rows('select node_id from registration')
    return registration?.node_id === node_id
  })
  // Behind an address translator, as its Contact says.
  const called = await begin('gateway', { address: PHONE, places: { CONTACT: '10.1.2.3:5070' } })
  const toAnn = { number: '4477', places: { TALK_MS: 1500 } }
  const result = await runSipp(caller(0, toAnn))
  expect(result.successful).toBe(1)
  await until('its end has come', () => called.received().includes('BYE sip:'))
  const invite = called.received().split('\r\n\r\n')[0] ?? ''
  expect(invite).toContain('INVITE sip:ann@10.1.2.3:5070')
  expect(invite).not.toContain('X-Node')
  expect(invite).not.toContain(CALLER)
  expect(invite).not.toMatch(/^TH:/m)
  // One Call-ID in all that the phone gets: INVITE, ACK and BYE.
  const ids = [...called.received().matchAll(/^Call-ID: (.*)\r$/gm)].map(([, id]) => id)
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(1)
  const toPhones = () =>
    rows(`select release_side from call_record where dialled_number = '4477' and is_last`)
  await until('it has its record', async () => (await toPhones()).length === 1)
  // The phone hangs up, and the machine with the call ends it.
  await called.stop()
  const hangsUp = await begin('gateway-hangs-up', { address: PHONE })
  expect((await runSipp(caller(0, { ...toAnn, scenario: 'caller-is-left' }))).successful).toBe(1)
  await hangsUp.stop()
  await until('it has its record', async () => (await toPhones()).length === 2)
  expect((await toPhones()).map(({ release_side }) => release_side).sort()).toEqual([
    ...['CALLEE', 'CALLER'],
  ])
  // No other machine can send a call so, or a request within one.
  const forged = ['X-Node: ann 1 0123456789abcdef0123456789abcdef']
  const spoofed = sipRequest(STRANGER, SWITCHES[1], { method: 'INVITE', headers: forged })
  const stranger = await openPhone(STRANGER, SWITCHES[1])
  expect(await stranger.ask(spoofed)).toMatch(/^SIP\/2\.0 40[37] /)
  await stranger.close()
  const hop = [`Route: <sip:${SWITCHES[1]};lr=on;ftag=x;hop=0123456789abcdef0123456789abcdef>`]
  const bye = sipRequest(STRANGER, SWITCHES[1], { method: 'BYE', to_tag: 'y', headers: hop })
  expect(await probe(STRANGER, SWITCHES[1], bye)).toMatch(/^SIP\/2\.0 481 /)
})

test('a machine that dies loses its own calls only, and the other bills them', async () => {
  await gateway()
  const before = await one('select coalesce(max(call_id), 0)::text as call_id from call_record')
  const stays = runSipp(
    caller(0, { places: { TALK_MS: 70_000 }, seconds: 120, patience_seconds: 120 }),
  )
  await begin('caller', {
    ...caller(1, { places: { TALK_MS: 90_000 }, seconds: 120, patience_seconds: 120 }),
  })
  await until('both talk', async () => {
    const open = await openCalls()
    return open.length === 2 && open.every(({ state }) => state === 'ANSWERED')
  })
  await new Promise((resolve) => setTimeout(resolve, 5000))
  await second.cutPower()
  const died_at = Date.now()
  await until('its call is closed', async () => (await openCalls()).length === 1)
  expect(await openCalls()).toMatchObject([{ engine: 'a' }])
  const lost = await one(
    `select refusal, duration_ms, status, ended_at from call_record
      where call_id > '${before.call_id}'`,
  )
  expect(lost).toMatchObject({ refusal: 'CALL_LOST', status: 'ANSWERED' })
  expect(lost.duration_ms).toBeGreaterThan(3000)
  expect(Date.parse(lost.ended_at)).toBeLessThanOrEqual(died_at)
  expect((await stays).successful).toBe(1)
  expect((await allNodes())[1]).toMatchObject({ is_silent: true, calls: 0 })
  await second.startAgain()
  expect((await runSipp(caller(1, { port: 5080 }))).successful).toBe(1)
})

test('a machine that was removed ends, and keeps no secret', async () => {
  await database.query('update node set removed_at = now() where id = $1', [node_id])
  expect(await second.ended()).toBe(0)
  expect(second.output()).toContain('This node was removed in the console')
  expect(existsSync(join(second.folder, 'secrets'))).toBe(false)
  await expect(second.startAgain()).rejects.toThrow(/was used|add it in the console/)
})
