// Trace rules from end to end: the engine chooses by the rule, Kamailio copies, the tracer writes,
// and the record finds its messages. Calls do not need any of it.
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePool } from '#db/database.ts'
import { makePartitionsAhead } from '#db/partitions/partitions.ts'
import { MessageForwarder } from '#jobs/sip-traces/forward-messages.ts'
import { receiveMessages, type Tracer } from '#jobs/sip-traces/receive-messages.ts'
import { type RunningKamailio, startKamailio, TRACE_KEY } from '../sip/kamailio.ts'
import { runSipp, startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts'
import { rowsIn } from '../support/rows.ts'
import { checkBooks, makeWorld } from '../support/world.ts'

const SWITCH = '127.0.71.1'
const CALLER = '127.0.71.11'
const GATEWAYS = ['127.0.71.21', '127.0.71.22'] as const
const TRACED = '442071838750'
const OTHER = '441632960000'

let kamailio: RunningKamailio
let fresh: FreshDatabase
let database: pg.Pool
let jobs: pg.Pool
let engine: EngineProcess
let tracer: Tracer | undefined

beforeAll(async () => {
  kamailio = await startKamailio({ address: SWITCH, first_port: 29_700 })
})
afterAll(() => kamailio?.stop())
beforeEach(async () => {
  fresh = await freshDatabase()
  database = makePool(fresh.url, 'test', 3)
  jobs = makePool(fresh.urls.jobs, 'test', 2)
  await makePartitionsAhead(database, Date.now())
  await makeWorld(database, { source: CALLER, gateway_hosts: GATEWAYS })
  await database.query(
    `insert into trace_rule (name, called_prefixes) values ('London', array['44207'])`,
  )
})
afterEach(async () => {
  await tracer?.close()
  tracer = undefined
  await engine?.stop()
  await checkBooks(database)
  await jobs.end()
  await database.end()
  await fresh.close()
})

const { rows } = rowsIn(() => database)
const records = () =>
  rows(`select r.called_number, r.status, count(m.call_id)::integer as messages,
      count(distinct m.sip_call_id)::integer as legs
    from call_record r left join sip_message m on m.call_id = r.call_id
    group by r.call_id, r.called_number, r.status, r.started_at order by r.started_at`)

const startTracer = () =>
  receiveMessages({
    port: kamailio.link.trace_port,
    auth_key: TRACE_KEY,
    connection: jobs,
    forwarder: new MessageForwarder(1),
    now_ms: () => performance.now(),
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
  })

/** One call to each number, from its INVITE to its BYE. */
async function callBoth(): Promise<void> {
  engine = await startEngineProcess(fresh.urls.engine, kamailio)
  // Ringing that comes with the answer is not relayed, if another process reads it.
  const places = { RING_MS: 1000 }
  const gateway = await startSipp({ scenario: 'gateway', address: GATEWAYS[0], calls: 2, places })
  for (const number of [TRACED, OTHER]) {
    const call = await runSipp({ scenario: 'caller', address: CALLER, to: SWITCH, number })
    expect(call).toMatchObject({ successful: 1 })
  }
  await gateway.finished
  await until('both are recorded', async () => (await records()).length === 2)
}

const ANSWERED = { status: 'ANSWERED' }

test('the record of a call that a rule chooses has the messages of both legs', async () => {
  tracer = await startTracer()
  await callBoth()
  const messages = async () => {
    await tracer?.write()
    const [stored] = await rows('select count(*)::integer as messages from sip_message')
    return Number(stored?.messages)
  }
  await until('its messages are there', async () => (await messages()) >= 12)
  expect(await records()).toEqual([
    { ...ANSWERED, called_number: TRACED, messages: await messages(), legs: 2 },
    { ...ANSWERED, called_number: OTHER, messages: 0, legs: 0 },
  ])
})

test('a space that is full keeps no message, and calls go on', async () => {
  await database.query(`insert into setting (key, value) values ('general', '{"sip_message_mb": 0}')
    on conflict (key) do update set value = excluded.value`)
  tracer = await startTracer()
  await tracer.checkSettings()
  await callBoth()
  await until('copies have come', async () => (tracer?.figures().paused ?? 0) >= 12)
  await tracer.write()
  expect((await records()).map(({ messages }) => messages)).toEqual([0, 0])
})

test('without a tracer calls go on', async () => {
  await callBoth()
  expect(await records()).toMatchObject([ANSWERED, ANSWERED])
})
