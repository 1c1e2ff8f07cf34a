import { expect, test } from 'vitest'
import { writtenForms } from './written-forms.ts'

test.each(['442071830025', '+442071830025', '00442071830025', '+44 (20) 7183-0025'])(
  '%s is looked for in every form in which a caller may send it',
  (text) => {
    expect(writtenForms(text)).toEqual(['442071830025', '+442071830025', '00442071830025'])
  },
)

test('a name is looked for as it is', () => {
  expect(writtenForms('alice')).toEqual(['alice'])
})
