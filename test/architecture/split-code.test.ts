import { expect, test } from 'vitest'
import { splitCode } from './split-code.ts'

const codeOf = (text: string, isTsx = false): string => splitCode(text, isTsx).code

test.each([
  ['a comment to the end of the line', "a() // b('c')", 'a()'],
  ['a comment over lines', 'a()\n/* b()\n c() */', 'a()'],
  ['a string with an escaped quote', "a('b\\'c') + d", "a('    ') + d"],
  ['a template with code in it', `a(\`b \${c(\`d\`)} e\`) + f`, 'a(`             `) + f'],
  ['a string with what looks like a comment', "a('http://b') + c", "a('        ') + c"],
  ['a regular expression with a quote', "a.test(/'b/) + c('')", "a.test(/  /) + c('')"],
  ['a class in one with a slash', 'return /[/"]/.test(a) + b', 'return /    /.test(a) + b'],
  ['a division', 'a = b / c / d', 'a = b / c / d'],
])('leaves the code beside %s', (_what, text, code) => {
  expect(codeOf(text).trimEnd()).toBe(code)
})

test('an apostrophe in the text of an element opens no string', () => {
  const text = "<p>It's {a}</p>\n<b c={d} /> // e"
  expect(codeOf(text, true)).toBe("<p>It's {a}</p>\n<b c={d} />     ")
})

test('comments stay on their lines, apart from code', () => {
  expect(splitCode("a() // b\n'// c'", false).comments).toBe('    // b\n      ')
})
