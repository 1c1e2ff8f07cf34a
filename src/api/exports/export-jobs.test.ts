// Exports in the background: their content is that of an immediate export, for their user alone.
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { parquetReadObjects } from 'hyparquet'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  cancelExportJob,
  createExportJob,
  deleteExportJob,
  listExportJobs,
} from '#contract/exports/export-jobs.ts'
import { money } from '#core/money.ts'
import { claimExport, keepExportClaim, storeExportPart } from '#db/exports/export-work.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { addClientNamed, addResellerNamed, addTariff } from '#test/support/configuration.ts'
import { makeExports, NO_EXPORTS } from '#test/support/exports.ts'
import { signInAdmin } from '#test/support/people.ts'
import { changeRows } from '#test/support/rows.ts'

const DAY = Date.UTC(2026, 2, 9, 12)
const RANGE = { from: '2026-03-09T00:00', to: '2026-03-10T00:00', type: 'all' }
const ALL = new URLSearchParams(RANGE).toString()
const CALLS = 2500
const DAY_MS = 24 * 3_600_000

const api = apiForFile(NO_EXPORTS)
let client: Session
let reseller: Session

beforeAll(async () => {
  const tariff_id = await addTariff(api, 'SELL')
  const reseller_id = await addResellerNamed(api, await addTariff(api, 'RESELLER_COST'), 'Top')
  const add = (name: string) => addClientNamed(api, tariff_id, name)
  const [acme, other] = [await add('Acme'), await add('Other')]
  const records = Array.from({ length: CALLS }, (_, second) =>
    recordAt(DAY + second * 1000, {
      account_id: second % 5 === 0 ? other : acme,
      reseller_ids: second % 5 === 0 ? [] : [reseller_id],
      sell_amount: money(1_234_567),
    }),
  )
  await writeCalls(api.url, { records })
  client = await api.signIn('acme', 'CLIENT')
  reseller = await api.signIn('top', 'RESELLER')
})
beforeEach(async () => {
  await api.database.deleteFrom('export_job').execute()
})

interface Asked {
  readonly list?: string
  readonly query?: Record<string, string>
  readonly format?: 'CSV' | 'JSON_LINES' | 'XLSX' | 'PARQUET'
}

const request = (
  session: Session,
  { list = '/api/cdr', query = RANGE, format = 'CSV' }: Asked = {},
) => session.call(createExportJob, { body: { name: 'Calls', list, query, format } })
const listOf = async (session: Session) => (await session.call(listExportJobs, {})).data
const fileOf = (session: Session, id: number) =>
  session.send({ url: `/api/export-jobs/${id}/file` })
const partCount = async () =>
  (await api.database.selectFrom('export_part').select('part_no').execute()).length

/** Requested, made and taken. */
async function made(session: Session, asked: Asked = {}) {
  const { data } = await request(session, asked)
  await makeExports(api)
  return fileOf(session, data.id)
}

test('each user has in the file what an immediate export has', async () => {
  const lists = [
    [api.admin, '/api/cdr'],
    [client, '/api/cdr'],
    [reseller, '/api/reseller-cdr'],
  ] as const
  const files: string[] = []
  for (const [session, list] of lists) {
    const query: Record<string, string> = { ...RANGE }
    if (list !== '/api/cdr') delete query.type
    const url = `${list}?${new URLSearchParams(query)}&format=csv`
    const immediate = (await session.send({ url })).body
    const file = await made(session, { list, query })
    expect(file.headers['content-disposition']).toBe('attachment; filename="Calls.csv.gz"')
    expect(gunzipSync(file.rawPayload).toString()).toBe(immediate)
    files.push(immediate)
  }
  const lines = files.map((text) => text.trim().split('\r\n').length - 1)
  expect(lines).toEqual([CALLS, CALLS * 0.8, CALLS * 0.8])
  expect(files[1]).not.toMatch(/buy_amount|gateway|margin/)
  expect((await listOf(api.admin))[0]).toMatchObject({
    ...{ state: 'DONE', rows_done: CALLS, rows_total: CALLS, error: null },
  })
})

test('a browser gets the bytes of the file, which are compressed once', async () => {
  const { data } = await request(client)
  await makeExports(api)
  const file = await client.send({
    url: `/api/export-jobs/${data.id}/file`,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  })
  expect(file.headers['content-encoding']).toBeUndefined()
  expect(file.headers['content-length']).toBe(String(file.rawPayload.length))
  const lines = gunzipSync(file.rawPayload).toString().trim().split('\r\n')
  expect(lines).toHaveLength(CALLS * 0.8 + 1)
})

