import { expect, test } from 'vitest'
import * as is from './primitives.ts'

const takes = (schema: { safeParse(value: string): { success: boolean } }, value: string) =>
  schema.safeParse(value).success

test('no name, line or text has characters that turn its direction', () => {
  const names = ['Acme', 'שלום', 'Zoë 🙂', '<img src=x>']
  for (const schema of [is.name(80), is.line(80), is.text(80)]) {
    for (const name of names) expect([name, takes(schema, name)]).toEqual([name, true])
    for (const turned of ['\u202e', '\u202a', '\u2066', '\u2069']) {
      expect(takes(schema, `Acme${turned}moc`)).toBe(false)
    }
  }
})

test('a text may have lines, and a name has one', () => {
  expect(takes(is.text(80), 'Street 1\nTown')).toBe(true)
  for (const end of ['\n', '\r', '\u2028', '\0']) expect(takes(is.name(80), `a${end}b`)).toBe(false)
  expect(takes(is.text(80), 'a\0b')).toBe(false)
})
