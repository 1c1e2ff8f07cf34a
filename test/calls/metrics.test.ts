// The real Prometheus reads the figures of real calls: SIPp, Kamailio, rtpengine, the engine as a
// process, the API, and the configuration of docs/monitoring.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiToken } from '#contract/people/api-tokens.ts'
import { makePool } from '#db/database.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { type RunningSipp, runSipp, startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { SYSTEM_CLOCK } from '../support/clocks.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts'
import { needs } from '../support/needs.ts'
import { hasPrometheus, type RunningPrometheus, startPrometheus } from '../support/prometheus.ts'
import { makeWorld } from '../support/world.ts'

const SWITCH = '127.0.47.1'
const CALLER = '127.0.47.11'
const GATEWAYS = ['127.0.47.21', '127.0.47.22'] as const
const API_PORT = 18_740
const PROMETHEUS_PORT = 18_741
const CALLS = 5

describe('Prometheus', needs('Prometheus', hasPrometheus()), () => {
  let kamailio: RunningKamailio
  let fresh: FreshDatabase
  let database: pg.Pool
  let engine: EngineProcess
  let api: TestApi
  let prometheus: RunningPrometheus
  const phones: RunningSipp[] = []

  beforeAll(async () => {
    kamailio = await startKamailio({ address: SWITCH, first_port: 18_750 })
    fresh = await freshDatabase()
    database = makePool(fresh.url, 'test', 2)
    await makeWorld(database, { source: CALLER, gateway_hosts: GATEWAYS })
    engine = await startEngineProcess(fresh.urls.engine, kamailio)
    api = await startApi(undefined, { clock: SYSTEM_CLOCK }, fresh)
    await api.app.listen({ host: '127.0.0.1', port: API_PORT })
    const body = { name: 'Prometheus', allowed_networks: ['127.0.0.1'], expires_at: null }
    const { data } = await api.admin.call(createApiToken, {
      body: { ...body, permissions: ['metrics.view'] },
    })
    const target = `127.0.0.1:${API_PORT}`
    prometheus = await startPrometheus({ port: PROMETHEUS_PORT, target, token: data.token })
    phones.push(
      await startSipp({
        scenario: 'gateway-refuses',
        address: GATEWAYS[0],
        places: { CODE: 503 },
      }),
      await startSipp({ scenario: 'gateway', address: GATEWAYS[1], places: { RING_MS: 700 } }),
    )
  })
  afterAll(async () => {
    for (const phone of phones) await phone.stop()
    await prometheus?.stop()
    await engine?.stop()
    await kamailio?.stop()
    await database?.end()
    await api?.close()
  })

  const seriesValue = async (query: string) => (await prometheus.query(query))[0]?.value

  test('counts the calls that were made, by code, gateway and delay', async () => {
    const call = { address: CALLER, to: SWITCH, number: '+442071838750' }
    for (let made = 0; made < CALLS; made += 1) {
      const result = await runSipp({ scenario: 'caller', ...call, places: { TALK_MS: 1000 } })
      expect(result.successful).toBe(1)
    }
    const answered = 'sum(softswitch_call_answers_total{code="200"})'
    await until('Prometheus has all calls', async () => (await seriesValue(answered)) === CALLS)
    expect(await seriesValue('sum(softswitch_decisions_total{outcome="routed"})')).toBe(CALLS)
    const attempts = await prometheus.query(
      'sum by (gateway, settlement, attempt_end) (softswitch_gateway_attempts_total)',
    )
    expect(attempts).toContainEqual({
      labels: { gateway: 'Gateway 2', settlement: 'Carrier 2', attempt_end: 'ANSWERED' },
      value: CALLS,
    })
    expect(await seriesValue('sum(softswitch_talk_seconds_total)')).toBeGreaterThan(CALLS * 0.9)
    const delay = await seriesValue(
      'softswitch_post_dial_delay_seconds_sum / softswitch_post_dial_delay_seconds_count',
    )
    const records = await database.query(
      'select avg(call_pdd_ms)::float as pdd_ms from call_record where is_last',
    )
    expect(delay).toBeCloseTo(records.rows[0].pdd_ms / 1000, 2)
  })

  test('has what Kamailio and rtpengine count themselves', async () => {
    expect(await seriesValue('softswitch_kamailio_requests_received_total')).toBeGreaterThan(CALLS)
    expect(await seriesValue('softswitch_kamailio_dialogs_total')).toBeGreaterThanOrEqual(CALLS)
    expect(await seriesValue('softswitch_kamailio_shared_memory_bytes')).toBeGreaterThan(1e6)
    expect(await seriesValue('softswitch_rtpengine_sessions_total')).toBeGreaterThanOrEqual(CALLS)
    expect(await seriesValue('softswitch_rtpengine_packets_total')).toBeGreaterThanOrEqual(0)
  })

  test('has processor and event loop of the engine', async () => {
    const labels = '{process="engine-a", node="1"}'
    expect(await seriesValue(`softswitch_process_resident_memory_bytes${labels}`)).toBeGreaterThan(
      1e7,
    )
    expect(await seriesValue(`softswitch_nodejs_eventloop_lag_mean_seconds${labels}`)).toBeLessThan(
      1,
    )
  })

  test('has a rule that fires when the engine is gone', async () => {
    expect(await seriesValue('softswitch_switch_connected')).toBe(1)
    await engine.kill()
    const pending = 'ALERTS{alertname="NoEngine"}'
    await until('the alert is pending', async () => (await prometheus.query(pending)).length === 1)
  })
})
