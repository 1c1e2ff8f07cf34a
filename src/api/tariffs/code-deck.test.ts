import { describe, expect, test } from 'vitest'
import { listRateImportCodes } from '#contract/rate-imports/rate-import-codes.ts'
import * as deck from '#contract/tariffs/code-deck.ts'
import { apiForFile } from '#test/support/api.ts'
import { addTariff } from '#test/support/configuration.ts'
import { previewRates, rowsOf, uploadRates } from '#test/support/rate-imports.ts'

const api = apiForFile()

const INWI = {
  prefix: '212626',
  country_iso2: 'MA',
  destination: 'Morocco mobile Inwi',
  network_type: 'MOBILE',
} as const

const listed = async (query: object) =>
  (await api.admin.call(deck.listCodeDeck, { query })).data.map(({ prefix, destination }) => [
    prefix,
    destination,
  ])

describe('the built-in code deck', () => {
  test('names a number by its longest prefix first', async () => {
    expect(await listed({ number: '212661234567' })).toEqual([
      ['2126', 'Morocco mobile'],
      ['212', 'Morocco'],
    ])
    expect(await listed({ number: '18005551234' })).toEqual([
      ['1800', 'United States toll free'],
      ['1', 'United States'],
    ])
  })

  test('is searched by name, country and type', async () => {
    const query = { q: 'morocco', country_iso2: 'MA', network_type: 'MOBILE', sort: '-prefix' }
    expect(await listed(query)).toEqual([
      ['2127', 'Morocco mobile'],
      ['2126', 'Morocco mobile'],
    ])
  })

  test('gives the rows of a rate file their prefixes by name', async () => {
    const lines = ['Destination,Rate', 'MOROCCO MOBILE,0.3', 'Atlantis,0.3']
    const { id } = await previewRates(api, await addTariff(api, 'SELL'), lines)
    const rows = await rowsOf(api, id)
    expect(rows.map(({ line, kind, prefix }) => [line, kind, prefix])).toEqual([
      [2, 'NEW', '2126'],
      [2, 'NEW', '2127'],
      [3, 'INVALID', null],
    ])
  })

  test('gives the first rows of a rate file the same prefixes before the preview', async () => {
    const lines = ['Destination,Rate', 'MOROCCO MOBILE,0.3', 'Atlantis,0.3']
    const { data } = await uploadRates(api.admin, await addTariff(api, 'SELL'), lines.join('\n'))
    const codes = await api.admin.call(listRateImportCodes, { params: { id: data.id } })
    expect(codes.data).toEqual([{ destination: 'Morocco mobile', prefixes: ['2126', '2127'] }])
  })
})

test('an entry is added, read, changed and deleted', async () => {
  const added = await api.admin.call(deck.createCodeDeckEntry, { body: INWI })
  expect(added.data).toMatchObject({ ...INWI, source: 'MANUAL', version: 1 })
  const params = { id: added.data.id }
  expect((await api.admin.call(deck.getCodeDeckEntry, { params })).data).toEqual(added.data)
  const twin = await api.admin.call(deck.createCodeDeckEntry, { body: INWI })
  expect(twin.problem.fields?.prefix).toBe('The code deck already has this prefix.')
  const body = { ...INWI, destination: 'Morocco Inwi', version: 1 }
  const changed = await api.admin.call(deck.updateCodeDeckEntry, { params, body })
  expect(changed.data).toMatchObject({ destination: 'Morocco Inwi', version: 2 })
  const late = await api.admin.call(deck.updateCodeDeckEntry, { params, body })
  expect(late.problem.code).toBe('changed-meanwhile')
  expect((await api.admin.call(deck.deleteCodeDeckEntry, { params })).status).toBe(204)
  expect((await api.admin.call(deck.getCodeDeckEntry, { params })).status).toBe(404)
})

test('a changed entry is no longer built in', async () => {
  const { data } = await api.admin.call(deck.listCodeDeck, { query: { number: '376' } })
  const [{ id, version, prefix, country_iso2, network_type, source }] = data as [deck.CodeDeckEntry]
  expect(source).toBe('BUILT_IN')
  const body = { prefix, country_iso2, network_type, destination: 'Andorra fixed', version }
  const changed = await api.admin.call(deck.updateCodeDeckEntry, { params: { id }, body })
  expect(changed.data.source).toBe('MANUAL')
})

describe('an import', () => {
  const load = (text: string, dry_run: boolean) =>
    api.admin.call(deck.importCodeDeck, { body: { text, dry_run } })
  const TEXT = [
    'prefix,country,destination,type',
    '213,DZ,Algeria fixed,FIXED',
    '2135,DZ,Algeria mobile,MOBILE',
    '21377,DZ,Algeria mobile Djezzy,MOBILE',
    '216,TN,Tunisia,OTHER',
    'x,DZ,Algeria,FIXED',
  ].join('\n')
  const COUNTS = { added: 1, renamed: 1, changed: 1, unchanged: 1, faults_count: 1 }

  test('is previewed, then applied, then changes nothing', async () => {
    const preview = await load(TEXT, true)
    expect(preview.data).toEqual({
      ...COUNTS,
      faults: [{ line: 6, text: 'x,DZ,Algeria,FIXED', message: 'Prefix: 1 to 15 digits.' }],
    })
    expect(await listed({ q: 'Djezzy' })).toEqual([])
    expect((await load(TEXT, false)).data).toMatchObject(COUNTS)
    expect(await listed({ q: 'Algeria', source: 'IMPORT' })).toEqual([
      ['213', 'Algeria fixed'],
      ['21377', 'Algeria mobile Djezzy'],
    ])
    const again = await load(TEXT, false)
    expect(again.data).toMatchObject({ added: 0, renamed: 0, changed: 0, unchanged: 4 })
  })

  test('of a text without a prefix is refused', async () => {
    expect((await load(' \n', true)).problem.fields?.text).toBe('No line contains a prefix.')
  })
})
