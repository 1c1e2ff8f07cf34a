// Proofs that no phone would write, thousands of them, with a nonce that is ours: what reads
// them has crashed in other switches (CVE-2023-28098), and in a check of Kamailio that is off here
// (CVE-2026-39864).
import { expect, test } from 'vitest'
import { probe, sipRequest } from '../sip/probe.ts'
import { finalReply, openPeer } from '../sip/torture/peer.ts'
import { until } from '../sip/until.ts'
import { type Chance, makeChance } from '../support/random.ts'
import { user } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.18.9', first_port: 29_300 }
const { SWITCH, CALLER, STRANGER } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

const SEED = 28_098
const MESSAGES = 6_000
/** Messages per turn, few enough for the socket of the switch to keep them all. */
const TURN = 20

const VALUES = [
  ...['', '"', '""', '"\\"', '"\\', "'", '"a', 'a"b', '=', ',', ',,', '\t', '%00', '\0', '\x7f'],
  ...['0', '-1', '00000001', 'zzzzzzzz', '99999999999999999999', 'ffffffff', '1'.repeat(300)],
  ...['MD5', 'md5-sess', 'SHA-256', 'auth', 'auth-int', '"auth,auth-int"', 'auth-int,auth', 'true'],
  ...['sip:', 'sip:@', '<sip:a@b>', 'tel:+1', '*', `sip:${'a'.repeat(1000)}@b`, '0'.repeat(32)],
  ...['ann', '"ann@softswitch"', '"ann@"', '"@"', '"sip:ann@softswitch"', 'softswitch', 'a:b:c'],
]
const NAMES = [
  ...['username', 'realm', 'nonce', 'uri', 'response', 'qop', 'nc', 'cnonce', 'algorithm'],
  ...['opaque', 'stale', 'domain', 'auts', 'x', '', 'u', 'userhash', 'USERNAME', 'username*'],
]
const BETWEEN = [',', ', ', ' ,', ',,', '', ' ', '\t,\t', ',\r\n ', ';', ',\r\n\t']
const SCHEMES = [
  'Digest ',
  'digest\t',
  'Digest',
  'Basic ',
  'DIGEST  ',
  '',
  'Bearer ',
  'Digest\r\n ',
]

/** Some of the right parts, in any order, some of them spoiled, doubled or left out. */
function spoiledProof(right: ReadonlyMap<string, string>, chance: Chance): string {
  const parts = [...right].flatMap(([name, value]) => {
    switch (chance.whole(0, 5)) {
      case 0:
        return []
      case 1:
        return [`${name}=${chance.pick(VALUES)}`]
      case 2:
        return [`${name}=${value}`, `${name}=${chance.pick(VALUES)}`]
      default:
        return [`${name}=${value}`]
    }
  })
  for (let more = chance.whole(0, 3); more > 0; more--) {
    const place = chance.whole(0, parts.length)
    parts.splice(
      place,
      0,
      `${chance.pick(NAMES)}${chance.pick(['=', ' = ', '', '=='])}${chance.pick(VALUES)}`,
    )
  }
  return chance.pick(SCHEMES) + parts.join(chance.pick(BETWEEN))
}

test('spoiled proofs end nothing, prove nothing, and are answered or dropped', async () => {
  const chance = makeChance(SEED)
  const peer = await openPeer(STRANGER)
  bench.engine.users.set('ann', user('ann', 'secret'))
  bench.engine.link.spare([STRANGER])
  const before = bench.kamailio.processes()
  const request = (method: string, headers: readonly string[] = []) => {
    const text = sipRequest(SWITCH, STRANGER, { method, call_id: 'fuzz', headers })
    return Buffer.from(text.replaceAll('\n', '\r\n').replaceAll('\r\r', '\r'), 'latin1')
  }
  const nonce = () =>
    peer.heard.map(({ text }) => /nonce="([^"]+)"/.exec(text)?.[1]).findLast((found) => found)
  peer.send(request('REGISTER'), SWITCH)
  await until('there is a challenge', () => nonce() !== undefined)

  for (let sent = 0; sent < MESSAGES; sent += TURN) {
    const right = new Map([
      ['username', '"ann"'],
      ['realm', '"softswitch"'],
      ['nonce', `"${nonce()}"`],
      ['uri', `"sip:441234@${SWITCH}"`],
      ['response', `"${'0'.repeat(32)}"`],
      ['qop', 'auth'],
      ['nc', '00000001'],
      ['cnonce', '"x"'],
    ])
    for (let n = 0; n < TURN; n++) {
      const method = chance.pick(['REGISTER', 'INVITE'])
      const names = chance.pick([
        ['Authorization'],
        ['Proxy-Authorization'],
        ['Authorization', 'Proxy-Authorization'],
      ])
      const headers = names.map((name) => `${name}: ${spoiledProof(right, chance)}`)
      peer.send(request(method, headers), SWITCH)
    }
    await finalReply(peer, SWITCH, sipRequest(SWITCH, STRANGER, { method: 'OPTIONS' }))
  }
  const alive = sipRequest(SWITCH, CALLER, { method: 'OPTIONS' })
  await until('it answers', async () => (await probe(CALLER, SWITCH, alive)) !== '')
  const proofs = peer.heard.filter(({ text }) => !/^CSeq: \d+ OPTIONS/im.test(text))
  const codes = new Set(proofs.map(({ text }) => text.slice(8, 11)))
  peer.close()
  expect(bench.kamailio.processes(), 'A process of ours died').toEqual(before)
  expect(await bench.engine.link.registrations()).toEqual([])
  expect(bench.engine.invites.filter(({ auth_username }) => auth_username !== '')).toEqual([])
  expect(codes.has('200')).toBe(false)
  expect(codes.has('401')).toBe(true)
  expect(codes.has('407')).toBe(true)
  // Some of them were good enough to be looked up.
  expect(bench.engine.notices.some(({ kind }) => kind === 'auth_failed')).toBe(true)
})
