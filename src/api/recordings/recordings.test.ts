// Recording rules, the state of the recorders, and the recordings of calls: who may listen, what is
// noted, and what is refused.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listCallRecords } from '#contract/calls/call-records.ts'
import { updateSettings } from '#contract/console/settings.ts'
import { listActivities } from '#contract/people/activities.ts'
import * as recordings from '#contract/recordings/call-recordings.ts'
import * as contract from '#contract/recordings/recording-rules.ts'
import { getRecordingState } from '#contract/recordings/recording-state.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { asSqlConnection } from '#db/database.ts'
import { PART_BYTES } from '#db/recordings/call-recordings.ts'
import { loadRecordingRules } from '#db/snapshot/routing.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { addFamily } from '#test/support/family.ts'
import { signInAdmin } from '#test/support/people.ts'
import { storeRecording, writeRecorderFigures } from '#test/support/recordings.ts'
import { addViewers } from '#test/support/viewers.ts'

const AT = Date.UTC(2026, 4, 1, 12)
const DAY = { from: '2026-05-01T00:00', to: '2026-05-02T00:00' }
const NO_CALL = '7000000000000000000'
const RULE = {
  name: 'Calls to France',
  status: 'active',
  account_ids: [],
  gateway_ids: [],
  called_prefixes: ['33'],
  caller_prefixes: [],
} as const
/** More than a part. */
const FILE = new Uint8Array(PART_BYTES + 5).map((_, at) => at % 251)

const api = apiForFile()
let account_id: number
let call_id: string
let other_call_id: string

beforeAll(async () => {
  const { tariffs } = await addViewers(api)
  const { ids } = await addFamily(api, tariffs.sell)
  account_id = ids.Sapphire
  const record = recordAt(AT, { account_id, sip_call_id: 'one' })
  const other = recordAt(AT, { account_id: ids.Ruby, sip_call_id: 'two' })
  call_id = record.call_id
  other_call_id = other.call_id
  await writeCalls(api.url, { records: [record, other] })
  await store(call_id)
  // Repeated after a failure, it stays what it is.
  await store(call_id)
})

const store = (id: string) => storeRecording(api.database, { call_id: id, at_ms: AT, file: FILE })

const loaded = () => loadRecordingRules(asSqlConnection(api.database))

test('a rule is added, changed, listed and deleted, and the engine loads it', async () => {
  const body = { ...RULE, account_ids: [account_id], gateway_ids: [] }
  const lists = { called_prefixes: ['33'], caller_prefixes: [] }
  const added = (
    await api.admin.call(contract.createRecordingRule, { body: { ...body, ...lists } })
  ).data
  expect(added).toMatchObject({ name: RULE.name, accounts: [{ id: account_id }] })
  expect(await loaded()).toEqual([
    { ...{ id: added.id, account_ids: [account_id], gateway_ids: [] }, ...lists },
  ])
  const params = { id: added.id }
  const paused = { ...body, ...lists, status: 'paused' as const, version: added.version }
  await api.admin.call(contract.updateRecordingRule, { params, body: paused })
  expect(await loaded()).toEqual([])
  const list = await api.admin.call(contract.listRecordingRules, { query: { status: 'paused' } })
  expect(list.data).toMatchObject([{ id: added.id }])
  expect((await api.admin.call(contract.getRecordingRule, { params })).data.status).toBe('paused')
  await api.admin.call(contract.deleteRecordingRule, { params })
  expect((await api.admin.call(contract.listRecordingRules, { query: {} })).data).toEqual([])
})

const add = (change: object) =>
  api.admin.send({
    method: 'POST',
    url: '/api/recording-rules',
    payload: { ...RULE, name: 'Another', ...change },
  })

test.each([
  { account_ids: [999_999] },
  { gateway_ids: [999_999] },
  { called_prefixes: ['33a'] },
  { called_prefixes: [] },
])('a rule of %j is refused', async (change) => {
  expect((await add(change)).statusCode).toBe(400)
})

test('a rule for all calls is refused at its first list', async () => {
  const refused = await add({ called_prefixes: [] })
  expect(refused.json().fields).toEqual({
    account_ids: 'Choose accounts, gateways or prefixes: a rule for all calls is refused.',
  })
})

