// Kamailio without an engine, without the relay, and after a restart: nothing blocks, no event is
// lost.
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { hello } from '#engine/kamailio/command.ts'
import { writeFrame } from '#engine/kamailio/frame.ts'
import { probe, sipRequest } from '../sip/probe.ts'
import { type RunningSipp, runSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing, startEngine } from './scripted-engine.ts'
import { CALLER, expectSeconds, GATEWAY, STRANGER, SWITCH, setUpSwitch } from './switch-bench.ts'

const bench = setUpSwitch()

/** The engine may receive an answer before the gateway receives the ACK. */
const acknowledged = (called: RunningSipp) =>
  until('the answer is acknowledged', () => called.received().includes('ACK sip:'))

describe('without an engine', () => {
  test('a caller is refused at once and told when to come again', async () => {
    await bench.engine.close()
    const result = await bench.call('caller-is-refused', { CODE: 503 })
    expect(result.received).toContain('Retry-After: 5\r\n')
    expect(result.received).not.toContain('SIP/2.0 100')
  })

  test('of its own, a caller is served by the next engine', async () => {
    const other = await startEngine(bench.kamailio.link, 'other')
    other.decide = () => routing([routeTo(GATEWAY)])
    await bench.engine.close()
    await bench.gateway('gateway')
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    expect(await other.event('ended')).toMatchObject({ call_id: '4711' })
    await other.close()
  })

  test('that decides in time, a caller is refused after three seconds', async () => {
    bench.engine.decide = () => undefined
    const result = await bench.call('caller-is-refused', { CODE: 503 })
    expect(result.received).toContain('Retry-After: 5\r\n')
    const failed = await bench.engine.event('failed')
    expect(failed).toMatchObject({ call_id: '', sip_code: 503, released_by: 'switch' })
    expect(failed.ended_at! - failed.started_at!).toBeGreaterThan(2.8)
  })

  test('that reads, Kamailio stops asking and goes on working', async () => {
    await bench.engine.close()
    const hung = connect(bench.kamailio.link.evapi_port, '127.0.0.1').pause()
    hung.write(writeFrame(hello(bench.kamailio.link.secret, 'hung')))
    await until('the hung engine is connected', () =>
      bench.kamailio.log().includes('engine hung connected'),
    )
    const calls = { address: CALLER, to: SWITCH, number: '441234', places: { CODE: 503 } }
    const result = await runSipp({
      ...calls,
      scenario: 'caller-is-refused',
      calls: 300,
      calls_per_second: 60,
    })
    expect(result).toMatchObject({ successful: 300, failed: 0 })
    const options = sipRequest(SWITCH, STRANGER, { method: 'OPTIONS' })
    expect(await probe(STRANGER, SWITCH, options)).toContain('SIP/2.0 200 OK')
    hung.destroy()
  })

  test('events wait, and come until they are acknowledged', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    await bench.gateway('gateway')
    const running = await bench.caller('caller', { TALK_MS: 1_000 })
    await bench.engine.event('answered')
    await bench.engine.close()
    await running.finished

    bench.engine = await startEngine(bench.kamailio.link)
    bench.engine.acknowledges = false
    const ended = await bench.engine.event('ended')
    expect(ended).toMatchObject({ live: false, call_id: '4711', released_by: 'caller' })
    expectSeconds(ended.answered_at, ended.ended_at, 1)
    const repeats = () => bench.engine.heard.filter((event) => event.key === ended.key).length
    await until('it comes again', () => repeats() > 1)
    // Events of the tests before may wait beside it.
    const kept = await bench.engine.link.outbox()
    expect(kept.filter(({ key }) => key === ended.key)).toEqual([{ ...ended, media: null }])
    bench.engine.link.acknowledge(ended.key)
    const stored = repeats()
    // A resend may be on its way; after it, a whole round of the outbox must bring nothing.
    await until('another call is told', async () => {
      await bench.call('caller-is-refused', { CODE: 503 })
      return bench.engine.events.some((event) => event.kind === 'failed')
    })
    expect(repeats()).toBeLessThanOrEqual(stored + 1)
  })

  test('with the right secret, nobody is heard', async () => {
    const liar = connect(bench.kamailio.link.evapi_port, '127.0.0.1')
    liar.write(writeFrame(hello('wrong', 'liar')))
    await new Promise((resolve) => liar.once('close', resolve))
    const answer = await fetch(`http://127.0.0.1:${bench.kamailio.link.rpc_port}/RPC`, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"core.uptime"}',
    })
    expect(answer.status).toBe(403)
  })
})

