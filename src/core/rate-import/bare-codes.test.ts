import { expect, test } from 'vitest'
import { undecidedCodes, undecidedCodesText } from './bare-codes.ts'

const asked = (codes: readonly string[], more: object = {}) =>
  undecidedCodes(
    { columns: ['DESTINATION', 'PREFIX'], header_line: 1, bare_code_country: null, ...more },
    ['+1 Code', ...codes].map((code, at) => ({ line: at + 1, cells: ['Canada', code] })),
  )

test.each([
  [['613', '+614'], { marked: '+614', bare: '613' }],
  [['0044', '"', '7, 8'], { marked: '0044', bare: '7' }],
  [['+614; 613'], { marked: '+614', bare: '613' }],
  [['="613"', '="+614"'], { marked: '+614', bare: '613' }],
  [['613', '614'], undefined],
  [['+613', '0044'], undefined],
  // The country of the cell counts for all its codes.
  [['+44 20, 7', '+1 (204), 226'], undefined],
  [['+613', 'default', '*', ''], undefined],
])('of the codes %j it is asked: %j', (codes, mixed) => {
  expect(asked(codes)).toEqual(mixed)
})

test('nothing is asked once it is chosen, or without a column of codes', () => {
  expect(asked(['613', '+614'], { bare_code_country: '' })).toBeUndefined()
  expect(asked(['613', '+614'], { columns: ['DESTINATION', 'AREA_CODE'] })).toBeUndefined()
})

test('the question names a code of each kind', () => {
  expect(undecidedCodesText({ marked: '+614', bare: '613' })).toBe(
    'Some codes have + or 00, as +614, and others have not, as 613: ' +
      'choose whether those are whole, or of which country.',
  )
})
