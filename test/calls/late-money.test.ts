// Answers that come too late, and BYEs that end nothing, do not change the books.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePool } from '#db/database.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { openRawCaller, type RawCaller } from '../sip/raw-caller.ts'
import { openRawGateway, type RawGateway } from '../sip/raw-gateway.ts'
import { until } from '../sip/until.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts'
import { rowsIn } from '../support/rows.ts'
import { checkBooks, makeWorld, type World } from '../support/world.ts'
import { MODES } from './raw-bench.ts'
import { addressesIn } from './switch-bench.ts'

const PLACE = { network: '127.17.26', first_port: 29_300 }
const { SWITCH, CALLER, GATEWAY, SECOND } = addressesIn(PLACE)
const BALANCE = 10_000_000
const CALLS = Array.from({ length: 20 }, (_, at) => at)
const numberOf = (call: number) => String(442_071_000_000 + call)

let kamailio: RunningKamailio
let caller: RawCaller
let gateway: RawGateway
let fresh: FreshDatabase
let database: pg.Pool
let engine: EngineProcess
let world: World

beforeAll(async () => {
  kamailio = await startKamailio({ address: SWITCH, first_port: PLACE.first_port })
})
afterAll(() => kamailio?.stop())

beforeEach(async () => {
  fresh = await freshDatabase()
  database = makePool(fresh.url, 'test', 3)
  caller = await openRawCaller(CALLER, SWITCH)
  gateway = await openRawGateway(GATEWAY)
})
afterEach(async () => {
  caller.close()
  gateway.close()
  await engine?.stop()
  await database.end()
  await fresh.close()
})

async function begin(media_mode: 'PROXY' | 'DIRECT'): Promise<void> {
  world = await makeWorld(database, {
    source: CALLER,
    gateway_hosts: [GATEWAY, SECOND],
    media_mode,
    balance: BALANCE,
  })
  await database.query('update gateway set ring_timeout_seconds = 1')
  engine = await startEngineProcess(fresh.urls.engine, kamailio)
}

const { rows } = rowsIn(() => database)

/** All calls have their record, nothing is held any more, and the books are right. */
async function recordsByNumber(): Promise<Map<string, Record<string, unknown>>> {
  const last = () => rows('select to_jsonb(r) as record from call_record r where is_last')
  await until('every call has its record', async () => (await last()).length === CALLS.length)
  await until('no call is open', async () => (await rows('select from open_call')).length === 0)
  await checkBooks(database)
  const records = (await last()).map(({ record }) => record)
  const spent = records.reduce((sum, { sell_amount }) => sum + Number(sell_amount), 0)
  const [account] = await rows(
    `select balance, held from account_balance where account_id = ${world.client_id}`,
  )
  expect(account).toEqual({ balance: BALANCE - spent, held: 0 })
  return new Map(records.map((record) => [String(record.called_number), record]))
}

test.each(MODES)('a call that is answered too late costs nothing, with media %s', async (media) => {
  await begin(media)
  for (const at of CALLS) {
    gateway.script(numberOf(at), (leg) => {
      leg.reply(180)
      leg.on('CANCEL', () => setTimeout(() => leg.reply(200), at * at * 10))
    })
  }
  await Promise.all(
    CALLS.map(async (at) => {
      const call = await caller.call(numberOf(at))
      await until('the caller is told', () => call.finals().length > 0)
      expect(call.finals()[0]).toContain('480 ')
      await until('it is ended', () => (gateway.leg(numberOf(at))?.heard('BYE').length ?? 0) > 0)
      expect(call.finals()).toHaveLength(1)
      expect(call.answersTo('INVITE')).not.toContain(200)
      expect(call.media.sent()).toBe(0)
    }),
  )
  for (const record of (await recordsByNumber()).values()) {
    expect(record).toMatchObject({ status: 'FAILED', sip_code: 480, sell_amount: 0, buy_amount: 0 })
  }
})

test.each(MODES)('a BYE with an invented tag saves nothing, with media %s', async (media) => {
  await begin(media)
  const talked_ms = new Map<string, number>()
  await Promise.all(
    CALLS.map(async (at) => {
      const number = numberOf(at)
      gateway.script(number, (leg) => leg.reply(200))
      const call = await caller.call(number)
      await until('it is answered', () => call.finals().length > 0)
      expect(call.finals()).toEqual(['200 gateway'])
      const answered_ms = performance.now()
      await pause(150)
      call.bye(at % 2 === 0 ? { to_tag: 'invented' } : { from_tag: 'invented' })
      await until('the BYE is refused', () => call.answersTo('BYE').includes(481))
      const heard = call.media.receivedFrom(gateway.leg(number)!.media)
      const goesOn = () => call.media.receivedFrom(gateway.leg(number)!.media) > heard + 100
      await until('they have talked on', goesOn)
      talked_ms.set(number, performance.now() - answered_ms)
      call.bye()
      await until('the call is over', () => gateway.leg(number)!.heard('BYE').length > 0)
    }),
  )
  for (const [number, record] of await recordsByNumber()) {
    expect(record).toMatchObject({ status: 'ANSWERED', release_side: 'CALLER' })
    // As the caller measures it, which receives the answer a little later.
    expect(Number(record.duration_ms)).toBeGreaterThan(talked_ms.get(number)! - 200)
    expect(Number(record.sell_amount)).toBeGreaterThanOrEqual(2 * 500)
  }
})
