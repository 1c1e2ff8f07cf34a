import { describe, expect, it } from 'vitest'
import { basisOf, changeOf, isTooFew, pointsOf } from './figures.ts'

describe('the change to yesterday', () => {
  it('has a sign and a word', () => {
    expect(changeOf(112, 100)).toBe('+12.0 % vs yesterday, same time')
    expect(changeOf(50, 200)).toBe('−75.0 % vs yesterday, same time')
    expect(changeOf(7, 7)).toBe('same as yesterday')
  })

  it('is no percentage of nothing, and keeps its sense below zero', () => {
    expect(changeOf(5, 0)).toBe('none yesterday')
    expect(changeOf(-50, -100)).toBe('+50.0 % vs yesterday, same time')
  })

  it('of a share is in points', () => {
    expect(pointsOf(0.472, 0.478)).toBe('−0.6 points vs yesterday, same time')
    expect(pointsOf(0.5, 0.5)).toBe('same as yesterday')
    expect(pointsOf(null, 0.5)).toBe('')
  })
})

describe('a figure', () => {
  it('that rests on fewer than thirty calls says so', () => {
    expect(isTooFew(29)).toBe(true)
    expect(isTooFew(30)).toBe(false)
    expect(basisOf(12, 'calls')).toBe('of 12 calls, too few to compare')
    expect(basisOf(1200, 'answered')).toBe('of 1,200 answered')
  })
})
