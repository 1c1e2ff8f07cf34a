// A rate file on its way into a tariff: uploaded, previewed, applied, undone.

import type { BodyOf } from '#contract/endpoint.ts'
import { createRateChange, type RateChangeForm } from '#contract/rate-imports/rate-changes.ts'
import {
  applyRateImport,
  getRateImport,
  listRateImportRows,
  type OneRateImport,
  previewRateImport,
  undoRateImport,
} from '#contract/rate-imports/rate-imports.ts'
import { percent } from '#core/money.ts'
import type { Session, TestApi } from './api.ts'
import { doRateImports } from './do-jobs.ts'

export const AT_ONCE = {
  mode: 'MERGE',
  effective: 'AT_ONCE',
  starts_at: null,
  notice_days: 7,
  large_percent: percent(500_000),
} as const

export type TestOptions = Partial<BodyOf<typeof previewRateImport>>

export async function uploadRates(
  session: Session,
  tariff_id: number,
  file: string | Buffer,
): Promise<{ status: number; data: OneRateImport; problem: { fields?: Record<string, string> } }> {
  const response = await session.send({
    method: 'POST',
    url: `/api/tariffs/${tariff_id}/imports?file_name=rates.csv`,
    headers: { 'content-type': 'text/csv' },
    payload: file,
  })
  const body = response.json()
  return { status: response.statusCode, data: body.data, problem: body }
}

/** Uploads the lines and has them compared. */
export async function previewRates(
  api: TestApi,
  tariff_id: number,
  lines: readonly string[],
  options: TestOptions = {},
): Promise<OneRateImport> {
  const uploaded = await uploadRates(api.admin, tariff_id, `${lines.join('\n')}\n`)
  if (uploaded.status !== 200) throw new Error(JSON.stringify(uploaded.problem))
  const { id, layout } = uploaded.data
  if (!layout) throw new Error('the file has no layout')
  const body = { ...AT_ONCE, layout, ...options } as Parameters<typeof requestPreview>[2]
  const { status, problem } = await requestPreview(api.admin, id, body)
  if (status !== 200) throw new Error(JSON.stringify(problem))
  await doRateImports(api)
  return readImport(api, id)
}

const requestPreview = (
  session: Session,
  id: number,
  body: typeof AT_ONCE & { layout: NonNullable<OneRateImport['layout']> },
) => session.call(previewRateImport, { params: { id }, body })

export const readImport = async (api: TestApi, id: number): Promise<OneRateImport> =>
  (await api.admin.call(getRateImport, { params: { id } })).data

export const rowsOf = async (api: TestApi, id: number, query: object = {}) =>
  (await api.admin.call(listRateImportRows, { params: { id }, query })).data

const CONFIRMED = {
  skips_invalid: true,
  confirms_large: true,
  confirms_removed: true,
}

/** The names of many a test are made up. */
async function reasonOf(api: TestApi, id: number) {
  const { country_conflicts_count } = await readImport(api, id)
  return country_conflicts_count > 0 ? 'The names are made up.' : ''
}

export async function applyRates(api: TestApi, id: number, confirmed: object = {}) {
  const country_conflicts_reason = await reasonOf(api, id)
  const body = { ...CONFIRMED, country_conflicts_reason, ...confirmed }
  const { status, problem } = await api.admin.call(applyRateImport, { params: { id }, body })
  if (status !== 200) throw new Error(JSON.stringify(problem))
  await doRateImports(api)
  return readImport(api, id)
}

export async function undoRates(api: TestApi, id: number) {
  const { status, problem } = await api.admin.call(undoRateImport, { params: { id } })
  if (status !== 200) throw new Error(JSON.stringify(problem))
  await doRateImports(api)
  return readImport(api, id)
}

const { mode: _, ...OF_CURRENT } = {
  ...AT_ONCE,
  ids: null,
  filter: { state: 'current' },
} as const
export type TestChange = Pick<RateChangeForm, 'operations'> & Partial<RateChangeForm>

export const requestRateChange = (session: Session, tid: number, change: TestChange) =>
  session.call(createRateChange, { params: { tid }, body: { ...OF_CURRENT, ...change } })

/** Has a bulk change of rates computed. */
export async function previewRateChange(
  api: TestApi,
  tariff_id: number,
  change: TestChange,
): Promise<OneRateImport> {
  const { status, problem, data } = await requestRateChange(api.admin, tariff_id, change)
  if (status !== 200) throw new Error(JSON.stringify(problem))
  await doRateImports(api)
  return readImport(api, data.id)
}
