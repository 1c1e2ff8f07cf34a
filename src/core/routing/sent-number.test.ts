import { expect, test } from 'vitest'
import { makeTarget } from '#test/support/route-plans.ts'
import { makeGateway, makeSnapshot, type Parts } from '#test/support/snapshot.ts'
import { makeTranslationRule, NUMBERS } from '#test/support/translations.ts'
import { makeNumberList } from '../number/number-list.ts'
import type { RouteTarget } from './route-plan.ts'
import { sentNumbers } from './sent-number.ts'
import type { Gateway } from './snapshot.ts'

const PARTS: Parts = {
  number_lists: [
    makeNumberList(
      { id: 5, name: 'Pool', status: 'active', mode: 'RANDOM', default_action: 'REJECT' },
      [{ key: '4930123', min_length: 0, max_length: 100, action: 'ACCEPT', tag: '' }],
    ),
  ],
  translations: [
    {
      id: 7,
      name: 'Of the target',
      status: 'active',
      rules: [
        makeTranslationRule({ replacement: '1' }),
        makeTranslationRule({ field: 'caller_name', replacement: 'Dr ' }),
      ],
    },
    {
      id: 8,
      name: 'Of the gateway',
      status: 'active',
      rules: [
        makeTranslationRule({ replacement: '2' }),
        makeTranslationRule({ field: 'caller_number', replacement: '+' }),
      ],
    },
  ],
}

const send = (target: Partial<RouteTarget>, gateway: Partial<Gateway>) =>
  sentNumbers(makeSnapshot(PARTS), makeTarget(target), makeGateway(gateway), NUMBERS, () => 0)

test.each([
  [0, '', '442071838750'],
  [2, '', '2071838750'],
  [0, '77#', '77#442071838750'],
  [2, '00', '002071838750'],
  [15, '9', '9'],
])('with %i digits off and "%s" before, %s is sent', (strip_digits, prepend, called_number) => {
  expect(send({}, { strip_digits, prepend })).toEqual({ ...NUMBERS, called_number })
  expect(send({ strip_digits, prepend }, {})).toEqual({ ...NUMBERS, called_number })
})

test('first come the digits and the translation of the target, then those of the gateway', () => {
  const target = { strip_digits: 2, prepend: '3', translation_id: 7 }
  const gateway = { strip_digits: 1, prepend: '4', translation_id: 8 }
  expect(send(target, gateway)).toEqual({
    ...NUMBERS,
    called_number: '2432071838750',
    caller_number: '+12025550100',
    caller_name: 'Dr Ann',
  })
})

test('a gateway with a pool shows a number of it, as its translation writes it', () => {
  expect(send({}, { cli_pool_id: 5 }).caller_number).toBe('4930123')
  expect(send({}, { cli_pool_id: 5, translation_id: 8 }).caller_number).toBe('+4930123')
})

test('what one gateway is sent does not reach the next', () => {
  const originals = { ...NUMBERS }
  send({ prepend: '3' }, { prepend: '4', cli_pool_id: 5 })
  expect(NUMBERS).toEqual(originals)
  expect(send({}, {})).toEqual(originals)
})