test('chosen columns, words and a zone are those of the request', async () => {
  const chosen = { fields: 'started_at,called_number', headings: 'words', zone: 'Asia/Dhaka' }
  const query = { ...RANGE, sort: 'started_at', ...chosen }
  const [head, first] = gunzipSync((await made(client, { query })).rawPayload)
    .toString()
    .split('\r\n')
  expect([head, first]).toEqual([
    'Started at (Asia/Dhaka),Called number',
    '2026-03-09 18:00:01,442071838750',
  ])
})

test('numbers are masked in the file as they are on the screen', async () => {
  const permissions = ['call_records.view', 'call_records.export'] as const
  const masked = await signInAdmin(api, 'masked', {
    permissions: [...permissions],
    masked_digits: 4,
  })
  const query = { ...RANGE, fields: 'called_number' }
  const text = gunzipSync((await made(masked, { query })).rawPayload).toString()
  expect(new Set(text.trim().split('\r\n'))).toEqual(new Set(['called_number', '44207183••••']))
  const searched = await request(masked, { query: { ...RANGE, called_number: '4420' } })
  expect(searched.status).toBe(400)
})

test('an interrupted export continues, and has the text of a whole one', async () => {
  for (const format of ['CSV', 'JSON_LINES'] as const) {
    const whole = gunzipSync((await made(client, { format })).rawPayload)
    const { data } = await request(client, { format })
    let looks = 0
    // Before the claim, and before each page: the first part is stored.
    const stop = {
      get aborted() {
        looks += 1
        return looks > 2
      },
    }
    await makeExports(api, { stop, part_bytes: 1 })
    const [half] = await listOf(client)
    expect(half).toMatchObject({ state: 'WAITING', rows_done: 1000 })
    expect((await fileOf(client, data.id)).statusCode).toBe(404)
    const before = await api.database.selectFrom('export_part').selectAll().execute()
    await makeExports(api, { part_bytes: 1 })
    const after = await api.database.selectFrom('export_part').selectAll().execute()
    expect(after).toEqual(expect.arrayContaining(before))
    expect((await listOf(client))[0]).toMatchObject({ state: 'DONE', rows_done: CALLS * 0.8 })
    expect(gunzipSync((await fileOf(client, data.id)).rawPayload).equals(whole)).toBe(true)
    await api.database.deleteFrom('export_job').execute()
  }
})

test('the export of a process that is gone is claimed by another after a minute', async () => {
  const { data } = await request(client)
  const claimed_until = new Date(api.clock.now + 60_000).toISOString()
  const claim = { state: 'RUNNING', claim_no: 1, claimed_until } as const
  await api.database.updateTable('export_job').set(claim).execute()
  await makeExports(api)
  expect((await listOf(client))[0]?.state).toBe('RUNNING')
  api.clock.now += 60_001
  await makeExports(api)
  expect((await listOf(client))[0]?.state).toBe('DONE')
  expect((await fileOf(client, data.id)).statusCode).toBe(200)
})

test('Excel and Parquet have all rows, and Parquet exact amounts and times', async () => {
  const book = unzipSync((await made(client, { format: 'XLSX' })).rawPayload)
  const sheet = Buffer.from(book['xl/worksheets/sheet1.xml'] ?? []).toString()
  expect(sheet.match(/<row>/g)).toHaveLength(CALLS * 0.8 + 1)
  const query = { ...RANGE, sort: 'started_at', fields: 'started_at,called_number,sell_amount' }
  const bytes = (await made(client, { format: 'PARQUET', query })).rawPayload
  const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
  expect(rows).toHaveLength(CALLS * 0.8)
  expect(rows[0]).toMatchObject({
    started_at: new Date(DAY + 1000),
    called_number: '442071838750',
    sell_amount: 1.234567,
  })
})

test('a user who loses the right meanwhile gets nothing, nor a file from before', async () => {
  const permissions = ['call_records.view', 'call_records.export'] as const
  const clerk = await signInAdmin(api, 'clerk', { permissions: [...permissions] })
  const { data: done } = await request(clerk)
  await makeExports(api)
  const { data: waiting } = await request(clerk)
  const group = api.database.updateTable('permission_group').where('name', '=', 'clerk')
  await group.set({ refuses_export: true }).execute()
  await makeExports(api)
  expect((await fileOf(clerk, done.id)).statusCode).toBe(403)
  const failed = (await listOf(clerk)).find(({ id }) => id === waiting.id)
  expect(failed).toMatchObject({ state: 'FAILED', rows_done: 0, bytes: 0 })
  expect((await request(clerk)).status).toBe(403)
  await group.set({ refuses_export: false, masked_digits: 3 }).execute()
  expect((await fileOf(clerk, done.id)).json().message).toMatch(/^Your rights are others/)
  const { data: last } = await request(clerk)
  await changeRows(api, 'console_user', { username: 'clerk' }, { status: 'blocked' })
  await makeExports(api)
  const stored = api.database.selectFrom('export_job').where('id', '=', last.id)
  expect(await stored.select(['state', 'bytes']).execute()).toEqual([{ state: 'FAILED', bytes: 0 }])
})

