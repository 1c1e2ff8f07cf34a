// Codes that may be read as those of another country: a question where the file leaves it open, and
// a warning where the name of the row says another country than the code deck.
import { expect, test } from 'vitest'
import { applyRateImport, previewRateImport } from '#contract/rate-imports/rate-imports.ts'
import { apiForFile } from '#test/support/api.ts'
import { addTariff } from '#test/support/configuration.ts'
import {
  AT_ONCE,
  applyRates,
  previewRates,
  readImport,
  rowsOf,
  uploadRates,
} from '#test/support/rate-imports.ts'

const api = apiForFile()

const HEADER = 'Code,Destination,Rate'
const confirmed = { skips_invalid: true, confirms_large: true, confirms_removed: true }
const MIXED = [
  HEADER,
  '613,Canada - Ottawa,0.005',
  '646,USA - NY,0.0045',
  '+614,Australia - Mobile,0.1018',
]

test('codes with and without + are a question, which is answered', async () => {
  const tid = await addTariff(api, 'SELL')
  const { data } = await uploadRates(api.admin, tid, MIXED.join('\n'))
  const params = { id: data.id }
  const layout = data.layout!
  const body = { ...AT_ONCE, layout } as const
  const { status, problem } = await api.admin.call(previewRateImport, { params, body })
  expect([status, problem.fields]).toEqual([
    400,
    { 'layout.bare_code_country': expect.stringMatching(/as \+614, and others have not, as 613:/) },
  ])
  const national = await previewRates(api, tid, MIXED, {
    layout: { ...layout, bare_code_country: '1' },
  })
  const rows = await rowsOf(api, national.id)
  expect(rows.map(({ prefix }) => prefix)).toEqual(['1613', '1646', '614'])
  expect(national.country_conflicts_count).toBe(0)
  const whole = await previewRates(api, tid, MIXED, {
    layout: { ...layout, bare_code_country: '' },
  })
  expect(whole.country_conflicts_count).toBe(2)
})

test('a mark far down in the file is the same question, and nothing is read', async () => {
  const tid = await addTariff(api, 'SELL')
  const lines = Array.from({ length: 400 }, (_, at) => `${49_100 + at},Germany,0.01`)
  const preview = await previewRates(api, tid, [HEADER, ...lines, '+33,France,0.01'])
  expect(preview).toMatchObject({ state: 'FAILED', new_count: 0 })
  expect(preview.error).toMatch(/^Line 402: Some codes have \+ or 00, as \+33/)
})

test('names of another country than the code are counted, and applied with a reason', async () => {
  const tid = await addTariff(api, 'SELL')
  const preview = await previewRates(api, tid, [
    HEADER,
    '226,Canada west,0.01',
    '1604,Canada west,0.01',
    '7400,UK mobile,0.03',
    '447,UK mobile,TBA',
    '998,Proper,0.2',
  ])
  expect(preview).toMatchObject({ new_count: 4, invalid_count: 1, country_conflicts_count: 2 })
  const conflicts = await rowsOf(api, preview.id, { warning: 'country' })
  expect(conflicts.map((row) => [row.prefix, row.named_country, row.code_country])).toEqual([
    ['226', 'CA', 'BF'],
    ['7400', 'GB', 'RU'],
  ])
  const params = { id: preview.id }
  for (const country_conflicts_reason of ['', '  ']) {
    const body = { ...confirmed, country_conflicts_reason }
    const { status, problem } = await api.admin.call(applyRateImport, { params, body })
    expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, ['country_conflicts_reason']])
  }
  const country_conflicts_reason = 'The carrier sells them so.'
  await applyRates(api, preview.id, { country_conflicts_reason })
  expect(await readImport(api, preview.id)).toMatchObject({
    state: 'APPLIED',
    country_conflicts_reason,
  })
  const entries = await api.database
    .selectFrom('activity_log')
    .where('entity_id', '=', String(preview.id))
    .where('entity', '=', 'rate_import')
    .select('changes')
    .execute()
  expect(entries.map(({ changes }) => changes)).toContainEqual({
    state: ['PREVIEWED', 'APPLYING'],
    reason: ['', country_conflicts_reason],
  })
})

test('a few of them in a long file are a warning only', async () => {
  const tid = await addTariff(api, 'SELL')
  const lines = Array.from({ length: 40 }, (_, at) => `${4910 + at},Germany,0.01`)
  const preview = await previewRates(api, tid, [HEADER, ...lines, '226,Canada,0.01'])
  expect(preview.country_conflicts_count).toBe(1)
  const applied = await applyRates(api, preview.id, { country_conflicts_reason: '' })
  expect(applied.state).toBe('APPLIED')
  // The same file again brings nothing.
  const again = await previewRates(api, tid, [HEADER, ...lines, '226,Canada,0.01'])
  expect(again).toMatchObject({ unchanged_count: 41, country_conflicts_count: 0 })
})

test('a reason is kept only where names contradict codes', async () => {
  const tid = await addTariff(api, 'SELL')
  const preview = await previewRates(api, tid, [HEADER, '4910,Germany,0.01'])
  const applied = await applyRates(api, preview.id, { country_conflicts_reason: 'None needed.' })
  expect(applied).toMatchObject({ state: 'APPLIED', country_conflicts_reason: '' })
})
