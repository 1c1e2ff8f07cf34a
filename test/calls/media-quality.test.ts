// How calls sound: a caller whose packets are lost, and a gateway that sends no audio.
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePool } from '#db/database.ts'
import { makeAlarmWatch } from '#jobs/alarms/watch-alarms.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { openRawCaller, type RawCaller } from '../sip/raw-caller.ts'
import { openRawGateway, type RawGateway } from '../sip/raw-gateway.ts'
import { ROUND_TRIP_MS } from '../sip/rtcp.ts'
import { until } from '../sip/until.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts'
import { rowsIn } from '../support/rows.ts'
import { startTestJobs } from '../support/test-jobs.ts'
import { makeWorld } from '../support/world.ts'
import { addressesIn } from './switch-bench.ts'

const PLACE = { network: '127.17.61', first_port: 30_900 }
const { SWITCH, CALLER, GATEWAY, SECOND } = addressesIn(PLACE)
const NUMBER = '442071838750'
/** Packets of eight seconds: each side then has some reports of the other. */
const PACKETS = 400

let kamailio: RunningKamailio
let caller: RawCaller
let gateway: RawGateway
let fresh: FreshDatabase
let database: pg.Pool
let engine: EngineProcess
let stopJobs: (() => Promise<void>) | undefined

beforeAll(async () => {
  kamailio = await startKamailio({ address: SWITCH, first_port: PLACE.first_port })
})
afterAll(() => kamailio?.stop())

beforeEach(async () => {
  fresh = await freshDatabase()
  database = makePool(fresh.url, 'test', 3)
  caller = await openRawCaller(CALLER, SWITCH)
  gateway = await openRawGateway(GATEWAY)
  const hosts = { source: CALLER, gateway_hosts: [GATEWAY, SECOND] } as const
  await makeWorld(database, { ...hosts, media_mode: 'PROXY' })
  engine = await startEngineProcess(fresh.urls.engine, kamailio)
})
afterEach(async () => {
  caller.close()
  gateway.close()
  await stopJobs?.()
  stopJobs = undefined
  await engine?.stop()
  await database.end()
  await fresh.close()
})

const { rows } = rowsIn(() => database)
const records = () => rows('select media, one_way_audio from call_record where is_last')

/** The record of a call that the caller ends after these packets. */
async function recordAfter(call: Awaited<ReturnType<RawCaller['call']>>) {
  await until('eight seconds of audio', () => call.media.sent() >= PACKETS)
  call.bye()
  await until('the call has its record', async () => (await records()).length === 1)
  return (await records())[0]
}

test('a caller who loses 5 % has a low MOS in the record, and an alarm', async () => {
  await database.query(`insert into alarm_rule (name, topic, severity, subject_kind, comparison,
    bound, min_calls) values ('Bad media', 'MOS', 'WARNING', 'GATEWAY', 'BELOW', 42000, 1)`)
  gateway.script(NUMBER, (leg) => leg.reply(200))
  const call = await caller.call(NUMBER)
  call.media.leaveOut(20)
  const leg = () => gateway.leg(NUMBER)
  await until('both send', () => call.media.sent() > 0 && (leg()?.media.sent() ?? 0) > 0)
  await Promise.all([call.media.report(), leg()?.media.report()])
  const record = await recordAfter(call)
  expect(record).toMatchObject({
    one_way_audio: null,
    media: {
      caller: { codec: 'PCMA' },
      callee: { codec: 'PCMA', loss_percent: 0, round_trip_ms: expect.any(Number) },
      is_held: false,
    },
  })
  expect(record?.media.callee.round_trip_ms).toBeGreaterThan(ROUND_TRIP_MS - 5)
  expect(Math.abs(record?.media.caller.loss_percent - 5)).toBeLessThan(3)
  expect(record?.media.caller.mos).toBeLessThan(4.2)
  expect(record?.media.callee.mos).toBeGreaterThan(4.2)

  const job = { name: 'alarms', every_ms: 1000, work: makeAlarmWatch() }
  stopJobs = await startTestJobs({ url: fresh.urls.jobs, jobs: [job] })
  const fired = () => rows(`select sentence from alarm where topic = 'MOS' and state = 'FIRING'`)
  await until('the alarm fires', async () => (await fired()).length === 1)
  expect(await fired()).toEqual([
    { sentence: expect.stringMatching(/^MOS is [34](\.\d)? with 1 call.*, below 4.2\.$/) },
  ])
})

test('a gateway that sends no audio is named, although no side reports anything', async () => {
  gateway.script(NUMBER, (leg) => {
    leg.media.keepSilent()
    leg.reply(200)
  })
  const record = await recordAfter(await caller.call(NUMBER))
  expect(record).toMatchObject({
    one_way_audio: 'CALLEE',
    media: { caller: { mos: null }, callee: { packets: 0, mos: null } },
  })
})
