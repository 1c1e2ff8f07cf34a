import { expect, test } from 'vitest'
import { COLUMN_MEANINGS, type RateFileLayout } from '#core/rate-import/layout.ts'
import { parseRateRow } from '#core/rate-import/parse-rate-row.ts'
import {
  DATE_ORDERS,
  ENCODINGS,
  SEPARATORS,
  TABLE_FILE_LIMITS,
} from '#core/table-file/table-file.ts'
import type { ImportWork } from '#db/rate-imports/rate-import-work.ts'
import { damageFile } from '#test/support/damage-file.ts'
import { type Chance, makeChance } from '#test/support/random.ts'
import { inPieces, makeWorkbook, textRow, type WorkbookParts } from '#test/support/rate-files.ts'
import { outcomesOfWorstFiles, WORST_FILES } from '#test/support/worst-files.ts'
import { readTable, readTableHead } from '../files/read-table.ts'
import { TableFileProblem } from '../files/table-file-problem.ts'
import { RATE_FILES } from './rate-files.ts'
import { stageRateFile } from './stage-rate-file.ts'

const context = { time_zone: 'Europe/Berlin', currency: 'USD', namePrefixes: () => [] }

/** The result of reading a file; an error that is no TableFileProblem fails the test. */
async function outcomeOf(bytes: Uint8Array, chosen?: RateFileLayout): Promise<string> {
  let [rates, faults] = [0, 0]
  try {
    const layout = chosen ?? (await readTableHead(inPieces(bytes), RATE_FILES)).layout
    for await (const row of readTable(inPieces(bytes), layout)) {
      const read = parseRateRow(row, layout, context)
      if (Array.isArray(read)) {
        rates += read.length
        continue
      }
      faults += 1
      const isKnown = COLUMN_MEANINGS.some(
        (one) => one.replaceAll('_', ' ').toLowerCase() === read.column,
      )
      expect(read.line).toBeGreaterThan(layout.header_line ?? 0)
      expect(isKnown || read.column !== '').toBe(true)
      expect(read.value.length).toBeLessThanOrEqual(60)
      expect(read.reason).toMatch(/^[A-Z].*[.]$/)
    }
    return `${rates} rates, ${faults} faults`
  } catch (error) {
    if (!(error instanceof TableFileProblem)) throw error
    expect(error.reason).toMatch(/^[A-Z].*[.]$/)
    return error.message
  }
}

const HEADER = 'Code,Destination,Rate,Effective Date\n'
const text = (content: string): Uint8Array => Buffer.from(content)
const rows = (content: string): Uint8Array => text(`${HEADER}34,Spain,0.1,2026-12-01\n${content}`)
const bytes = (...some: number[]): Uint8Array => Uint8Array.from(some)
const sheet = (content: string, more: Partial<WorkbookParts> = {}): Uint8Array =>
  makeWorkbook({ sheets: [textRow(['Code', 'Destination', 'Rate']) + content], ...more })
const part = (name: string, content: string): Uint8Array =>
  sheet('', { parts: { [name]: text(content) } })
const SHEET_1 = 'xl/worksheets/sheet1.xml'

/** Changes the first bytes after a mark, as in a header of a ZIP archive. */
function patched(file: Uint8Array, mark: readonly number[], at: number, value: number[]) {
  const copy = Buffer.from(file)
  copy.set(value, copy.lastIndexOf(Buffer.from(mark)) + at)
  return copy
}

const CENTRAL = [0x50, 0x4b, 1, 2]
const ONE_FAULT = '1 rates, 1 faults'
const DAMAGED = 'The workbook is damaged: open it in Excel and save it again.'

