import { expect, test } from 'vitest'
import { detectCallLayout } from './detect-call-layout.ts'

const FORMAT = {
  ...({ format: 'TEXT', encoding: 'utf-8', separator: ',', quote: '"' } as const),
  ...{ worksheet: 0, reads_hidden: false },
}

const columnsOf = (lines: readonly string[]) =>
  detectCallLayout(
    FORMAT,
    lines.map((line, at) => ({ line: at + 1, cells: line.split(',') })),
  ).columns

test.each([
  ['Date,Time', '2026-11-29,09:37:34'],
  ['Call Date,Call Time', '29/11/2026,9:37:34 AM'],
  ['Start Date,Start Time', '2026-11-29 00:00:00,09:37'],
  ['Date,Start Time', '29.11.2026,09:37:34'],
  ['Date,Time of day', '2026-11-29,09:37:34'],
  ['Datum,Uhrzeit', '29.11.2026,09:37:34'],
])('a day and its time in two columns are one instant: %s', (head, cells) => {
  const columns = columnsOf([
    `${head},Called Number,Duration,Amount`,
    `${cells},442071838750,65,0.01`,
    `${cells},442071838751,5,0.01`,
  ])
  expect(columns.slice(0, 3)).toEqual(['STARTED_AT', 'TIME', 'CALLED_NUMBER'])
})

test('a time before its day is the time', () => {
  expect(
    columnsOf(['Start Time,Date,Called Number,Duration', '09:37:34,2026-11-29,442071838750,65']),
  ).toEqual(['TIME', 'STARTED_AT', 'CALLED_NUMBER', 'DURATION'])
})

test('a start with its time needs no second column, and a duration is no time of day', () => {
  expect(
    columnsOf([
      'Start Time,End Time,Called Number,Duration',
      '2026-11-29 09:37:34,2026-11-29 09:38:39,442071838750,00:01:05',
    ]),
  ).toEqual(['STARTED_AT', null, 'CALLED_NUMBER', 'DURATION'])
})
