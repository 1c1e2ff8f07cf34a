import { expect, test } from 'vitest'
import { faultsOf, hasPassed, mayBeChance } from './judge.ts'
import type { FileResult, Outcome } from './results.ts'

const failed = (file: string, ...errors: string[]): FileResult => ({
  project: 'unit',
  file,
  seconds: 1,
  tests: 3,
  failures: errors.map((error) => ({ test: 'a call', errors: [error], load: 1 })),
  skips: [],
})

const WRONG = 'AssertionError: expected 1 to be 2'
const TIME_OUT = 'Error: Test timed out in 300000ms.'

test.each([
  ['a wrong value', 'src/api/payments/payments.test.ts', WRONG],
  ['a walk that waits in vain', 'test/screens/brands.e2e.ts', TIME_OUT],
  ['a time-out where values are strict', 'src/core/money.test.ts', TIME_OUT],
  ['a wait of Playwright there', 'test/screens/hostile-text.e2e.ts', 'Timeout 60000ms exceeded.'],
  ['a wait of ours there', 'test/regress/54-no-dtls.calls.ts', 'Waited 120 s in vain until: it'],
])('%s may be chance', (_what, file, error) => {
  expect(mayBeChance(failed(file, error))).toBe(true)
})

test.each([
  'test/regress/11-no-sql-in-a-query.test.ts',
  'src/api/foreign-ids.test.ts',
  'src/api/brand-secrecy.test.ts',
  'src/api/hidden-money.test.ts',
  'src/api/permission-matrix.test.ts',
  'src/api/hostile-requests.test.ts',
  'src/jobs/rate-imports/hostile-rate-files.test.ts',
  'src/core/tariff/charge-call.test.ts',
  'src/engine/charging/simulation.test.ts',
])('a wrong value in %s is a fault at once, also beside a time-out', (file) => {
  expect(mayBeChance(failed(file, WRONG))).toBe(false)
  expect(mayBeChance(failed(file, TIME_OUT, WRONG))).toBe(false)
})

test.each([
  ['wrong books', 'Error: The books are wrong: [{"rule":"I3"}]'],
  ['a program that died', 'Error: A process of ours died: Kamailio, by SIGSEGV.'],
])('%s are a fault in any file', (_what, error) => {
  expect(mayBeChance(failed('test/calls/tcp.test.ts', TIME_OUT, error))).toBe(false)
})

test('a file passes alone only if it ran as many tests, and nothing was wrong', () => {
  const first = failed('src/api/payments/payments.test.ts', WRONG)
  const again = { ...first, failures: [] }
  expect(hasPassed({ files: [again], unhandled: [] }, first)).toBe(true)
  expect(hasPassed({ files: [first], unhandled: [] }, first)).toBe(false)
  expect(hasPassed({ files: [{ ...again, tests: 2 }], unhandled: [] }, first)).toBe(false)
  expect(hasPassed({ files: [again], unhandled: ['Error: it died'] }, first)).toBe(false)
  expect(hasPassed({ files: [], unhandled: [] }, first)).toBe(false)
})

const phase = (changes: Partial<Outcome> = {}): Outcome => ({
  name: 'unit',
  files_of_all: 1,
  exit_code: 0,
  wall_seconds: 1,
  processor_seconds: 1,
  load: 1,
  files: [failed('src/a.test.ts')],
  unhandled: [],
  ...changes,
})
const unsteady = { result: failed('src/b.test.ts', WRONG), verdict: 'UNSTEADY' as const }

test('a run passes with three unsteady files, and fails with a fourth', () => {
  expect(faultsOf([phase()], [], true)).toEqual([])
  expect(faultsOf([phase()], [unsteady, unsteady, unsteady], true)).toEqual([])
  expect(faultsOf([phase()], [unsteady, unsteady, unsteady, unsteady], true)).toHaveLength(1)
})

test.each([
  ['a file that failed twice', [], { ...unsteady, verdict: 'FAILED' as const }],
  ['an error outside of any test', [phase({ unhandled: ['Error: it died'] })], undefined],
  ['a phase without a test', [phase({ files: [] })], undefined],
  ['a phase that ends badly, although no test failed', [phase({ exit_code: 1 })], undefined],
  ['a phase that is ended by a signal', [phase({ exit_code: undefined })], undefined],
])('%s fails the run', (_what, outcomes, file) => {
  expect(faultsOf([phase(), ...outcomes], file ? [file] : [], true)).toHaveLength(1)
})

test('continuous integration fails on a skip of what it must have, a desk does not', () => {
  const skipped = (needs: string) => {
    const file = { ...failed('src/a.test.ts'), skips: [{ test: 'a call', needs }] }
    return [phase({ files: [file] })]
  }
  expect(faultsOf(skipped('clickhouse-server'), [], true)).toHaveLength(1)
  expect(faultsOf(skipped('root'), [], true)).toEqual([])
  expect(faultsOf(skipped('clickhouse-server'), [], false)).toEqual([])
})
