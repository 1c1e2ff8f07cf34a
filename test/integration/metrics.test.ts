// GET /metrics of an API, with an engine that has taken calls: who may read it, what it shows, and
// that alert rules and dashboard use nothing else.
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildServer } from '#api/server.ts'
import * as tokens from '#contract/people/api-tokens.ts'
import { makePool } from '#db/database.ts'
import type { Engine } from '#engine/engine.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { SYSTEM_CLOCK } from '../support/clocks.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { doLedgerCheck } from '../support/do-jobs.ts'
import { needs } from '../support/needs.ts'
import { signInAdmin } from '../support/people.ts'
import { askPromtool, hasPrometheus } from '../support/prometheus.ts'
import { ScriptedSwitch } from '../support/scripted-switch.ts'
import { secretKeys } from '../support/secret-keys.ts'
import { QUICK_PACE, startTestEngine } from '../support/test-engine.ts'
import { makeWorld, type World } from '../support/world.ts'

const MONITORING = 'docs/monitoring'
/** This world has no consumer of the record feed. */
const ELSEWHERE = [
  'softswitch_record_feed_lag_seconds',
  'softswitch_recording_lost_total',
  'softswitch_recording_paused_total',
]

let fresh: FreshDatabase
let api: TestApi
let pool: pg.Pool
let world: World
let engine: Engine
const kamailio = new ScriptedSwitch()

const now = () => Date.now() / 1000
const acknowledged = (key: string) => vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))

/** Rings after two seconds at the first gateway, which refuses, and talks over the second one. */
async function talk(): Promise<void> {
  const call = await kamailio.invite()
  const [first, second] = world.gateway_ids
  const sent_at = now()
  const attempt = {
    ...{ not_sent_reason: null, sent_at, q850_cause: null, gateway_user_agent: '' },
    retry_after: null,
  }
  const answer = { answered_at: now(), gateway_id: second, sip_code: 200 }
  await acknowledged(kamailio.event('answered', call, answer))
  const attempts = [
    {
      ...attempt,
      ...{ gateway_id: first, attempt_end: 'REFUSED' as const, sip_code: 503 },
      ...{ ringing_at: null, ended_at: sent_at },
    },
    {
      ...attempt,
      ...{ gateway_id: second, attempt_end: 'ANSWERED' as const, sip_code: 200 },
      ...{ ringing_at: sent_at + 2, ended_at: sent_at + 4 },
    },
  ]
  const end = { ...answer, attempts, ringing_at: sent_at + 2, ended_at: now() + 3 }
  await acknowledged(kamailio.event('ended', call, { ...end, released_by: 'caller', live: false }))
}

let number = 0
async function tokenOf(session: TestApi['admin'], permissions: ('metrics.view' | 'home.view')[]) {
  number += 1
  const body = { name: `Prometheus ${number}`, permissions, allowed_networks: [], expires_at: null }
  const { data } = await session.call(tokens.createApiToken, { body })
  return data.token
}

const scrape = (headers: Record<string, string> = {}, to = api) =>
  to.app.inject({ url: '/metrics', headers })

let page: string
/** The value of a series, by its name and labels as Prometheus writes them. */
function seriesValue(name: string, labels: Readonly<Record<string, string | number>> = {}): number {
  const found = page.split('\n').filter((line) => {
    const [series = ''] = line.split(' ')
    const isNamed = series === name || series.startsWith(`${name}{`)
    return isNamed && Object.entries(labels).every(([key, one]) => line.includes(`${key}="${one}"`))
  })
  expect(found, `${name} ${JSON.stringify(labels)}`).toHaveLength(1)
  return Number(found[0]?.split(' ').at(-1))
}

/** Names without the endings of a histogram. */
const namesIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/softswitch_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    ),
  )

