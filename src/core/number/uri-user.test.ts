import { expect, test } from 'vitest'
import { headerUser, plainUser } from './uri-user.ts'

test.each([
  [
    '+14155550100;npdi;rn=+14155550999',
    '+14155550100',
    'a number that was looked up and not ported',
  ],
  ['+14155550100;rn=+14155550999;npdi;cic=+10288', '+14155550100', 'one that was ported'],
  ['4155550100;tgrp=one;trunk-context=carrier.example', '4155550100', 'a trunk group'],
  ['+15551000;cpc=ordinary', '+15551000', 'the category of the caller'],
  ['+1-415-555.0100', '+14155550100', 'separators of a global number'],
  ['+1(415)555-0100;ext=12', '+14155550100', 'separators and an extension'],
  ['%2B44%3207', '+44207', 'escaped digits'],
  ['1234%23442071838750', '1234#442071838750', 'an escaped number sign'],
  ['1234#442071838750', '1234#442071838750', 'one that should have been'],
  ['%2A67', '*67', 'an escaped star'],
  ['ann-1.b', 'ann-1.b', 'a name with dots and hyphens'],
  ['7042;phone-context=example.com', '7042;phone-context=example.com', 'a local number'],
  [
    '+442071838750;phone-context=x',
    '+442071838750',
    'a global one with a context that it needs not',
  ],
  ['2079460002;phone-context=+44', '+442079460002', 'a local number with its country'],
  ['2079-460002;npdi;phone-context=%2B44', '+442079460002', 'the same, among others'],
  ['(20)7946.0002;phone-context=+44', '+442079460002', 'the same, in groups'],
  ['0044-207-946-0002', '00442079460002', 'separators of a number without a plus'],
  ['100-20', '100-20', 'a short name of digits'],
  ['ann;phone-context=+44', 'ann;phone-context=+44', 'a name with a country'],
  ['44%0d%0a20', '4420', 'control characters'],
  ['44%zz', '44%zz', 'what is no escape'],
  ['44%ff', '44%ff', 'what is no text'],
  ['', '', 'nothing'],
])('%s is %s: %s', (user, plain) => {
  expect(plainUser(user)).toBe(plain)
})

test('what is longer than any number is cut', () => {
  expect(plainUser('4'.repeat(100))).toHaveLength(64)
  expect(plainUser(`+${'4-'.repeat(100)}`)).toHaveLength(64)
})

test.each([
  ['"A" <sip:+442079460002@carrier.example;user=phone>;party=calling', '+442079460002'],
  ['<sip:2079460002;phone-context=+44@carrier.example>', '+442079460002'],
  ['<tel:2079460002;phone-context=+44>, <sip:1@x>', '+442079460002'],
  ['tel:+44-20-7946-0002', '+442079460002'],
  ['<sip:carrier.example;lr>', ''],
  ['anonymous', ''],
])('%s has the number %s', (header, number) => {
  expect(headerUser(header)).toBe(number)
})
