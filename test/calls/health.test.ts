// Whether gateways are there, whom they let register, and who is kept out.
import { describe, expect, test } from 'vitest'
import { isUnanswered, probe, sipRequest } from '../sip/probe.ts'
import { startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { addressesIn, expectExpiry, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.17.6', first_port: 24_300 }
const { SWITCH, CALLER, STRANGER, GATEWAY, SECOND } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

describe('a ping', () => {
  test('comes back with the code of the gateway, whatever it is', async () => {
    for (const CODE of [200, 404]) {
      const called = await bench.gateway('gateway-is-pinged', { CODE })
      const asked_ms = performance.now()
      bench.engine.link.ping({
        id: 'g"21',
        uri: `sip:${GATEWAY}:5060`,
        socket: `udp:${SWITCH}:5060`,
      })
      const pong = await bench.engine.notice('pong')
      expect(pong).toMatchObject({ id: 'g"21', sip_code: CODE })
      expect(pong.ms).toBeGreaterThanOrEqual(0)
      expect(pong.ms).toBeLessThanOrEqual(performance.now() - asked_ms)
      expect(called.received()).toContain(`OPTIONS sip:${GATEWAY}:5060 SIP/2.0`)
      await called.stop()
      bench.engine.forget()
    }
  })

  test('does not take the place of the call that a gateway waits for', async () => {
    const called = await startSipp({ scenario: 'gateway', address: GATEWAY })
    try {
      bench.engine.link.ping({ id: '23', uri: `sip:${GATEWAY}:5060` })
      expect(await bench.engine.notice('pong')).toMatchObject({ id: '23', sip_code: 200 })
      bench.engine.decide = () => routing([routeTo(GATEWAY)])
      expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    } finally {
      await called.stop()
    }
  })

  test('comes back without a code when nobody answers', async () => {
    bench.engine.link.ping({ id: '22', uri: `sip:${SECOND}:5060` })
    const pong = await bench.engine.notice('pong')
    expect(pong).toMatchObject({ id: '22', sip_code: 0 })
    expect(pong.ms).toBeGreaterThan(1_000)
  })
})

describe('a ban', () => {
  const knock = () => probe(STRANGER, SWITCH, sipRequest(SWITCH, STRANGER, { method: 'OPTIONS' }))
  const isDeaf = () =>
    isUnanswered(STRANGER, SWITCH, sipRequest(SWITCH, STRANGER, { method: 'OPTIONS' }), CALLER)

  test('lets nobody hear or say anything, until it is lifted', async () => {
    expect(await knock()).toContain('SIP/2.0 200 ')
    const from = Date.now() / 1000
    await bench.engine.link.ban(STRANGER, 100)
    const [row] = await bench.engine.link.bans()
    expect(row?.ip).toBe(STRANGER)
    expectExpiry(row?.expires_at, from, 100)
    expect(await isDeaf()).toBe(true)
    await bench.engine.link.unban(STRANGER)
    expect(await bench.engine.link.bans()).toEqual([])
    expect(await knock()).toContain('SIP/2.0 200 ')
    await bench.engine.link.unban(STRANGER)
  })

  test('ends by itself', async () => {
    await bench.engine.link.ban(STRANGER, 1)
    await until('the second is over', async () => (await bench.engine.link.bans()).length === 0)
    await until('he is heard again', async () => (await knock()) !== '')
  })
})

describe('a carrier that wants us to register', () => {
  const account = {
    gateway_id: 21,
    username: 'us',
    domain: 'carrier.test',
    registrar: `sip:${GATEWAY}:5060`,
    realm: 'carrier.test',
    auth_username: 'us',
    auth_password: 'ours',
    expires: 300,
  }
  const CHALLENGE = 'WWW-Authenticate: Digest realm="carrier.test", nonce="af1e", algorithm=MD5'
  const state = async () => (await bench.engine.link.outboundRegistrations())[0]?.state

  test('gets our name and password, and calls us', async () => {
    const registrar = await bench.gateway('registrar', { CHALLENGE })
    const from = Date.now() / 1000
    await bench.engine.link.setOutboundRegistrations([account])
    await until('we are registered', async () => (await state()) === 'REGISTERED')
    const [row] = await bench.engine.link.outboundRegistrations()
    expect(row).toMatchObject({ gateway_id: 21 })
    expectExpiry(row?.expires_at, from, 300)
    expect(registrar.received()).toContain('REGISTER sip:carrier.test SIP/2.0')
    expect(registrar.received()).toMatch(/^To: <sip:us@carrier\.test>/m)
    expect(registrar.received()).toContain(`Contact: <sip:gw21@${SWITCH}:5060>`)
    expect(registrar.received()).toContain('Authorization: Digest username="us"')

    // The same list again changes nothing; without it the account is given up.
    await bench.engine.link.setOutboundRegistrations([account])
    expect(await state()).toBe('REGISTERED')
    await bench.engine.link.setOutboundRegistrations([])
    expect(await bench.engine.link.outboundRegistrations()).toEqual([])
  })

  test('may refuse, and calls go on meanwhile', async () => {
    await bench.gateway('gateway-is-pinged', { CODE: 403, METHOD: 'REGISTER' }, SECOND)
    const other = { ...account, gateway_id: 22, registrar: `sip:${SECOND}:5060` }
    await bench.engine.link.setOutboundRegistrations([other])
    await until('we are refused', async () => (await state()) === 'FAILED')
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    await bench.gateway('gateway')
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    await bench.engine.link.setOutboundRegistrations([])
  })
})
