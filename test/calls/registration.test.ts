// Phones that register: which may, their contacts then, and what an attacker learns.
import { afterEach, describe, expect, test } from 'vitest'
import {
  authorization,
  openPhone,
  type Phone,
  type Registering,
  register,
  registerRequest,
} from '../sip/phone.ts'
import { until } from '../sip/until.ts'
import { user } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.17.1', first_port: 19_300 }
const { SWITCH, CALLER, STRANGER } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

const phones: Phone[] = []
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.close()
  await bench.engine.link.forgetCredentials()
  for (const { username } of await bench.engine.link.registrations()) {
    await bench.engine.link.unregister(username)
  }
})

async function phone(address = CALLER, port = 5060): Promise<Phone> {
  const opened = await openPhone(address, SWITCH, port)
  phones.push(opened)
  return opened
}

const ANN = { username: 'ann', password: 'secret' } as const

async function registerAnn(more: Partial<Registering> = {}, from?: Phone) {
  bench.engine.users.set('ann', bench.engine.users.get('ann') ?? user('ann', 'secret'))
  return register(from ?? (await phone()), SWITCH, { ...ANN, ...more })
}

/** The parts that an attacker could compare, without those that differ each time. */
const comparable = (reply: string) =>
  reply
    .replace(/nonce="[^"]*"/, 'nonce=""')
    .replace(/^(Via|From|To|Call-ID): .*$/gm, '$1')
    .replaceAll(/\d+ REGISTER/g, 'REGISTER')

describe('a phone', () => {
  test('is asked for its password, and then known with its place', async () => {
    const { first, last } = await registerAnn({ expires: 300 })
    expect(first).toContain('SIP/2.0 401 ')
    expect(first).toContain('Digest realm="softswitch", nonce="')
    expect(last).toContain('SIP/2.0 200 ')
    expect(last).toMatch(/^Contact: <sip:ann@127\.17\.1\.11:5060>.*;expires=300\r$/m)
    const known = {
      username: 'ann',
      contact: `sip:ann@${CALLER}:5060`,
      source_ip: CALLER,
      source_port: 5060,
      transport: 'UDP',
      user_agent: 'test phone',
    }
    const notice = await bench.engine.notice('registered')
    expect(notice).toMatchObject({ ...known, kind: 'registered' })
    const [registration] = await bench.engine.link.registrations()
    expect(registration).toMatchObject(known)
    expect(Math.abs(registration!.expires_at - notice.expires_at)).toBeLessThanOrEqual(1)
    expect(Math.abs(notice.expires_at - registration!.registered_at - 300)).toBeLessThanOrEqual(1)
    expect(bench.engine.questions).toMatchObject([
      { method: 'REGISTER', username: 'ann', source_ip: CALLER, user_agent: 'test phone' },
    ])
  })

  test('goes by itself, or is made to go', async () => {
    const its = await phone()
    await registerAnn({}, its)
    await registerAnn({ expires: 0 }, its)
    expect(await bench.engine.notice('unregistered')).toMatchObject({
      username: 'ann',
      contact: `sip:ann@${CALLER}:5060`,
    })
    expect(await bench.engine.link.registrations()).toEqual([])
    await registerAnn({}, its)
    await registerAnn({ contact: '*', expires: 0 }, its)
    expect(await bench.engine.link.registrations()).toEqual([])
    await registerAnn({}, its)
    await bench.engine.link.unregister('ann', `sip:ann@${CALLER}:5060`)
    expect(await bench.engine.link.registrations()).toEqual([])
    await bench.engine.link.unregister('nobody')
  })

  test('stays as long as the user may, and not for less than that', async () => {
    const its = await phone()
    const short = await registerAnn({ expires: 59 }, its)
    expect(short.last).toContain('SIP/2.0 423 ')
    expect(short.last).toContain('Min-Expires: 60\r\n')
    expect((await registerAnn({ parameters: ';expires=30' }, its)).last).toContain('SIP/2.0 423 ')
    for (const long of [{ expires: 86_400 }, { parameters: ';expires=7200' }, {}]) {
      expect((await registerAnn(long, its)).last).toContain(';expires=600')
    }
    expect((await registerAnn({ parameters: ';expires=90', expires: 300 }, its)).last).toContain(
      ';expires=90',
    )
  })

  test('too many takes the place of the one that came first', async () => {
    const its = await phone()
    for (const name of ['first', 'second', 'first', 'third']) {
      const { last } = await registerAnn({ contact: `<sip:${name}@${CALLER}>` }, its)
      expect(last).toContain('SIP/2.0 200 ')
      // The table of phones knows whole seconds only, of a clock that is some milliseconds behind.
      const there = await bench.engine.link.registrations()
      const last_at = Math.max(...there.map(({ registered_at }) => registered_at))
      await until('another second', () => Date.now() / 1000 > last_at + 1.1)
    }
    const names = (await bench.engine.link.registrations()).map(({ contact }) => contact)
    expect(names.toSorted()).toEqual([`sip:first@${CALLER}`, `sip:third@${CALLER}`])
    expect(await bench.engine.notice('unregistered')).toMatchObject({
      contact: `sip:second@${CALLER}`,
    })
  })

  test('cannot be more of them at once than the user may have', async () => {
    const three = ['one', 'two', 'three'].map((name) => `<sip:${name}@${CALLER}>`).join(', ')
    const its = await phone()
    for (const expires of [300, 3_000]) {
      expect((await registerAnn({ contact: three, expires }, its)).last).toContain('SIP/2.0 403 ')
    }
    expect(await bench.engine.link.registrations()).toEqual([])
  })

  test('is still known after Kamailio has started again', async () => {
    await registerAnn()
    const before = await bench.engine.link.registrations()
    expect(before).toHaveLength(1)
    await bench.kamailio.restart('SIGTERM')
    const [after] = await bench.engine.link.registrations()
    expect(after).toMatchObject({ ...before[0], expires_at: expect.any(Number) })
    expect(Math.abs(after!.expires_at - before[0]!.expires_at)).toBeLessThanOrEqual(2)
    await until('the engine is connected again', async () => {
      return (await bench.engine.link.health()).connected
    })
  })

  test('that cannot be asked about is told to come again; a known one is let in', async () => {
    const its = await phone()
    await registerAnn({}, its)
    await bench.engine.close()
    expect((await register(its, SWITCH, ANN)).last).toContain('SIP/2.0 200 ')
    const other = await register(its, SWITCH, { username: 'bob', password: 'x' })
    expect(other.last).toContain('SIP/2.0 503 ')
    expect(other.last).toContain('Retry-After: 5\r\n')
  })
})

