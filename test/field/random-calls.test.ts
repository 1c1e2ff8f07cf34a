// Clean files of calls in random dialects: a call is read as it was written, or it is asked about,
// or its row is a fault; it is never read as another one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runSeed } from '../support/run-seed.ts'
import { thisRun } from '../support/sample.ts'
import { callReadingOf } from './call-reading.ts'

const call = fc.record({
  number: fc.stringMatching(/^[1-9]\d{7,13}$/),
  caller: fc.stringMatching(/^[1-9]\d{7,13}$/),
  day: fc.integer({ min: 1, max: 30 }),
  /** Since midnight in Berlin, from one o'clock on: then UTC has the same day. */
  second: fc.integer({ min: 3600, max: 86_399 }),
  seconds: fc.integer({ min: 0, max: 40_000 }),
  /** In ten thousandths. */
  amount: fc.integer({ min: 0, max: 30_000_000 }),
})
type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never

/** The caller, the number, the day with or without its time, the time, the duration, the amount. */
const HEADERS = [
  ['Caller', 'Called Number', 'Start', 'Time', 'Duration', 'Amount'],
  ['Source', 'Destination', 'Call Date', 'Call Time', 'Billed Duration', 'Cost'],
  ['A-Rufnummer', 'B-Rufnummer', 'Datum', 'Uhrzeit', 'Dauer', 'Betrag'],
  ['Número de origen', 'Número de destino', 'Fecha', 'Hora', 'Duración', 'Importe'],
  ['Appelant', 'Appelé', 'Date', 'Heure', 'Durée', 'Montant HT'],
  ['Número de origem', 'Número chamado', 'Data', 'Hora', 'Duração', 'Valor'],
  ['主叫号码', '被叫号码', '开始日期', '通话时间', '时长', '金额'],
  ['Orig', 'Term', 'When', 'At', 'Long', 'Paid'],
] as const

const dialect = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  decimal: fc.constantFrom('.', ','),
  grouped: fc.boolean(),
  headers: fc.constantFrom(...HEADERS, undefined),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
  mark: fc.constantFrom('', '', '+', '00', '=', '.0', 'sip', ' '),
  date: fc.constantFrom('YMD', 'DMY/', 'MDY/', 'DMY.', 'DMY-', '年'),
  clock: fc.constantFrom('24', '12', 'Z', 'fraction'),
  is_apart: fc.boolean(),
  duration: fc.constantFrom('s', 'm:s', 'h:m:s', 'min', 'min of header', 'ms of header', '1h2m3s'),
  currency: fc.constantFrom('', '', '$', 'USD '),
  titles: fc.integer({ min: 0, max: 3 }),
  total: fc.boolean(),
})
type Dialect = typeof dialect extends fc.Arbitrary<infer Value> ? Value : never

const two = (number: number): string => String(Math.floor(number)).padStart(2, '0')
const clockOf = (second: number): string =>
  [second / 3600, (second / 60) % 60, second % 60].map(two).join(':')

function dateText(day: number, date: string): string {
  if (date === 'YMD') return `2026-11-${two(day)}`
  if (date === 'MDY/') return `11/${two(day)}/2026`
  if (date === '年') return `2026年11月${day}日`
  return [two(day), '11', '2026'].join(date.at(-1))
}

