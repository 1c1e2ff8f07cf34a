// The caller identity in the INVITE to each gateway: that of the engine, and none of the caller's
// own headers.
import { describe, expect, test } from 'vitest'
import { probe, sipRequest } from '../sip/probe.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.17.4', first_port: 22_300, has_tunnel: true }
const { SWITCH, TUNNEL, CALLER, GATEWAY, SECOND } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

const header = (received: string, name: string) =>
  new RegExp(`^${name}: *(.*?)\\r?$`, 'm').exec(received)?.[1]

const OF_THE_CALLER = [
  'P-Asserted-Identity: "A" <sip:111@127.17.4.11>, <tel:222>',
  'Remote-Party-ID: <sip:333@127.17.4.11>;party=calling',
  'Privacy: id',
  'Diversion: <sip:444@127.17.4.11>;reason=no-answer',
].join('\n      ')

describe('a gateway', () => {
  test('sees the name, number and headers that are meant for it, attempt by attempt', async () => {
    bench.engine.decide = () =>
      routing([
        routeTo(GATEWAY, {
          from_uri: 'sip:anonymous@anonymous.invalid',
          from_name: 'Anonymous',
          to_uri: 'sip:441234@carrier.test',
          headers: {
            'P-Asserted-Identity': '<sip:+4930123@192.0.2.1>',
            Privacy: 'id',
            Diversion: '<sip:+4930999@192.0.2.1>;reason=unconditional',
          },
        }),
        routeTo(SECOND, {
          from_uri: 'sip:4930123@192.0.2.1',
          from_name: 'Zoë "Z"',
          headers: { 'Remote-Party-ID': '<sip:4930123@192.0.2.1>;party=calling;privacy=off' },
        }),
      ])
    const first = await bench.gateway('gateway-refuses')
    const second = await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller', { HEADERS: OF_THE_CALLER })).toMatchObject({ successful: 1 })

    const [asked, called] = [first.received(), second.received()]
    expect(header(asked, 'From')).toMatch(/^"Anonymous" <sip:anonymous@anonymous.invalid>;tag=/)
    expect(header(asked, 'To')).toBe('<sip:441234@carrier.test>')
    expect(header(asked, 'P-Asserted-Identity')).toBe('<sip:+4930123@192.0.2.1>')
    expect(header(asked, 'Privacy')).toBe('id')
    expect(header(asked, 'Diversion')).toBe('<sip:+4930999@192.0.2.1>;reason=unconditional')
    expect(asked).not.toMatch(/^Remote-Party-ID/m)

    expect(header(called, 'From')).toMatch(/^"Zoë \\"Z\\"" <sip:4930123@192.0.2.1>;tag=/)
    expect(header(called, 'Remote-Party-ID')).toContain('party=calling;privacy=off')
    expect(called).not.toMatch(/^(P-Asserted-Identity|Privacy|Diversion)/m)
    expect(asked + called).not.toMatch(/sip:(111|222|333|444|15551000)@|tel:222|Alice/)
  })

  test('sees none of it when nothing is meant for it', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    const called = await bench.gateway('gateway')
    await bench.call('caller', { HEADERS: OF_THE_CALLER })
    expect(called.received()).not.toMatch(/^(P-Asserted-Identity|Remote-Party-ID|Privacy)/m)
    expect(called.received()).not.toMatch(/^Diversion|Alice/m)
  })

  test.each(['caller', 'caller-is-left'])(
    'is called through its tunnel by a %s',
    async (scenario) => {
      const tunnelled = routeTo(GATEWAY, { socket: `udp:${TUNNEL}:5060` })
      bench.engine.decide = () => routing([tunnelled])
      const answers = scenario === 'caller' ? 'gateway' : 'gateway-hangs-up'
      const called = await bench.gateway(answers, { TALK_MS: 200 })
      expect(await bench.call(scenario)).toMatchObject({ successful: 1 })
      expect(await called.finished).toMatchObject({ successful: 1 })
      const [via] = called.received().match(/^Via: .*$/m) ?? []
      expect(via).toContain(`SIP/2.0/UDP ${TUNNEL}`)
      expect(called.received()).not.toContain(CALLER)
    },
  )

  test('whose tunnel is not up is passed over', async () => {
    const lost = routeTo(GATEWAY, { socket: `udp:${PLACE.network}.9:5060` })
    bench.engine.decide = () => routing([lost, routeTo(SECOND)])
    const called = await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    expect((await bench.engine.event('ended')).attempts).toMatchObject([
      { gateway_id: 21, sip_code: 503, q850_cause: 38 },
      { gateway_id: 22, sip_code: 200 },
    ])
    const [via] = called.received().match(/^Via: .*$/m) ?? []
    expect(via).not.toContain(TUNNEL)
  })
})

test('the engine hears all that the caller says of himself', async () => {
  bench.engine.decide = () => undefined
  await bench.caller('caller-is-refused', { CODE: 503, HEADERS: OF_THE_CALLER })
  await expect.poll(() => bench.engine.invites.length).toBe(1)
  expect(bench.engine.invites).toMatchObject([
    {
      to_number: '441234',
      pai: '"A" <sip:111@127.17.4.11>, <tel:222>',
      rpid: '<sip:333@127.17.4.11>;party=calling',
      privacy: 'id',
      diversion: '<sip:444@127.17.4.11>;reason=no-answer',
    },
  ])
})

test.each([
  ['its own', 'sip:15551000@caller.example:5070', 'caller.example'],
  ['none', 'tel:+15551000', ''],
  ['one too long', `sip:15551000@${'a.'.repeat(150)}b`, `${'a.'.repeat(127)}a`],
])('the engine hears which domain the caller has named: %s', async (_, from, from_domain) => {
  bench.engine.decide = () => undefined
  const request = sipRequest(SWITCH, CALLER, {}).replace(/(?<=^From: <)[^>]*/m, from)
  await probe(CALLER, SWITCH, request)
  await expect.poll(() => bench.engine.invites.length).toBe(1)
  expect(bench.engine.invites).toMatchObject([{ from_domain, dialled_domain: SWITCH }])
})
