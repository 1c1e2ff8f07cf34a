import { expect, test } from 'vitest'
import { chosenInWords } from './call-rule-words.ts'

const named = (...names: string[]) => names.map((name, at) => ({ id: at + 1, name }))
const NONE = { accounts: [], gateways: [], called_prefixes: [], caller_prefixes: [] }

test('a rule with empty lists chooses all calls', () => {
  expect(chosenInWords(NONE)).toBe('All calls')
})

test('each list of a rule is a part of the sentence', () => {
  const rule = {
    accounts: named('Acme', 'Bella'),
    gateways: named('London 1'),
    called_prefixes: ['33', '44', '49'],
    caller_prefixes: ['1555'],
  }
  expect(chosenInWords(rule)).toBe(
    'Calls of Acme or Bella, over London 1, to 33, 44 or 49, from 1555',
  )
})

test('more than three names are counted', () => {
  const called_prefixes = ['1', '2', '3', '4', '5']
  expect(chosenInWords({ ...NONE, called_prefixes })).toBe('Calls to 1, 2, 3 or 2 more')
})