test('an admin of some accounts sees no rule and adds none', async () => {
  const listed = { scope: 'LISTED' as const, account_ids: [account_id] }
  const limited = await signInAdmin(api, 'limited', { permissions: [...PERMISSIONS], ...listed })
  expect((await add({})).statusCode).toBe(200)
  const seen = await limited.send({ method: 'GET', url: '/api/recording-rules' })
  expect(seen.json().data).toEqual([])
  const refused = await limited.send({ method: 'POST', url: '/api/recording-rules', payload: RULE })
  expect(refused.statusCode).toBe(403)
  const none = { recorders: [], bytes: 0, bytes_max: 0, days: 0 }
  expect((await limited.call(getRecordingState, {})).data).toEqual(none)
})

test('the state has the recorder of each node, and the space of the settings', async () => {
  await api.admin.call(updateSettings, { body: { recording_days: 5, recording_mb: 30 } })
  const node = { node_id: 1, node_name: 'Node 1' }
  const stopped = { ...node, is_running: false, lost: null, paused: null }
  const state = async () => (await api.admin.call(getRecordingState, {})).data
  expect(await state()).toMatchObject({ recorders: [stopped], bytes_max: 30_000_000, days: 5 })
  expect((await state()).bytes).toBeGreaterThan(FILE.length)
  await writeRecorderFigures(api.database, { lost: 2, paused: 1 })
  expect((await state()).recorders).toEqual([{ ...node, is_running: true, lost: 2, paused: 1 }])
})

const download = (id: string, session: Session = api.admin) =>
  session.send({ method: 'GET', url: `/api/cdr/${id}/recording/file` })

test('the recording of a call is as it was, and who listens is noted', async () => {
  const { data } = await api.admin.call(recordings.getCallRecording, { params: { call_id } })
  expect(data.recording).toEqual({
    ...{ at: new Date(AT).toISOString(), format: 'WAV', duration_ms: 60_000, bytes: FILE.length },
  })
  const { response } = await api.admin.call(recordings.getRecordingFile, { params: { call_id } })
  expect(response.headers['content-disposition']).toBe(`attachment; filename="call-${call_id}.wav"`)
  expect(Buffer.compare(response.rawPayload, FILE)).toBe(0)
  const noted = await api.admin.call(listActivities, { query: { action: 'EXPORT' } })
  expect(noted.data).toMatchObject([
    { entity: 'call_recording', entity_id: call_id, username: 'admin' },
  ])
})

test('the list of calls finds those that were recorded', async () => {
  const query = { ...DAY, preset: 'recorded' } as const
  const { data } = await api.admin.call(listCallRecords, { query })
  expect(data.map((call) => call.call_id)).toEqual([call_id])
})

test('in the database it is encrypted', async () => {
  const parts = api.database.selectFrom('call_recording').where('part_no', '=', 1)
  const { content } = await parts.select('content').executeTakeFirstOrThrow()
  expect(content.includes(Buffer.from(FILE.subarray(0, 16)))).toBe(false)
})

test('a call without a recording has none, and no file', async () => {
  const params = { call_id: other_call_id }
  const { data } = await api.admin.call(recordings.getCallRecording, { params })
  expect(data).toEqual({ recording: null })
  expect((await download(other_call_id)).statusCode).toBe(404)
  expect((await download(NO_CALL)).statusCode).toBe(404)
})

test('a part that was changed says so', async () => {
  await store(other_call_id)
  await sql`update call_recording set content = set_byte(content, 20, 255 - get_byte(content, 20))
    where call_id = ${other_call_id}::bigint and part_no = 2`.execute(api.database)
  const refused = await download(other_call_id)
  expect([refused.statusCode, refused.json().message]).toEqual([
    404,
    'The recording cannot be decrypted: its key is not in secrets/secret-keys, or it was changed.',
  ])
})

test('an admin without the right, or of other accounts, hears nothing', async () => {
  const deaf = await signInAdmin(api, 'deaf', { permissions: ['call_records.view'] })
  expect((await download(call_id, deaf)).statusCode).toBe(403)
  const other = await signInAdmin(api, 'narrow', {
    permissions: ['recordings.view', 'call_records.view'],
    scope: 'LISTED',
    account_ids: [account_id],
  })
  expect((await download(call_id, other)).statusCode).toBe(200)
  expect((await download(other_call_id, other)).statusCode).toBe(404)
})
