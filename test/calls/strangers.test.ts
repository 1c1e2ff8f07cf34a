// Attacks on other callers: datagrams with a forged source address, digests that were recorded or
// invented, and floods.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  authorization,
  openPhone,
  type Phone,
  type Proving,
  registerRequest,
} from '../sip/phone.ts'
import { isUnanswered, probe, sipRequest } from '../sip/probe.ts'
import { openPeer, type Peer } from '../sip/torture/peer.ts'
import { until } from '../sip/until.ts'
import { ANN, CHALLENGE, REFUSAL, routeTo, routing, user } from './scripted-engine.ts'
import { addressesIn, expectExpiry, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.17.9', first_port: 25_300 }
const { SWITCH, CALLER, STRANGER, GATEWAY } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

const opened: Phone[] = []
async function phone(address: string, port = 5060): Promise<Phone> {
  const one = await openPhone(address, SWITCH, port)
  opened.push(one)
  return one
}

beforeEach(async () => {
  bench.engine.users.set('ann', user('ann', 'secret'))
  bench.engine.decide = ({ auth_username }) =>
    auth_username === '' ? CHALLENGE : routing([routeTo(GATEWAY)])
  await bench.engine.link.forgetCredentials()
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await bench.engine.link.unregister('ann')
})

/** Requests a challenge, or answers it with `proof`. */
function tryToRegister(from: Phone, proof?: string, call_id = 'try'): Promise<string> {
  const part = { call_id, cseq: 1 }
  return from.ask(registerRequest(from, SWITCH, ANN, proof ? { ...part, proof } : part))
}

const proofOf = (challenge: string, more: Partial<Proving> = {}) =>
  authorization(challenge, { ...ANN, method: 'REGISTER', uri: `sip:${SWITCH}`, ...more })

describe('a nonce', () => {
  test('that is not ours costs no question to the engine, and is no failure', async () => {
    const from = await phone(STRANGER)
    const challenge = await tryToRegister(from)
    for (const made_up of ['nonce="AAAA', 'nonce="']) {
      const answer = await tryToRegister(
        from,
        proofOf(challenge.replace(/nonce="..../, made_up), { password: 'guess' }),
      )
      expect(answer).toContain('SIP/2.0 401 ')
      expect(answer).toContain('stale=true')
    }
    expect(bench.engine.questions).toEqual([])
    // A correct request passes, so the failures before it are reported now.
    expect(await tryToRegister(from, proofOf(challenge))).toContain('SIP/2.0 200 ')
    expect(bench.engine.notices.map(({ kind }) => kind)).not.toContain('auth_failed')
  })

  test('is worth nothing at another address or for another call', async () => {
    const [ours, theirs] = [await phone(CALLER), await phone(STRANGER)]
    const challenge = await tryToRegister(ours)
    const guess = await tryToRegister(theirs, proofOf(challenge, { password: 'guess' }))
    const right = await tryToRegister(theirs, proofOf(challenge))
    const other = await tryToRegister(ours, proofOf(challenge), 'another')
    for (const answer of [guess, right, other]) expect(answer).toContain('stale=true')
    expect(bench.engine.questions).toEqual([])
    expect(await tryToRegister(ours, proofOf(challenge))).toContain('SIP/2.0 200 ')
    expect(bench.engine.notices.map(({ kind }) => kind)).not.toContain('auth_failed')
  })
})

describe('a proof', () => {
  test('without qop is refused, however right it is', async () => {
    const from = await phone(STRANGER)
    const answer = await tryToRegister(from, proofOf(await tryToRegister(from), { qop: false }))
    expect(answer).toContain('SIP/2.0 401 ')
    expect(answer).not.toContain('stale')
    expect(await bench.engine.notice('auth_failed')).toMatchObject({ reason: 'no_qop' })
  })

  test('is good once, also from the same address', async () => {
    const from = await phone(STRANGER)
    const proof = proofOf(await tryToRegister(from))
    expect(await tryToRegister(from, proof)).toContain('SIP/2.0 200 ')
    expect(await tryToRegister(from, proof)).toContain('stale=true')
  })

  test('for one number calls no other one', async () => {
    const from = await phone(STRANGER)
    const ask = (...headers: string[]) =>
      from.ask(sipRequest(SWITCH, STRANGER, { call_id: 'number', headers }))
    const prove = async (uri: string) => ask(proofOf(await ask(), { method: 'INVITE', uri }))
    expect(await prove(`sip:449999@${SWITCH}`)).toContain('SIP/2.0 407 ')
    expect(await prove('sip:441234@192.0.2.9')).toContain('SIP/2.0 407 ')
    expect(await bench.engine.notice('auth_failed')).toMatchObject({ reason: 'wrong_uri' })
    expect(bench.engine.invites.map(({ auth_username }) => auth_username)).not.toContain('ann')
    bench.engine.decide = ({ auth_username }) => (auth_username === '' ? CHALLENGE : REFUSAL)
    // As phones write it: with a port, with parameters, or for the registrar.
    const ours = `sip:441234@${SWITCH}`
    for (const uri of [ours, `${ours}:5060`, `${ours};user=phone`, `sip:${SWITCH}:5060`]) {
      expect(await prove(uri), uri).toContain('SIP/2.0 404 ')
    }
  })

  test('in a second header hides nothing of the one that counts', async () => {
    const from = await phone(STRANGER)
    const proof = proofOf(await tryToRegister(from), { qop: false })
    const other = proofOf(await tryToRegister(from), { password: 'guess' })
    const answer = await tryToRegister(from, `Proxy-${other}\n${proof}`)
    expect(answer).toContain('SIP/2.0 401 ')
    expect(await bench.engine.link.registrations()).toEqual([])
  })
})

describe('a ban', () => {
  afterEach(async () => {
    for (const { ip } of await bench.engine.link.bans()) await bench.engine.link.unban(ip)
  })

  test('cuts no call: what belongs to one passes, and nothing else', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    await bench.gateway('gateway-hangs-up', { TALK_MS: 700 })
    const caller = await bench.caller('caller-is-left')
    await bench.engine.event('answered')
    await bench.engine.link.ban(GATEWAY, 100)
    await bench.engine.link.ban(CALLER, 100)
    expect(await caller.finished).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('ended')).toMatchObject({ released_by: 'callee' })
    const seal = { headers: [`Route: <sip:${SWITCH};lr;ftag=1;seal=${'0'.repeat(32)}>`] }
    for (const parts of [
      { method: 'OPTIONS' },
      { method: 'INVITE', headers: seal.headers },
      { method: 'BYE', to_tag: 'x', headers: seal.headers },
      { method: 'CANCEL' },
    ]) {
      const request = sipRequest(SWITCH, CALLER, parts)
      expect(await isUnanswered(CALLER, SWITCH, request, STRANGER), parts.method).toBe(true)
    }
  })
})

describe('a firewall zone', () => {
  afterEach(() => bench.engine.link.forgetZones())

  test('denies and limits requests by itself, until its verdicts are forgotten', async () => {
    const from = await phone(STRANGER)
    const { link } = bench.engine
    const REGISTER = { zone_id: 7, limit: 'DENY' } as const
    link.setZones(STRANGER, { REGISTER, INVITE: { zone_id: 8, limit: 1 } })
    await until('the denial counts', async () =>
      (await tryToRegister(from)).startsWith('SIP/2.0 403 '),
    )
    // Some of them come within the same second.
    const calls = Array.from({ length: 10 }, () => from.ask(sipRequest(SWITCH, STRANGER, {})))
    const answers = (await Promise.all(calls)).map((answer) => answer.slice(8, 11))
    expect(answers.filter((code) => code === '503').length).toBeGreaterThan(0)
    expect(answers).toContain('407')
    const hits = new Map((await link.takeZoneHits()).map((row) => [row.zone_id, row.hits]))
    expect([hits.get(7), hits.get(8)]).toEqual([1, 10])
    expect(await link.takeZoneHits()).toEqual([])

    link.forgetZones()
    await until('it is forgotten', async () =>
      (await tryToRegister(from)).startsWith('SIP/2.0 401 '),
    )
  })
})

const bytesOf = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))
const optionsFrom = (from: string) => sipRequest(SWITCH, from, { method: 'OPTIONS' })
/** Twice as long as until it is sent again. */
const KNOCK_MS = 1_000
const knock = (from: string) => probe(from, SWITCH, optionsFrom(from), KNOCK_MS)

