// The jobs as the console shows them: their runs, and the work that users have begun.
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { listJobs, runJob } from '#contract/machine/jobs.ts'
import { previewRateImport } from '#contract/rate-imports/rate-imports.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addTariff } from '#test/support/configuration.ts'
import { settlementForm } from '#test/support/forms.ts'
import { signInAdmin } from '#test/support/people.ts'
import { AT_ONCE, uploadRates } from '#test/support/rate-imports.ts'
import { uploadCalls } from '#test/support/reconciliations.ts'
import { startTestJobs } from '#test/support/test-jobs.ts'

const api = apiForFile()
let tariff_id: number
beforeAll(async () => {
  tariff_id = await addTariff(api, 'BUY')
})

const workOf = async (session: Session) => (await session.call(listJobs, {})).data.work
const failRow = (table: string, id: number) =>
  sql`update ${sql.table(table)} set error = 'It broke.' where id = ${id}`.execute(api.database)

test('work under way and work that has failed is listed with what it is about', async () => {
  const { data } = await uploadRates(api.admin, tariff_id, 'prefix,rate\n44,0.02\n')
  expect(await workOf(api.admin)).toEqual([])
  const body = { ...AT_ONCE, layout: data.layout! }
  await api.admin.call(previewRateImport, { params: { id: data.id }, body })
  const one = { kind: 'RATE_IMPORT', id: data.id, tariff_id, step: 'PREVIEWING', progress: 0 }
  expect(await workOf(api.admin)).toMatchObject([{ ...one, error: '' }])
  await failRow('rate_import', data.id)
  expect(await workOf(api.admin)).toMatchObject([{ ...one, error: 'It broke.' }])
})

test('an admin sees the work of its accounts and permissions alone', async () => {
  const body = settlementForm(tariff_id)
  const settlement = (await api.admin.call(createSettlement, { body })).data
  const file = 'Called number,Start time,Duration,Amount\n4479,2026-11-20 10:00:00,60,0.5\n'
  const { data } = await uploadCalls(api.admin, settlement.id, file)
  await failRow('reconciliation', data.id)
  const kindsOf = async (session: Session) => (await workOf(session)).map(({ kind }) => kind)
  expect(await kindsOf(api.admin)).toContain('RECONCILIATION')
  const views = ['system.view', 'reconciliations.view'] as const
  const all = await signInAdmin(api, 'all', { permissions: views })
  expect(await kindsOf(all)).toEqual(['RECONCILIATION'])
  const other = (
    await api.admin.call(createSettlement, {
      body: { ...body, name: 'Another', username: 'another' },
    })
  ).data
  const scope = { scope: 'LISTED' as const, account_ids: [other.id] }
  const limited = await signInAdmin(api, 'limited', { permissions: views, ...scope })
  expect(await kindsOf(limited)).toEqual([])
})

test('a job is started at once, which is noted; one that does not exist is refused', async () => {
  let runs = 0
  const job = { name: 'counting', every_ms: 3_600_000, work: async () => void runs++ }
  const stop = await startTestJobs({ url: api.jobs_url, jobs: [job] })
  const shown = async () =>
    (await api.admin.call(listJobs, {})).data.jobs.find(({ name }) => name === job.name)
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ is_running: false }))
  const before = runs
  const started = await api.admin.call(runJob, { body: { name: job.name } })
  expect(started.status).toBe(204)
  await vi.waitFor(() => expect(runs).toBeGreaterThan(before))
  expect(await shown()).toMatchObject({ error: '', failures_in_a_row: 0 })
  const refused = await api.admin.call(runJob, { body: { name: 'sleeping' } })
  expect(refused.problem.fields).toEqual({ name: 'There is no such job.' })
  const { rows } = await sql`select entity_name from activity_log
    where entity = 'machine' and entity_id = ${job.name}`.execute(api.database)
  expect(rows).toEqual([{ entity_name: 'Job: counting' }])
  await stop()
})