function timeText(second: number, clock: string): string {
  if (clock === 'Z') return `${clockOf(second - 3600)}Z`
  if (clock === 'fraction') return `${clockOf(second)}.250`
  if (clock === '24') return clockOf(second)
  const hour = Math.floor(second / 3600)
  return `${((hour + 11) % 12) + 1}${clockOf(second).slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

const MARKS: Readonly<Record<string, (number: string) => string>> = {
  '=': (number) => `="${number}"`,
  '.0': (number) => `${number}.0`,
  ' ': (number) => `+${number.slice(0, 2)} ${number.slice(2)}`,
  sip: (number) => `sip:${number}@203.0.113.5`,
}

/** Minutes have four decimals, so that they are whole seconds again. */
function durationText(seconds: number, { duration, decimal }: Dialect): string {
  const minutes = (seconds / 60).toFixed(4).replace('.', decimal)
  if (duration === 's') return `${seconds}`
  if (duration === 'm:s') return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
  if (duration === 'h:m:s') return clockOf(seconds)
  if (duration === 'min') return `${minutes} min`
  if (duration === 'min of header') return minutes
  if (duration === 'ms of header') return `${seconds * 1000}`
  return `${two(seconds / 3600)}h ${two((seconds / 60) % 60)}m ${two(seconds % 60)}s`
}

function amountText(amount: number, { decimal, grouped, currency }: Dialect): string {
  const [whole = '', fraction = ''] = (amount / 10_000).toFixed(4).split('.')
  const group = decimal === '.' ? ',' : '.'
  const text = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole
  return `${currency}${text}${decimal}${fraction}`
}

function cellsOf(one: Call, how: Dialect): string[] {
  const mark = MARKS[how.mark] ?? ((number: string) => `${how.mark}${number}`)
  const [day, time] = [dateText(one.day, how.date), timeText(one.second, how.clock)]
  return [
    mark(one.caller),
    mark(one.number),
    how.is_apart ? day : `${day} ${time}`,
    how.is_apart ? time : '',
    durationText(one.seconds, how),
    amountText(one.amount, how),
  ]
}

const UNITS: Readonly<Record<string, string>> = { 'min of header': 'min', 'ms of header': 'ms' }

function headerOf({ headers, duration }: Dialect): string[] {
  const unit = UNITS[duration]
  return (headers ?? []).map((one, at) => (at === 4 && unit ? `${one} (${unit})` : one))
}

const quoted = (cell: string, separator: string): string =>
  cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell

function fileOf(calls: readonly Call[], how: Dialect): Buffer {
  const at = how.order.filter((one) => how.is_apart || one !== 3)
  const rows = [...(how.headers ? [headerOf(how)] : []), ...calls.map((one) => cellsOf(one, how))]
  if (how.total) rows.push(['', 'Total', '', '', '', '1'])
  const titles = Array.from({ length: how.titles }, () => 'Calls of November')
  const lines = rows.map((cells) =>
    at.map((one) => quoted(cells[one] ?? '', how.separator)).join(how.separator),
  )
  return Buffer.from([...titles, ...lines].join('\n'))
}

const truthOf = (calls: readonly Call[]): Set<string> =>
  new Set(
    calls.map(({ number, day, second, seconds, amount }) => {
      const instant = `2026-11-${two(day)}T${clockOf(second - 3600)}Z`
      return [number, instant, 1, seconds, Number((amount / 10_000).toFixed(4))].join(' ')
    }),
  )

const FILES = 1000
const FILES_OF_WHOLE_RUN = 100_000

test('a call of a clean file is read as it was written, or not at all', async () => {
  let whole = 0
  const calls = fc.array(call, { minLength: 2, maxLength: 8 })
  const property = fc.asyncProperty(calls, dialect, async (all, how) => {
    // Without a header nothing says that durations are not in seconds.
    fc.pre(how.headers !== undefined || !UNITS[how.duration])
    const read = await callReadingOf(fileOf(all, how))
    const isQuestion = read.some((line) => line.startsWith('asks'))
    const rows = isQuestion ? [] : read.filter((line) => !line.endsWith('invalid'))
    const truth = truthOf(all)
    // A column of amounts that is not known for sure is not read.
    const noAmounts = new Set([...truth].map((line) => line.replace(/\S+$/, '-')))
    const isRead = (line: string) => (line.endsWith(' -') ? noAmounts : truth).has(line)
    expect(rows.filter((line) => !isRead(line))).toEqual([])
    if (rows.length > 0 && [...truth].every((line) => rows.includes(line))) whole += 1
  })
  const { is_whole } = thisRun()
  const numRuns = is_whole ? FILES_OF_WHOLE_RUN : FILES
  await fc.assert(property, { numRuns, seed: runSeed(47) })
  // A reader that refuses everything would be right as well.
  expect(whole).toBeGreaterThan(numRuns / 3)
})
