import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RateFileLayout } from '#core/rate-import/layout.ts'
import { type ParsedRate, parseRateRow, type RowFault } from '#core/rate-import/parse-rate-row.ts'
import type { TableRow } from '#core/table-file/table-file.ts'
import { inPieces, makeWorkbook, textRow } from '#test/support/rate-files.ts'
import { readTable, readTableHead } from '../files/read-table.ts'
import { RATE_FILES } from './rate-files.ts'

const context = {
  time_zone: 'Europe/Berlin',
  currency: 'USD',
  namePrefixes: (name: string) => (name === 'Morocco Mobile' ? ['2126', '2127'] : []),
}

async function rowsOf(bytes: Uint8Array, layout: RateFileLayout): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for await (const row of readTable(inPieces(bytes), layout)) rows.push(row)
  return rows
}

async function ratesOf(file: string | Uint8Array): Promise<{
  layout: RateFileLayout
  rates: ParsedRate[]
  faults: RowFault[]
}> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const { layout } = await readTableHead(inPieces(bytes), RATE_FILES)
  const rates: ParsedRate[] = []
  const faults: RowFault[] = []
  for (const row of await rowsOf(bytes, layout)) {
    const read = parseRateRow(row, layout, context)
    if (Array.isArray(read)) rates.push(...read)
    else faults.push(read)
  }
  return { layout, rates, faults }
}

test('a plain file with a header is read by its words', async () => {
  const { layout, rates, faults } = await ratesOf(
    [
      'Destination,Dial Code,Rate (USD/min),Increment,Effective Date',
      'Bahamas,"1242, 1246-1248",0.0123,60/60,2026-12-01',
      'Morocco Mobile,,0.25,1/1/1,13/12/2026 10:30',
      'Nowhere,,0.25,1/1,2026-12-01',
      'Spain,34,abc,1/1,2026-12-01',
    ].join('\n'),
  )
  expect(layout).toMatchObject({
    ...{ format: 'TEXT', encoding: 'utf-8', separator: ',', header_line: 1, decimal: '.' },
    ...{ currency: 'USD', rate_unit: 'PER_MINUTE' },
    columns: ['DESTINATION', 'PREFIX', 'RATE', 'INCREMENTS', 'EFFECTIVE_FROM'],
  })
  expect(rates.map(({ line, prefix, rate }) => [line, prefix, rate])).toEqual([
    ...['1242', '1246', '1247', '1248'].map((prefix) => [2, prefix, 1_230_000]),
    ...['2126', '2127'].map((prefix) => [3, prefix, 25_000_000]),
  ])
  expect(rates[0]).toMatchObject({
    ...{ destination: 'Bahamas', first_increment: 60, next_increment: 60, connect_fee: null },
    ...{ effective_from: '2026-11-30T23:00:00.000Z', blocked: false, is_deleted: false },
  })
  expect(rates.at(-1)?.effective_from).toBe('2026-12-13T09:30:00.000Z')
  expect(faults).toEqual([
    {
      ...{ line: 4, column: 'Destination', value: 'Nowhere' },
      reason: 'Destination "Nowhere" has no codes in the code deck.',
      prefixes: [],
    },
    {
      ...{ line: 5, column: 'Rate (USD/min)', value: 'abc', reason: 'Not a number.' },
      prefixes: ['34'],
    },
  ])
})

test('a German file in Windows-1252 is read with its titles and decimal commas', async () => {
  const text = [
    'Preisliste für Müller GmbH;;;',
    'gültig ab 1. Dezember;;;',
    '',
    'Land;Vorwahl;Preis pro Minute;Gültig ab;Status',
    'Österreich;43;0,0123;01.12.2026;neu',
    'Österreich Mobil;+43 664;1.234,5;1. Dez 26;gelöscht',
    'Ägypten;0020;0,1;2026-12-24;gesperrt',
  ].join('\r\n')
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const { layout, rates, faults } = await ratesOf(bytes)
  expect(faults).toEqual([])
  expect(layout).toMatchObject({
    ...{ encoding: 'windows-1252', separator: ';', decimal: ',', header_line: 4 },
    columns: ['DESTINATION', 'PREFIX', 'RATE', 'EFFECTIVE_FROM', 'CHANGE'],
  })
  expect(rates).toMatchObject([
    { line: 5, prefix: '43', destination: 'Österreich', rate: 1_230_000, blocked: false },
    { line: 6, prefix: '43664', rate: 123_450_000_000, is_deleted: true },
    { line: 7, prefix: '20', rate: 10_000_000, blocked: true },
  ])
})

test('area codes, rates per second and words in place of prices are read', async () => {
  const { rates, faults } = await ratesOf(
    [
      'Country Code\tArea Code\tName\tRate per second\tFirst interval\tNext interval',
      '1\t242; 246\tIslands\t0.00034167\t30\t6',
      '44\t\tUnited Kingdom\tblocked\t\t',
      '44\t7\tMobile\t0.001234567890\t1\t1',
    ].join('\n'),
  )
  expect(rates).toMatchObject([
    { prefix: '1242', rate: 2_050_020, first_increment: 30, next_increment: 6 },
    { prefix: '1246', rate: 2_050_020, blocked: false },
    { prefix: '44', rate: 0, blocked: true, first_increment: null },
  ])
  expect(faults).toMatchObject([{ line: 4, reason: 'More than 8 decimals per minute.' }])
})