test.each<[string, Uint8Array, string | RegExp]>([
  ['nothing', bytes(), 'The file is empty.'],
  ['only a byte order mark', bytes(0xef, 0xbb, 0xbf), 'The file has no rows.'],
  ['only line breaks', text('\r\n\n\r'), 'The file has no rows.'],
  ['only separators', text(';;;\n;;;\n'), 'The file has no rows.'],
  ['zeros', new Uint8Array(5000), /rates, \d+ faults|no rows/],
  ['half a letter of UTF-16', bytes(0xff, 0xfe, 0x33), 'The file has no rows.'],
  ['an old workbook', bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1), /save it as XLSX or CSV/],
  ['a PDF', text('%PDF-1.7 rates'), /PDF/],
  ['a gzip archive', bytes(0x1f, 0x8b, 8, 0), /gzip/],
  ['a RAR archive', text('Rar!\x1a\x07'), /RAR/],
  ['RTF', text('{\\rtf1 rates}'), /RTF/],
  ['an image', bytes(0x89, 0x50, 0x4e, 0x47), /image/],
  ['a web page', text('\n<!DOCTYPE html><table><tr><td>34'), /web page/],
  ['XML of Excel 2003', text('<?xml version="1.0"?><Workbook/>'), /web page or XML/],
  ['a formula as a rate', rows('35,x,=1+1,\n'), ONE_FAULT],
  ['a formula as a name', rows('35,"=HYPERLINK(""http://x"")",1,\n'), ONE_FAULT],
  ['a command in a name', rows("35,=cmd|' /C calc'!A0,1,\n"), ONE_FAULT],
  ['a negative rate', rows('35,x,-0.1,\n'), ONE_FAULT],
  ['a rate of 1e400', rows('35,x,1e400,\n'), ONE_FAULT],
  ['a rate of 1e-400', rows('35,x,1e-400,\n'), ONE_FAULT],
  ['a rate of infinity', rows('35,x,Infinity,\n'), ONE_FAULT],
  ['a rate in hexadecimal', rows('35,x,0x10,\n'), ONE_FAULT],
  ['a rate of 30,000 digits', rows(`35,x,${'9'.repeat(30_000)},\n`), ONE_FAULT],
  ['a rate of 30,000 spaces', rows(`35,x,1${' '.repeat(30_000)}x,\n`), ONE_FAULT],
  ['a code of 30,000 spaces', rows(`3${' '.repeat(30_000)}x,x,1,\n`), ONE_FAULT],
  ['a code of 10,000 hyphens', rows(`${'3- '.repeat(10_000)}x,x,1,\n`), ONE_FAULT],
  ['10,000 codes', rows(`"${Array.from({ length: 6000 }, (_, i) => 1000 + i)}",x,1,\n`), ONE_FAULT],
  ['a range of all codes', rows('100000000000000-999999999999999,x,1,\n'), ONE_FAULT],
  ['a code of 16 digits', rows('1234567890123456,x,1,\n'), ONE_FAULT],
  ['a code of Arabic digits', rows('٣٥,x,1,\n'), ONE_FAULT],
  ['the year 1900', rows('35,x,1,1900-01-01\n'), ONE_FAULT],
  ['the year 9999', rows('35,x,1,31/12/9999\n'), ONE_FAULT],
  ['the 30th of February', rows('35,x,1,2026-02-30\n'), ONE_FAULT],
  ['a date of 30,000 spaces', rows(`35,x,1,2026${' '.repeat(30_000)}x\n`), ONE_FAULT],
  ['a zero in a name', rows('35,a\0b,1,\n'), ONE_FAULT],
  ['text that turns its direction', rows('35,\u202eniapS,1,\n'), ONE_FAULT],
  ['a name in Arabic', rows('212,المغرب,1,\n'), '2 rates, 0 faults'],
  [
    'a letter that is none in Windows-1252',
    Buffer.concat([rows('35,'), bytes(0x81, 10)]),
    ONE_FAULT,
  ],
  ['a name of 101 letters', rows(`35,${'x'.repeat(101)},1,\n`), ONE_FAULT],
  ['a cell that is too long', rows(`35,${'x'.repeat(32_768)},1,\n`), /^Line 3, column B: A cell/],
  ['a comma in a name', rows('35,Korea, South,1,\n'), ONE_FAULT],
  ['too few cells', rows('35\n'), ONE_FAULT],
  ['a quote without an end', rows('35,"x,1,\n'), ONE_FAULT],
  ['quotes alone', rows(`${'"'.repeat(9999)}\n`), ONE_FAULT],
  ['a million columns', rows(',x'.repeat(60_000)), 'Line 3: More than 200 columns.'],
  ['a million columns in one line', text('1,'.repeat(1_000_000)), /^Line 1: More than 131072/],
  ['empty columns', rows(`35,x,1,${','.repeat(900)}\n`), '2 rates, 0 faults'],
  ['a ZIP archive of another kind', bytes(0x50, 0x4b, 3, 4, 20), DAMAGED],
  ['an empty ZIP archive', bytes(0x50, 0x4b, 5, 6, ...Array(18).fill(0)), /empty ZIP/],
  ['half a workbook', sheet('').subarray(0, 500), DAMAGED],
  ['a workbook with a byte less', sheet('').subarray(0, -1), DAMAGED],
  ['a workbook with a password', patched(sheet(''), CENTRAL, 8, [1, 0]), /password|damaged/],
  ['a wrong size', patched(part(SHEET_1, '<a/>'), CENTRAL, 24, [1]), /damaged/],
  [
    'a size of 2 GB',
    patched(sheet(''), CENTRAL, 24, [0, 0, 0, 120]),
    `The workbook unpacks to more than ${TABLE_FILE_LIMITS.unpacked_bytes / 1_000_000} MB.`,
  ],
  ['a binary workbook', sheet('', { parts: { 'xl/workbook.bin': bytes(0) } }), /xlsb/],
  ['a workbook without worksheets', makeWorkbook({ sheets: [] }), /no worksheet/],
  ['a workbook without rows', makeWorkbook({ sheets: ['', ''] }), 'The workbook has no rows.'],
  ['XML that ends', part(SHEET_1, '<worksheet><sheetData><row>'), /not XML/],
  ['XML that is none', part(SHEET_1, '34;0.1'), /not XML/],
  ['letters that are no UTF-8', sheet('', { parts: { [SHEET_1]: bytes(60, 0xff) } }), DAMAGED],
  [
    'entities within entities',
    part(SHEET_1, '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>'),
    /document type/,
  ],
  ['an entity that is unknown', part(SHEET_1, '<worksheet>&c;</worksheet>'), /not XML/],
  ['a path out of the archive', part('xl/_rels/workbook.xml.rels', ''), /no worksheet/],
  ['a text that is not shared', sheet('<row><c t="s"><v>7</v></c></row>'), /does not exist/],
  ['a text of number -1', sheet('<row><c t="s"><v>-1</v></c></row>'), /does not exist/],
  ['a column of XFD', sheet('<row><c r="XFD2"><v>1</v></c></row>'), /More than 200 columns/],
  ['cells out of order', sheet('<row><c r="B2"/><c r="A2"><v>1</v></c></row>'), /not in order/],
  ['rows out of order', sheet('<row r="9"></row><row r="9"></row>'), /not in order/],
  ['a row of 1e9', sheet('<row r="1000000000"><c><v>1</v></c></row>'), /not in order/],
  [
    'a number of 1e300',
    sheet(`${textRow(['34', 'x', '1'])}<row><c><v>1e300</v></c></row>`),
    ONE_FAULT,
  ],
  [
    'a date of 1e300',
    sheet('<row><c s="0"><v>1e300</v></c></row>', {
      styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
    }),
    '0 rates, 1 faults',
  ],
  ['an error of Excel', sheet('<row><c t="e"><v>#REF!</v></c></row>'), '0 rates, 1 faults'],
  ['a formula without its value', sheet('<row><c><f>A1</f></c></row>'), '0 rates, 1 faults'],
  ['a zero in a shared text', sheet(textRow(['34', 'Spain_x0000_', '1'])), '0 rates, 1 faults'],
])('%s', async (_, file, expected) => {
  const outcome = await outcomeOf(file)
  if (typeof expected === 'string') expect(outcome).toBe(expected)
  else expect(outcome).toMatch(expected)
})

