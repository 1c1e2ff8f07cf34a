import { expect, test } from 'vitest'
import type { ChosenFacts } from './call-rule.ts'
import { type TraceRule, traceMode } from './trace-rules.ts'

const NOW_MS = 1_780_000_000_000
const EACH = { now_ms: NOW_MS, chance: 0 }

const rule = (parts: Partial<TraceRule> = {}): TraceRule => ({
  id: 1,
  account_ids: [],
  gateway_ids: [],
  called_prefixes: [],
  caller_prefixes: [],
  failed_only: false,
  percent: 100,
  until_ms: null,
  ...parts,
})

const FACTS: ChosenFacts = {
  account_ids: [10, 30, 31],
  gateway_ids: [1, 2],
  called_number: '441234',
  caller_number: '15551000',
}

test('without a rule no call is traced', () => {
  expect(traceMode([], FACTS, EACH)).toBe('OFF')
})

test.each<[Partial<TraceRule>, 'ALL' | 'OFF']>([
  [{}, 'ALL'],
  [{ account_ids: [10] }, 'ALL'],
  [{ account_ids: [31] }, 'ALL'],
  [{ account_ids: [11] }, 'OFF'],
  [{ gateway_ids: [3, 2] }, 'ALL'],
  [{ gateway_ids: [3] }, 'OFF'],
  [{ called_prefixes: ['33', '4412'] }, 'ALL'],
  [{ called_prefixes: ['33'] }, 'OFF'],
  [{ caller_prefixes: ['1555'] }, 'ALL'],
  [{ caller_prefixes: ['555'] }, 'OFF'],
  [{ account_ids: [10], gateway_ids: [3] }, 'OFF'],
  [{ until_ms: NOW_MS + 1 }, 'ALL'],
  [{ until_ms: NOW_MS }, 'OFF'],
])('a rule of %j makes it %s', (parts, mode) => {
  expect(traceMode([rule(parts)], FACTS, EACH)).toBe(mode)
})

test('a rule of some percent has the calls whose chance is below', () => {
  const modeAt = (chance: number) =>
    traceMode([rule({ percent: 25 })], FACTS, { now_ms: NOW_MS, chance })
  expect([0, 0.2499, 0.25, 0.99].map(modeAt)).toEqual(['ALL', 'ALL', 'OFF', 'OFF'])
})

test('a rule for all calls counts more than one for failed calls', () => {
  const failed = rule({ failed_only: true })
  expect(traceMode([failed], FACTS, EACH)).toBe('FAILED_ONLY')
  expect(traceMode([failed, rule({ gateway_ids: [9] })], FACTS, EACH)).toBe('FAILED_ONLY')
  expect(traceMode([failed, rule()], FACTS, EACH)).toBe('ALL')
})
