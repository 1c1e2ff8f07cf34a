// A carrier that is killed under traffic: its alarm fires, and clears when it is back, once each.
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePool } from '#db/database.ts'
import { makeAlarmWatch } from '#jobs/alarms/watch-alarms.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { type RunningSipp, startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts'
import { rowsIn } from '../support/rows.ts'
import { startTestJobs } from '../support/test-jobs.ts'
import { makeWorld } from '../support/world.ts'

const SWITCH = '127.0.59.1'
const CALLER = '127.0.59.11'
const GATEWAYS = ['127.0.59.21', '127.0.59.22'] as const
/** Two pings at intervals of five seconds, each with its timeout, and the runs of the job. */
const FIRES_WITHIN = 30

let kamailio: RunningKamailio
let fresh: FreshDatabase
let database: pg.Pool
let engine: EngineProcess
let stopJobs: () => Promise<void>
const phones: RunningSipp[] = []

beforeAll(async () => {
  kamailio = await startKamailio({ address: SWITCH, first_port: 25_600 })
})
afterAll(() => kamailio?.stop())
beforeEach(async () => {
  fresh = await freshDatabase()
  database = makePool(fresh.url, 'test', 3)
})
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.stop()
  await stopJobs?.()
  await engine?.stop()
  await database.end()
  await fresh.close()
})

const { rows } = rowsIn(() => database)
const alarms = () => rows(`select state, clear_cause from alarm where topic = 'GATEWAY_DOWN'`)
const events = () =>
  rows(`select phase, subject_name from notification_event where topic = 'GATEWAY_DOWN'
    order by id`)
const ping = (state: string) => async () =>
  (
    await rows(`select 1 from gateway_state s join gateway g on g.id = s.gateway_id
    where g.name = 'Gateway 1' and s.ping_state = '${state}'`)
  ).length === 1

async function gateway(): Promise<RunningSipp> {
  const started = await startSipp({ scenario: 'gateway', address: GATEWAYS[0], seconds: 120 })
  phones.push(started)
  return started
}

test('a carrier that is killed under calls fires within thirty seconds, and clears', async () => {
  await makeWorld(database, { source: CALLER, gateway_hosts: GATEWAYS })
  await database.query(`update gateway set options_ping = true, ping_interval_seconds = 5,
    fail_threshold = 2
    where name = 'Gateway 1'`)
  engine = await startEngineProcess(fresh.urls.engine, kamailio)
  const job = { name: 'alarms', every_ms: 5000, work: makeAlarmWatch() }
  stopJobs = await startTestJobs({ url: fresh.urls.jobs, jobs: [job] })
  const first = await gateway()
  await until('the gateway is up', ping('UP'))
  const caller = await startSipp({
    ...{ scenario: 'caller', address: CALLER, to: SWITCH, number: '442071838750' },
    ...{ calls: 200, calls_per_second: 5, seconds: 60 },
  })
  phones.push(caller)
  await until('calls are answered', async () => first.received().includes('BYE'))
  expect(await events()).toEqual([])
  await first.stop()
  await until('the alarm fires', async () => (await events()).length === 1, FIRES_WITHIN)
  expect(await alarms()).toEqual([{ state: 'FIRING', clear_cause: null }])
  await gateway()
  await until('it clears', async () => (await events()).length === 2)
  expect(await events()).toEqual([
    { phase: 'FIRED', subject_name: 'Gateway 1' },
    { phase: 'CLEARED', subject_name: 'Gateway 1' },
  ])
  expect(await alarms()).toEqual([{ state: 'CLEARED', clear_cause: 'RECOVERED' }])
})
