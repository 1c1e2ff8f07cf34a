// A flood with the real engine behind the switch: its row in the list of bans.
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePool, overPool } from '#db/database.ts'
import { sendSignal } from '#db/signals.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { isUnanswered, probe, sipRequest } from '../sip/probe.ts'
import { openPeer } from '../sip/torture/peer.ts'
import { until } from '../sip/until.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts'
import { makeWorld } from '../support/world.ts'
import { expectExpiry } from './switch-bench.ts'

const SWITCH = '127.18.7.1'
const CLIENT = '127.18.7.11'
const STRANGER = '127.18.7.12'
const GATEWAY = '127.18.7.21'

let kamailio: RunningKamailio
let fresh: FreshDatabase
let database: pg.Pool
let engine: EngineProcess

beforeAll(async () => {
  kamailio = await startKamailio({ address: SWITCH, first_port: 26_300 })
  fresh = await freshDatabase()
  database = makePool(fresh.url, 'test', 3)
  await makeWorld(database, { source: CLIENT, gateway_hosts: [GATEWAY, '127.18.7.22'] })
  engine = await startEngineProcess(fresh.urls.engine, kamailio)
})
afterAll(async () => {
  await engine?.stop()
  await database?.end()
  await fresh?.close()
  await kamailio?.stop()
})

/** Twice as long as until a knock is sent again. */
const KNOCK_MS = 1_000

const bans = async () =>
  (await database.query('select host(ip) as ip, kind, banned_until from ban')).rows
const optionsFrom = (from: string) => sipRequest(SWITCH, from, { method: 'OPTIONS' })
const knock = (from: string) => probe(from, SWITCH, optionsFrom(from), KNOCK_MS)

/** As long as it takes, within bounds: how fast it is depends on what else the machine does. */
async function flood(from: string, seconds: number): Promise<void> {
  const peer = await openPeer(from)
  const bytes = Buffer.from(optionsFrom(from).replaceAll('\n', '\r\n'))
  const end_ms = performance.now() + seconds * 1000
  while (performance.now() < end_ms && (await bans()).length === 0) {
    for (let n = 0; n < 500; n++) peer.send(bytes, SWITCH)
  }
  peer.close()
}

test('a flood is a ban in the list until its end, unless somebody lifts it', async () => {
  await flood(GATEWAY, 2)
  await until('the gateway is heard', async () => (await knock(GATEWAY)) !== '')
  const from = Date.now() / 1000
  await flood(STRANGER, 60)
  await until('it is in the list', async () => (await bans()).length === 1)
  const [ban] = await bans()
  expect(ban).toMatchObject({ ip: STRANGER, kind: 'FLOOD' })
  expectExpiry(Date.parse(ban.banned_until) / 1000, from, 300)
  // The switch is compared with the list every 3 seconds.
  const later = Date.now() + 7_000
  await until('it was compared twice', async () => {
    expect(await isUnanswered(STRANGER, SWITCH, optionsFrom(STRANGER), CLIENT)).toBe(true)
    return Date.now() > later
  })
  await database.query('delete from ban')
  await sendSignal(overPool(database), { changed: 'bans' })
  await until('he is heard again', async () => (await knock(STRANGER)) !== '')
})
