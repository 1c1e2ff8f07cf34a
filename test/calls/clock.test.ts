// The clock on the wall of the switch is set while calls go on.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { until } from '../sip/until.ts'
import { makeClock } from '../support/clocks.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const HOUR = 3600

const folder = await mkdtemp(join(tmpdir(), 'softswitch-clock-'))
const clock = await makeClock(join(folder, 'clock'))
const PLACE = { network: '127.17.8', first_port: 26_300, environment: clock.environment }
const { GATEWAY } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)

afterEach(() => clock.set(0))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the first call after it is set on is connected, and told at once', async () => {
  bench.engine.decide = () => routing([routeTo(GATEWAY, { media: 'DIRECT' })])
  await bench.gateway('gateway')
  await clock.set(HOUR)
  expect(await bench.call('caller')).toMatchObject({ successful: 1 })
  const ended = await bench.engine.event('ended')
  expect(ended.live).toBe(true)
  expect(ended.ended_at! - Date.now() / 1000).toBeGreaterThan(HOUR - 60)
})

test('an event that waits while it is set back comes again all the same', async () => {
  bench.engine.acknowledges = false
  await bench.call('caller-is-refused', { CODE: 503 })
  const { key } = await bench.engine.event('failed')
  await clock.set(-HOUR)
  bench.engine.forget()
  await until('it comes again', () => bench.engine.events.some((event) => event.key === key))
  bench.engine.link.acknowledge(key)
})