test('no other user has the export, not even an admin', async () => {
  const { data } = await request(client)
  await makeExports(api)
  expect(await listOf(api.admin)).toEqual([])
  expect((await fileOf(api.admin, data.id)).statusCode).toBe(404)
  const params = { id: data.id }
  expect((await api.admin.call(cancelExportJob, { params })).status).toBe(404)
  expect((await api.admin.call(deleteExportJob, { params })).status).toBe(404)
  expect((await fileOf(client, data.id)).statusCode).toBe(200)
  const unknown = await request(client, { list: '/api/gateways', query: {} })
  expect(unknown.status).toBe(403)
})

test('three of a user are under way, and twenty are kept', async () => {
  for (let count = 0; count < 3; count += 1) expect((await request(client)).status).toBe(200)
  const { problem } = await request(client)
  expect(problem.message).toMatch(/^3 of your exports are under way/)
  expect((await request(reseller, { list: '/api/reseller-cdr', query: {} })).status).toBe(200)
  await makeExports(api)
  const times = { ended_at: new Date(api.clock.now).toISOString() }
  // The first one is of the client; without an order it may be that of the reseller.
  const [one] = await api.database.selectFrom('export_job').selectAll().orderBy('id').execute()
  const { id: _, ...row } = one ?? expect.fail()
  const copies = Array.from({ length: 17 }, () => ({ ...row, ...times, query: '{}' as never }))
  await api.database.insertInto('export_job').values(copies).execute()
  expect((await request(client)).problem.message).toBe('You have 20 exports. Delete one first.')
})

test('a cancelled export has no file, and its run stores nothing more', async () => {
  const { data } = await request(client)
  const now = new Date(api.clock.now).toISOString()
  const until = new Date(api.clock.now + 60_000).toISOString()
  const job = (await claimExport(api.api_database, { now, until })) ?? expect.fail()
  const part = { part_no: 1, content: Buffer.from('a'), rows: 1, bytes: 1, next_cursor: null }
  expect(await storeExportPart(api.api_database, job, part)).toBe(true)
  const params = { id: data.id }
  const cancelled = { state: 'CANCELLED', bytes: 0 }
  expect((await client.call(cancelExportJob, { params })).data).toMatchObject(cancelled)
  expect(await partCount()).toBe(0)
  const next = { ...part, part_no: 2 }
  expect(await storeExportPart(api.api_database, job, next)).toBe(false)
  const progress = { until, rows_done: 1, rows_total: null }
  expect(await keepExportClaim(api.api_database, job, progress)).toBe(false)
  await makeExports(api)
  expect((await listOf(client))[0]).toMatchObject(cancelled)
  expect((await fileOf(client, data.id)).statusCode).toBe(404)
  expect((await client.call(cancelExportJob, { params })).data).toMatchObject(cancelled)
})

test('a list, a filter or a field that does not exist is refused with its name', async () => {
  const refused = async (asked: Asked) => (await request(api.admin, asked)).problem.fields
  expect(await refused({ list: '/api/nothing' })).toEqual({ list: 'There is no such list.' })
  expect(await refused({ query: { colour: 'red' } })).toHaveProperty('colour')
  expect(await refused({ query: { fields: 'colour' } })).toHaveProperty('fields')
  expect(await refused({ query: { format: 'csv' } })).toHaveProperty('query')
  const url = `/api/export-jobs?${ALL}`
  expect((await api.admin.send({ url })).statusCode).toBe(400)
})

test('an export is gone a day after its end, when it is deleted, and with its user', async () => {
  const { data: first } = await request(client)
  await makeExports(api)
  api.clock.now += DAY_MS - 1000
  const fresh = await api.signIn('acme', 'CLIENT')
  expect((await fileOf(fresh, first.id)).statusCode).toBe(200)
  api.clock.now += 1001
  expect((await fileOf(fresh, first.id)).statusCode).toBe(404)
  expect(await listOf(fresh)).toEqual([])
  await makeExports(api)
  expect(await partCount()).toBe(0)
  const { data: second } = await request(fresh)
  await makeExports(api)
  expect((await fresh.call(deleteExportJob, { params: { id: second.id } })).status).toBe(204)
  expect(await partCount()).toBe(0)
})