describe('without the relay of media', () => {
  test('no call is let through, and soon after it is back they go again', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    const called = await bench.gateway('gateway')
    await bench.kamailio.signalMedia('SIGSTOP')
    await bench
      .call('caller-is-refused', { CODE: 503 })
      .finally(() => bench.kamailio.signalMedia('SIGCONT'))
    expect(called.received()).not.toContain('INVITE')
    await until('a call goes through', async () => (await bench.call('caller')).successful === 1)
  })

  test('a call that it has forgotten is known to be without media, and can be ended', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    const called = await bench.gateway('gateway')
    const running = await bench.caller('caller-is-left')
    const { dialog, sip_call_id } = await bench.engine.event('answered')
    const { link } = bench.engine
    expect(await link.media(sip_call_id)).toMatchObject({ kind: 'relayed', is_held: false })
    await link.cutMedia(sip_call_id)
    expect(await link.media(sip_call_id)).toEqual({ kind: 'gone' })
    await bench.kamailio.signalMedia('SIGSTOP')
    const asked = link.media(sip_call_id)
    await asked.finally(() => bench.kamailio.signalMedia('SIGCONT'))
    expect(await asked).toEqual({ kind: 'no_reply' })
    expect(await link.end(dialog, 41, 'no media', { is_answered: true })).toBe(true)
    expect(await running.finished).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('ended')).toMatchObject({
      released_by: 'switch',
      q850_cause: 41,
    })
    await until('the gateway is hung up on', () => called.received().includes('BYE sip:'))
  })
})

describe('when Kamailio starts again', () => {
  test('as planned, a call goes on, keeps its limit and is told to its end', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)], { max_seconds: 10 })
    const called = await bench.gateway('gateway')
    const running = await bench.caller('caller-is-left')
    const answered = await bench.engine.event('answered')
    await acknowledged(called)
    const seconds = () => Date.now() / 1000 - answered.answered_at!
    await until('most of the limit is over', () => seconds() > 8)
    await bench.kamailio.restart('SIGTERM')
    const restarted_at = Date.now() / 1000
    expect(await bench.engine.link.list()).toMatchObject([{ call_id: '4711', state: 'ANSWERED' }])
    expect(await running.finished).toMatchObject({ successful: 1 })
    const ended = await bench.engine.event('ended')
    await until('the gateway is hung up on', () => called.received().includes('BYE sip:'))
    expect(ended).toMatchObject({ call_id: '4711', reason: 'limit', gateway_id: 21 })
    expect(ended.answered_at).toBe(answered.answered_at)
    // The seconds before count: the limit does not begin again with Kamailio.
    expect(ended.ended_at! - restarted_at).toBeLessThan(10)
  })

  test('as planned, no event is lost', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    bench.engine.acknowledges = false
    await bench.gateway('gateway')
    await bench.call('caller')
    const ended = await bench.engine.event('ended')
    await bench.kamailio.restart('SIGTERM')
    const again = () => bench.engine.heard.find((event) => event.key === ended.key && !event.live)
    await until('the event comes again', () => again() !== undefined)
    expect(again()).toEqual({ ...ended, live: false })
    for (const event of bench.engine.events) bench.engine.link.acknowledge(event.key)
  })

  test('after a crash, the sides can still end their call, and the end is told', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    const called = await bench.gateway('gateway')
    const running = await bench.caller('caller', { TALK_MS: 4_000 })
    const answered = await bench.engine.event('answered')
    await acknowledged(called)
    await bench.kamailio.restart('SIGKILL')
    expect(await running.finished).toMatchObject({ successful: 1 })
    const orphan = await bench.engine.event('orphan_bye')
    expect(orphan).toMatchObject({ sip_call_id: answered.sip_call_id, released_by: null })
    expectSeconds(answered.answered_at, orphan.ended_at, 4)
    expect(await bench.engine.link.media(answered.sip_call_id)).toEqual({ kind: 'gone' })
    await until('the gateway is hung up on', () => called.received().includes('BYE sip:'))
  })

  test('after a crash, media of a lost call can be looked for and cut', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    await bench.gateway('gateway')
    await bench.caller('caller', { TALK_MS: 20_000 })
    const { sip_call_id, started_at } = await bench.engine.event('answered')
    await bench.kamailio.restart('SIGKILL')
    const media = await bench.engine.link.media(sip_call_id)
    expect(media).toMatchObject({ kind: 'relayed', is_held: false })
    if (media.kind !== 'relayed') return
    // The phones send none: the relay counts from its first order, in whole seconds.
    expect(media.last_packet_at).toBeGreaterThanOrEqual(Math.floor(started_at ?? Infinity))
    expect(media.last_packet_at).toBeLessThanOrEqual(Date.now() / 1000)
    await bench.engine.link.cutMedia(sip_call_id)
    expect(await bench.engine.link.media(sip_call_id)).toEqual({ kind: 'gone' })
  })

  test('after a crash, a call that was ringing is not connected: it is not paid', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY)])
    const called = await bench.gateway('gateway', { RING_MS: 3000 })
    const caller = await bench.caller('caller')
    await bench.engine.event('ringing')
    await bench.kamailio.restart('SIGKILL')
    await until('the gateway has answered', () => called.messages().includes('SIP/2.0 200 Vendor'))
    await until('it is acknowledged', () => called.received().includes('ACK sip:'))
    await until('it is hung up on', () => called.received().includes('BYE sip:'))
    expect(caller.received()).not.toContain('SIP/2.0 200')
  })
})
