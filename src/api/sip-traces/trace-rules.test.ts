// Trace rules: who may write them, which are refused, and what the engine loads of them.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { updateSettings } from '#contract/console/settings.ts'
import * as contract from '#contract/sip-traces/trace-rules.ts'
import { getTracingState } from '#contract/sip-traces/tracing-state.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { asSqlConnection } from '#db/database.ts'
import { loadTraceRules } from '#db/snapshot/routing.ts'
import { apiForFile } from '#test/support/api.ts'
import { addFamily } from '#test/support/family.ts'
import { signInAdmin } from '#test/support/people.ts'
import { tracedCall, writeSipMessages } from '#test/support/sip-messages.ts'
import { writeTracerFigures } from '#test/support/sip-traces.ts'
import { addViewers } from '#test/support/viewers.ts'

const api = apiForFile()
let account_id: number

const RULE = {
  name: 'Failed calls to France',
  status: 'active',
  account_ids: [],
  gateway_ids: [],
  called_prefixes: ['33'],
  caller_prefixes: [],
  failed_only: true,
  percent: 10,
  until_at: null,
} as const

beforeAll(async () => {
  const { tariffs } = await addViewers(api)
  const { ids } = await addFamily(api, tariffs.sell)
  account_id = ids.Sapphire
})

const loaded = () => loadTraceRules(asSqlConnection(api.database))

test('a rule is added, changed, listed and deleted, and the engine loads it', async () => {
  const body = { ...RULE, account_ids: [account_id], called_prefixes: ['33'], caller_prefixes: [] }
  const added = (
    await api.admin.call(contract.createTraceRule, { body: { ...body, gateway_ids: [] } })
  ).data
  expect(added).toMatchObject({ name: RULE.name, accounts: [{ id: account_id }], percent: 10 })
  expect(await loaded()).toMatchObject([
    { id: added.id, account_ids: [account_id], called_prefixes: ['33'], until_ms: null },
  ])
  const params = { id: added.id }
  const until_at = '2020-01-01T00:00:00Z'
  const changed = (
    await api.admin.call(contract.updateTraceRule, {
      params,
      body: { ...body, gateway_ids: [], until_at, version: added.version },
    })
  ).data
  expect(changed.has_ended).toBe(true)
  expect(await loaded()).toEqual([])
  const list = await api.admin.call(contract.listTraceRules, { query: {} })
  expect(list.data).toMatchObject([{ id: added.id }])
  expect((await api.admin.call(contract.getTraceRule, { params })).data.name).toBe(RULE.name)
  await api.admin.call(contract.deleteTraceRule, { params })
  expect((await api.admin.call(contract.listTraceRules, { query: {} })).data).toEqual([])
})

const add = (change: object) =>
  api.admin.send({
    method: 'POST',
    url: '/api/trace-rules',
    payload: { ...RULE, name: 'Another', ...change },
  })

test.each([
  { account_ids: [999_999] },
  { gateway_ids: [999_999] },
  { called_prefixes: ['33a'] },
  { percent: 0 },
  { percent: 101 },
])('a rule of %j is refused', async (change) => {
  expect((await add(change)).statusCode).toBe(400)
})

test('an admin of some accounts sees no rule and adds none', async () => {
  const listed = { scope: 'LISTED' as const, account_ids: [account_id] }
  const limited = await signInAdmin(api, 'limited', { permissions: [...PERMISSIONS], ...listed })
  expect((await add({})).statusCode).toBe(200)
  const seen = await limited.send({ method: 'GET', url: '/api/trace-rules' })
  expect(seen.json().data).toEqual([])
  const refused = await limited.send({ method: 'POST', url: '/api/trace-rules', payload: RULE })
  expect(refused.statusCode).toBe(403)
})

const state = async () => (await api.admin.call(getTracingState, {})).data

test('the state has the tracer of each node, with what it dropped while it runs', async () => {
  const node = { node_id: 1, node_name: 'Node 1' }
  const stopped = { ...node, is_running: false, dropped: null, paused: null }
  expect((await state()).tracers).toEqual([stopped])
  await writeTracerFigures(api.database, { dropped: 7, paused: 2 })
  const running = { ...node, is_running: true, dropped: 7, paused: 2 }
  expect((await state()).tracers).toEqual([running])
  // Figures that are old are of a tracer that has ended.
  await sql`update process_metrics set written_at = now() - interval '31 seconds'`.execute(
    api.database,
  )
  expect((await state()).tracers).toEqual([stopped])
})

test('the state has the messages of today, and the space of the settings', async () => {
  await api.admin.call(updateSettings, { body: { sip_message_days: 5, sip_message_mb: 30 } })
  const before = await state()
  expect(before).toMatchObject({ stored_today: 0, bytes_max: 30_000_000, days: 5 })
  const messages = tracedCall({ sip_call_id: 'a', gateways: ['192.0.2.1:5060', '192.0.2.2:5060'] })
  const now_ms = Date.now()
  await writeSipMessages(api.url, '1', now_ms, messages)
  await writeSipMessages(api.url, '2', now_ms - 2 * 86_400_000, messages)
  const after = await state()
  expect(after.stored_today).toBe(messages.length)
  expect(after.bytes).toBeGreaterThan(before.bytes)
})

test('an admin of some accounts sees nothing of the state', async () => {
  const listed = { scope: 'LISTED' as const, account_ids: [account_id] }
  const few = await signInAdmin(api, 'few', { permissions: [...PERMISSIONS], ...listed })
  const none = { tracers: [], stored_today: 0, bytes: 0, bytes_max: 0, days: 0 }
  expect((await few.call(getTracingState, {})).data).toEqual(none)
})
