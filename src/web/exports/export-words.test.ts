import { expect, test } from 'vitest'
import { listWords } from './export-words.ts'

test.each([
  ['/api/cdr', 'Calls'],
  ['/api/reseller-cdr', 'Reseller calls'],
  ['/api/cdr/partitions', 'CDR partitions'],
  ['/api/wholesale-clients', 'Wholesale clients'],
  ['/api/tariffs/7/rates', 'Tariff rates'],
  ['/api/re-ratings/7/changes', 'Re-rating changes'],
  ['/api/number-lists/7/items', 'Number list items'],
  ['/api/logs/auth-failures', 'Auth failures'],
  ['/api/reports/payments/ageing', 'Payment ageing'],
  ['/api/sip-users', 'SIP users'],
  ['/api/ip-list', 'IP list'],
])('the list %s is called %s', (list, words) => {
  expect(listWords(list)).toBe(words)
})