describe('a password', () => {
  test('that is wrong is answered like a user that does not exist', async () => {
    const its = await phone()
    const wrong = await registerAnn({ password: 'guess' }, its)
    const unknown = await register(its, SWITCH, { username: 'eve', password: 'guess' })
    const noName = { username: 'e v e', aor: 'eve', password: 'guess' }
    const impossible = await register(its, SWITCH, noName)
    expect(wrong.last).toContain('SIP/2.0 401 ')
    expect(wrong.last).not.toContain('stale')
    expect(comparable(unknown.last)).toBe(comparable(wrong.last))
    expect(comparable(impossible.last)).toBe(comparable(wrong.last))
    expect(await bench.engine.link.registrations()).toEqual([])
    await until('all are told', () => bench.engine.notices.length === 3)
    expect(bench.engine.notices).toMatchObject(
      ['ann', 'eve', 'e v e'].map((username) => ({
        kind: 'auth_failed',
        method: 'REGISTER',
        reason: 'wrong_password',
        username,
        source_ip: CALLER,
        source_port: 5060,
        user_agent: 'test phone',
        realm: 'softswitch',
        to: expect.stringContaining(`${username === 'e v e' ? 'eve' : username}@${SWITCH}`),
        ruri: `sip:${SWITCH}`,
        suppressed: 0,
      })),
    )
  })

  test('is asked about once, until it is to be forgotten or turns out to be wrong', async () => {
    const its = await phone()
    await registerAnn({}, its)
    await registerAnn({}, its)
    expect(bench.engine.questions).toHaveLength(1)
    bench.engine.users.set('ann', user('ann', 'changed'))
    expect(await bench.engine.link.allowedNames()).toEqual(['ann'])
    await bench.engine.link.forgetCredentials('ann')
    expect((await registerAnn({ password: 'changed' }, its)).last).toContain('SIP/2.0 200 ')
    expect(bench.engine.questions).toHaveLength(2)
    bench.engine.users.set('ann', user('ann', 'again'))
    expect((await registerAnn({ password: 'again' }, its)).last).toContain('SIP/2.0 401 ')
    expect((await registerAnn({ password: 'again' }, its)).last).toContain('SIP/2.0 200 ')
  })

  test('proves nothing for another user, nor for one who may not', async () => {
    // From an address of its own: of each one, only three failures a second are reported.
    const its = await phone(STRANGER)
    expect((await registerAnn({ aor: 'bob' }, its)).last).toContain('SIP/2.0 403 ')
    bench.engine.users.set('ann', user('ann', 'secret', { is_allowed: false }))
    await bench.engine.link.forgetCredentials()
    expect((await registerAnn({}, its)).last).toContain('SIP/2.0 403 ')
    expect((await registerAnn({ password: 'guess' }, its)).last).toContain('SIP/2.0 401 ')
    await until('all are told', () => bench.engine.notices.length === 3)
    expect(bench.engine.notices.map((notice) => 'reason' in notice && notice.reason)).toEqual([
      'other_user',
      'not_allowed',
      'wrong_password',
    ])
    expect(await bench.engine.link.registrations()).toEqual([])
  })

  test('that is guessed again and again is told three times a second, and counted', async () => {
    const its = await phone(STRANGER)
    const challenge = await its.ask(
      registerRequest(its, SWITCH, ANN, { call_id: 'guess', cseq: 1 }),
    )
    const guess = { username: 'no name', password: 'x', method: 'REGISTER', uri: `sip:${SWITCH}` }
    const proof = authorization(challenge, guess)
    const request = (n: number) =>
      registerRequest(its, SWITCH, ANN, { call_id: 'guess', cseq: n, proof })
    const began_ms = performance.now()
    await Promise.all(Array.from({ length: 50 }, (_, n) => its.ask(request(n))))
    const sumCounted = () =>
      bench.engine.notices.reduce(
        (sum, notice) => sum + ('suppressed' in notice ? notice.suppressed : 0),
        0,
      )
    // Those of a second are counted in the first notice of a later one.
    await until('all are told or counted', async () => {
      await its.ask(request(99))
      return bench.engine.notices.length + sumCounted() >= 50
    })
    // The first and the last second may be parts of one.
    const seconds = (performance.now() - began_ms) / 1000 + 2
    expect(bench.engine.notices.length).toBeLessThanOrEqual(3 * seconds)
    expect(sumCounted()).toBeGreaterThan(20)
  })
})

test('a contact cannot send our calls to somebody else', async () => {
  const parameters = ';received="sip:192.0.2.99:5060"'
  expect((await registerAnn({ parameters })).last).toContain('SIP/2.0 400 ')
  expect(await bench.engine.link.registrations()).toEqual([])
})