describe('a flood', () => {
  /** Who has never proved a password. */
  const FLOODER = `${PLACE.network}.50`
  const isKeptOut = async (ip: string) =>
    (await bench.engine.link.floods()).some((flood) => flood.ip === ip)

  /** A busy switch takes few messages a second, and counts those only. */
  const FLOOD_MS = 120_000

  /** Sends until it has to stop, for a while at most. */
  async function flood(from: string, until_then: () => Promise<boolean>): Promise<void> {
    const peer = await openPeer(from)
    const bytes = bytesOf(optionsFrom(from))
    const end_ms = performance.now() + FLOOD_MS
    while (performance.now() < end_ms && !(await until_then())) {
      for (let n = 0; n < 500; n++) peer.send(bytes, SWITCH)
    }
    peer.close()
  }

  test('keeps its sender out, until the engine makes a ban of it or forgives', async () => {
    const from = Date.now() / 1000
    await flood(FLOODER, () => isKeptOut(FLOODER))
    const [row] = await bench.engine.link.floods()
    expect(row?.ip).toBe(FLOODER)
    expectExpiry(row?.expires_at, from, 300)
    expect(await isUnanswered(FLOODER, SWITCH, optionsFrom(FLOODER), STRANGER)).toBe(true)
    // While the switch counts the same flood, each message restarts it.
    const isHeard = async () => {
      await bench.engine.link.forgiveFlood(FLOODER)
      return (await knock(FLOODER)) !== ''
    }
    await until('he is heard again', isHeard)
  })

  test('in the name of an address that is known keeps nobody out', async () => {
    bench.engine.link.spare([CALLER])
    let times = 0
    await flood(CALLER, async () => (await isKeptOut(CALLER)) || ++times === 40)
    expect(await isKeptOut(CALLER)).toBe(false)
    await until('he is heard again', async () => (await knock(CALLER)) !== '')
  })

  test('of many addresses takes its share only, and a known caller gets through', async () => {
    bench.engine.decide = ({ source_ip }) => (source_ip === CALLER ? REFUSAL : CHALLENGE)
    bench.engine.link.spare([CALLER])
    // The rest of the earlier floods has had its share by then.
    await until('a stranger is heard', async () => (await knock(STRANGER)) !== '')
    const from = Array.from({ length: 30 }, (_, n) => `${PLACE.network}.${100 + n}`)
    const peers = await Promise.all(from.map((address) => openPeer(address)))
    const caller = await phone(CALLER)
    for (let turn = 0; turn < 100; turn++) {
      for (const peer of peers) peer.send(bytesOf(sipRequest(SWITCH, peer.address, {})), SWITCH)
      if (turn % 25 === 0) {
        expect(await caller.ask(sipRequest(SWITCH, CALLER, {}))).toContain('SIP/2.0 404 ')
      }
    }
    expect(await caller.ask(sipRequest(SWITCH, CALLER, {}))).toContain('SIP/2.0 404 ')
    for (const peer of peers) peer.close()
    const seconds = new Map<number, number>()
    for (const { received_at, source_ip } of bench.engine.invites) {
      if (source_ip === CALLER) continue
      // One second of the switch may reach into two of its clock.
      const second = Math.floor(received_at / 2)
      seconds.set(second, (seconds.get(second) ?? 0) + 1)
    }
    expect(Math.max(...seconds.values())).toBeLessThanOrEqual(2 * 500)
    expect([...seconds.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100)
  })
})

describe('what is written of a stranger', () => {
  const peers: Peer[] = []
  afterEach(() => {
    for (const peer of peers.splice(0)) peer.close()
  })
  async function send(from: string, text: string, times = 1): Promise<void> {
    const peer = await openPeer(from, [0])
    peers.push(peer)
    for (let n = 0; n < times; n++) peer.send(bytesOf(text), SWITCH)
  }
  const written = () => bench.kamailio.log()

  test('is little, however much he sends that cannot be read, and not in his words', async () => {
    const before = written().length
    const [first, second] = [`${PLACE.network}.60`, `${PLACE.network}.61`]
    const fine = sipRequest(SWITCH, first, { method: 'REGISTER' })
    const wrong = [
      fine.replace(/^Via: .*$/m, 'Via: SIP/2.0/UDP ;;;=forged line'),
      fine.replace(/^From: .*$/m, 'From: <sip:forged line'),
      fine.replace(/^To: .*$/m, 'To: "forged line'),
      fine.replace(/^CSeq: .*$/m, 'CSeq: forged line'),
      fine.replace(/^Content-Length: .*$/m, 'Content-Length: forged line'),
      fine.replace(/^Content-Length/m, 'Authorization: Digest username="forged line\n$&'),
      fine.replace(/^REGISTER .*$/m, 'SIP/2.0 200 OK').replace(/^CSeq: .*$/m, 'CSeq: forged line'),
    ]
    for (const from of [first, second]) for (const text of wrong) await send(from, text, 50)
    await until('both are told', () => (written().match(/malformed: /g) ?? []).length > 1)
    await until('the switch answers', async () => (await knock(CALLER)) !== '')
    const log = written().slice(before)
    expect(log.match(/malformed: \S+/g)?.toSorted()).toEqual([
      `malformed: ${first}`,
      `malformed: ${second}`,
    ])
    expect(log.length).toBeLessThan(1_000)
    expect(log).not.toContain('forged line')
  })

  test('holds no control characters, not even in a Call-ID', async () => {
    const from = await phone(STRANGER)
    const call_id = '\u001b[31mred\u0007'
    const challenge = await tryToRegister(from, undefined, call_id)
    await tryToRegister(from, proofOf(challenge, { uri: 'sip:@@@' }), call_id)
    await until('something is written of it', () => written().includes('[31mred'))
    expect(written()).toContain('_[31mred_')
    expect(written()).not.toContain('\u001b')
  })
})
