// Recordings from end to end: the engine marks the call by a rule and has rtpengine record it, the
// recorder stores it encrypted, and what was said is there, each side on its channel.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePool, openDatabase } from '#db/database.ts'
import { findCallRecording, readCallRecording } from '#db/recordings/call-recordings.ts'
import { EVERYTHING } from '#db/scope.ts'
import { readSecretKeys } from '#db/secrets/secret-keys.ts'
import { Recorder } from '#jobs/recordings/store-recordings.ts'
import { shareOfTone } from '../sip/alaw.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import type { Media } from '../sip/media.ts'
import { openRawCaller, type RawCaller } from '../sip/raw-caller.ts'
import { openRawGateway, type RawGateway } from '../sip/raw-gateway.ts'
import { until } from '../sip/until.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts'
import { rowsIn } from '../support/rows.ts'
import { secretKeys } from '../support/secret-keys.ts'
import { checkBooks, makeWorld } from '../support/world.ts'
import { addressesIn } from './switch-bench.ts'

const PLACE = { network: '127.17.63', first_port: 29_900 }
const { SWITCH, CALLER, GATEWAY, SECOND } = addressesIn(PLACE)
const RECORDED = '442071838750'
const OTHER = '441632960000'
const VOICE_HZ = 440
const TONE_HZ = 1400
/** Those of two seconds. */
const PACKETS = 100
const HEADER_BYTES = 58

let kamailio: RunningKamailio
let caller: RawCaller
let gateway: RawGateway
let fresh: FreshDatabase
let database: pg.Pool
let jobs: pg.Pool
let engine: EngineProcess

beforeAll(async () => {
  kamailio = await startKamailio({ address: SWITCH, first_port: PLACE.first_port })
})
afterAll(() => kamailio?.stop())

beforeEach(async () => {
  fresh = await freshDatabase()
  database = makePool(fresh.url, 'test', 3)
  jobs = makePool(fresh.urls.jobs, 'test', 2)
  caller = await openRawCaller(CALLER, SWITCH)
  gateway = await openRawGateway(GATEWAY)
  const hosts = { source: CALLER, gateway_hosts: [GATEWAY, SECOND] } as const
  // The media of calls that are not recorded goes from side to side.
  await makeWorld(database, { ...hosts, media_mode: 'DIRECT' })
  await database.query(
    `insert into recording_rule (name, called_prefixes) values ('London', array['44207'])`,
  )
})
afterEach(async () => {
  caller.close()
  gateway.close()
  await engine?.stop()
  await checkBooks(database)
  await jobs.end()
  await database.end()
  await fresh.close()
})