test('without a header, columns are found by what their cells look like', async () => {
  const file = Array.from({ length: 20 }, (_, at) => `${880 + at}|Country ${at}|0.0${at + 10}|60/1`)
  const { layout, rates } = await ratesOf(file.join('\n'))
  expect(layout.columns).toEqual(['PREFIX', 'DESTINATION', 'RATE', 'INCREMENTS'])
  expect(layout.header_line).toBeNull()
  expect(rates).toHaveLength(20)
})

test('the lines of faults are those of the file, also after cells with line breaks', async () => {
  const { faults } = await ratesOf(
    'prefix,destination,rate\r\n34,"Spain\r\nmain\nland",0.1\r\n\r\n35,"A ""quoted"" name",x\r\n',
  )
  expect(faults).toMatchObject([{ line: 6, column: 'rate', value: 'x', reason: 'Not a number.' }])
})

test('rows do not depend on the pieces in which a file comes', async () => {
  const text = 'prefix;name;rate\r\n34;"a;\r\nb""c";0,1\r35;é€;0,2\n36;"x" ;0,3'
  const bytes = Buffer.from(text)
  const { layout } = await readTableHead(inPieces(bytes), RATE_FILES)
  const whole = await rowsOf(bytes, layout)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 20 }), async (size) => {
      const rows: TableRow[] = []
      for await (const row of readTable(inPieces(bytes, size), layout)) rows.push(row)
      expect(rows).toEqual(whole)
    }),
  )
  expect(whole.map(({ line, cells }) => [line, cells[1]])).toEqual([
    [2, 'a;\r\nb"c'],
    [4, 'é€'],
    [5, 'x'],
  ])
})

const STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/>' +
  '<numFmt numFmtId="165" formatCode="0.0000 &quot;USD/min&quot;"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs>'
const STRINGS =
  '<si><t>Code</t></si><si><t>Destination</t></si><si><t>Price</t></si><si><t>Valid from</t></si>' +
  '<si><r><t>Baha</t></r><r><t>mas</t></r><rPh><t>x</t></rPh></si>'

test('a workbook is read with its shared texts, dates and exact numbers', async () => {
  const header =
    '<c r="A3" t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c>'
  const rates =
    `<row r="3">${header}</row>` +
    '<row r="4"><c r="A4"><v>1.242E3</v></c><c r="B4" t="s"><v>4</v></c>' +
    '<c r="C4" s="2"><v>1.2300000000000001E-2</v></c><c r="D4" s="1"><v>46357</v></c></row>' +
    '<row r="6"><c r="A6" t="str"><f>"3"&amp;4</f><v>34</v></c>' +
    '<c r="C6"><v>2.9999999999999997E-4</v></c><c r="D6" s="3"><v>46357.5</v></c></row>' +
    '<row r="7"><c r="A7"><v>35</v></c><c r="C7"><f>C6*2</f></c></row>'
  const bytes = makeWorkbook({
    ...{ strings: STRINGS, styles: STYLES },
    sheets: [textRow(['Dear partner,', 'our prices:']), rates],
  })
  const { layout, rates: read, faults } = await ratesOf(bytes)
  expect(layout).toMatchObject({
    ...{ format: 'XLSX', worksheet: 1, header_line: 3 },
    columns: ['PREFIX', 'DESTINATION', 'RATE', 'EFFECTIVE_FROM'],
  })
  expect(read).toMatchObject([
    { line: 4, prefix: '1242', destination: 'Bahamas', rate: 1_230_000 },
    { line: 6, prefix: '34', rate: 30_000, effective_from: '2026-12-01T11:00:00.000Z' },
  ])
  expect(read[0]?.effective_from).toBe('2026-11-30T23:00:00.000Z')
  expect(faults).toEqual([
    {
      line: 7,
      column: 'Price',
      value: '=C6*2',
      reason: 'A formula: save the file with its values.',
      prefixes: ['35'],
    },
  ])
})

test('days of a workbook that counts from 1904 are the days that it shows', async () => {
  const row = textRow(['Code', 'Rate', 'Effective date'])
  const rate = '<row><c><v>34</v></c><c><v>0.1</v></c><c s="1"><v>44895</v></c></row>'
  const { rates } = await ratesOf(
    makeWorkbook({ styles: STYLES, is1904: true, sheets: [row + rate] }),
  )
  expect(rates[0]?.effective_from).toBe('2026-11-30T23:00:00.000Z')
})

test('a workbook of texts with decimal commas is read like text', async () => {
  const sheet = [
    ['Vorwahl', 'Preis'],
    ['34', '0,0123'],
    ['35', '1,5'],
  ]
    .map(textRow)
    .join('')
  const number = '<row><c><v>36</v></c><c><v>0.25</v></c></row>'
  const { rates, faults } = await ratesOf(makeWorkbook({ sheets: [sheet + number] }))
  expect(faults).toEqual([])
  expect(rates.map(({ rate }) => rate)).toEqual([1_230_000, 150_000_000, 25_000_000])
})
