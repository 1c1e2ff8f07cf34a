// Calls to phones that are registered with us.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPhone, register } from '../sip/phone.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing, user } from './scripted-engine.ts'
import { addressesIn, expectSeconds, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.17.3', first_port: 21_300 }
const { SWITCH, CALLER, GATEWAY, SECOND } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

const toAnn = routeTo(GATEWAY, {
  gateway_id: 0,
  on_net: 'ann',
  uri: 'sip:4711@softswitch',
  dst_uri: '',
})

/** Registers from the address at which SIPp will be called afterwards. */
async function registerAt(
  address: string,
  contact = `<sip:ann@${address}:5060>`,
  headers: readonly string[] = [],
): Promise<void> {
  const phone = await openPhone(address, SWITCH)
  const ann = { username: 'ann', password: 'secret', contact, headers }
  const { last } = await register(phone, SWITCH, ann)
  expect(last).toContain('SIP/2.0 200 ')
  await phone.close()
}

beforeEach(() => {
  bench.engine.users.set('ann', user('ann', 'secret'))
  bench.engine.decide = () => routing([toAnn])
})
afterEach(() => bench.engine.link.unregister('ann'))

describe('a registered user', () => {
  test('is called at the phone, which learns no more than a gateway does', async () => {
    await registerAt(GATEWAY)
    const called = await bench.gateway('gateway', { RING_MS: 200 })
    const result = await bench.call('caller', { TALK_MS: 400 })
    expect(result).toMatchObject({ successful: 1 })
    const ended = await bench.engine.event('ended')
    expect(ended).toMatchObject({
      gateway_id: 0,
      released_by: 'caller',
      attempts: [{ gateway_id: 0, sip_code: 200 }],
      media: { caller: { packets: 0 } },
    })
    expectSeconds(ended.answered_at, ended.ended_at, 0.4)
    expect(called.received()).toContain(`INVITE sip:ann@${GATEWAY}:5060 SIP/2.0`)
    expect(called.received()).toContain(`To: <sip:4711@softswitch>`)
    expect(called.received()).not.toContain(CALLER)
    expect(result.received).not.toContain(GATEWAY)
  })

  test('behind an address translator is reached, and hung up on', async () => {
    bench.engine.decide = () => routing([toAnn], { max_seconds: 1 })
    await registerAt(GATEWAY, '<sip:ann@10.1.2.3:5070>')
    const called = await bench.gateway('gateway', { CONTACT: '10.1.2.3:5070' })
    expect(await bench.call('caller-is-left')).toMatchObject({ successful: 1 })
    await until('the phone is hung up on', () => called.received().includes('BYE sip:'))
    await called.stop()
    bench.engine.decide = () => routing([toAnn])
    const again = await bench.gateway('gateway', { CONTACT: '10.1.2.3:5070' })
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    expect(await again.finished).toMatchObject({ successful: 1 })
  })

  test.each([
    ['a contact', `<sip:ann@${SECOND}:5060>`, []],
    ['a path', undefined, [`Path: <sip:${SECOND}:5060;lr>`]],
  ])(
    'is called where it registered from, although it names another place in %s',
    async (_, contact, headers) => {
      await registerAt(GATEWAY, contact, headers)
      const called = await bench.gateway('gateway')
      const other = await bench.gateway('gateway', {}, SECOND)
      expect(await bench.call('caller')).toMatchObject({ successful: 1 })
      expect(called.received()).toContain('INVITE sip:ann@')
      expect(called.received()).not.toMatch(/^Route:/m)
      expect(other.received()).toBe('')
    },
  )

  test('with two phones hears both of them ring, and takes one', async () => {
    await registerAt(GATEWAY)
    await registerAt(SECOND)
    const left = await bench.gateway('gateway-rings')
    await bench.gateway('gateway', { RING_MS: 500 }, SECOND)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('ended')).toMatchObject({
      attempts: [{ gateway_id: 0, sip_code: 200 }],
    })
    await until('the other stops ringing', () => left.received().includes('CANCEL sip:'))
  })

  test('without a phone is not there, and the next way is tried', async () => {
    expect(await bench.call('caller-is-refused', { CODE: 480 })).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('failed')).toMatchObject({
      sip_code: 480,
      q850_cause: 20,
      attempts: [{ gateway_id: 0, attempt_end: 'NOT_SENT', not_sent_reason: 'NOT_REGISTERED' }],
    })
    bench.engine.forget()
    bench.engine.decide = () => routing([toAnn, routeTo(SECOND)])
    await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('ended')).toMatchObject({
      gateway_id: 22,
      attempts: [{ gateway_id: 0, attempt_end: 'NOT_SENT' }, { gateway_id: 22 }],
    })
  })

  test('is called after Kamailio has started again', async () => {
    await registerAt(GATEWAY)
    await bench.kamailio.restart('SIGTERM')
    await until('the engine is asked again', async () => {
      return (await bench.engine.link.health()).connected
    })
    await bench.gateway('gateway')
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
  })
})