const { rows } = rowsIn(() => database)
/** The settings are read at the start. */
async function startEngine(settings = {}): Promise<void> {
  await database.query(
    `insert into setting (key, value) values ('general', $1)
      on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(settings)],
  )
  engine = await startEngineProcess(fresh.urls.engine, kamailio)
}
const pcaps = () => readdir(join(kamailio.link.recording_folder, 'pcaps'))

const makeRecorder = () =>
  new Recorder({
    folder: kamailio.link.recording_folder,
    connection: jobs,
    keys: secretKeys,
    now_ms: () => Date.now(),
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
  })

/** A call of two seconds of speech; answers its id once its record is there. */
async function speak(number: string): Promise<string> {
  gateway.script(number, (leg) => leg.reply(200))
  const call = await caller.call(number, { hertz: VOICE_HZ })
  await until('two seconds of speech', () => call.media.sent() >= PACKETS)
  call.bye()
  const record = () =>
    rows(`select call_id::text from call_record where called_number = '${number}'`)
  await until('the call has its record', async () => (await record()).length === 1)
  return String((await record())[0]?.call_id)
}

test('a call of a rule is recorded, each side on its channel, and no other call is', async () => {
  await startEngine({ recording_announcement: 'NONE' })
  await speak(OTHER)
  const call_id = await speak(RECORDED)
  const recorder = makeRecorder()
  await until('it is stored', async () => {
    await recorder.store()
    return recorder.figures().stored === 1
  })
  expect(await pcaps()).toEqual([])
  const stored = await rows('select call_id::text, part_no, format from call_recording')
  expect(stored).toEqual([{ call_id, part_no: 1, format: 'WAV' }])

  const reader = openDatabase(fresh.url, 'test', 1)
  const found = await findCallRecording(reader, EVERYTHING, call_id)
  if (!found) throw new Error('There is no recording')
  expect(found.duration_ms).toBeGreaterThan(1500)
  const [record] = await rows(`select duration_ms from call_record where call_id = ${call_id}`)
  expect(found.duration_ms).toBeLessThan(record?.duration_ms + 500)
  const file = Buffer.from((await readCallRecording(reader, secretKeys, call_id, found)) ?? '')
  const channel = (which: 0 | 1) => file.subarray(HEADER_BYTES).filter((_, at) => at % 2 === which)
  // The caller speaks on the left; the raw gateway sends a packet of zeros on the right.
  expect(shareOfTone(Buffer.from(channel(0).subarray(1600, 9600)), VOICE_HZ)).toBeGreaterThan(0.9)
  expect(new Set(channel(1).subarray(1600, 9600))).toEqual(new Set([0]))

  const otherKeys = readSecretKeys('ab'.repeat(32))
  expect(await readCallRecording(reader, otherKeys, call_id, found)).toBeUndefined()
  await sql`update call_recording
    set content = set_byte(content, 100, 255 - get_byte(content, 100))`.execute(reader)
  expect(await readCallRecording(reader, secretKeys, call_id, found)).toBeUndefined()
  await reader.destroy()
})

const WINDOW = 10
const WINDOW_BYTES = 160 * WINDOW

/** Within the last two seconds: a busy machine looks again when the short tone is over. */
function hasHeardTone(media: Media | undefined): boolean {
  const audio = media?.lastReceived(100) ?? Buffer.of()
  const starts = Array.from({ length: Math.floor(audio.length / WINDOW_BYTES) * 2 }, (_, at) =>
    Math.floor((at * WINDOW_BYTES) / 2),
  )
  return starts.some(
    (start) => shareOfTone(audio.subarray(start, start + WINDOW_BYTES), TONE_HZ) > 0.9,
  )
}

test('both sides hear the tone and nothing else, and then each other', async () => {
  await startEngine()
  gateway.script(RECORDED, (leg) => leg.reply(200))
  const call = await caller.call(RECORDED, { hertz: VOICE_HZ })
  const leg = () => gateway.leg(RECORDED)
  const hears = (hertz: number) =>
    shareOfTone(leg()?.media.lastReceived(WINDOW) ?? Buffer.of(), hertz)
  // rtpengine begins to play it for one side after the other.
  const heardBy = new Set<string>()
  await until('both hear the tone', () => {
    if (hasHeardTone(leg()?.media)) heardBy.add('the called party')
    if (hasHeardTone(call.media)) heardBy.add('the caller')
    return heardBy.size === 2
  })
  await until('it hears the caller', () => hears(VOICE_HZ) > 0.9)
  call.bye()
  await until('the recording has ended', async () => (await pcaps()).length === 1)
  const recorder = makeRecorder()
  await until('it is stored', async () => {
    await recorder.store()
    return recorder.figures().stored === 1
  })
})

test('media that an engine has left blocked for the tone is let through by the next', async () => {
  await startEngine()
  gateway.script(RECORDED, (leg) => leg.reply(200))
  const call = await caller.call(RECORDED, { hertz: VOICE_HZ })
  const leg = () => gateway.leg(RECORDED)
  const hears = (hertz: number) =>
    shareOfTone(leg()?.media.lastReceived(WINDOW) ?? Buffer.of(), hertz)
  await until('the called party has heard the tone', () => hasHeardTone(leg()?.media))
  await engine.kill()
  engine = await startEngineProcess(fresh.urls.engine, kamailio)
  await until('it hears the caller', () => hears(VOICE_HZ) > 0.9)
  await until('it is recorded', async () => (await pcaps()).length === 1)
  call.bye()
  const recorder = makeRecorder()
  await until('it is stored', async () => {
    await recorder.store()
    return recorder.figures().stored === 1
  })
})

test('a recording that cannot be announced is not made, and the call goes on', async () => {
  await startEngine({ recording_announcement: 'MESSAGE' })
  await speak(RECORDED)
  expect(engine.log()).toContain('a call is not recorded')
  expect(await pcaps()).toEqual([])
})

test('a space that is full keeps no recording, and deletes its packets', async () => {
  await startEngine({ recording_announcement: 'NONE', recording_mb: 0 })
  const recorder = makeRecorder()
  await recorder.checkSpace()
  await speak(RECORDED)
  await until('it is left out', async () => {
    await recorder.store()
    return recorder.figures().paused === 1
  })
  expect(await pcaps()).toEqual([])
  expect(await rows('select from call_recording')).toEqual([])
})
