import { expect, test } from 'vitest'
import { accountOf, readRechargeLines } from './recharge-lines.ts'

const faults = (text: string) =>
  readRechargeLines(text).flatMap((read) =>
    'message' in read ? [`${read.line}: ${read.message}`] : [],
  )

test('pasted lines have an account, an amount and maybe a reference', () => {
  const lines = [
    'Acme, 50',
    '',
    ' Beta Ltd, 1.5, Invoice 7 ',
    'Gamma, Inc\t20',
    'Delta;3;x',
    '"Epsilon, Ltd",4',
  ]
  expect(readRechargeLines(lines.join('\n'))).toMatchObject([
    { line: 1, account: 'Acme', amount: '50', reference: '' },
    { line: 3, account: 'Beta Ltd', amount: '1.5', reference: 'Invoice 7' },
    { line: 4, account: 'Gamma, Inc', amount: '20' },
    { line: 5, account: 'Delta', amount: '3', reference: 'x' },
    { line: 6, account: 'Epsilon, Ltd', amount: '4' },
  ])
})

test('a line that cannot be paid has its reason', () => {
  const lines = [
    'Acme',
    'Acme, -1',
    'Acme, 5',
    'ACME, 6',
    'Beta, 1,000, x, y',
    ', 5',
    'Beta, 1e3',
    '"Eta, 9',
  ]
  expect(faults(lines.join('\n'))).toEqual([
    '1: Write: account, amount, reference.',
    '2: -1 is no amount above 0.',
    '4: The account is already in line 3.',
    '5: Write: account, amount, reference.',
    '6: Write: account, amount, reference.',
    '7: 1e3 is no amount above 0.',
    '8: Missing closing quote.',
  ])
})

test('a comma inside an amount is refused, because it may separate thousands', () => {
  const lines = ['Acme, 1,000', 'Beta,2,500.50', 'Gamma;1,000', 'Delta, 50, 123']
  expect(faults(lines.join('\n'))).toEqual([
    expect.stringMatching(/^1: The amount has a comma/),
    expect.stringMatching(/^2: The amount has a comma/),
    '3: 1,000 is no amount above 0.',
  ])
})

test('an account is found by its whole name or login, and never by a part', () => {
  const hit = (id: number, name: string, hint = '') => ({ id, name, hint })
  expect(accountOf('acme', [hit(1, 'Acme'), hit(2, 'Acme West')])).toMatchObject({ id: 1 })
  expect(accountOf('west', [hit(2, 'Acme West', 'west')])).toMatchObject({ id: 2 })
  expect(accountOf('acm', [hit(1, 'Acme')])).toBe('There is no account acm.')
  expect(accountOf('acme', [hit(1, 'Acme'), hit(2, 'Other', 'acme')])).toBe(
    'Several accounts are called acme.',
  )
})