const NASTY = [
  ...[
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\n',
    '\r',
    '\0',
    '=',
    '-',
    '1e400',
    '\u202e',
    '\ufeff',
    '€',
    '#REF!',
  ],
  ...['1900-01-01', '9999-12-31', '12/13/14', '٣', "'", '%', '\ud800', '1,234', '/', ':', '<', '&'],
]

test('150 damaged files give rates, faults with line and column, or one problem', async () => {
  const chance = makeChance(16)
  const separators = [',', ';', '\t', '|']
  const outcomes = new Set<string>()
  for (let n = 0; n < 150; n += 1) {
    const cells = Array.from({ length: 20 }, (_, at) => [`${34 + at}`, `Name ${at}`, `0.0${at}`])
    const separator = chance.pick(separators)
    const lines = [['Code', 'Destination', 'Rate'], ...cells].map((row) => row.join(separator))
    const sound = [
      () => Buffer.from(lines.join('\r\n')),
      () => Buffer.from(lines.join('\n'), 'utf16le'),
      () => Buffer.from(sheet(cells.map(textRow).join(''))),
      // The damage is within the archive.
      () => {
        const xml = damageFile(Buffer.from(xmlOf(cells)), chance, NASTY).toString('utf8')
        return Buffer.from(part(SHEET_1, xml))
      },
    ][n % 4]
    const file = sound?.() ?? Buffer.alloc(0)
    outcomes.add(
      (await outcomeOf(n % 4 === 3 ? file : damageFile(file, chance, NASTY))).replace(/\d+/g, 'N'),
    )
  }
  expect(outcomes).toContain('N rates, N faults')
  expect([...outcomes].filter((outcome) => !outcome.startsWith('N')).length).toBeGreaterThan(2)
})

