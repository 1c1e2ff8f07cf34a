import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AlarmRule } from './conditions.ts'
import { accountOf, judge, type Reading } from './judge.ts'

const RULE: AlarmRule = {
  id: 1,
  name: 'Few answers',
  topic: 'ASR',
  severity: 'WARNING',
  subject_kind: 'GATEWAY',
  comparison: 'BELOW',
  compares_with: 'BOUND',
  bound: 200_000,
  window_minutes: 60,
  min_calls: 50,
  pending_seconds: 60,
  clear_seconds: 300,
}
const READING: Reading = {
  subject_kind: 'GATEWAY',
  subject_id: 7,
  subject_key: '7',
  subject_name: 'Gateway 7',
  account_id: 12,
  group_key: 'SETTLEMENT 12',
  value: 123_456,
  calls: 812,
}

const verdict = (rule: Partial<AlarmRule>, reading: Partial<Reading>) =>
  judge({ ...RULE, ...rule }, { ...READING, ...reading })
const sentence = (rule: Partial<AlarmRule>, reading: Partial<Reading>) => {
  const judged = verdict(rule, reading)
  return judged.verdict === 'BREACHED' ? judged.sentence : judged.verdict
}

test.each<[string, Partial<AlarmRule>, Partial<Reading>, string]>([
  [
    'a share below its bound has its calls and its window',
    {},
    {},
    'ASR is 12.3 % with 812 calls within 60 minutes, below 20 %.',
  ],
  ['a share at its bound is fine', {}, { value: 200_000 }, 'FINE'],
  ['fewer calls than the minimum decide nothing', {}, { calls: 49 }, 'UNDECIDED'],
  ['a figure without calls decides nothing', {}, { value: null }, 'UNDECIDED'],
  [
    'a deviation has the usual value',
    { compares_with: 'SAME_HOUR', bound: 500_000 },
    { usual: 400_000 },
    'ASR is 12.3 % with 812 calls within 60 minutes, 69 % below the usual 40 % of this hour.',
  ],
  [
    'a smaller deviation is fine',
    { compares_with: 'SAME_HOUR', bound: 500_000 },
    { usual: 200_000 },
    'FINE',
  ],
  [
    'without a usual value a deviation decides nothing',
    { compares_with: 'SAME_HOUR' },
    { usual: null },
    'UNDECIDED',
  ],
  [
    'an amount has its currency and cents',
    { topic: 'LOW_BALANCE', bound: 10_000_000 },
    { value: 2_504_999, currency: 'EUR' },
    'The available amount is 2.5 EUR, below 10 EUR.',
  ],
  [
    'a threshold of the account counts where it is higher',
    { topic: 'LOW_BALANCE', bound: 0 },
    { value: 5_000_000, own_bound: 5_000_001, currency: 'EUR' },
    'The available amount is 5 EUR, below 5 EUR.',
  ],
  [
    'a state is a sentence with its cause',
    { topic: 'GATEWAY_LOCKED', comparison: 'ABOVE', bound: 0 },
    { value: 1, detail: 'A user has locked it' },
    'It is locked and gets no calls. A user has locked it.',
  ],
  [
    'no call at all is below a number of calls',
    { topic: 'CALLS', bound: 10 },
    { value: 0, calls: 0 },
    'The number of calls is 0 within 60 minutes, below 10.',
  ],
  [
    'a sentence is never longer than its column',
    { topic: 'WORK_FAILING', comparison: 'ABOVE', bound: 2 },
    { value: 3, detail: 'x'.repeat(600) },
    `The number of failures in a row is 3, above 2. ${'x'.repeat(453)}`,
  ],
])('%s', (_, rule, reading, said) => {
  expect(sentence(rule, reading)).toBe(said)
})

test('margins concern no account, other figures do', () => {
  expect(accountOf('MARGIN', READING)).toBeNull()
  expect(accountOf('ASR', READING)).toBe(12)
})

test('a value breaks a bound on one side of it alone', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (value, bound) => {
      const below = verdict({ bound }, { value }).verdict
      const above = verdict({ bound, comparison: 'ABOVE' }, { value }).verdict
      expect([below, above].filter((one) => one === 'BREACHED').length).toBe(
        value === bound ? 0 : 1,
      )
    }),
  )
})
