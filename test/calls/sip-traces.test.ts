// The messages of traced calls, as the tracer stores them: those of all legs, as on the wire.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decodeHep, type HepPacket } from '#core/sip-trace/hep.ts'
import { makePool } from '#db/database.ts'
import { makePartitionsAhead } from '#db/partitions/partitions.ts'
import type { SwitchReply } from '#engine/kamailio/switch-link.ts'
import { MessageForwarder } from '#jobs/sip-traces/forward-messages.ts'
import { receiveMessages, type Tracer } from '#jobs/sip-traces/receive-messages.ts'
import { TRACE_KEY } from '../sip/kamailio.ts'
import { startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { REFUSAL, routeTo, routing } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const PLACE = {
  network: '127.17.9',
  first_port: 27_300,
  transports: ['udp', 'tcp'],
} as const
const { SWITCH, CALLER, GATEWAY, SECOND } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

/**
 * A 180 that another process of Kamailio reads at the same moment as the 200 is not relayed: the
 * call is answered then.
 */
const RINGS = { RING_MS: 1000 }

let fresh: FreshDatabase
let owner: pg.Pool
let database: pg.Pool
let tracer: Tracer

beforeAll(async () => {
  fresh = await freshDatabase()
  owner = makePool(fresh.url, 'test', 2)
  await makePartitionsAhead(owner, Date.now())
  database = makePool(fresh.urls.jobs, 'test', 2)
  tracer = await receiveMessages({
    port: bench.kamailio.link.trace_port,
    auth_key: TRACE_KEY,
    connection: database,
    forwarder: new MessageForwarder(1),
    now_ms: () => performance.now(),
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
  })
})
afterAll(async () => {
  await tracer?.close()
  await database?.end()
  await owner?.end()
  await fresh?.close()
})
beforeEach(() => owner.query('delete from sip_message'))

/** Who sends what to whom, in the order of the numbers. */
async function ladder(call_id: string): Promise<string[]> {
  await tracer.write()
  const { rows } = await owner.query<{ from: string; to: string; text: string }>(
    `select host(from_ip) as "from", host(to_ip) as "to", convert_from(message, 'latin1') as text
      from sip_message where call_id = $1 order by message_no`,
    [call_id],
  )
  const names = new Map([
    [SWITCH, 'switch'],
    [CALLER, 'caller'],
    [GATEWAY, 'gateway'],
    [SECOND, 'second'],
  ])
  // A machine that is busy repeats messages: the same bytes on the same way.
  const once = new Map(rows.map((row) => [Object.values(row).join(' '), row]))
  return [...once.values()].map(({ from, to, text }) => {
    const what = /^SIP\/2\.0 (\d+)/.exec(text)?.[1] ?? text.split(' ')[0]
    return `${names.get(from)} > ${names.get(to)}: ${what}`
  })
}

const failover = (trace: 'OFF' | 'ALL' | 'FAILED_ONLY', call_id: string): SwitchReply =>
  routing([routeTo(GATEWAY), routeTo(SECOND)], { trace, call_id })

/**
 * Processes of the switch handle two legs at once, but each leg has its order. An INVITE is copied
 * after it was sent: on a busy machine another process may copy the answer first.
 */
const legOf = (lines: readonly string[], name: string) =>
  lines
    .filter((line) => line.includes(name))
    .map((line) => line.replace(name, '').trim())
    .toSorted((a, b) => Number(b.endsWith('INVITE')) - Number(a.endsWith('INVITE')))

/** A gateway rings and answers, and the caller hangs up. */
const ANSWERED_LEG = [
  'switch > : INVITE',
  '> switch: 180',
  '> switch: 200',
  'switch > : ACK',
  'switch > : BYE',
  '> switch: 200',
]

test('every message of a failover is there, with the addresses of its leg', async () => {
  bench.engine.decide = () => failover('ALL', '4711')
  const refusing = await bench.gateway('gateway-refuses', { CODE: 503 })
  const answering = await bench.gateway('gateway', RINGS, SECOND)
  expect(await bench.call('caller')).toMatchObject({ successful: 1 })
  await until('all messages are there', async () => (await ladder('4711')).length >= 15)
  const lines = await ladder('4711')
  expect(lines[0]).toBe('caller > switch: INVITE')
  expect(legOf(lines, 'caller')).toEqual([
    '> switch: INVITE',
    'switch > : 180',
    'switch > : 200',
    '> switch: ACK',
    '> switch: BYE',
    'switch > : 200',
  ])
  expect(legOf(lines, 'gateway')).toEqual(['switch > : INVITE', '> switch: 503', 'switch > : ACK'])
  expect(legOf(lines, 'second')).toEqual(ANSWERED_LEG)
  // As on the wire: what the gateways have received, with the Call-ID that only they know.
  await refusing.finished
  await answering.finished
  const { rows } = await owner.query<{ text: string }>(
    `select convert_from(message, 'latin1') as text from sip_message
      where from_ip = $1 and to_ip <> $2 order by message_no`,
    [SWITCH, CALLER],
  )
  const received = (refusing.received() + answering.received()).replaceAll('\r', '')
  for (const { text } of rows) expect(received).toContain(text.replaceAll('\r', '').trim())
})

test('a re-INVITE is there on both legs', async () => {
  const trace = { trace: 'ALL', call_id: '4715', max_seconds: 30 } as const
  bench.engine.decide = () => routing([routeTo(GATEWAY)], trace)
  await bench.gateway('gateway-is-moved')
  expect(await bench.call('caller-moves')).toMatchObject({ successful: 1 })
  const lines = async (wanted: string) =>
    (await ladder('4715')).filter((line) => line === wanted).length
  for (const line of [
    ...['caller > switch: INVITE', 'switch > gateway: INVITE', 'gateway > switch: 200'],
    ...['switch > caller: 200', 'caller > switch: ACK', 'switch > gateway: ACK'],
  ]) {
    // The INVITE and the re-INVITE have one, and for answers the BYE.
    const count = line.endsWith('200') ? 3 : 2
    await until(`${count} of ${line}`, async () => (await lines(line)) >= count)
    expect([line, await lines(line)]).toEqual([line, count])
  }
})

test('a leg over TCP is there, with its transport', async () => {
  bench.engine.decide = () => {
    const dst_uri = `sip:${GATEWAY}:5060;transport=tcp`
    return routing([routeTo(GATEWAY, { dst_uri })], { trace: 'ALL', call_id: '4716' })
  }
  const place = { scenario: 'gateway', address: GATEWAY, transport: 'TCP', places: RINGS } as const
  const gateway = await startSipp(place)
  expect(await bench.call('caller')).toMatchObject({ successful: 1 })
  await until('all messages are there', async () => (await ladder('4716')).length >= 12)
  await gateway.stop()
  const leg = legOf(await ladder('4716'), 'gateway')
  expect(leg.slice(0, 4)).toEqual(ANSWERED_LEG.slice(0, 4))
  // One process sends the BYE and another one reads its answer: either may be copied first.
  expect(leg.slice(4).toSorted()).toEqual(ANSWERED_LEG.slice(4).toSorted())
  const { rows } = await owner.query(
    `select distinct transport from sip_message where call_id = 4716
      and $1 in (host(from_ip), host(to_ip))`,
    [GATEWAY],
  )
  expect(rows).toEqual([{ transport: 'TCP' }])
})

test('a call that gives up is there with its CANCEL on both legs', async () => {
  bench.engine.decide = () => routing([routeTo(GATEWAY)], { trace: 'ALL', call_id: '4712' })
  await bench.gateway('gateway-rings')
  expect(await bench.call('caller-cancels', { TALK_MS: 100 })).toMatchObject({ successful: 1 })
  const isWhole = async () => (await ladder('4712')).length >= 12
  await until('all messages are there', isWhole)
  const lines = await ladder('4712')
  // The INVITE and its CANCEL are transactions of their own, which other processes may copy.
  const of_gateway = legOf(lines, 'gateway')
  expect(of_gateway.filter((line) => !/CANCEL|200/.test(line))).toEqual([
    'switch > : INVITE',
    '> switch: 180',
    '> switch: 487',
    'switch > : ACK',
  ])
  expect(of_gateway.filter((line) => /CANCEL|200|487/.test(line))[0]).toBe('switch > : CANCEL')
  const of_caller = legOf(lines, 'caller')
  expect(of_caller.filter((line) => !/CANCEL|200/.test(line))).toEqual([
    '> switch: INVITE',
    'switch > : 180',
    'switch > : 487',
    '> switch: ACK',
  ])
  expect(of_caller.filter((line) => /CANCEL|200|487/.test(line))[0]).toBe('> switch: CANCEL')
})

test('a call that the engine refuses is there with its answer', async () => {
  bench.engine.decide = () => ({ ...REFUSAL, call_id: '4713', trace: 'ALL' })
  expect(await bench.call('caller-is-refused', { CODE: 404 })).toMatchObject({ successful: 1 })
  await until('its ACK is there', async () => (await ladder('4713')).length >= 3)
  expect(await ladder('4713')).toEqual([
    'caller > switch: INVITE',
    'switch > caller: 404',
    'caller > switch: ACK',
  ])
})

test('of calls that are kept only if they fail, the failed one alone is there', async () => {
  let calls = 0
  bench.engine.decide = () => {
    calls += 1
    return routing([routeTo(GATEWAY)], { trace: 'FAILED_ONLY', call_id: String(20 + calls) })
  }
  const answering = await bench.gateway('gateway', RINGS)
  expect(await bench.call('caller')).toMatchObject({ successful: 1 })
  await answering.stop()
  await bench.gateway('gateway-refuses', { CODE: 404 })
  expect(await bench.call('caller-is-refused', { CODE: 404 })).toMatchObject({ successful: 1 })
  await until('the failed one is there', async () => (await ladder('22')).length >= 6)
  expect(await ladder('21')).toEqual([])
  expect((await ladder('22'))[0]).toBe('caller > switch: INVITE')
})

test('a call that is not traced leaves nothing, beside one that is', async () => {
  let calls = 0
  bench.engine.decide = () => {
    calls += 1
    return failover(calls === 1 ? 'ALL' : 'OFF', String(30 + calls))
  }
  await bench.gateway('gateway-refuses', { CODE: 503 }, GATEWAY, 2)
  await bench.gateway('gateway', RINGS, SECOND, 2)
  for (let call = 1; call <= 2; call++) {
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
  }
  await until('all messages of the first are there', async () => (await ladder('31')).length >= 15)
  const { rows } = await owner.query('select distinct call_id::text from sip_message')
  expect(rows).toEqual([{ call_id: '31' }])
})

test('a Homer server gets what is stored, with the call id of all legs', async () => {
  const homer = createSocket('udp4')
  const packets: (HepPacket | undefined)[] = []
  homer.on('message', (bytes) => packets.push(decodeHep(bytes)))
  homer.bind(0, CALLER)
  await once(homer, 'listening')
  const homer_address = `${CALLER}:${homer.address().port}`
  await owner.query(
    `insert into setting (key, value) values ('general', $1)
      on conflict (key) do update set value = excluded.value`,
    [{ homer_address }],
  )
  await tracer.checkSettings()
  bench.engine.decide = () => failover('ALL', '4714')
  await bench.gateway('gateway-refuses', { CODE: 503 })
  await bench.gateway('gateway', RINGS, SECOND)
  expect(await bench.call('caller')).toMatchObject({ successful: 1 })
  await until('all messages are there', async () => (await ladder('4714')).length >= 15)
  const { rows } = await owner.query<{ message: Buffer }>(
    'select message from sip_message where call_id = 4714 order by message_no',
  )
  await until('all have come', async () => packets.length >= rows.length)
  expect(packets.map((packet) => packet?.correlation_id)).toEqual(rows.map(() => '4714'))
  const texts = packets.map((packet) => Buffer.from(packet?.payload ?? []).toString('latin1'))
  expect(texts).toEqual(rows.map(({ message }) => message.toString('latin1')))
  expect(packets[0]).toMatchObject({ from_ip: CALLER, to_ip: SWITCH, transport: 'UDP' })
  await owner.query("delete from setting where key = 'general'")
  await tracer.checkSettings()
  homer.close()
})
