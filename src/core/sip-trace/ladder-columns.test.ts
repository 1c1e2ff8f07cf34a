import { expect, test } from 'vitest'
import { COLUMNS_MAX, columnsBetween, type Directed, ladderColumns } from './ladder-columns.ts'

const IN = (from: string): Directed => ({ from, to: 'switch', direction: 'IN' })
const OUT = (to: string): Directed => ({ from: 'switch', to, direction: 'OUT' })

test('the switch stands after the caller, and others follow as they appear', () => {
  const messages = [IN('caller'), OUT('10.0.0.9:5060'), OUT('caller'), OUT('10.0.0.8:5060')]
  const columns = ladderColumns(messages, new Map([['10.0.0.8:5060', 'London']]))
  expect(columns.map(({ label }) => label)).toEqual(['Caller', 'Switch', '10.0.0.9:5060', 'London'])
  expect(messages.map((message) => columnsBetween(columns, message))).toEqual([
    [0, 1],
    [1, 2],
    [1, 0],
    [1, 3],
  ])
  expect(ladderColumns([], new Map())).toEqual([{ address: undefined, label: 'Switch' }])
})

test('a caller that changes its port all the time does not make the ladder wider', () => {
  const messages = Array.from({ length: 50 }, (_, i) => IN(`10.0.0.1:${i}`))
  const columns = ladderColumns(messages, new Map())
  expect(columns).toHaveLength(COLUMNS_MAX + 1)
  expect(columnsBetween(columns, IN('10.0.0.1:49'))).toEqual([COLUMNS_MAX, 1])
})
