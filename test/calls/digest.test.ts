// Passwords in both directions: callers that must prove who they are, and gateways that ask us.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authorization, openPhone, type Phone } from '../sip/phone.ts'
import { sipRequest } from '../sip/probe.ts'
import { type Gateway, headersOf, openGateway } from '../sip/torture/peer.ts'
import { until } from '../sip/until.ts'
import { ANN, CHALLENGE, REFUSAL, routeTo, routing, user } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.17.2', first_port: 20_300 }
const { SWITCH, STRANGER, GATEWAY, SECOND } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

/** As SIPp's scenarios name it. */
const PLACES = { USERNAME: ANN.username, PASSWORD: ANN.password }

beforeEach(async () => {
  bench.engine.users.set('ann', user('ann', 'secret')).set('bob', user('bob', 'other'))
  bench.engine.decide = ({ auth_username }) =>
    auth_username === '' ? CHALLENGE : routing([routeTo(GATEWAY)])
  await bench.engine.link.forgetCredentials()
})

describe('a caller that nobody knows', () => {
  test('is asked for a password, and calls as the user that has it', async () => {
    const called = await bench.gateway('gateway')
    const result = await bench.call('caller-proves', PLACES)
    expect(result).toMatchObject({ successful: 1 })
    expect(result.received).toContain('Proxy-Authenticate: Digest realm="softswitch"')
    const ended = await bench.engine.event('ended')
    expect(bench.engine.invites.map(({ auth_username }) => auth_username)).toEqual(['', 'ann'])
    expect(bench.engine.questions).toMatchObject([{ method: 'INVITE', username: 'ann' }])
    expect(ended.started_at).toBe(bench.engine.invites[1]?.received_at)
    // The challenged INVITE is no call.
    const kinds = bench.engine.events.map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['answered', 'ended', 'ringing'])
    expect(called.received()).not.toMatch(/authorization|response=/i)
  })

  test('is let in again without a question to the engine', async () => {
    for (const phone of ['first', 'second']) {
      const called = await bench.gateway('gateway')
      expect(await bench.call('caller-proves', PLACES), phone).toMatchObject({ successful: 1 })
      await called.stop()
    }
    expect(bench.engine.questions).toHaveLength(1)
    expect(bench.engine.invites).toHaveLength(4)
  })

  test('may be behind an address translator: all that follows finds it', async () => {
    bench.engine.decide = ({ auth_username }) =>
      auth_username === '' ? CHALLENGE : routing([routeTo(GATEWAY)], { max_seconds: 1 })
    const behind = { ...PLACES, CONTACT: '10.9.9.9:5070' }
    const called = await bench.gateway('gateway')
    expect(await bench.call('caller-proves-and-is-left', behind)).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('ended')).toMatchObject({ released_by: 'switch' })
    await called.stop()
    bench.engine.decide = ({ auth_username }) =>
      auth_username === '' ? CHALLENGE : routing([routeTo(GATEWAY)])
    await bench.gateway('gateway-hangs-up', { TALK_MS: 100 })
    expect(await bench.call('caller-proves-and-is-left', behind)).toMatchObject({ successful: 1 })
  })
})

