// INVITEs as real phones and PBXs send them: what the engine is asked, and what a gateway gets.
import { beforeEach, describe, expect, test } from 'vitest'
import { probe, sipRequest } from '../sip/probe.ts'
import { until } from '../sip/until.ts'
import { REFUSAL, routeTo, routing } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.17.28', first_port: 15_300 }
const { SWITCH, STRANGER, GATEWAY } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

beforeEach(() => {
  bench.engine.decide = () => REFUSAL
})

type Change = (request: string) => string

/** Sends an INVITE, changed; answers what the engine was asked. */
async function invited(headers: readonly string[], change: Change = (request) => request) {
  const before = bench.engine.invites.length
  const request = sipRequest(SWITCH, STRANGER, { headers })
  expect(await probe(STRANGER, SWITCH, change(request))).toMatch('SIP/2.0 100 ')
  await until('the engine is asked', () => bench.engine.invites.length > before)
  return bench.engine.invites[before]
}

describe('a Route that was there before the call', () => {
  test.each([
    [`Route: <sip:${SWITCH};lr>`],
    [`Route: <sip:${SWITCH}:5060;transport=udp;lr>`],
    [`Route: "Proxy" <sip:${SWITCH};lr>, <sip:${SWITCH}:5060;lr>`],
    [`Route: <sip:${SWITCH};lr>`, `Route: <sip:${SWITCH};lr>`],
  ])('is ours, as an outbound proxy of a phone: %s', async (...headers) => {
    expect(await invited(headers.filter(Boolean))).toMatchObject({
      foreign_route: '',
      dialled_number: '441234',
    })
  })

  test('is ours if it has the name that the phone calls at', async () => {
    const change: Change = (request) => request.replace(`@${SWITCH} SIP`, '@sip.brand.example SIP')
    expect(await invited(['Route: <sip:SIP.brand.example;lr>'], change)).toMatchObject({
      foreign_route: '',
    })
  })

  test.each([
    [`Route: <sip:${GATEWAY};lr>`, `<sip:${GATEWAY};lr>`],
    [`Route: <sip:${SWITCH};lr>,<sip:${GATEWAY};lr>`, `<sip:${GATEWAY};lr>`],
    [`Route: <sip:${SWITCH}:5099;lr>`, undefined],
    ['Route: nonsense', 'nonsense'],
  ])('that leads elsewhere is for the engine to refuse: %s', async (header, foreign_route) => {
    // The request URI has the address of the switch, so that another port of it is the host.
    expect(await invited([header])).toMatchObject({ foreign_route: foreign_route ?? '' })
  })

  test('is not sent on to a gateway', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    const called = await bench.gateway('gateway')
    const result = await bench.call('caller', { HEADERS: `Route: <sip:${SWITCH};lr>` })
    expect(result).toMatchObject({ successful: 1 })
    expect(called.received()).toMatch(/^INVITE /m)
    expect(called.received()).not.toMatch(/^Route:/m)
  })
})

describe('a number of a tel: URI', () => {
  test('is dialled with the country of its context', async () => {
    const change: Change = (request) =>
      request.replace(/^INVITE \S+/, 'INVITE tel:2079460002;phone-context=+44')
    expect(await invited([], change)).toMatchObject({ dialled_number: '+442079460002' })
  })

  test('calls with the country of its context', async () => {
    const change: Change = (request) =>
      request
        .replace(/^From: <[^>]*>/m, 'From: <tel:20-7183-0025;phone-context=+44>')
        .replace(/^To: <[^>]*>/m, 'To: <tel:+44-20-7946-0002>')
    expect(await invited([], change)).toMatchObject({
      caller_number: '+442071830025',
      to_number: '+442079460002',
    })
  })

  test('in a sip: URI is the same', async () => {
    const change: Change = (request) =>
      request.replace(/^INVITE \S+/, `INVITE sip:2079460002;phone-context=+44@${SWITCH};user=phone`)
    expect(await invited([], change)).toMatchObject({ dialled_number: '+442079460002' })
  })

  test('of a local context stays local', async () => {
    const change: Change = (request) =>
      request.replace(/^INVITE \S+/, 'INVITE tel:7042;phone-context=example.com')
    expect(await invited([], change)).toMatchObject({
      dialled_number: '7042;phone-context=example.com',
    })
  })
})
