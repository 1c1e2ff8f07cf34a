// Answers that come too late: after the final reply to the caller, or after another answer. The
// switch acknowledges and ends them itself, and passes them to no other side.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { RawCall } from '../sip/raw-caller.ts'
import type { Leg } from '../sip/raw-gateway.ts'
import { until } from '../sip/until.ts'
import {
  MODES,
  type Mode,
  PACKETS,
  type Patience,
  setUpRawSwitch,
  TIMEOUT_MS,
} from './raw-bench.ts'

const bench = setUpRawSwitch({ network: '127.17.24', first_port: 12_300 })

/** Around the reply to the caller; 5 s later the switch has no transaction. */
const OFFSETS_MS = [
  ...[-60, -30, -15, -5, 0, 1, 2, 5, 10, 20],
  ...[40, 80, 160, 320, 640, 1280, 2500, 4000, 5200, 6500],
]

const atAllOffsets = (race: (offset_ms: number) => Promise<void>) =>
  Promise.all(OFFSETS_MS.map(race))

const GIVES_UP = { gives_up: true }

/** Calls a number that the gateway treats like this. */
async function callFor(
  media: Mode,
  play: (leg: Leg) => void,
  patience?: Patience,
): Promise<[RawCall, Leg]> {
  const number = bench.numberFor(media, [bench.gateway], patience)
  bench.gateway.script(number, play)
  const call = await bench.caller.call(number)
  await until('the gateway is called', () => bench.gateway.leg(number) !== undefined)
  return [call, bench.gateway.leg(number)!]
}

/** A call that was answered too late is over for the gateway. */
async function expectEnded(leg: Leg, tag: string): Promise<void> {
  await until(`${tag} is acknowledged`, () => leg.heard('ACK', tag).length > 0)
  await until(`${tag} is ended`, () => leg.heard('BYE', tag).length > 0)
  expect(leg.heard('BYE', tag)).toHaveLength(1)
}

async function expectNoMedia(call: RawCall, leg: Leg, media: Mode): Promise<void> {
  // Media that a gateway sends past the switch is between the two sides.
  if (media === 'PROXY') {
    const from = leg.media.sent()
    leg.play()
    await until('the gateway has sent', () => leg.media.sent() >= from + PACKETS)
    leg.media.stop()
    expect(call.media.receivedFrom(leg.media)).toBe(0)
  }
  expect(call.media.sent()).toBe(0)
  expect(leg.media.receivedFrom(call.media)).toBe(0)
}

/** Exactly one answer, whichever came first, and what it says is so. */
async function expectOneOutcome(
  [call, leg]: [RawCall, Leg],
  media: Mode,
  code: number,
): Promise<void> {
  await until('the caller has been told', () => call.finals().length > 0)
  if (call.finals()[0] === '200 gateway') {
    await bench.expectTalk(call, leg, 'gateway')
  } else {
    await expectEnded(leg, 'gateway')
    await expectNoMedia(call, leg, media)
    expect(call.finals()[0]).toContain(`${code} `)
    expect(call.answersTo('INVITE')).not.toContain(200)
    await until('the end is told', () => bench.eventsOf(call).length > 0)
    expect(bench.eventsOf(call)).toMatchObject([{ kind: 'failed', answered_at: null }])
  }
  expect(call.finals()).toHaveLength(1)
}

describe.each(MODES)('an answer that crosses the end of a call with media %s', (media) => {
  test.concurrent('that rang too long', async () => {
    await atAllOffsets(async (offset_ms) => {
      const rings = (leg: Leg) => {
        leg.reply(180)
        if (offset_ms < 0) setTimeout(() => leg.reply(200), TIMEOUT_MS + offset_ms)
        else leg.on('CANCEL', () => setTimeout(() => leg.reply(200), offset_ms))
      }
      const call = await callFor(media, rings, GIVES_UP)
      await expectOneOutcome(call, media, 480)
    })
  })

  test.concurrent('of which the gateway has not said a word', async () => {
    await atAllOffsets(async (offset_ms) => {
      const answersLate = (leg: Leg) => {
        setTimeout(() => leg.reply(200), TIMEOUT_MS + offset_ms)
      }
      const call = await callFor(media, answersLate, GIVES_UP)
      await expectOneOutcome(call, media, 503)
    })
  })

  test.concurrent('that the caller has given up before the gateway said a word', async () => {
    const CANCEL_AT_MS = 200
    await atAllOffsets(async (offset_ms) => {
      const call = await callFor(media, (leg) => {
        setTimeout(() => leg.reply(200), CANCEL_AT_MS + offset_ms)
      })
      await pause(CANCEL_AT_MS)
      call[0].cancel()
      await expectOneOutcome(call, media, 487)
    })
  })

  test.concurrent('that the gateway itself has ended after CANCEL', async () => {
    await atAllOffsets(async (offset_ms) => {
      const call = await callFor(media, (leg) => {
        leg.reply(180)
        leg.on('CANCEL', () => {
          leg.reply(487)
          setTimeout(() => leg.reply(200), Math.abs(offset_ms))
        })
      })
      await until('it rings', () => call[0].answersTo('INVITE').includes(180))
      call[0].cancel()
      await expectOneOutcome(call, media, 487)
    })
  })
})

