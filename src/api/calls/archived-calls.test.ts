// Lists of calls, their totals and details, before their day left the database and after.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ARCHIVE_HEADER } from '#contract/endpoint.ts'
import { createExportJob, listExportJobs } from '#contract/exports/export-jobs.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { archiveDay, type TestArchive } from '#test/support/archive.ts'
import { makeExports, NO_EXPORTS } from '#test/support/exports.ts'
import { addViewers } from '#test/support/viewers.ts'

const DAY_MS = 86_400_000
const AT = Date.now() - 3 * DAY_MS
const DAY = new Date(AT).toISOString().slice(0, 10)
const PERIOD = `from=${DAY}T00:00&to=${DAY}T23:59:59`

const api = apiForFile(NO_EXPORTS)
let archive: TestArchive
let sessions: Readonly<Record<string, Session>>
/** Its id as the client knows it. */
let own_id: string
let before: unknown

const LISTS = [
  `/api/cdr?${PERIOD}`,
  `/api/cdr?${PERIOD}&status=FAILED`,
  `/api/cdr?${PERIOD}&called_number=4420`,
  `/api/cdr?${PERIOD}&q=0044207`,
  `/api/cdr?${PERIOD}&sort=started_at&limit=1&total=exact`,
  `/api/cdr/totals?${PERIOD}`,
  `/api/reseller-cdr?${PERIOD}`,
]

const ask = async (who: string, url: string) => {
  const answer = await sessions[who]!.send({ url })
  const { request_id: _, ...body } = answer.json()
  return { status: answer.statusCode, body, header: answer.headers[ARCHIVE_HEADER] }
}

/** The answers to every user, until no more days are read. */
async function askAll() {
  const answers: Record<string, unknown> = {}
  for (const who of Object.keys(sessions)) {
    for (const url of [...LISTS, `/api/cdr/${who === 'acme' ? own_id : call_id}`]) {
      let answer = await ask(who, url)
      for (let tries = 0; answer.status === 425 && tries < 3; tries++) {
        await archive.read()
        answer = await ask(who, url)
      }
      answers[`${who} ${url}`] = { status: answer.status, body: answer.body }
    }
  }
  return answers
}
let call_id: string

beforeAll(async () => {
  const viewers = await addViewers(api, AT)
  call_id = viewers.ids.own
  sessions = {
    admin: api.admin,
    acme: await api.signIn('acme', 'CLIENT'),
    rita: await api.signIn('rita', 'CLIENT'),
    london: await api.signIn('london', 'CLIENT'),
  }
  own_id = (await ask('acme', LISTS[0] ?? '')).body.data[0].call_id
  before = await askAll()
  archive = await archiveDay(api, AT)
})
afterAll(async () => {
  await archive?.close()
})

test('every user has the same calls, sums and details as before', async () => {
  const live = sql`select from call_record where started_at < now() - interval '1 day'`
  expect((await live.execute(api.database)).rows).toEqual([])
  expect(await askAll()).toEqual(before)
})

test('a list says what it waits for, and how many of its days are from the archive', async () => {
  await sql`delete from recall`.execute(api.database)
  const url = LISTS[0] ?? ''
  const waiting = await ask('admin', url)
  expect(waiting).toMatchObject({
    status: 425,
    body: {
      code: 'reading-archive',
      message: 'These calls are in the archive. Days read: 0 of 1.',
    },
  })
  await archive.read()
  expect(await ask('admin', url)).toMatchObject({ status: 200, header: '1' })
  expect((await ask('admin', '/api/cdr?range=24h')).header).toBeUndefined()
})

test('the part of a client holds its own calls alone', async () => {
  await sql`delete from recall`.execute(api.database)
  await ask('rita', LISTS[0] ?? '')
  await archive.read()
  const { rows } = await sql`select distinct a.name from recalled_call_record r
    join account a on a.id = r.account_id`.execute(api.database)
  expect(rows).toEqual([{ name: 'Rita' }])
})

test('an export in the background waits for the archive, and has its calls', async () => {
  await sql`delete from recall`.execute(api.database)
  const query = { from: `${DAY}T00:00`, to: `${DAY}T23:59:59`, type: 'all' }
  const { data } = await api.admin.call(createExportJob, {
    body: { name: 'Calls', list: '/api/cdr', query, format: 'CSV' },
  })
  const running = makeExports(api)
  await vi.waitFor(async () => {
    const { rows } = await sql`select from recall where state = 'WAITING'`.execute(api.database)
    expect(rows).toHaveLength(1)
  })
  await archive.read()
  await running
  const { data: jobs } = await api.admin.call(listExportJobs, {})
  expect(jobs.find(({ id }) => id === data.id)).toMatchObject({ state: 'DONE', rows_done: 3 })
})

test('no more parts are kept than fit, and a failed one says why', async () => {
  const url = LISTS[0] ?? ''
  await sql`delete from recall`.execute(api.database)
  await sql`insert into recall (request_hash, from_at, to_at, part, days_total, requested_by)
    select n::text, now() - interval '1 day', now(), '{}', 1, (select min(id) from console_user)
    from generate_series(1, 20) n`.execute(api.database)
  expect(await ask('admin', url)).toMatchObject({ status: 429 })
  await sql`delete from recall`.execute(api.database)
  await ask('admin', url)
  await sql`update recall set state = 'FAILED', error = 'Too many.'`.execute(api.database)
  expect(await ask('admin', url)).toMatchObject({ status: 400, body: { message: 'Too many.' } })
})
