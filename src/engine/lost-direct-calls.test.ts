// Calls with direct media, after a crash of the switch: they continue, and only their BYE shows how
// long. The engine against a real database and a switch that the tests script.
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Clock } from '#core/time/clock.ts'
import { makePool } from '#db/database.ts'
import { stoppedClock } from '#test/support/clocks.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { answeredDialog, ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { compared, endTestEngine, QUICK_PACE, startTestEngine } from '#test/support/test-engine.ts'
import { makeWorld, type World } from '#test/support/world.ts'
import type { Engine } from './engine.ts'

const fresh = databaseForEachTest()
let database: pg.Pool
let engine: Engine
let world: World
const kamailio = new ScriptedSwitch()
/** By this alone the time of day passes. */
let passed_ms = 0
let clock: Clock

const now = () => clock.now_ms() / 1000
const rows = async (sql: string) => (await database.query(sql)).rows
const acknowledged = (key: string) => vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
/** The price for the client of the world; the first grant is for 60 seconds. */
const EIGHTY_SECONDS = 40_000

const start = (pace?: number) =>
  startTestEngine(kamailio, {
    url: fresh.urls.engine,
    clock,
    ...(pace && { pace }),
  })

beforeEach(async () => {
  database = makePool(fresh.url, 'test', 3)
})

afterEach(() => endTestEngine(engine, database))

async function begin({ pace, ...options }: { balance?: number; pace?: number }) {
  const limits = { media_mode: 'DIRECT', max_call_duration_seconds: 600 } as const
  world = await makeWorld(database, { ...limits, ...options })
  passed_ms = 0
  // The rates of the world begin before the first call.
  clock = stoppedClock(() => passed_ms)
  engine = await start(pace)
}

async function answered() {
  const call = await kamailio.invite({ received_at: now() })
  const answered_at = now()
  const answer = { answered_at, gateway_id: world.gateway_ids[0], sip_code: 200 }
  kamailio.dialogs.push(answeredDialog(call, answer))
  await acknowledged(kamailio.event('answered', call, { ...answer, live: false }))
  /** All that a switch without dialogs knows of a BYE. */
  const bye = (seconds: number) => {
    const lost = { ...call, invite: { ...call.invite, dialog: '' }, decision: undefined }
    const ended_at = answered_at + seconds
    return acknowledged(kamailio.event('orphan_bye', lost, { ended_at, started_at: null }))
  }
  return { call_id: call.decision?.call_id ?? '', bye }
}

async function recordOf({ call_id }: { call_id: string }) {
  const [record] = await rows(`select round(duration_ms / 1000.0)::int as seconds, refusal,
    billed_seconds, buy_billed_seconds from call_record where call_id = ${call_id}`)
  return record
}

/** The switch dies, and the next one has none of its calls. */
function restartSwitch() {
  kamailio.dialogs = []
  kamailio.listener?.onDisconnected()
}

test('beyond its grant a lost call is paid as far as the money of the client goes', async () => {
  await begin({ balance: EIGHTY_SECONDS })
  const call = await answered()
  restartSwitch()
  passed_ms += 100_000
  await call.bye(100)
  const eighty = { seconds: 100, refusal: null, billed_seconds: 80, buy_billed_seconds: 100 }
  expect(await recordOf(call)).toEqual(eighty)
  expect(
    await rows(`select balance, held from account_balance where account_id = ${world.client_id}`),
  ).toEqual([{ balance: 0, held: 0 }])
})

test('a lost call is booked and paid to its BYE', async () => {
  await begin({ pace: QUICK_PACE })
  const [long, hung_up, silent] = [await answered(), await answered(), await answered()]
  passed_ms += 12_000
  const short = await answered()
  passed_ms += 3000
  restartSwitch()
  // A call is looked for when it is missed the second time.
  await compared(kamailio, 2)
  passed_ms += 21_000
  expect(await rows('select 1 from open_call')).toHaveLength(4)

  await short.bye(20)
  const twenty = { seconds: 20, refusal: null, billed_seconds: 20, buy_billed_seconds: 20 }
  expect(await recordOf(short)).toEqual(twenty)
  passed_ms += 85_000
  await long.bye(100)
  await long.bye(101)
  const hundred = { seconds: 100, refusal: null, billed_seconds: 100, buy_billed_seconds: 100 }
  expect(await recordOf(long)).toEqual(hundred)

  // The only fact known about the others is that they were active when the switch died.
  const fifteen = { seconds: 15, refusal: 'CALL_LOST', billed_seconds: 15, buy_billed_seconds: 15 }
  await database.query('update open_call set hang_up_asked_at = now() where call_id = $1', [
    hung_up.call_id,
  ])
  await vi.waitFor(async () => expect(await recordOf(hung_up)).toEqual(fifteen))
  // Nor does an engine that begins only now.
  await engine.stop()
  engine = await start(QUICK_PACE)
  await compared(kamailio, 2)
  expect(await recordOf(silent)).toBeUndefined()
  passed_ms += 600_000
  await vi.waitFor(async () => expect(await recordOf(silent)).toEqual(fifteen))
})
