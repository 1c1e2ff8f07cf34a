// How an uploaded file is read: as it is chosen, and as the last one of the tariff or carrier was.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { lookupDeckName } from '#contract/console/lookups.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  listRateImportNames,
  type OneRateImport,
  previewRateImport,
  readRateFileAgain,
} from '#contract/rate-imports/rate-imports.ts'
import { apiForFile } from '#test/support/api.ts'
import { addTariff } from '#test/support/configuration.ts'
import { doRateImports } from '#test/support/do-jobs.ts'
import { settlementForm } from '#test/support/forms.ts'
import { hiddenRow, makeWorkbook, textRow } from '#test/support/rate-files.ts'
import {
  AT_ONCE,
  applyRates,
  previewRates,
  readImport,
  rowsOf,
  uploadRates,
} from '#test/support/rate-imports.ts'

const api = apiForFile()

type Reading = BodyOf<typeof readRateFileAgain>

/** As it is read, but for what is said here. */
function readAgain(uploaded: OneRateImport, change: Partial<Reading>) {
  const { encoding, separator, worksheet, reads_hidden } = uploaded.layout!
  const { settlement_id } = uploaded
  const body = { encoding, separator, worksheet, reads_hidden, settlement_id, ...change }
  return api.admin.call(readRateFileAgain, { params: { id: uploaded.id }, body })
}

async function addSettlement(tariff_id: number, name: string): Promise<number> {
  const body = { ...settlementForm(tariff_id), name }
  return (await api.admin.call(createSettlement, { body })).data.id
}

const LINES = ['Code,Preis A,Preis B', '44,0.02,0.03']
const CHOSEN = ['PREFIX', 'IGNORED', 'RATE'] as const

/** Applies a file whose columns a user has chosen. */
async function applyChosen(tid: number, lines = LINES): Promise<void> {
  const first = await uploadRates(api.admin, tid, lines.join('\n'))
  const layout = { ...first.data.layout, columns: CHOSEN } as never
  const { id } = await previewRates(api, tid, lines, { layout })
  await applyRates(api, id)
}

test('the columns of the last import are those of the next file with the same header', async () => {
  const tid = await addTariff(api, 'SELL')
  await applyChosen(tid)
  const next = await uploadRates(api.admin, tid, LINES.join('\n'))
  expect(next.data.layout?.columns).toEqual(CHOSEN)
})

test('a file of a carrier is read as its last one, also for another tariff', async () => {
  const tid = await addTariff(api, 'BUY')
  const settlement_id = await addSettlement(tid, 'Farland')
  await applyChosen(tid)
  const other = await addTariff(api, 'SELL')
  const { data } = await uploadRates(api.admin, other, LINES.join('\n'))
  expect(data).toMatchObject({ settlement_id: null, layout: { columns: ['PREFIX', 'RATE', null] } })
  const again = await readAgain(data, { settlement_id })
  expect(again.data).toMatchObject({ settlement_name: 'Farland', layout: { columns: CHOSEN } })
  const nobody = await readAgain(data, { settlement_id: 999_999 })
  expect(nobody.problem?.fields).toEqual({
    settlement_id: 'This settlement account does not exist.',
  })
})

const RATES = ['Code', 'Name', 'Rate']
const workbook = Buffer.from(
  makeWorkbook({
    sheets: [
      [RATES, ['33', 'France', '0.01']].map(textRow).join(''),
      [['Our new rates'], RATES, ['44', 'UK', '0,02']].map(textRow).join(''),
    ],
  }),
)

test('another worksheet is chosen, and chosen again for the next file', async () => {
  const tid = await addTariff(api, 'SELL')
  const { data } = await uploadRates(api.admin, tid, workbook)
  expect(data).toMatchObject({ worksheets: ['S0', 'S1'], layout: { worksheet: 0 } })
  const second = await readAgain(data, { worksheet: 1, decimal: ',' })
  expect(second.data).toMatchObject({
    head: [{ line: 1 }, { line: 2 }, { line: 3, cells: ['44', 'UK', '0,02'] }],
    layout: { worksheet: 1, header_line: 2, columns: ['PREFIX', 'DESTINATION', 'RATE'] },
  })
  const body = { ...AT_ONCE, layout: second.data.layout! }
  await api.admin.call(previewRateImport, { params: { id: data.id }, body })
  await doRateImports(api)
  expect(await readImport(api, data.id)).toMatchObject({ new_count: 1, invalid_count: 0 })
  await applyRates(api, data.id)
  const next = await uploadRates(api.admin, tid, workbook)
  expect(next.data.layout).toMatchObject({ worksheet: 1, decimal: ',', header_line: 2 })
})

