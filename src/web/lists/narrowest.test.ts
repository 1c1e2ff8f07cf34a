import { describe, expect, test } from 'vitest'
import { filterWords, narrowestOf } from './narrowest.ts'

describe('the filter that hides the most', () => {
  test('is the one without which most is found', () => {
    const names = ['q', 'status', 'account_id']
    expect(narrowestOf(names, [0, 3, 268])).toEqual({ name: 'account_id', found: 268 })
    expect(narrowestOf(names, [4, 4, 0])).toEqual({ name: 'q', found: 4 })
  })

  test('is not named before all is known, nor where each leaves nothing alone', () => {
    expect(narrowestOf(['q', 'status'], [5, undefined])).toBeUndefined()
    expect(narrowestOf(['q', 'status'], [0, 0])).toBeUndefined()
    expect(narrowestOf([], [])).toBeUndefined()
  })

  test('is called as on the screen', () => {
    expect(['q', 'from', 'gateway_id', 'gateway_id_not', 'min_duration'].map(filterWords)).toEqual([
      'search',
      'time range',
      'gateway',
      'gateway is not',
      'min duration',
    ])
  })
})
