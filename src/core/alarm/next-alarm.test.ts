import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AlarmRule } from './conditions.ts'
import type { AlarmJudgement } from './judge.ts'
import { endedAlarm, nextAlarm, type OpenAlarm } from './next-alarm.ts'

const RULE: AlarmRule = {
  id: 1,
  name: 'Few answers',
  topic: 'ASR',
  severity: 'WARNING',
  subject_kind: 'GATEWAY',
  comparison: 'BELOW',
  compares_with: 'BOUND',
  bound: 200_000,
  window_minutes: 15,
  min_calls: 50,
  pending_seconds: 60,
  clear_seconds: 120,
}
const low = (value: number): AlarmJudgement => ({
  verdict: 'BREACHED',
  value,
  sentence: `ASR is ${value}.`,
})
const FINE: AlarmJudgement = { verdict: 'FINE', value: 300_000 }
const UNDECIDED: AlarmJudgement = { verdict: 'UNDECIDED' }

/** The steps of a spell, each at its second, and the alarm that is open after them. */
function spell(moments: readonly (readonly [number, AlarmJudgement])[], rule = RULE) {
  let open: OpenAlarm | undefined
  const steps = moments.map(([second, judgement]) => {
    const next = nextAlarm(open, judgement, rule, second * 1000)
    if (next.step === 'OPEN') open = next.alarm
    if (next.step === 'DROP' || next.step === 'CLEAR') open = undefined
    return next.step === 'OPEN' ? next.alarm.state : next.step === 'CLEAR' ? next.cause : next.step
  })
  return { steps, open }
}

test('a condition that is true for its pending time fires, with the numbers of then', () => {
  const { steps, open } = spell([
    [0, low(90)],
    [30, low(80)],
    [60, low(70)],
    [65, low(75)],
  ])
  expect(steps).toEqual(['PENDING', 'PENDING', 'FIRING', 'FIRING'])
  expect(open).toMatchObject({
    ...{ first_value: 90, last_value: 75, worst_value: 70, sentence: 'ASR is 70.' },
  })
})

test('a spell that ends before it fires leaves nothing', () => {
  expect(
    spell([
      [0, low(90)],
      [30, FINE],
      [35, FINE],
    ] as const).steps,
  ).toEqual([...['PENDING', 'DROP', 'NOTHING']])
})

test('without a pending time it fires at once', () => {
  expect(spell([[0, low(90)]], { ...RULE, pending_seconds: 0 }).steps).toEqual(['FIRING'])
})

const FIRED = [[0, low(90)] as const, [60, low(90)] as const]

test('it clears when it was fine for its time, and a relapse begins that time anew', () => {
  const { steps } = spell([
    ...FIRED,
    [100, FINE],
    [190, low(50)],
    [200, FINE],
    [300, FINE],
    [320, FINE],
  ])
  expect(steps.slice(2)).toEqual(['FIRING', 'FIRING', 'FIRING', 'NOTHING', 'RECOVERED'])
})

test('too few calls keep it, until the window had none for as long as it is', () => {
  const { steps } = spell([...FIRED, [70, UNDECIDED], [900, UNDECIDED], [970, UNDECIDED]])
  expect(steps.slice(2)).toEqual(['FIRING', 'NOTHING', 'NO_CALLS'])
})

test('what stays the same is not written again', () => {
  expect(spell([...FIRED, [65, low(90)]]).steps.at(-1)).toBe('NOTHING')
})

test('a changed rule clears what fires, and drops what is pending', () => {
  expect(endedAlarm({ state: 'FIRING' })).toEqual({ step: 'CLEAR', cause: 'RULE_CHANGED' })
  expect(endedAlarm({ state: 'PENDING' })).toEqual({ step: 'DROP' })
})

test('of any spells, each fires at most once, and only after its pending time', () => {
  const moment = fc.tuple(fc.integer({ min: 1, max: 90 }), fc.constantFrom('low', 'fine', 'none'))
  fc.assert(
    fc.property(fc.array(moment, { maxLength: 60 }), (moments) => {
      let second = 0
      let open: OpenAlarm | undefined
      for (const [pause, what] of moments) {
        second += pause
        const judgement = what === 'low' ? low(90) : what === 'fine' ? FINE : UNDECIDED
        const next = nextAlarm(open, judgement, RULE, second * 1000)
        if (next.step === 'OPEN') {
          if (next.alarm.state === 'FIRING' && open?.state !== 'FIRING') {
            expect(what).toBe('low')
            expect(second * 1000 - next.alarm.began_ms).toBeGreaterThanOrEqual(60_000)
          }
          if (open?.state === 'FIRING') expect(next.alarm.state).toBe('FIRING')
          open = next.alarm
        }
        if (next.step === 'CLEAR') expect(open?.state).toBe('FIRING')
        if (next.step === 'DROP') expect(open?.state).toBe('PENDING')
        if (next.step === 'CLEAR' || next.step === 'DROP') open = undefined
      }
    }),
  )
})