beforeAll(async () => {
  fresh = await freshDatabase()
  pool = makePool(fresh.url, 'test', 2)
  world = await makeWorld(pool)
  const kamailio_names = [
    ...['rcv_requests', 'rcv_replies', 'drop_requests', 'err_requests', 'bad_msg_hdr'].map(
      (name) => `core.${name}`,
    ),
    ...['tmx.UAS_transactions', 'tmx.UAC_transactions', 'tmx.inuse_transactions'],
    ...['dialog.active_dialogs', 'dialog.early_dialogs', 'dialog.processed_dialogs'],
    ...['shmem.total_size', 'shmem.real_used_size', 'shmem.max_used_size', 'sl.sent_replies'],
  ]
  kamailio.figures = {
    kamailio: Object.fromEntries(kamailio_names.map((name) => [name, 7])),
    rtpengine: { sessionstotal: 3, relayedpackets: 900, relayedpacketerrors: 2 },
  }
  await pool.query(
    `insert into process_state (node_id, name, state, seen_at, facts)
    values (1, 'supervisor', 'running', now() + interval '1 hour', $1),
      (1, 'rtpengine', 'missing', now() + interval '1 hour', '{}')`,
    [
      JSON.stringify({
        ...{ cpu_percent: 50, load: [1, 2, 3], memory_bytes: 8, memory_used_bytes: 4 },
        ...{ clock_offset_ms: 250, outbox_events: 0 },
        disks: [{ path: '/', bytes: 100, used_bytes: 60 }],
      }),
    ],
  )
  await pool.query(`update gateway_state set ping_state = 'DOWN' where gateway_id = $1`, [
    world.gateway_ids[0],
  ])
  await pool.query(`update gateway_state set ping_state = 'UP' where gateway_id = $1`, [
    world.gateway_ids[1],
  ])
  await pool.query(`insert into job (process, name, is_running, started_at)
    values ('jobs', 'markups', false, now())`)
  engine = await startTestEngine(kamailio, { url: fresh.urls.engine, pace: QUICK_PACE })
  await talk()
  await kamailio.invite({ source_ip: '127.0.0.9' })
  await pool.query('update account_balance set balance = 0 where account_id = $1', [
    world.client_id,
  ])
  await kamailio.invite()
  api = await startApi(undefined, { clock: SYSTEM_CLOCK }, fresh)
  await doLedgerCheck(api, Date.now())
  expect((await scrape()).statusCode).toBe(401)
  const authorization = `Bearer ${await tokenOf(api.admin, ['metrics.view'])}`
  await vi.waitFor(
    async () => {
      const answer = await scrape({ authorization })
      expect(answer.statusCode).toBe(200)
      page = answer.body
      expect(page).toContain('softswitch_refusals_total{refusal="BALANCE_LOW"')
    },
    { interval: 200 },
  )
})
afterAll(async () => {
  await engine?.stop()
  await pool?.end()
  await api?.close()
})

