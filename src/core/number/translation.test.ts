import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTranslationRule } from '#test/support/translations.ts'
import { makeNumberList } from './number-list.ts'
import {
  type CallNumbers,
  compileTranslation,
  patternFault,
  type TranslationRule,
  translate,
} from './translation.ts'

const NUMBERS: CallNumbers = {
  called_number: '00442071838750',
  caller_number: '+12025550100',
  caller_name: 'Alice',
  pai: '',
  diversion: '',
}

const POOL = makeNumberList(
  { id: 7, name: 'Pool', status: 'active', mode: 'RANDOM', default_action: 'ACCEPT' },
  ['442071830001', '442071830002'].map((key) => ({
    key,
    min_length: 0,
    max_length: 100,
    action: 'ACCEPT',
    tag: '',
  })),
)

const compile = (...rules: Partial<TranslationRule>[]) =>
  compileTranslation(
    { id: 1, name: 'To E.164', status: 'active', rules: rules.map(makeTranslationRule) },
    new Map([[7, POOL]]),
  )
const run = (...rules: Partial<TranslationRule>[]) => translate(compile(...rules), NUMBERS, 0.5)

describe('a rule by prefix', () => {
  test.each([
    ['takes digits off', { pattern: '00', strip: 2 }, '442071838750'],
    ['puts digits before', { pattern: '0044', replacement: '99' }, '9900442071838750'],
    ['does both', { pattern: '0044', strip: 4, replacement: '0' }, '02071838750'],
    ['fits everything when it is empty', { strip: 2, replacement: '+' }, '+442071838750'],
    ['may take all', { strip: 99 }, ''],
    ['leaves what begins otherwise', { pattern: '1', strip: 1 }, '00442071838750'],
  ])('%s', (_what, part, called_number) => {
    expect(run(part).numbers).toEqual({ ...NUMBERS, called_number })
  })

  test('makes nothing out of what was not sent', () => {
    expect(run({ field: 'pai', replacement: '44' })).toEqual({ numbers: NUMBERS, steps: [] })
  })
})

describe('a rule by pattern', () => {
  test.each([
    ['replaces what it finds', { pattern: '^00', replacement: '+' }, '+442071838750'],
    ['may name groups', { pattern: '^00(44)(\\d+)$', replacement: '$2$1' }, '207183875044'],
    ['replaces the first place only', { pattern: '0', replacement: 'x' }, 'x0442071838750'],
    ['gives nothing for a group without text', { pattern: '^(1)?00', replacement: '$1' }, null],
    ['leaves what it does not find', { pattern: '^1', replacement: '' }, '00442071838750'],
    ['finds what is empty', { field: 'pai' as const, pattern: '^$', replacement: '44' }, undefined],
  ])('%s', (_what, part, called_number) => {
    const { numbers } = run({ match: 'regex', ...part })
    if (called_number === undefined) expect(numbers).toEqual({ ...NUMBERS, pai: '44' })
    else expect(numbers.called_number).toBe(called_number ?? '442071838750')
  })

  test('takes a time that grows with the text alone', () => {
    const evil = compile({ match: 'regex', field: 'caller_name', pattern: '^(a|a)*(a+)+$' })
    const numbers = { ...NUMBERS, caller_name: `${'a'.repeat(100_000)}!` }
    expect(translate(evil, numbers, 0).steps).toHaveLength(1)
    const before = { ...NUMBERS, caller_name: `${'a'.repeat(100)}!` }
    expect(translate(evil, before, 0).steps).toEqual([])
  })
})

describe('a translation', () => {
  test('goes rule by rule, each upon what the one before has left, until one says stop', () => {
    const { numbers, steps } = run(
      { pattern: '00', strip: 2 },
      { pattern: '1', strip: 1, stop: true },
      { pattern: '44', strip: 2, replacement: '0', stop: true },
      { pattern: '0', replacement: '9' },
    )
    expect(numbers.called_number).toBe('02071838750')
    expect(steps).toEqual([
      { rule: 1, field: 'called_number', before: '00442071838750', after: '442071838750' },
      { rule: 3, field: 'called_number', before: '442071838750', after: '02071838750' },
    ])
  })

  test('takes a number from a pool, whatever the field held', () => {
    const answers = [{ field: 'caller_number' as const }, { field: 'pai' as const }].map(
      (part) => run({ ...part, pool_list_id: 7 }).numbers[part.field],
    )
    expect(answers).toEqual(['442071830002', '442071830002'])
    const only = {
      field: 'caller_number' as const,
      match: 'regex' as const,
      pattern: '^44',
      pool_list_id: 7,
    }
    expect(run(only).steps).toEqual([])
    expect(run({ ...only, pattern: '^\\+1' }).numbers.caller_number).toBe('442071830002')
  })

  test('whose pool is gone leaves the number', () => {
    expect(run({ field: 'caller_number', pool_list_id: 8 })).toEqual({
      numbers: NUMBERS,
      steps: [],
    })
  })

  test('with a pattern that is none has a rule that fits nothing', () => {
    const broken = { match: 'regex' as const, replacement: 'x', pattern: '(' }
    expect(run(broken, { ...broken, field: 'pai' }, { strip: 2 }).steps).toEqual([
      { rule: 3, field: 'called_number', before: '00442071838750', after: '442071838750' },
    ])
  })

  test('that is blocked changes nothing', () => {
    const blocked = { ...compile({ strip: 2 }), status: 'blocked' as const }
    expect(translate(blocked, NUMBERS, 0).numbers).toBe(NUMBERS)
  })

  test('never touches the numbers that it was given', () => {
    const anyRule = fc.record({
      field: fc.constantFrom('called_number', 'caller_number', 'caller_name', 'pai', 'diversion'),
      match: fc.constant('prefix'),
      pattern: fc.constantFrom('', '0', '00', '+'),
      strip: fc.nat(20),
      replacement: fc.constantFrom('', '44', '+'),
      pool_list_id: fc.constantFrom(null, 7),
      stop: fc.boolean(),
    }) as fc.Arbitrary<TranslationRule>
    fc.assert(
      fc.property(fc.array(anyRule), fc.double({ min: 0, max: 0.99 }), (rules, random) => {
        const given = Object.freeze({ ...NUMBERS })
        const { numbers, steps } = translate(compile(...rules), given, random)
        expect(given).toEqual(NUMBERS)
        for (const field of [
          'called_number',
          'caller_number',
          'caller_name',
          'pai',
          'diversion',
        ] as const) {
          const last = steps.findLast((step) => step.field === field)
          expect(numbers[field]).toBe(last?.after ?? NUMBERS[field])
        }
      }),
    )
  })
})

test.each([
  ['^(00|\\+)?(\\d+)$', '$2', undefined],
  ['(a', '', 'Invalid pattern: missing closing ): `(a`.'],
  ['(?=a)', '', 'Invalid pattern: invalid or unsupported Perl syntax: `(?=`.'],
  ['(.)\\1', '', 'Invalid pattern: invalid escape sequence: `\\1`.'],
  ['(\\d)', '$2', 'The pattern has no group $2.'],
  ['\\d{1000}', '', 'The pattern is too large.'],
])('the pattern %s with the replacement %s', (pattern, replacement, fault) => {
  expect(patternFault(pattern, replacement)).toBe(fault)
})
