// Files of rates or calls that are small to send and would be large to read. Each comes in pieces
// that are made while it is read, so that the memory of a process is that of the reader.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { Zip, ZipDeflate } from 'fflate'
import { parseRateRow } from '#core/rate-import/parse-rate-row.ts'
import { readTable, readTableHead } from '#jobs/files/read-table.ts'
import { RATE_FILES } from '#jobs/rate-imports/rate-files.ts'
import { CALL_FILES } from '#jobs/reconciliations/call-files.ts'
import { readCalls } from '#jobs/reconciliations/work-on-reconciliations.ts'

const encoder = new TextEncoder()

function* repeated(text: string, bytes: number): Generator<Uint8Array> {
  const piece = encoder.encode(text.repeat(Math.max(1, Math.floor(65_536 / text.length))))
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece
}

function* around(before: string, pieces: Iterable<Uint8Array>, after = ''): Generator<Uint8Array> {
  yield encoder.encode(before)
  yield* pieces
  yield encoder.encode(after)
}

function* numbered(count: number, make: (at: number) => string): Generator<Uint8Array> {
  for (let at = 0; at < count; at += 1000) {
    yield encoder.encode(Array.from({ length: 1000 }, (_, i) => make(at + i)).join(''))
  }
}

const WORKBOOK = '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'
const TARGETS = '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>'

/** A workbook in pieces, with this worksheet and these shared texts. */
function* workbook(
  sheet: Iterable<Uint8Array>,
  strings: Iterable<Uint8Array> = [encoder.encode('<sst></sst>')],
): Generator<Uint8Array> {
  let made: Uint8Array[] = []
  const zip = new Zip((_, data) => made.push(data))
  const parts: [string, Iterable<Uint8Array>][] = [
    ['xl/workbook.xml', [encoder.encode(WORKBOOK)]],
    ['xl/_rels/workbook.xml.rels', [encoder.encode(TARGETS)]],
    ['xl/worksheets/s.xml', sheet],
    ['xl/sharedStrings.xml', strings],
  ]
  for (const [name, pieces] of parts) {
    const part = new ZipDeflate(name, { level: 1 })
    zip.add(part)
    for (const piece of pieces) {
      part.push(piece)
      yield* made
      made = []
    }
    part.push(new Uint8Array(), true)
  }
  zip.end()
  yield* made
}

const MB = 1_000_000
const SHEET = '<worksheet><sheetData>'
const ROW = '<row><c t="inlineStr"><is><t>34</t></is></c><c><v>0.1</v></c></row>'
const string = (at: number): string => `<si><t>Zone ${at}</t></si>`

type Files = Readonly<Record<string, () => Iterable<Uint8Array>>>

export const WORST_FILES: Files = {
  'a line of commas': () => repeated(',', 100 * MB),
  'a quote without an end': () => around('34,"', repeated('a', 100 * MB)),
  'cells of the largest length': () => repeated(`34,${'a'.repeat(32_000)},0.1\n`, 5 * MB),
  'rows that are all faults': () => repeated('34,x,Spain,1900-01-01\n', MB),
  'a worksheet of a million shared texts': () =>
    workbook(
      around(SHEET, [encoder.encode(ROW)], '</sheetData></worksheet>'),
      around('<sst>', numbered(1_000_000, string), '</sst>'),
    ),
  'more shared text than is kept': () =>
    workbook([], around('<sst>', repeated(`<si><t>${'é'.repeat(9000)}</t></si>`, 45 * MB))),
  'a row of a million cells': () =>
    workbook(around(`${SHEET}<row>`, repeated('<c><v>1</v></c>', 5 * MB))),
  'a text without an end': () => workbook(around(SHEET, repeated(' ', 10 * MB))),
  'tags without an end': () => workbook(around(SHEET, repeated('<a>', MB))),
  'a tag of 200,000 attributes': () =>
    workbook(
      around(
        `${SHEET}<row`,
        numbered(200_000, (at) => ` a${at}="1"`),
      ),
    ),
  'one shared text of a million runs': () =>
    workbook([], around('<sst><si>', repeated('<r><t>abc</t></r>', 5 * MB))),
  'a file that is larger than any workbook': () => around('PK\u0003\u0004', repeated('a', 50 * MB)),
}

const MANY_CALLS: Files = {
  'a row for each of 500,000 calls': () =>
    around(
      'Called number,Start time,Duration,Amount\n',
      numbered(500_000, (at) => `4479${at},2026-11-20 10:00:00,60,0.5\n`),
    ),
}

async function* inTurn(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces
}

const context = { time_zone: 'UTC', currency: 'USD', namePrefixes: () => [] }
type Options = Parameters<typeof readCalls>[1]['options']

async function* readRates(make: () => Iterable<Uint8Array>): AsyncGenerator<boolean> {
  const { layout } = await readTableHead(inTurn(make()), RATE_FILES)
  for await (const row of readTable(inTurn(make()), layout)) {
    yield Array.isArray(parseRateRow(row, layout, context))
  }
}

async function* readCallFile(make: () => Iterable<Uint8Array>): AsyncGenerator<boolean> {
  const { layout } = await readTableHead(inTurn(make()), CALL_FILES)
  const options = { time_zone: 'UTC' } as Options
  for await (const { reason } of readCalls(inTurn(make()), { layout, options, currency: 'EUR' })) {
    yield reason === ''
  }
}

const READERS = {
  rates: { read: readRates, files: WORST_FILES },
  calls: { read: readCallFile, files: { ...WORST_FILES, ...MANY_CALLS } },
}

/**
 * Reads one after the other, and writes the result of each and the most memory that was used.
 * @public by the process that `outcomesOfWorstFiles` starts
 */
export async function readWorstFiles(as: keyof typeof READERS): Promise<void> {
  const outcomes: Record<string, string> = {}
  const { read, files } = READERS[as]
  for (const [name, make] of Object.entries(files)) {
    let [sound, faults] = [0, 0]
    try {
      for await (const isSound of read(make)) {
        if (isSound) sound += 1
        else faults += 1
      }
      outcomes[name] = `${sound} ${as}, ${faults} faults`
    } catch (error) {
      outcomes[name] = String(error)
    }
    outcomes[name] += process.env.SHOW_MEMORY ? ` ${mostMemory() >> 20} MB` : ''
  }
  process.stdout.write(JSON.stringify({ outcomes, bytes: mostMemory() }))
}

/**
 * The most memory of this program in bytes. The `maxRSS` of the process would begin with that of
 * the test which started it, since Linux keeps it over `exec`.
 */
function mostMemory(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** The same in a process of its own. */
export async function outcomesOfWorstFiles(
  as: keyof typeof READERS,
): Promise<{ outcomes: Record<string, string>; bytes: number }> {
  const script = `import(${JSON.stringify(import.meta.url)}).then((m) => m.readWorstFiles('${as}'))`
  // On a loaded machine V8 collects late, and what it has not collected yet is not part of the
  // need of the files: a heap of this size is enough for them, and makes the figure repeatable.
  const flags = ['--max-semi-space-size=4', '--max-old-space-size=128', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, flags, { maxBuffer: 1_000_000 })
  return JSON.parse(stdout)
}