describe('who may read it', () => {
  test('an API token with the right for it, and no browser cache keeps it', async () => {
    const answer = await scrape({
      authorization: `Bearer ${await tokenOf(api.admin, ['metrics.view'])}`,
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })

  test('nothing else: no token, another one, or one without the right', async () => {
    const other = await tokenOf(api.admin, ['home.view'])
    for (const [headers, status] of [
      [{}, 401],
      [{ authorization: `Bearer ssw_${'x'.repeat(43)}` }, 401],
      [{ authorization: `Bearer ${other}` }, 403],
    ] as const) {
      const answer = await scrape(headers)
      expect(answer.statusCode).toBe(status)
      expect(answer.body).not.toContain('softswitch_')
    }
  })

  test.each([{ hides_costs: true }, { scope: 'LISTED' as const }])(
    'no admin from whom something is hidden: %j',
    async (limits) => {
      const account_ids = 'scope' in limits ? [world.client_id] : []
      const session = await signInAdmin(api, `limited${account_ids.length}`, {
        ...{ permissions: ['metrics.view'], account_ids },
        ...limits,
      })
      const authorization = `Bearer ${await tokenOf(session, ['metrics.view'])}`
      expect((await scrape({ authorization })).statusCode).toBe(403)
    },
  )

  test('an address that was named, and not by a header that nobody vouches for', async () => {
    const common = {
      ...{ clock: SYSTEM_CLOCK, database: api.api_database, sessionDatabase: api.api_database },
      ...{ sessionKey: 'a key for tests that is long enough', secretKeys },
    }
    const statusOf = async (allowed: string[], forwarded: string, trustedProxy: string[] = []) => {
      const app = await buildServer({ ...common, trustedProxy, metrics: { allowed } })
      const headers = forwarded === '' ? {} : { 'x-forwarded-for': forwarded }
      const { statusCode } = await app.inject({ url: '/metrics', headers })
      await app.close()
      return statusCode
    }
    expect(await statusOf(['127.0.0.1'], '')).toBe(200)
    expect(await statusOf(['192.0.2.0/24'], '')).toBe(401)
    expect(await statusOf(['192.0.2.0/24'], '192.0.2.9')).toBe(401)
    expect(await statusOf(['192.0.2.0/24'], '192.0.2.9', ['127.0.0.1'])).toBe(200)
    expect(await statusOf(['127.0.0.1'], '192.0.2.9', ['127.0.0.1'])).toBe(401)
  })
})

describe('what it shows', () => {
  const OF_ENGINE = { process: 'engine-a', node: 1 }

  test('calls of the engine by outcome, code and reason', () => {
    expect(seriesValue('softswitch_decisions_total', { outcome: 'routed' })).toBe(1)
    expect(seriesValue('softswitch_decisions_total', { outcome: 'refused', ...OF_ENGINE })).toBe(2)
    expect(seriesValue('softswitch_call_answers_total', { code: 200 })).toBe(1)
    expect(seriesValue('softswitch_call_answers_total', { code: 402 })).toBe(1)
    expect(seriesValue('softswitch_refusals_total', { refusal: 'AUTH_UNKNOWN_IP' })).toBe(1)
    expect(seriesValue('softswitch_talk_seconds_total')).toBeCloseTo(3, 0)
    expect(seriesValue('softswitch_decision_seconds_count', OF_ENGINE)).toBe(3)
    expect(seriesValue('softswitch_post_dial_delay_seconds_count')).toBe(1)
    expect(seriesValue('softswitch_post_dial_delay_seconds_bucket', { le: 1 })).toBe(0)
    expect(seriesValue('softswitch_post_dial_delay_seconds_bucket', { le: 3 })).toBe(1)
    expect(seriesValue('softswitch_charging_batch_operations_count')).toBeGreaterThanOrEqual(3)
  })

  test('gateways by their names, with their carriers', () => {
    const first = { gateway: 'Gateway 1', settlement: 'Carrier 1' }
    const second = { gateway: 'Gateway 2', settlement: 'Carrier 2' }
    const attempts = 'softswitch_gateway_attempts_total'
    expect(seriesValue(attempts, { ...first, attempt_end: 'REFUSED' })).toBe(1)
    expect(seriesValue(attempts, { ...second, attempt_end: 'ANSWERED' })).toBe(1)
    expect(seriesValue('softswitch_gateway_post_dial_delay_seconds_sum', second)).toBeCloseTo(2, 5)
    expect(seriesValue('softswitch_gateway_up', first)).toBe(0)
    expect(seriesValue('softswitch_gateway_up', second)).toBe(1)
    expect(page).not.toContain('gateway_id=')
  })

  test('a balance that the ledger does not explain', () => {
    expect(seriesValue('softswitch_ledger_differing_accounts', { currency: 'USD' })).toBe(1)
    expect(seriesValue('softswitch_ledger_minus_balance', { currency: 'USD' })).toBeGreaterThan(9)
  })

  test('what Kamailio, rtpengine and the machine say, by node', () => {
    expect(seriesValue('softswitch_kamailio_requests_received_total', OF_ENGINE)).toBe(7)
    expect(seriesValue('softswitch_rtpengine_packets_total', OF_ENGINE)).toBe(900)
    expect(seriesValue('softswitch_disk_used_bytes', { node: 1, path: '/' })).toBe(60)
    expect(seriesValue('softswitch_clock_offset_seconds', { node: 1 })).toBe(0.25)
    expect(seriesValue('softswitch_process_up', { process: 'calls-a' })).toBe(1)
    expect(page).not.toContain('process="rtpengine"')
  })

  test('no holds of calls that are over, and a database that answers', () => {
    expect(seriesValue('softswitch_holds')).toBe(0)
    expect(seriesValue('softswitch_expired_holds')).toBe(0)
    expect(seriesValue('softswitch_database_up')).toBe(1)
    expect(page.match(/^softswitch_reading_failed.* 1$/gm)).toBeNull()
    expect(seriesValue('softswitch_api_request_seconds_count', { status: 401 })).toBeGreaterThan(0)
  })

  test('one reading for scrapes of the same five seconds', async () => {
    const authorization = `Bearer ${await tokenOf(api.admin, ['metrics.view'])}`
    const pages = await Promise.all([1, 2, 3].map(() => scrape({ authorization })))
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const job = (text: string) => /softswitch_job_started.*/.exec(text)?.[0]
    expect(new Set(pages.map(({ body }) => job(body))).size).toBe(1)
  })
})

describe('promtool', needs('Prometheus', hasPrometheus()), () => {
  test('has nothing to say against the page', () => {
    expect(askPromtool(['check', 'metrics'], page)).toBe('')
  })

  test('finds each rule well written, and firing when it should', () => {
    expect(askPromtool(['check', 'rules', 'alerts.yml'])).toBe('')
    expect(askPromtool(['test', 'rules', 'alerts.test.yml'])).toBe('')
  })

  test('reads the configuration', () => {
    expect(askPromtool(['check', 'config', '--syntax-only', 'prometheus.yml'])).toBe('')
  })
})

test('alert rules, their tests and the dashboard name only what is there', () => {
  const known = new Set([...namesIn(page), ...ELSEWHERE])
  for (const file of ['alerts.yml', 'alerts.test.yml', 'grafana-dashboard.json']) {
    const names = namesIn(readFileSync(`${MONITORING}/${file}`, 'utf8'))
    expect(names.size).toBeGreaterThan(10)
    expect(
      [...names].filter((name) => !known.has(name)),
      file,
    ).toEqual([])
  }
})

test('each rule has a test, and each panel of the dashboard a place of its own', () => {
  const rules = readFileSync(`${MONITORING}/alerts.yml`, 'utf8')
  const tests = readFileSync(`${MONITORING}/alerts.test.yml`, 'utf8')
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const tested = [...tests.matchAll(/alertname: (\w+)/g)].map(([, name]) => name)
  expect(new Set(tested)).toEqual(new Set(names))
  const { panels } = JSON.parse(readFileSync(`${MONITORING}/grafana-dashboard.json`, 'utf8')) as {
    panels: { id: number; gridPos: { x: number; y: number } }[]
  }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
  expect(new Set(places).size).toBe(panels.length)
})
