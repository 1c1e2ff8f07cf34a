// Gateways over TCP: one connection of ours carries what both sides say.
import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { type RunningSipp, startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { addressesIn, expectSeconds, setUpSwitch } from './switch-bench.ts'

const PLACE = {
  network: '127.17.21',
  first_port: 28_300,
  has_tunnel: true,
  transports: ['udp', 'tcp'],
} as const
const { SWITCH, TUNNEL, GATEWAY } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

let gateway: RunningSipp | undefined
afterEach(() => gateway?.stop())

async function openGateway(scenario: string): Promise<RunningSipp> {
  const places = { TALK_MS: 500 }
  gateway = await startSipp({ scenario, address: GATEWAY, transport: 'TCP', places })
  return gateway
}

const overTcp = (more = {}) => {
  const dst_uri = `sip:${GATEWAY}:5060;transport=tcp`
  return routing([routeTo(GATEWAY, { dst_uri, ...more })], { max_seconds: 20 })
}

/** From which of our addresses the gateway is connected. */
function sources(): string[] {
  const hex = (ip: string) =>
    Buffer.from(ip.split('.').map(Number)).reverse().toString('hex').toUpperCase()
  const remote = `${hex(GATEWAY)}:${(5060).toString(16).toUpperCase()}`
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , to, state]) => to === remote && state === '01')
    .map(([, from = '']) => Buffer.from(from.slice(0, 8), 'hex').reverse().join('.'))
}

test('a gateway over TCP is connected from our address, and hangs up there', async () => {
  bench.engine.decide = () => overTcp()
  await openGateway('gateway-hangs-up')
  const running = await bench.caller('caller-is-left', { TALK_MS: 5_000 })
  const { answered_at } = await bench.engine.event('answered')
  expect(sources()).toEqual([SWITCH])
  const ended = await bench.engine.event('ended')
  expect(ended).toMatchObject({ released_by: 'callee', q850_cause: 16 })
  expectSeconds(answered_at, ended.ended_at, 0.5)
  expect(await running.finished).toMatchObject({ successful: 1 })
})

test('a gateway over TCP is connected from its tunnel, where it has one', async () => {
  bench.engine.decide = () => overTcp({ socket: `tcp:${TUNNEL}:5060` })
  const called = await openGateway('gateway')
  const running = await bench.caller('caller', { TALK_MS: 500 })
  await bench.engine.event('answered')
  expect(sources()).toEqual([TUNNEL])
  expect(await running.finished).toMatchObject({ successful: 1 })
  await until('the gateway hears the end', () => called.received().includes('BYE sip:'))
  expect(await bench.engine.event('ended')).toMatchObject({ released_by: 'caller' })
})
