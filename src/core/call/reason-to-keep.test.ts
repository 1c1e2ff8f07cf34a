import { expect, test } from 'vitest'
import { type PartitionFacts, reasonToKeep } from './reason-to-keep.ts'

const CLOSED: PartitionFacts = {
  from_ms: 0,
  to_ms: 1000,
  has_open_calls: false,
  is_re_rated: false,
  has_records: false,
  has_charges: false,
  has_older: false,
  is_uninvoiced: false,
}

test('a partition of the past may be removed from its last moment on', () => {
  expect(reasonToKeep(CLOSED, 1000)).toBeUndefined()
})

test.each<[string, Partial<PartitionFacts>, number, string]>([
  ['that is written to', {}, 999, 'current'],
  ['that begins later', { from_ms: 1001, to_ms: 2000 }, 1000, 'to come'],
  ['with an open call', { has_open_calls: true }, 1000, 'not closed'],
  ['that is re-rated', { is_re_rated: true }, 1000, 're-rating'],
  ['of charges whose records stay', { has_records: true }, 1000, 'records'],
  ['of the ledger whose charges stay', { has_charges: true }, 1000, 'charges'],
  ['of activities after older ones', { has_older: true }, 1000, 'older'],
  ['with uninvoiced charges', { is_uninvoiced: true }, 1000, 'not invoiced'],
])('one %s is kept', (_, facts, now_ms, reason) => {
  expect(reasonToKeep({ ...CLOSED, ...facts }, now_ms)).toContain(reason)
})

test('force removes what is not invoiced, and nothing else that is kept', () => {
  expect(reasonToKeep({ ...CLOSED, is_uninvoiced: true }, 1000, true)).toBeUndefined()
  expect(reasonToKeep({ ...CLOSED, is_uninvoiced: true, has_older: true }, 1000, true)).toContain(
    'older',
  )
})