const xmlOf = (cells: readonly (readonly string[])[]): string =>
  `<worksheet><sheetData>${cells.map(textRow).join('')}</sheetData></worksheet>`

const MEANINGS = [...COLUMN_MEANINGS, null]

/** A layout that a form may send, for any file. */
function someLayout(chance: Chance): RateFileLayout {
  const columns = Array.from({ length: chance.pick([0, 1, 3, 200]) }, () => chance.pick(MEANINGS))
  return {
    format: chance.pick(['TEXT', 'XLSX']),
    encoding: chance.pick(ENCODINGS),
    separator: chance.pick(SEPARATORS),
    worksheet: chance.pick([0, 1, 255]),
    quote: chance.pick(['"', "'"]),
    reads_hidden: chance.pick([true, false]),
    header_line: chance.pick([null, 1, 2, 10_000]),
    dated_title: chance.pick([null, '\u202e'.repeat(200)]),
    bare_code_country: chance.pick([null, '', '1', '880']),
    headers: chance.pick([[], ['Rate (EUR/min)'], columns.map(() => '\u202e'.repeat(200))]),
    decimal: chance.pick(['.', ',']),
    date_order: chance.pick(DATE_ORDERS),
    rate_unit: chance.pick(['PER_MINUTE', 'PER_SECOND']),
    currency: chance.pick([null, 'USD', 'XXX']),
    columns,
  }
}

test('a layout that does not fit the file gives faults or a reason', async () => {
  const chance = makeChance(7)
  const files = [rows('35,"a, b",1.5,31/12/2026\n36,,,\n'), sheet(textRow(['34', 'x', '1,5']))]
  for (let at = 0; at < 400; at++) {
    const layout = someLayout(chance)
    for (const file of files) {
      expect(await outcomeOf(file, layout)).toMatch(/^\d+ rates, \d+ faults$|\.$/)
      await readTableHead(inPieces(file), RATE_FILES, { ...layout, decimal: undefined }).catch(
        (error: unknown) => {
          expect(error).toBeInstanceOf(TableFileProblem)
        },
      )
    }
  }
})

test('a file of few rows and too many codes is refused', async () => {
  const codes = (at: number) => `"${10_000_000 + at * 2000}-${10_001_999 + at * 2000}",0.1`
  const lines = Array.from({ length: 1001 }, (_, at) => codes(at))
  const file = Buffer.from(['Code,Rate', ...lines].join('\n'))
  const { layout } = await readTableHead(inPieces(file), RATE_FILES)
  const work = { layout, effective: 'AT_ONCE', starts_at: null } as ImportWork
  const read = async () => {
    for await (const _ of stageRateFile(inPieces(file), work, {
      ...context,
      now_ms: 0,
      deckCountry: () => '',
    }));
  }
  await expect(read()).rejects.toThrow('Line 1002: More than 2000000 rates.')
})

test('the worst files are read or refused in less than 300 MB', async () => {
  const { outcomes, bytes: used } = await outcomesOfWorstFiles('rates')
  expect(Object.keys(outcomes)).toEqual(Object.keys(WORST_FILES))
  expect(Object.values(outcomes).filter((one) => !/^Error: |^\d/.test(String(one)))).toEqual([])
  expect(outcomes['a worksheet of a million shared texts']).toBe('1 rates, 0 faults')
  expect(used).toBeLessThan(300_000_000)
})
