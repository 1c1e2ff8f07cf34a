import { expect, test } from 'vitest'
import { listCallRecords } from '#contract/calls/call-records.ts'
import { listActivities } from '#contract/people/activities.ts'
import { listNumberListItems } from '#contract/routing/number-list-items.ts'
import { listTariffs } from '#contract/tariffs/tariffs.ts'
import { maskNumbers, refuseMaskedSearch } from './mask-numbers.ts'

test('the last digits of numbers are hidden, wherever an answer has them', () => {
  const answer = {
    call_id: '7301234567890123456',
    called_number: '442071838750',
    pai: '"Bob" <sip:+442071838750@192.0.2.7>',
    sell_amount: '0.01234567',
    call: { caller_number: '12', number: null, tax_number: '1234567890' },
    steps: [{ kind: 'NUMBER', value: '442071838750', rate: '0.01234567', count: 442071838750 }],
  }
  expect(maskNumbers(answer, 4)).toEqual({
    ...answer,
    called_number: '44207183••••',
    pai: '"Bob" <sip:+44207183••••@•••.•.•.•>',
    call: { caller_number: '••', number: null, tax_number: '1234567890' },
    steps: [{ kind: 'NUMBER', value: '44207183••••', rate: '0.01234567', count: 442071838750 }],
  })
  expect(maskNumbers(answer, 0)).toEqual(answer)
})

test('a SIP username and an item of a number list are masked where they are whole numbers', () => {
  const answer = {
    username: '442071838750',
    sip_username: 'front-desk-12',
    by_username: [{ value: '442071838750', label: '442071838750', count: 7 }],
    items: [{ key: '442071838750' }, { key: '4420' }],
    allowed_callers: ['442071838750'],
  }
  expect(maskNumbers(answer, 4)).toEqual({
    ...answer,
    username: '44207183••••',
    by_username: [{ value: '44207183••••', label: '44207183••••', count: 7 }],
    items: [{ key: '44207183••••' }, { key: '4420' }],
    allowed_callers: ['44207183••••'],
  })
})

test('a search by a masked number is refused, as it would find the digits one by one', () => {
  const searches = [{ called_number: '44' }, { called_number_not: '44' }, { sort: '-number' }]
  for (const query of [...searches, { q: '44' }, { username: '44' }]) {
    expect(() => refuseMaskedSearch(listCallRecords, query, 4)).toThrow('Some fields')
    expect(() => refuseMaskedSearch(listCallRecords, query, 0)).not.toThrow()
  }
  for (const query of [{ q: '44' }, { sort: 'key' }, { number: '4420' }]) {
    expect(() => refuseMaskedSearch(listNumberListItems, query, 4)).toThrow('Some fields')
  }
  expect(() => refuseMaskedSearch(listActivities, { username: 'anna' }, 4)).not.toThrow()
  expect(() => refuseMaskedSearch(listTariffs, { q: 'Gold' }, 4)).not.toThrow()
})