test('hidden sheets, rows and columns are named, and read if they are chosen', async () => {
  const tid = await addTariff(api, 'SELL')
  const file = makeWorkbook({
    sheets: [
      [RATES, ['33', 'France', '0.09']].map(textRow).join(''),
      [RATES, ['33', 'France', '0.01']].map(textRow).join('') + hiddenRow(['34', 'Spain', '0.02']),
    ],
    hidden: [0],
    columns: '<col min="2" max="2" hidden="1"/>',
  })
  const { data } = await uploadRates(api.admin, tid, Buffer.from(file))
  const hidden = { worksheets: [0], rows: 1, columns: ['B'] }
  expect(data).toMatchObject({
    hidden,
    head: [{ cells: ['Code', '', 'Rate'] }, { cells: ['33', '', '0.01'] }],
    layout: { worksheet: 1, reads_hidden: false, columns: ['PREFIX', null, 'RATE'] },
  })
  const all = await readAgain(data, { reads_hidden: true })
  expect(all.data).toMatchObject({
    hidden,
    head: [{ cells: RATES }, {}, { cells: ['34', 'Spain', '0.02'] }],
    layout: { reads_hidden: true, columns: ['PREFIX', 'DESTINATION', 'RATE'] },
  })
  const sheet = await readAgain(data, { worksheet: 0 })
  expect(sheet.data).toMatchObject({ hidden: { rows: 0, columns: ['B'] }, head: [{}, {}] })
  const body = { ...AT_ONCE, layout: all.data.layout! }
  await api.admin.call(previewRateImport, { params: { id: data.id }, body })
  await doRateImports(api)
  expect(await readImport(api, data.id)).toMatchObject({ new_count: 2, invalid_count: 0 })
  await applyRates(api, data.id)
  // The next file may hide other rows.
  const next = await uploadRates(api.admin, tid, Buffer.from(file))
  expect(next.data.layout).toMatchObject({ worksheet: 1, reads_hidden: false })
})

test('separator, encoding and header line are chosen, or refused for this file', async () => {
  const tid = await addTariff(api, 'SELL')
  const file = Buffer.from('Code|Name|Rate\n34|Espa\xf1a|0.1\n35|Portugal|0.2\n', 'latin1')
  const { data } = await uploadRates(api.admin, tid, file)
  expect(data.layout).toMatchObject({ encoding: 'windows-1252', separator: '|', header_line: 1 })
  const commas = await readAgain(data, { separator: ',' })
  expect(commas.data.head[0]).toEqual({ line: 1, cells: ['Code|Name|Rate'] })
  const none = await readAgain(data, { header_line: null })
  expect(none.data.layout).toMatchObject({ header_line: null, headers: [] })
  const utf8 = await readAgain(data, { encoding: 'utf-8' })
  expect(utf8.data.head[1]?.cells[1]).toBe('Espa�a')
  const far = await readAgain(data, { header_line: 99 })
  expect(far.problem?.fields?.header_line).toMatch(/^Line 99: There is no header/)
  const worksheet = await readAgain(data, { worksheet: 7 })
  expect(worksheet.status).toBe(200)
  await sql`delete from rate_import_chunk where import_id = ${data.id}`.execute(api.database)
  const gone = await readAgain(data, {})
  expect(gone.problem?.fields?.header_line).toMatch(/seven days/)
})

test.each([
  ['worksheet', 1e9],
  ['worksheet', -1],
  ['header_line', 0],
  ['header_line', 1e9],
  ['separator', 'ab'],
  ['encoding', 'utf-7'],
  ['columns', Array.from({ length: 201 }, () => null)],
  ['columns', ['PREFIX', 'PREFIX', 'RATE']],
  ['columns', ['PREFIX', null, null]],
  ['headers', ['x'.repeat(201)]],
])('a layout with %s %j is refused at its field', async (name, value) => {
  const tid = await addTariff(api, 'SELL')
  const { data } = await uploadRates(api.admin, tid, LINES.join('\n'))
  const body = { ...AT_ONCE, layout: { ...data.layout!, [name]: value } } as never
  const { status, problem } = await api.admin.call(previewRateImport, {
    params: { id: data.id },
    body,
  })
  expect(status).toBe(400)
  expect(Object.keys(problem.fields ?? {})[0]).toMatch(`layout.${name}`)
})

