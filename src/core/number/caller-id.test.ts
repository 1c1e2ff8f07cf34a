import { describe, expect, test } from 'vitest'
import {
  applyCallerIdPolicy,
  type CliPolicy,
  isAllowedCaller,
  isAnonymous,
  isPrivate,
} from './caller-id.ts'
import { makeNumberList } from './number-list.ts'

const pool = makeNumberList(
  { id: 1, name: 'Ours', status: 'active', mode: 'RANDOM', default_action: 'ACCEPT' },
  (['442071830001', '442071830002', '442071830003'] as const).map((key) => ({
    key,
    min_length: 0,
    max_length: 100,
    action: key.endsWith('3') ? 'REJECT' : 'ACCEPT',
    tag: '',
  })),
)
const show = (number: string, is_private = false) => ({ number, is_private })
const answer = (policy: CliPolicy, number: string, allowed: readonly string[] = []) => {
  const said = applyCallerIdPolicy({ policy, pool, allowed }, show(number), 0.5)
  return said.kind === 'caller' ? said.number : said.refusal
}

describe('the caller that is shown', () => {
  test.each([
    ['PASS', '+442071838750', '+442071838750'],
    ['PASS', 'anonymous', 'anonymous'],
    ['PASS', '', ''],
    ['REJECT_ANONYMOUS', '201', '201'],
    ['REJECT_ANONYMOUS', 'Anonymous', 'CLI_ANONYMOUS'],
    ['REJECT_ANONYMOUS', '', 'CLI_ANONYMOUS'],
    ['REQUIRE_E164', '+442071838750', '+442071838750'],
    ['REQUIRE_E164', '00442071838750', '00442071838750'],
    ['REQUIRE_E164', '442071838750', '442071838750'],
    ['REQUIRE_E164', '02071838750', 'CLI_REQUIRED'],
    ['REQUIRE_E164', '201', 'CLI_REQUIRED'],
    ['REQUIRE_E164', '4420718387501234', 'CLI_REQUIRED'],
    ['REQUIRE_E164', 'alice', 'CLI_REQUIRED'],
    ['REQUIRE_E164', 'anonymous', 'CLI_ANONYMOUS'],
    ['FORCE', 'anonymous', '442071830002'],
    ['FORCE', '', '442071830002'],
    ['FORCE', '12025550100', '442071830002'],
    ['FORCE', '+442071830001', '+442071830001'],
    ['FORCE', '442071830003', '442071830002'],
  ] as const)('by %s of "%s" is "%s"', (policy, number, shown) => {
    expect(answer(policy, number)).toBe(shown)
  })

  test('is refused when there is nothing to force', () => {
    const rules = { policy: 'FORCE', allowed: [] } as const
    const empty = makeNumberList({ ...pool }, [])
    const refused = { kind: 'refused', refusal: 'CLI_REQUIRED' }
    expect(applyCallerIdPolicy({ ...rules, pool: undefined }, show('1'), 0)).toEqual(refused)
    expect(applyCallerIdPolicy({ ...rules, pool: empty }, show('1'), 0)).toEqual(refused)
    const blocked = { ...pool, status: 'blocked' as const }
    expect(applyCallerIdPolicy({ ...rules, pool: blocked }, show('442071830001'), 0)).toEqual(
      refused,
    )
  })

  test('is nobody when privacy is asked for, whatever number came along', () => {
    expect(isAnonymous(show('442071838750', true))).toBe(true)
    expect(isAnonymous(show('442071838750'))).toBe(false)
  })

  test('must be one that the caller may show', () => {
    const allowed = ['+442071830001', '442071830002']
    expect(answer('PASS', '442071830001', allowed)).toBe('442071830001')
    expect(answer('PASS', '00442071830002', allowed)).toBe('00442071830002')
    expect(answer('PASS', '12025550100', allowed)).toBe('CLI_REQUIRED')
    expect(answer('PASS', 'anonymous', allowed)).toBe('anonymous')
    expect(answer('REQUIRE_E164', '12025550100', allowed)).toBe('CLI_REQUIRED')
    expect(answer('FORCE', '12025550100', allowed)).toBe('442071830002')
    expect(isAllowedCaller([], show('12025550100'))).toBe(true)
  })
})

describe('privacy', () => {
  const RPID = '"A" <sip:442071838750@x>;party=calling'
  test.each([
    ['id', '', true],
    ['user;header', '', true],
    ['none', '', false],
    ['', '', false],
    ['', `${RPID};privacy=full`, true],
    ['', `${RPID};screen=yes; privacy = "uri"`, true],
    ['', `<sip:1@x>;privacy=off, ${RPID};privacy=full`, true],
    ['', '"A, B" <sip:1@x>;Privacy=FULL', true],
    ['', `${RPID};privacy=name`, false],
    ['', `${RPID};privacy=off`, false],
    ['', '<sip:442071838750@x>;party=called;privacy=full', false],
    // The newer header counts.
    ['none', `${RPID};privacy=full`, false],
  ])('by Privacy "%s" and Remote-Party-ID %s: %s', (privacy, rpid, expected) => {
    expect(isPrivate({ privacy, rpid })).toBe(expected)
  })
})
