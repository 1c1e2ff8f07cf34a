// The test line as it is: a real baresip behind Kamailio and rtpengine, called by phones that
// listen to what they receive.
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_LINE_ADDRESS, TEST_NUMBERS, TEST_TONE_HZ } from '#core/test-line.ts'
import { type DataFolder, makeDataFolder } from '#supervisor/data-folder.ts'
import { testLinePart } from '#supervisor/kamailio/test-line.ts'
import { keepRunning, type SupervisedProcess } from '#supervisor/processes/keep-running.ts'
import { SAMPLES_PER_SECOND, shareOfTone } from '../sip/alaw.ts'
import { openRawCaller, type RawCall, type RawCaller } from '../sip/raw-caller.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.18.41', first_port: 31_300 }
const PORT = 31_310
const { SWITCH, CALLER } = addressesIn(PLACE)
const OWN_TONE_HZ = 700
const CALLS_AT_ONCE = 10
const PACKETS = 50

const bench = setUpSwitch(PLACE)
let base: string
let folder: DataFolder
let line: SupervisedProcess
let caller: RawCaller

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'softswitch-test-line-'))
  await chmod(base, 0o755)
  folder = await makeDataFolder(join(base, 'data'))
  line = keepRunning(testLinePart(folder, PORT), () => {})
  await line.firstAttempt
  expect(line.state()).toMatchObject({ state: 'running', detail: '' })
  caller = await openRawCaller(CALLER, SWITCH)
})
afterAll(async () => {
  caller?.close()
  await line?.stop()
  await rm(base, { recursive: true, force: true })
})

function dial(number: string): Promise<RawCall> {
  const place = `${TEST_LINE_ADDRESS}:${PORT}`
  bench.engine.decide = ({ dialled_number }) => {
    const uri = `sip:${dialled_number}@${place}`
    return routing([routeTo(TEST_LINE_ADDRESS, { uri, dst_uri: `sip:${place};transport=udp` })])
  }
  return caller.call(number, { hertz: OWN_TONE_HZ })
}

/** Nearly all of what the phone receives is a tone of this frequency. */
const hears = (call: RawCall, hertz: number) =>
  until(`${hertz} Hz`, () => {
    const audio = call.media.lastReceived(PACKETS)
    return audio.length > SAMPLES_PER_SECOND / 2 && shareOfTone(audio, hertz) > 0.9
  })

async function hangUp(call: RawCall): Promise<void> {
  call.bye()
  await until('the BYE is answered', () => call.answersTo('BYE').includes(200))
}

test('the echo number returns what the phone says', async () => {
  const call = await dial(TEST_NUMBERS.echo)
  await hears(call, OWN_TONE_HZ)
  await hangUp(call)
})

test('the tone number sends the test tone, whatever the phone says', async () => {
  const call = await dial(TEST_NUMBERS.tone)
  await hears(call, TEST_TONE_HZ)
  await hangUp(call)
})

test('any other number is refused with 404', async () => {
  const call = await dial('9990000')
  await until('it is refused', () => call.finals().length > 0)
  expect(call.finals()[0]).toMatch(/^404 /)
})

test('ten calls to each number have their audio at once, and leave nothing behind', async () => {
  const threads = () => readdir(`/proc/${line.state().pid}/task`)
  const numbers = Array.from({ length: CALLS_AT_ONCE }, () => Object.values(TEST_NUMBERS)).flat()
  const calls = await Promise.all(numbers.map((number) => dial(number)))
  for (const [at, call] of calls.entries()) {
    await hears(call, numbers[at] === TEST_NUMBERS.echo ? OWN_TONE_HZ : TEST_TONE_HZ)
  }
  expect((await threads()).length).toBeGreaterThan(CALLS_AT_ONCE)
  for (const call of calls) await hangUp(call)
  await until('no thread is left', async () => (await threads()).length === 1)
})

test('it runs again after it was killed', async () => {
  const { pid = 0 } = line.state()
  process.kill(pid, 'SIGKILL')
  await until('it runs again', () => line.state().state === 'running' && line.state().pid !== pid)
  const call = await dial(TEST_NUMBERS.tone)
  await hears(call, TEST_TONE_HZ)
  await hangUp(call)
})