test('a column of numbers that no field takes has to be decided, once for the tariff', async () => {
  const tid = await addTariff(api, 'SELL')
  const lines = ['Code,Name,Rate,Units,Hint', '44,UK,0.02,60,see A', '45,DK,0.03,30,']
  const { data } = await uploadRates(api.admin, tid, lines.join('\n'))
  expect(data.layout?.columns).toEqual(['PREFIX', 'DESTINATION', 'RATE', null, null])
  const preview = (columns: readonly (string | null)[]) =>
    api.admin.call(previewRateImport, {
      params: { id: data.id },
      body: { ...AT_ONCE, layout: { ...data.layout!, columns } as never },
    })
  const { status, problem } = await preview(['PREFIX', 'DESTINATION', 'RATE', null, null])
  expect([status, problem.code]).toEqual([400, 'bad-input'])
  expect(problem.fields?.['layout.columns']).toBe(
    'Column "Units" holds numbers that no field takes: choose its field, or "Ignored".',
  )
  expect((await preview(['PREFIX', 'DESTINATION', 'RATE', 'IGNORED', null])).status).toBe(200)
  await doRateImports(api)
  await applyRates(api, data.id)
  const next = await uploadRates(api.admin, tid, lines.join('\n'))
  expect(next.data.layout?.columns).toEqual(['PREFIX', 'DESTINATION', 'RATE', 'IGNORED', null])
})

test('what was applied is not read again', async () => {
  const tid = await addTariff(api, 'SELL')
  const { id } = await previewRates(api, tid, ['Code,Rate', '44,0.02'])
  await applyRates(api, id)
  const applied = await readAgain(await readImport(api, id), { separator: ';' })
  expect(applied.problem?.message).toBe('Its state is applied.')
})

test('names that the code deck lacks are proposed for it, with their country', async () => {
  const tid = await addTariff(api, 'SELL')
  await sql`insert into code_deck_entry (prefix, country_iso2, destination, network_type, source)
    values ('9991', 'MA', 'Morocco Mobile', 'MOBILE', 'MANUAL')`.execute(api.database)
  const { id } = await previewRates(api, tid, [
    'prefix,destination,rate',
    '99912,Morocco Mobile - Inwi,0.1',
    '99913,Morocco Mobile - Inwi,0.1',
    '99914,morocco mobile,0.1',
    '9991,Morocco Mobile - Others,0.1',
    '99915,Morocco Mobile - Orange,much',
  ])
  const { data } = await api.admin.call(listRateImportNames, { params: { id } })
  expect(data).toEqual([
    {
      destination: 'Morocco Mobile - Inwi',
      country_iso2: 'MA',
      deck_name: 'Morocco Mobile',
      prefixes: ['99912', '99913'],
    },
  ])
  const deck = await api.admin.call(lookupDeckName, { query: { prefix: '999123' } })
  expect(deck.data).toEqual({ matched: '9991', name: 'Morocco Mobile' })
})

test('a later date in a title is a question until there is a start, or it is ignored', async () => {
  const tid = await addTariff(api, 'SELL')
  const lines = ['Effective date: 15 December 2098', 'Code,Name,Rate', '33,France,0.01']
  const { data } = await uploadRates(api.admin, tid, lines.join('\n'))
  const at = '2098-12-15T00:00:00Z'
  expect(data).toMatchObject({
    layout: { dated_title: 'Effective date: 15 December 2098' },
    title_dates: ['2098-12-15T00:00:00.000Z'],
  })
  const preview = (change: object) => {
    const body = { ...AT_ONCE, layout: data.layout!, ...change }
    return api.admin.call(previewRateImport, { params: { id: data.id }, body })
  }
  // A program may send a layout from before.
  const asked = await preview({ layout: { ...data.layout!, dated_title: null } })
  expect([asked.status, asked.problem.fields]).toEqual([
    400,
    {
      ignores_title_date:
        'The title says “Effective date: 15 December 2098”: choose when the rates take effect, ' +
        'or ignore this date.',
    },
  ])
  expect((await preview({ effective: 'AT_TIME', starts_at: at })).status).toBe(200)
  await doRateImports(api)
  expect(await rowsOf(api, data.id)).toMatchObject([{ prefix: '33', starts_at: at }])
  expect((await preview({ ignores_title_date: true })).status).toBe(200)
  await doRateImports(api)
  expect(await rowsOf(api, data.id)).toMatchObject([{ prefix: '33', starts_at: null }])
})
