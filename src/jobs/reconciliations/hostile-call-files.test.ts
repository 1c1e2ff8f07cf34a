// Damaged files of calls and totals: calls, faults with line and column, or one reason for all.
import { expect, test } from 'vitest'
import { CALL_COLUMNS, type CallFileLayout } from '#core/reconciliation/reconciliation.ts'
import { damageFile } from '#test/support/damage-file.ts'
import { makeChance } from '#test/support/random.ts'
import { inPieces, makeWorkbook, textRow } from '#test/support/rate-files.ts'
import { outcomesOfWorstFiles, WORST_FILES } from '#test/support/worst-files.ts'
import { readTableHead } from '../files/read-table.ts'
import { TableFileProblem } from '../files/table-file-problem.ts'
import { CALL_FILES } from './call-files.ts'
import { readCalls } from './work-on-reconciliations.ts'

const options = { time_zone: 'Europe/Berlin' } as Parameters<typeof readCalls>[1]['options']

/** The result of the file; an error that is no TableFileProblem fails the test. */
async function outcomeOf(file: Uint8Array, chosen: Partial<CallFileLayout> = {}): Promise<string> {
  let [calls, faults] = [0, 0]
  try {
    const head = await readTableHead(inPieces(file), CALL_FILES)
    const layout = { ...head.layout, ...chosen }
    for await (const row of readCalls(inPieces(file), { layout, options, currency: 'EUR' })) {
      if (row.reason === '') {
        calls += 1
        expect(Number.isSafeInteger(row.seconds)).toBe(true)
        expect(Number.isSafeInteger(row.amount ?? 0)).toBe(true)
        expect(row.at === null || Number.isSafeInteger(row.at)).toBe(true)
        expect(row.key).not.toBe('')
      } else {
        faults += 1
        expect(row.line).toBeGreaterThan(layout.header_line ?? 0)
        expect(row.column_name).not.toBe('')
        expect(row.value.length).toBeLessThanOrEqual(60)
        expect(row.reason).toMatch(/^[A-Z].*[.]$/)
      }
    }
    return `${calls} calls, ${faults} faults`
  } catch (error) {
    if (!(error instanceof TableFileProblem)) throw error
    expect(error.reason).toMatch(/^[A-Z].*[.]$/)
    return error.message
  }
}

const HEADER = ['Called number', 'Start time', 'Duration', 'Amount']
const rows = (...cells: string[]): Uint8Array =>
  Buffer.from(`${HEADER}\n4479000001,2026-11-20 10:00:00,60,0.5\n${cells.join()}\n`)

test.each<[string, Uint8Array, string]>([
  ['nothing', Buffer.from(''), 'The file is empty.'],
  ['a formula', rows('=1+1', '2026-11-20', '60', '1'), '1 calls, 1 faults'],
  ['a shortened number', rows('4.479E+11', '2026-11-20', '60', '1'), '1 calls, 1 faults'],
  ['the 31st of November', rows('4479', '2026-11-31', '60', '1'), '1 calls, 1 faults'],
  ['an endless call', rows('4479', '2026-11-20', '1e25', '1'), '1 calls, 1 faults'],
  ['a credit', rows('4479', '2026-11-20', '60', '-1'), '1 calls, 1 faults'],
  ['61 seconds of a minute', rows('4479', '2026-11-20', '00:00:61', '1'), '1 calls, 1 faults'],
  ['a clock as duration', rows('4479', '2026-11-20', '0:01:01', '1'), '2 calls, 0 faults'],
  ['seconds since 1970', rows('4479', '1763632800', '60', '1'), '2 calls, 0 faults'],
  ['an endless cell', rows('4'.repeat(30_000), '', '', ''), '1 calls, 1 faults'],
  ['an open quote', rows('"4479', '2026-11-20', '60', '1'), '1 calls, 1 faults'],
])('%s is read, or refused with the reason', async (_, file, expected) => {
  expect(await outcomeOf(file)).toBe(expected)
})

const NASTY = [
  ...['"', '""', ';', ',', '\t', '\n', '\r', '\0', '\ufeff', '=1+1', '1e400', '-', '%', ':', '/'],
  ...['\u202e', '9'.repeat(400), '31/12/9999', '00:61:61', '1,234', '٣', '\ud800', '<', '&', "'"],
]

test('200 damaged files give calls, faults with line and column, or one reason', async () => {
  const chance = makeChance(17)
  const outcomes = new Set<string>()
  for (let n = 0; n < 200; n += 1) {
    const cells = Array.from({ length: 20 }, (_, at) => [
      ...[`4479000${at + 100}`, `2026-11-20 10:00:${at + 10}`, `${at}`, `0.0${at}`],
    ])
    const separator = chance.pick([',', ';', '\t', '|'])
    const text = [HEADER, ...cells].map((row) => row.join(separator)).join('\r\n')
    const sheet = () =>
      Buffer.from(makeWorkbook({ sheets: [[HEADER, ...cells].map(textRow).join('')] }))
    const file = [
      () => damageFile(Buffer.from(text), chance, NASTY),
      () => damageFile(Buffer.from(text, 'utf16le'), chance, NASTY),
      () => damageFile(sheet(), chance, NASTY),
    ][n % 3]?.()
    const content = chance.pick(['DESTINATIONS', 'PREFIXES', 'DAYS'] as const)
    const columns = HEADER.map(() => chance.pick([...CALL_COLUMNS, null]))
    const chosen: Partial<CallFileLayout> = n % 5 === 0 ? { content, columns } : {}
    outcomes.add((await outcomeOf(file ?? Buffer.alloc(0), chosen)).replace(/\d+/g, 'N'))
  }
  expect(outcomes).toContain('N calls, N faults')
  expect([...outcomes].filter((outcome) => !outcome.startsWith('N')).length).toBeGreaterThan(0)
})

test('the worst files are read or refused in less than 300 MB', async () => {
  const { outcomes, bytes } = await outcomesOfWorstFiles('calls')
  expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(Object.keys(WORST_FILES)))
  expect(Object.values(outcomes).filter((one) => !/^Error: |^\d/.test(one))).toEqual([])
  expect(outcomes['a row for each of 500,000 calls']).toBe('500000 calls, 0 faults')
  expect(bytes).toBeLessThan(300_000_000)
})
