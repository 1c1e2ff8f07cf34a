// A BYE ends the books only if it ends the call: with other tags than those of the dialog it is
// refused, and the call continues, held and limited. An INVITE that comes on two ways is one call.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { RawCall } from '../sip/raw-caller.ts'
import type { Leg } from '../sip/raw-gateway.ts'
import { until } from '../sip/until.ts'
import { MODES, type Mode, setUpRawSwitch } from './raw-bench.ts'
import { addressesIn } from './switch-bench.ts'

const PLACE = { network: '127.17.25', first_port: 13_300 }
const { CALLER } = addressesIn(PLACE)
const bench = setUpRawSwitch(PLACE)

/** After the answer. */
const OFFSETS_MS = Array.from({ length: 20 }, (_, at) => at * at * 2)

/** A call that has been answered just now. */
async function answeredCall(media: Mode): Promise<[RawCall, Leg]> {
  const number = bench.numberFor(media, [bench.gateway])
  bench.gateway.script(number, (leg) => leg.reply(200))
  const call = await bench.caller.call(number)
  await until('the caller is told', () => call.finals().length > 0)
  expect(call.answersTo('INVITE')).toContain(200)
  return [call, bench.gateway.leg(number)!]
}

describe.each(MODES)('in a call with media %s', (media) => {
  test.concurrent.each([
    { what: 'To tag', tags: { to_tag: 'invented' } },
    { what: 'From tag', tags: { from_tag: 'invented' } },
    { what: 'pair of tags', tags: { from_tag: 'invented', to_tag: 'invented' } },
  ])("a caller's BYE with an invented $what is refused", async ({ tags }) => {
    await Promise.all(
      OFFSETS_MS.map(async (offset_ms) => {
        const [call, leg] = await answeredCall(media)
        await pause(offset_ms)
        call.bye(tags)
        await until('the BYE is answered', () => call.answersTo('BYE').length > 0)
        expect(new Set(call.answersTo('BYE'))).toEqual(new Set([481]))
        expect(leg.heard('BYE')).toEqual([])
        await bench.expectTalk(call, leg, 'gateway')
      }),
    )
  })

  test.concurrent.each([
    { what: 'From tag', tags: { from_tag: 'invented' } },
    { what: 'To tag', tags: { to_tag: 'invented' } },
  ])("a gateway's BYE with an invented $what is refused", async ({ tags }) => {
    await Promise.all(
      OFFSETS_MS.map(async (offset_ms) => {
        const [call, leg] = await answeredCall(media)
        await pause(offset_ms)
        leg.bye(tags)
        await until('the BYE is answered', () => leg.byeAnswers().length > 0)
        expect(leg.byeAnswers()).toEqual([481])
        expect(call.heard('BYE')).toEqual([])
        await bench.expectTalk(call, leg, 'gateway')
      }),
    )
  })
})

describe.each(MODES)('in a call with media %s, the gateway is hung up on', (media) => {
  test.concurrent.each([
    { what: 'that is sent to somebody else', parts: { target: `sip:x@${CALLER}:5090` } },
    { what: 'with a number of before', parts: { cseq: 1 } },
    { what: 'that requires what nobody has', parts: { header: 'Require: nothing' } },
    { what: 'by way of somebody else', parts: { header: `Route: <sip:${CALLER}:5090;lr>` } },
  ])('by a BYE $what', async ({ parts }) => {
    const [call, leg] = await answeredCall(media)
    await bench.expectMedia(call, leg)
    call.bye(parts)
    await until('the caller is told', () => call.answersTo('BYE').length > 0)
    const told = call.answersTo('BYE').length
    // The ACK may be lost.
    call.bye(parts)
    await until('the caller is told again', () => call.answersTo('BYE').length > told)
    expect(new Set(call.answersTo('BYE'))).toEqual(new Set([200]))
    await until('the gateway is hung up on', () => leg.heard('BYE', 'gateway').length > 0)
    expect(leg.heard('BYE')).toHaveLength(1)
    const [bye = ''] = leg.heard('BYE')
    expect(bye).toMatch(/^BYE sip:gw@/)
    expect(bye).toContain('CSeq: 2 BYE')
    expect(bye).not.toMatch(/^(Require|Route):/m)
    await until('the end is told', () => bench.eventsOf(call).length === 2)
    expect(bench.eventsOf(call)[1]).toMatchObject({ kind: 'ended', released_by: 'caller' })
  })
})

test('the BYE of a gateway with the right tags ends the call', async () => {
  const [call, leg] = await answeredCall('PROXY')
  await bench.expectMedia(call, leg)
  leg.bye()
  await until('the caller is hung up on', () => call.heard('BYE').length > 0)
  await until('the end is told', () => bench.eventsOf(call).length === 2)
  expect(bench.eventsOf(call)[1]).toMatchObject({ kind: 'ended', released_by: 'callee' })
})

describe('an INVITE that comes on a second way', () => {
  test.each([
    ['while it is set up', 180],
    ['after the answer', 200],
  ])('is refused with 482 %s, and the call goes on', async (_, said) => {
    const number = bench.numberFor('PROXY', [bench.gateway])
    bench.gateway.script(number, (leg) => {
      leg.reply(said)
      if (said < 200) setTimeout(() => leg.reply(200), 500)
    })
    const call = await bench.caller.call(number)
    await until('it is called', () => call.answersTo('INVITE').includes(said))
    call.inviteAgain()
    await until('the second is refused', () => call.answersTo('INVITE').includes(482))
    await until('the first is answered', () => call.answersTo('INVITE').includes(200))
    await bench.expectTalk(call, bench.gateway.leg(number)!, 'gateway')
    expect(
      bench.engine.invites.filter(({ sip_call_id }) => sip_call_id === call.call_id),
    ).toHaveLength(1)
    expect(bench.gateway.leg(number)!.heard('INVITE')).toEqual([])
  })

  test('at the same moment is one call', async () => {
    const number = bench.numberFor('PROXY', [bench.gateway])
    bench.gateway.script(number, (leg) => leg.reply(200))
    const call = await bench.caller.call(number)
    call.inviteAgain()
    await until('both are answered', () => call.finals().length === 2)
    expect(call.answersTo('INVITE')).toEqual(expect.arrayContaining([200, 482]))
    expect(
      bench.engine.invites.filter(({ sip_call_id }) => sip_call_id === call.call_id),
    ).toHaveLength(1)
  })

  test('is a new call once the first has failed', async () => {
    const number = bench.numberFor('PROXY', [bench.gateway], { gives_up: true })
    bench.gateway.script(number, (leg) => leg.reply(486))
    const call = await bench.caller.call(number)
    await until('it has failed', () => bench.eventsOf(call).length === 1)
    call.inviteAgain()
    await until('it has failed again', () => bench.eventsOf(call).length === 2)
    expect(call.answersTo('INVITE')).not.toContain(482)
  })
})