describe('a proof', () => {
  let phone: Phone
  let call_id: string
  beforeEach(async ({ task }) => {
    // A challenge is good for the call that was challenged.
    call_id = `${task.id}@digest`
    phone = await openPhone(STRANGER, SWITCH)
    bench.engine.decide = ({ auth_username }) => (auth_username === '' ? CHALLENGE : REFUSAL)
  })
  afterEach(() => phone.close())

  const uri = `sip:441234@${SWITCH}`
  const ask = (...headers: string[]) =>
    phone.ask(sipRequest(SWITCH, STRANGER, { call_id, headers }))
  const proofOf = (challenge: string, username: string, password: string, nonce_count = 1) =>
    authorization(challenge, { username, password, nonce_count, method: 'INVITE', uri })

  test('that is wrong is answered like an unknown user, and nothing is decided', async () => {
    const challenge = await ask()
    const wrong = await ask(proofOf(challenge, 'ann', 'guess'))
    const unknown = await ask(proofOf(challenge, 'eve', 'guess', 2))
    for (const reply of [wrong, unknown]) {
      expect(reply).toContain('SIP/2.0 407 ')
      expect(reply).toContain('Proxy-Authenticate: Digest realm="softswitch"')
      expect(reply).not.toContain('stale')
    }
    expect(bench.engine.invites).toHaveLength(1)
    expect(bench.engine.events).toEqual([])
    expect(await bench.engine.notice('auth_failed')).toMatchObject({
      method: 'INVITE',
      reason: 'wrong_password',
      username: 'ann',
      realm: 'softswitch',
      source_ip: STRANGER,
      ruri: uri,
      from: expect.stringContaining('15551000'),
      to: `<${uri}>`,
    })
  })

  test('is good once; then another is asked for', async () => {
    const challenge = await ask()
    const proof = proofOf(challenge, 'ann', 'secret')
    expect(await ask(proof)).toContain('SIP/2.0 404 ')
    const replayed = await ask(proof)
    expect(replayed).toContain('SIP/2.0 407 ')
    expect(replayed).toContain('stale=true')
    expect(bench.engine.notices).toEqual([])
    expect(await ask(proofOf(challenge, 'ann', 'secret', 2))).toContain('SIP/2.0 404 ')
  })

  test('of a made-up challenge is none', async () => {
    const challenge = (await ask()).replace(/nonce="..../, 'nonce="AAAA')
    expect(await ask(proofOf(challenge, 'ann', 'secret'))).toContain('SIP/2.0 407 ')
    expect(bench.engine.invites).toHaveLength(1)
    expect(bench.engine.questions).toEqual([])
    expect(bench.engine.notices).toEqual([])
  })

  test('by one user does not make him another', async () => {
    const challenge = await ask()
    const bobs = proofOf(challenge, 'bob', 'other').replace('username="bob"', 'username="ann"')
    expect(await ask(bobs)).toContain('SIP/2.0 407 ')
    const first = 'Proxy-Authorization: Digest username="bob", realm="elsewhere", nonce="x"'
    expect(await ask(first, bobs)).toContain('SIP/2.0 407 ')
    expect(await ask(proofOf(challenge, 'bob', 'other', 3), bobs)).toContain('SIP/2.0 ')
    const names = bench.engine.invites.map(({ auth_username }) => auth_username)
    expect(names).not.toContain('ann')
  })

  test('of somebody who may not is refused', async () => {
    bench.engine.users.set('ann', user('ann', 'secret', { is_allowed: false }))
    const challenge = await ask()
    expect(await ask(proofOf(challenge, 'ann', 'secret'))).toContain('SIP/2.0 403 ')
    expect(bench.engine.invites).toHaveLength(1)
    expect(bench.engine.events).toEqual([])
  })
})

describe('a gateway that asks for a password', () => {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const auth = { username: 'us', password: 'ours', realm: 'carrier' }

  /** Whether the request that the gateway received proves our password. */
  function isProved(received: string): boolean {
    const proof = /^(?:Proxy-)?Authorization: Digest (.*)$/im.exec(received)?.[1] ?? ''
    const value = (name: string) => new RegExp(`\\b${name}="?([^",\\s]*)`).exec(proof)?.[1] ?? ''
    const ha1 = md5(`us:${value('realm')}:ours`)
    const ha2 = md5(`INVITE:${value('uri')}`)
    const middle = [value('nonce'), value('nc'), value('cnonce'), value('qop')].join(':')
    return value('username') === 'us' && md5(`${ha1}:${middle}:${ha2}`) === value('response')
  }

  beforeEach(() => {
    bench.engine.decide = () => routing([routeTo(GATEWAY, { auth }), routeTo(SECOND)])
  })

  test.each([
    [401, 'WWW-Authenticate', 'caller'],
    [407, 'Proxy-Authenticate', 'caller-is-left'],
  ])('with %i gets it, and the call can be ended from both sides', async (CODE, name, scenario) => {
    if (scenario === 'caller-is-left') {
      const realmless = { ...auth, realm: '' }
      bench.engine.decide = () =>
        routing([routeTo(GATEWAY, { auth: realmless })], { max_seconds: 1 })
    }
    const header = `${name}: Digest realm="carrier", nonce="af1e", algorithm=MD5, qop="auth"`
    const called = await bench.gateway('gateway-asks', { CODE, CHALLENGE: header })
    expect(await bench.call(scenario)).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('ended')).toMatchObject({
      attempts: [{ gateway_id: 21, sip_code: 200 }],
    })
    await until('the gateway is hung up on', () => called.received().includes('BYE sip:'))
    expect(isProved(called.received())).toBe(true)
    // On a busy machine a request is sent again before its response comes.
    const sequence = [...new Set(called.received().match(/^CSeq: \d+ (INVITE|BYE)/gm))]
    expect(called.received()).not.toMatch(/^P-K-/m)
    expect(sequence).toEqual(['CSeq: 1 INVITE', 'CSeq: 2 INVITE', 'CSeq: 3 BYE'])
  })

  test('offers SHA-256 first, and gets the proof with MD5', async () => {
    const challenge = (algorithm: string, nonce: string) =>
      `WWW-Authenticate: Digest realm="carrier", qop="auth", ` +
      `algorithm=${algorithm}, nonce="${nonce}"`
    const offers = [challenge('SHA-256', 'sha'), challenge('MD5', 'af1e')].join('\n      ')
    const called = await bench.gateway('gateway-asks', { CODE: 401, CHALLENGE: offers })
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('ended')).toMatchObject({ attempts: [{ gateway_id: 21 }] })
    expect(isProved(called.received())).toBe(true)
    expect(called.received()).toContain('nonce="af1e"')
  })

  describe('and says that its nonce was too old', () => {
    let gateway: Gateway
    afterEach(() => gateway.close())

    /** Requests repeatedly; the last reply is 200. */
    async function openAsking(times: number): Promise<void> {
      gateway = await openGateway(GATEWAY)
      const challenge = (): void => {
        const asked = gateway.calls().length
        const stale = asked > 0 ? ', stale=true' : ''
        const headers = `WWW-Authenticate: Digest realm="carrier", nonce="n${asked}"${stale}\r\n`
        gateway.answer =
          asked < times
            ? { code: 401, headers }
            : { code: 200, headers: `Contact: <sip:carrier@${GATEWAY}:5060>\r\n` }
      }
      challenge()
      gateway.onHeard(challenge)
    }

    const sequenceOf = ({ heard }: Gateway): string[] => {
      const numbers = heard.flatMap(({ text }) => headersOf(text, 'CSeq'))
      return [...new Set(numbers)].filter((number) => !number.endsWith('ACK'))
    }

    test('it gets one more proof, with the new one', async () => {
      await openAsking(2)
      const talking = await bench.caller('caller', { TALK_MS: 200 })
      expect(await bench.engine.event('ended')).toMatchObject({
        attempts: [{ gateway_id: 21, sip_code: 200 }],
      })
      const proofs = gateway.calls().map((invite) => headersOf(invite, 'Authorization'))
      expect(proofs).toEqual([
        [],
        [expect.stringContaining('nonce="n0"')],
        [expect.stringContaining('nonce="n1"')],
      ])
      // The engine may know of the end before the gateway; on a busy machine requests are repeated.
      await until('the gateway is hung up on', () => sequenceOf(gateway).includes('4 BYE'))
      expect(sequenceOf(gateway)).toEqual(['1 INVITE', '2 INVITE', '3 INVITE', '4 BYE'])
      expect(await talking.finished).toMatchObject({ successful: 1 })
    })

    test('for ever, is passed over', async () => {
      await openAsking(10)
      await bench.gateway('gateway', {}, SECOND)
      expect(await bench.call('caller')).toMatchObject({ successful: 1 })
      expect(await bench.engine.event('ended')).toMatchObject({
        attempts: [
          { gateway_id: 21, sip_code: 401 },
          { gateway_id: 22, sip_code: 200 },
        ],
      })
      expect(gateway.calls()).toHaveLength(3)
    })
  })

  test('of another realm, or when we have none, is passed over', async () => {
    const CHALLENGE = 'WWW-Authenticate: Digest realm="elsewhere", nonce="af1e"'
    await bench.gateway('gateway-refuses', { CODE: 401, REASON: CHALLENGE })
    await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('ended')).toMatchObject({
      attempts: [
        { gateway_id: 21, sip_code: 401 },
        { gateway_id: 22, sip_code: 200 },
      ],
    })
  })
})