describe.each(MODES)('with media %s', (media) => {
  test.concurrent('a gateway that answers while the next one rings is ended', async () => {
    await atAllOffsets(async (offset_ms) => {
      const number = bench.numberFor(media, [bench.gateway, bench.second], GIVES_UP)
      bench.gateway.script(number, (leg) => {
        setTimeout(() => leg.reply(200, 'late'), TIMEOUT_MS + offset_ms)
      })
      bench.second.script(number, (leg) => {
        leg.reply(180)
        setTimeout(() => leg.reply(200, 'second'), 800)
      })
      const call = await bench.caller.call(number)
      await until('the caller is told', () => call.finals().length > 0)
      const late = bench.gateway.leg(number)!
      if (call.finals()[0] === '200 late') {
        await bench.expectTalk(call, late, 'late')
      } else {
        await expectEnded(late, 'late')
        expect(late.media.receivedFrom(call.media)).toBe(0)
        expect(call.finals()).toEqual(['200 second'])
        await bench.expectTalk(call, bench.second.leg(number)!, 'second')
      }
      expect(call.finals()).toHaveLength(1)
    })
  })

  test.concurrent('a second answer of a fork is ended, and the first goes on', async () => {
    await atAllOffsets(async (offset_ms) => {
      const [call, leg] = await callFor(media, (leg) => {
        leg.reply(180)
        setTimeout(() => leg.reply(200, 'one'), 100)
        setTimeout(() => leg.reply(200, 'two'), 100 + offset_ms)
      })
      await until('the caller is told', () => call.finals().length > 0)
      const [good, bad] =
        call.finals()[0] === '200 one' ? (['one', 'two'] as const) : (['two', 'one'] as const)
      await expectEnded(leg, bad)
      await bench.expectTalk(call, leg, good)
      expect(call.finals()).toEqual([`200 ${good}`])
    })
  })
})

test('a gateway that asked for a password is ended with the numbers that it knows', async () => {
  const number = bench.numberFor('PROXY', [bench.gateway], GIVES_UP)
  const [route] = bench.routesOf.get(number) ?? []
  bench.routesOf.set(number, [{ ...route!, auth: { username: 'us', password: 'ours', realm: '' } }])
  const CHALLENGE = 'WWW-Authenticate: Digest realm="gateway", nonce="af1e", algorithm=MD5'
  bench.gateway.script(number, (leg) => {
    leg.on('INVITE', () => leg.reply(180))
    leg.on('CANCEL', () => leg.reply(200))
    leg.reply(401, 'challenge', CHALLENGE)
  })
  const call = await bench.caller.call(number)
  await until('the caller is told', () => call.finals().length > 0)
  const leg = bench.gateway.leg(number)!
  await expectEnded(leg, 'gateway')
  expect(leg.heard('INVITE')[0]).toContain('CSeq: 2 INVITE')
  expect(leg.heard('ACK', 'gateway')[0]).toContain('CSeq: 2 ACK')
  expect(leg.heard('BYE', 'gateway')[0]).toContain('CSeq: 3 BYE')
  expect(call.answersTo('INVITE')).not.toContain(200)
})

test('a gateway behind proxies of its own is ended through them', async () => {
  const number = bench.numberFor('PROXY', [bench.gateway], GIVES_UP)
  const { address } = bench.gateway.peer
  const hops = [`<sip:inner@${address}:5070;lr>`, `<sip:outer@${address}:5060;lr>`]
  bench.gateway.script(number, (leg) =>
    leg.on('CANCEL', () => leg.reply(200, 'gateway', `Record-Route: ${hops.join(', ')}`)),
  )
  const call = await bench.caller.call(number)
  await until('the gateway is called', () => bench.gateway.leg(number) !== undefined)
  const leg = bench.gateway.leg(number)!
  leg.reply(180)
  await expectEnded(leg, 'gateway')
  expect(call.answersTo('INVITE')).not.toContain(200)
  for (const request of [leg.heard('ACK', 'gateway')[0], leg.heard('BYE', 'gateway')[0]]) {
    const routes = /^Route: .*$/gm
    expect(request?.match(routes)?.map((line) => line.trim())).toEqual([
      `Route: ${hops[1]}`,
      `Route: ${hops[0]}`,
    ])
  }
})

// Last, because meanwhile no other call gets through.
test('the relay forgets calls that have failed while it did not answer', async () => {
  const calls = await Promise.all(
    [1, 2, 3, 4].map(() => callFor('PROXY', (leg) => leg.reply(180), GIVES_UP)),
  )
  await bench.kamailio.signalMedia('SIGSTOP')
  try {
    for (const [call] of calls) call.cancel()
    const areTold = () => calls.every(([call]) => call.finals().length > 0)
    await until('the callers are told', areTold)
  } finally {
    await bench.kamailio.signalMedia('SIGCONT')
  }
  for (const [, leg] of calls) leg.play()
  const heard = () => calls.map(([call, leg]) => call.media.receivedFrom(leg.media))
  const isSilent = async () => {
    const [before, sent] = [heard(), calls.map(([, leg]) => leg.media.sent())]
    await until('more is sent', () =>
      calls.every(([, leg], at) => leg.media.sent() >= (sent[at] ?? 0) + PACKETS),
    )
    return heard().every((count, at) => count === before[at])
  }
  await until('nobody hears anything any more', isSilent)
  for (const [, leg] of calls) leg.media.stop()
})
