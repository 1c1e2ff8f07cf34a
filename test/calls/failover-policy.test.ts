// When the search for a gateway ends, and the reply to the caller then.
import { describe, expect, test } from 'vitest'
import type { SwitchRoute } from '#engine/kamailio/switch-link.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { addressesIn, expectSeconds, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.17.5', first_port: 23_300 }
const { GATEWAY, SECOND } = addressesIn(PLACE)
const THIRD = `${PLACE.network}.23`
const bench = setUpSwitch(PLACE)

/** Three gateways with the same policy; the test says what the first two answer. */
function policy(wishes: Partial<SwitchRoute>): void {
  const routes = [GATEWAY, SECOND, THIRD].map((gateway) => routeTo(gateway, wishes))
  bench.engine.decide = () => routing(routes)
}

const withCause = (code: number, cause: number) => ({
  CODE: code,
  REASON: `Reason: Q.850;cause=${cause}`,
})

/** Codes of the attempts that were made. */
async function tried(): Promise<number[]> {
  const { attempts } = await bench.engine.event('failed')
  return attempts.map(({ sip_code }) => sip_code)
}

describe('what a gateway answers', () => {
  test('ends the search when code and cause are in its policy', async () => {
    policy({ stop: '480/(18|19)|486/.*' })
    await bench.gateway('gateway-refuses', withCause(480, 20))
    await bench.gateway('gateway-refuses', withCause(480, 19), SECOND)
    expect(await bench.call('caller-is-refused', { CODE: 480 })).toMatchObject({ successful: 1 })
    expect(await tried()).toEqual([480, 480])
  })

  test('must be described as a whole: a cause or a digit more is something else', async () => {
    policy({ stop: '48/.*|404/1', stop_after_two_gateways: '503/4' })
    await bench.gateway('gateway-refuses', withCause(480, 1))
    await bench.gateway('gateway-refuses', withCause(404, 17), SECOND)
    await bench.gateway('gateway-refuses', withCause(503, 41), THIRD)
    expect(await bench.call('caller-is-refused', { CODE: 503 })).toMatchObject({ successful: 1 })
    expect(await tried()).toEqual([480, 404, 503])
  })

  test('ends the search when a second gateway agrees', async () => {
    policy({ stop_after_two_gateways: '404/1' })
    await bench.gateway('gateway-refuses', withCause(404, 1))
    await bench.gateway('gateway-refuses', withCause(404, 1), SECOND)
    expect(await bench.call('caller-is-refused', { CODE: 404 })).toMatchObject({ successful: 1 })
    expect(await tried()).toEqual([404, 404])
  })

  test('does not agree with itself', async () => {
    const same = routeTo(GATEWAY, { stop_after_two_gateways: '404/1' })
    bench.engine.decide = () => routing([same, same, routeTo(SECOND)])
    await bench.gateway('gateway-refuses', withCause(404, 1), GATEWAY, 2)
    await bench.gateway('gateway-refuses', withCause(500, 41), SECOND)
    expect(await bench.call('caller-is-refused', { CODE: 503 })).toMatchObject({ successful: 1 })
    expect(await tried()).toEqual([404, 404, 500])
  })

  test('is told to the caller as its policy says', async () => {
    policy({ stop: '404/.*', replies: { 404: 503, 486: 480 } })
    await bench.gateway('gateway-refuses', withCause(404, 1))
    expect(await bench.call('caller-is-refused', { CODE: 503 })).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('failed')).toMatchObject({
      sip_code: 503,
      attempts: [{ sip_code: 404, q850_cause: 1 }],
    })
  })

  test('is not what another with the same codecs has to be asked for', async () => {
    const routes = [
      routeTo(GATEWAY, { codecs: ['PCMA'] }),
      routeTo(SECOND, { codecs: ['PCMA'] }),
      routeTo(THIRD, { codecs: ['PCMA', 'PCMU'] }),
    ]
    bench.engine.decide = () => routing(routes)
    await bench.gateway('gateway-refuses', withCause(488, 88))
    await bench.gateway('gateway', {}, THIRD)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    const { attempts } = await bench.engine.event('ended')
    expect(attempts.map(({ gateway_id }) => gateway_id)).toEqual([21, 23])
  })

  test('says how long it wants to be left alone', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY), routeTo(SECOND)])
    await bench.gateway('gateway-refuses', { CODE: 503, REASON: 'Retry-After: 30 (maintenance)' })
    await bench.gateway('gateway-refuses', { CODE: 500, REASON: 'Retry-After: 30' }, SECOND)
    await bench.call('caller-is-refused', { CODE: 503 })
    const { attempts } = await bench.engine.event('failed')
    expect(attempts).toMatchObject([{ retry_after: 30 }, { retry_after: null }])
  })
})

describe('ringing', () => {
  test('ends the search, if the gateway is to be the last one then', async () => {
    policy({ stop_after_ringing: true })
    await bench.gateway('gateway-rings-and-refuses', { CODE: 500, RING_MS: 300 })
    expect(await bench.call('caller-is-refused', { CODE: 503 })).toMatchObject({ successful: 1 })
    const { attempts } = await bench.engine.event('failed')
    expect(attempts).toMatchObject([
      { sip_code: 500, ringing_at: expect.any(Number), attempt_end: 'REFUSED' },
    ])
  })

  test('does not end it otherwise', async () => {
    bench.engine.decide = () => routing([routeTo(GATEWAY), routeTo(SECOND)])
    await bench.gateway('gateway-rings-and-refuses', { CODE: 500, RING_MS: 300 })
    await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
  })

  test('that does not come in time lets the next gateway ring', async () => {
    const slow = routeTo(GATEWAY, { pdd_timeout_ms: 1_000, ring_timeout_ms: 20_000 })
    bench.engine.decide = () => routing([slow, routeTo(SECOND)])
    const called = await bench.gateway('gateway-only-tries')
    await bench.gateway('gateway', {}, SECOND)
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    const { attempts } = await bench.engine.event('ended')
    expect(attempts).toMatchObject([
      { gateway_id: 21, sip_code: 408, attempt_end: 'PDD_TIMEOUT' },
      { gateway_id: 22, sip_code: 200 },
    ])
    expectSeconds(attempts[0]?.sent_at, attempts[0]?.ended_at, 1)
    await until('the first one is told', () => called.received().includes('CANCEL sip:'))
  })

  test('that came in time is waited for as long as it may ring', async () => {
    const slow = routeTo(GATEWAY, { pdd_timeout_ms: 6_000, ring_timeout_ms: 20_000 })
    bench.engine.decide = () => routing([slow, routeTo(SECOND)])
    await bench.gateway('gateway', { RING_MS: 7_000 })
    expect(await bench.call('caller')).toMatchObject({ successful: 1 })
    expect(await bench.engine.event('ended')).toMatchObject({ gateway_id: 21 })
  })
})
